"""The commands of the laboratory: simulate, arena, bots. What is heavy is imported by the command that needs it."""

import csv
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from gambero.lab.arena.compare import Arena, Cell

INTERRUPTED = 130


def flag(name: str, meaning: str) -> Any:
    """An option that takes no value, and whose help says so."""
    return typer.Option(name, metavar="", help=meaning)


Players = Annotated[int | None, typer.Option(help="How many play.", show_default="the fewest the game takes")]
Professional = Annotated[bool, flag("--professional", "Three cards a turn instead of two.")]
ShortHands = Annotated[bool, flag("--short-hands", "One card fewer in hand.")]
OnFire = Annotated[bool, flag("--on-fire", "Classic: six cards burn until they are covered.")]
Commands = Annotated[str | None, typer.Option(metavar="LAYOUT", help="Extreme: house (as usual) or shuffled.")]
LastCardWins = Annotated[bool, flag("--last-card-wins", "Duel: a single last card wins.")]
Bots = Annotated[
    list[str], typer.Option("--bot", "--bots", metavar="NAMES", help="Who plays: one for all, or one a seat: a,b.")
]
Seed = Annotated[int, typer.Option(help="The same seed, the same games.")]
Workers = Annotated[int | None, typer.Option(help="How many threads.", show_default="one a core")]
Seconds = Annotated[float | None, typer.Option(help="What a bot may think about a move.", show_default="as it likes")]
Ray = Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; auto finds this machine's.")]
Json = Annotated[bool, flag("--json", "One line of JSON instead of a table.")]
Csv = Annotated[
    str | None,
    typer.Option("--csv", metavar="FILE", help="Rows for a spreadsheet, histograms as in 0=31 7=2; - is the screen."),
]
Report = Annotated[Path | None, typer.Option(metavar="FILE", help="A page with plots, one HTML file.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command(epilog="Example: gambero simulate classic --players 3 --games 100000 --seed 1")(simulate)
    app.command(epilog="Example: gambero arena tension --bots random,greedy --games 20")(arena)
    app.command(epilog="Example: gambero bots")(bots)


def given(**options: Any) -> dict[str, Any]:
    """The options that were asked for; the package knows which game takes which."""
    return {name: value for name, value in options.items() if value is not None and value is not False}


def simulate(
    game: Annotated[str, typer.Argument(help="classic, extreme, duel or tension.")] = "classic",
    players: Players = None,
    bots: Bots = ["greedy"],  # noqa: B006  # only read
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: Seed = 0,
    workers: Workers = None,
    seconds: Seconds = None,
    ray: Ray = None,
    professional: Professional = False,
    short_hands: ShortHands = False,
    on_fire: OnFire = False,
    commands: Commands = None,
    last_card_wins: LastCardWins = False,
    as_json: Json = False,
    as_csv: Csv = None,
    report: Report = None,
) -> None:
    """Let bots play many games and count how often they win. Ctrl-C ends it with what is done."""
    from gambero.cli.progress import bar
    from gambero.game.setup import PLAYERS
    from gambero.lab.arena.compare import Arena, Cell
    from gambero.lab.simulation.simulate import by_seat, named
    from gambero.lab.simulation.simulate import simulate as run

    check_files(as_json, as_csv, report)
    bot = ",".join(bots)
    options = options_given(professional, short_hands, on_fire, commands, last_card_wins)
    with bar("games", games) as progress:
        result = run(
            game,
            players=players,
            bot=bot,
            games=games,
            seed=seed,
            workers=workers,
            seconds=seconds,
            ray=ray,
            progress=progress,
            **options,
        )
    names = named(bot)
    seats = players or (len(names) if len(names) > 1 else PLAYERS[game][0])
    cell = Cell(game, seats, tuple(by_seat(names, seats)), result, options)
    title = ", ".join([game, f"played by {bot}", *map(spoken, given(players=players, **options).items())])
    tell([Arena(game, [cell], interrupted=result.interrupted)], title, as_json, as_csv, report, seed)


def arena(
    game: Annotated[
        str | None, typer.Argument(help="classic, extreme, duel or tension.", show_default="classic")
    ] = None,
    bots: Annotated[str | None, typer.Option(metavar="NAMES", help="Who: a,b,c.", show_default="everyone")] = None,
    players: Annotated[
        str | None, typer.Option(metavar="NUMBERS", help="Team games: how many, as in 2,3.", show_default="all")
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="How many games a cell.", show_default="20000, or 400 for slow bots")
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    seconds: Seconds = None,
    ray: Ray = None,
    professional: Professional = False,
    short_hands: ShortHands = False,
    on_fire: OnFire = False,
    commands: Commands = None,
    last_card_wins: LastCardWins = False,
    table: Annotated[bool, flag("--table", "All games: the strength table.")] = False,
    write: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the table in this page.")] = None,
    as_json: Json = False,
    as_csv: Csv = None,
    report: Report = None,
) -> None:
    """Compare bots: team games by how often each wins, duel and tension by ratings from playing each other."""
    from gambero.bots import names
    from gambero.cli.progress import bar
    from gambero.lab.arena.compare import arena as run
    from gambero.lab.arena.compare import cell_games, tables
    from gambero.lab.report import markdown as strength

    options = options_given(professional, short_hands, on_fire, commands, last_card_wins)
    if table and (game or players or options):
        raise ValueError("with --table all games are played as they come: no game, players or options")
    check_files(as_json, as_csv, report)
    if write:
        strength.check_page(write)
    who = [name.strip() for name in bots.split(",")] if bots else names()
    counts = numbers(players) if players else None
    played = strength.TABLES if table else ((game or "classic", options),)
    total = sum(cell_games(one, count, seats, games) for one, _ in played for count, seats in tables(one, who, counts))
    arenas: list[Arena] = []
    with bar("games", total) as progress:
        for one, chosen in played:
            more = {"workers": workers, "seconds": seconds, "ray": ray, **chosen}
            arenas.append(run(one, who, players=counts, games=games, seed=seed, progress=progress, **more))
            if arenas[-1].interrupted:  # half a table would pass for a whole one
                break
            if write:
                strength.write(write, arenas[-1:])
    title = "Strength of the bots" if table else f"{played[0][0]}: bots compared"
    tell(arenas, title, as_json, as_csv, report, seed)


def bots() -> None:
    """Who can play, and how they think."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from gambero.bots import thoughts

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    found, faults = thoughts()
    for name, thinks in found.items():
        table.add_row(name, Text(thinks))
    Console(highlight=False).print(table)
    for fault in faults:
        print(f"gambero: {fault}", file=sys.stderr)


def options_given(
    professional: bool, short_hands: bool, on_fire: bool, commands: str | None, last_card_wins: bool
) -> dict[str, Any]:
    return given(
        professional=professional,
        short_hands=short_hands,
        on_fire=on_fire,
        commands=commands,
        last_card_wins=last_card_wins,
    )


def numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"players must be numbers as in 2,3, not {text!r}") from None


def check_files(as_json: bool, as_csv: str | None, report: Path | None) -> None:
    """What cannot be written is refused before the games, not after."""
    if as_json and as_csv == "-":
        raise ValueError("--json and --csv - both want the screen: give --csv a file, or leave one of them out")
    for name, file in (("csv", None if as_csv in (None, "-") else Path(str(as_csv))), ("report", report)):
        if file and (not file.parent.is_dir() or file.is_dir()):
            raise ValueError(f"{name} must name a file in a folder that exists, not {file}")


def spoken(option: tuple[str, Any]) -> str:
    """An option as it was asked for: short_hands, players 3."""
    name, value = option
    return name if value is True else f"{name} {value}"


def tell(
    arenas: "Sequence[Arena]", title: str, as_json: bool, as_csv: str | None, report: Path | None, seed: int
) -> None:
    """Everything in the forms asked for, and code 130 if Ctrl-C came first."""
    rows = [found(cell, seed) for arena in arenas for cell in arena.cells]
    if report:
        from gambero.lab.report.html import page

        report.write_text(page(arenas, title), "utf-8")
    if as_csv and as_csv != "-":
        with Path(as_csv).open("w", encoding="utf-8", newline="") as file:
            write_csv(rows, file)
    if as_csv == "-":
        write_csv(rows, sys.stdout)
    elif as_json:
        ratings = {arena.game: [asdict(one) for one in arena.ratings] for arena in arenas if arena.ratings}
        alone = len(rows) == 1 and not ratings
        print(json.dumps(rows[0] if alone else {"cells": rows, "ratings": ratings}))
    else:
        from gambero.lab.report.terminal import show

        show(arenas, title)
    if any(arena.interrupted for arena in arenas):
        print("gambero: interrupted; these are the games played until then", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def found(cell: "Cell", seed: int) -> dict[str, Any]:
    """One cell for machines."""
    result = asdict(cell.result)
    rate = cell.result.games / cell.result.seconds if cell.result.seconds else 0.0
    about = {"game": cell.game, "players": cell.players, "options": cell.options, "bot": cell.bot, "bots": cell.bots}
    return {**about, "seed": seed, **result, "games_per_second": rate}


FLAT = ("game", "players", "bot", "seed", "games", "wins", "win_rate", "left", "brilliant", "turns", "seconds")
PAIRS = ("options", "reasons", "histogram")  # the last: games by cards left, 0=310 1=12 …


def write_csv(rows: Sequence[dict[str, Any]], file: Any) -> None:
    """One row a cell; of the interval both ends, of the quantiles the median, counts as in beaten=3 stuck=7."""
    out = csv.writer(file, lineterminator="\n")
    out.writerow([*FLAT, "low", "high", "median_left", *PAIRS, "interrupted"])
    for row in rows:
        flat = [row[name] for name in FLAT]
        pairs = [" ".join(f"{name}={value}" for name, value in row[column].items()) for column in PAIRS]
        out.writerow([*flat, *row["interval"], row["quantiles"].get(50, ""), *pairs, row["interrupted"]])
