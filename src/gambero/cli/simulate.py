"""`gambero simulate`: many games of given bots, counted."""

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from gambero.cli.interruption import interrupted_by_sigterm
from gambero.cli.options import (
    GAMES,
    Commands,
    Csv,
    Json,
    LastCardWins,
    OnFire,
    Players,
    Professional,
    Ray,
    Report,
    Seconds,
    Seed,
    ShortHands,
    Steady,
    Workers,
    given,
)
from gambero.cli.output import Output, command_line

Bots = Annotated[
    list[str],
    typer.Option(
        "--bot",
        "--bots",
        metavar="NAMES",
        help="Who plays: one for all, or one a seat: a,b. expert:FILE has weights of your own.",
    ),
]


def simulate(
    game: Annotated[str, typer.Argument(help=GAMES)] = "classic",
    players: Players = None,
    bots: Bots = ["greedy"],  # noqa: B006  # only read
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: Seed = 0,
    first: Annotated[int, typer.Option(help="The number of the first game, to go on with a run.")] = 0,
    workers: Workers = None,
    seconds: Seconds = None,
    ray: Ray = None,
    steady: Steady = False,
    professional: Professional = False,
    short_hands: ShortHands = False,
    on_fire: OnFire = False,
    commands: Commands = None,
    last_card_wins: LastCardWins = False,
    as_json: Json = False,
    as_csv: Csv = None,
    report: Report = None,
    games_out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Every game with its record: FILE.parquet or FILE.jsonl. Slower: no kernels."
        ),
    ] = None,
) -> None:
    """Let bots play many games and count how often they win. Ctrl-C ends it with what is done."""
    output = Output(as_json, as_csv, report, seed)
    from gambero.cli.progress import bar
    from gambero.lab.arena.compare import Arena, Cell
    from gambero.lab.games_file import GamesFile, header, row
    from gambero.lab.simulation.simulate import by_seat, seated, seats
    from gambero.lab.simulation.simulate import simulate as run

    bot = ",".join(bots)
    options = given(
        professional=professional,
        short_hands=short_hands,
        on_fire=on_fire,
        commands=commands,
        last_card_wins=last_card_wins,
    )
    names = [str(who) for who in seated(bot)]
    count = seats(game, players, names)
    about = {"game": game, "players": count, "options": options, "bots": names, "seed": seed, "first": first}
    with ExitStack() as open_files:
        keep = None
        if games_out:
            file = open_files.enter_context(GamesFile(games_out, header(command=command_line(), **about)))
            keep = lambda one: file.write(row(one))  # noqa: E731
        open_files.enter_context(interrupted_by_sigterm())
        progress = open_files.enter_context(bar("games", games))
        result = run(
            game,
            players=players,
            bot=bot,
            games=games,
            seed=seed,
            first=first,
            workers=workers,
            seconds=seconds,
            ray=ray,
            steady=steady,
            progress=progress,
            keep=keep,
            **options,
        )
    assert count  # or there would be no result
    cell = Cell(game, count, tuple(str(who) for who in by_seat(seated(bot), count)), result, options)
    settings = given(players=players, **options).items()
    title = ", ".join(
        [game, f"played by {bot}", *(name if value is True else f"{name} {value}" for name, value in settings)]
    )
    output.write([Arena(game, [cell], interrupted=result.interrupted)], title)
