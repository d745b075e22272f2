"""`gambero arena`: bots compared."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gambero.cli.interruption import interrupted_by_sigterm
from gambero.cli.options import (
    GAMES,
    Commands,
    Csv,
    Json,
    LastCardWins,
    OnFire,
    Professional,
    Ray,
    Report,
    Seconds,
    Seed,
    ShortHands,
    Workers,
    flag,
    given,
)
from gambero.cli.output import Output

if TYPE_CHECKING:
    from gambero.bots import BotInfo

FAULT = 2  # a bot that was asked for by name did not play


def arena(
    game: Annotated[str | None, typer.Argument(help=GAMES, show_default="classic")] = None,
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
    """Compare bots: team games by how often each wins, duel and tension by ratings from playing each other.

    A bot that fails is left out, and said so; with --bots the exit code is then 2.
    """
    options = given(
        professional=professional,
        short_hands=short_hands,
        on_fire=on_fire,
        commands=commands,
        last_card_wins=last_card_wins,
    )
    if table and (game or players or options):
        raise ValueError("with --table all games are played as they come: no game, players or options")
    output = Output(as_json, as_csv, report, seed)
    from gambero.cli.progress import bar
    from gambero.game.setup import prepared
    from gambero.lab.arena.compare import arena as run
    from gambero.lab.arena.compare import cell_games, tables
    from gambero.lab.report import markdown

    if write:
        markdown.check_page(write)
    played = markdown.TABLES if table else ((game or "classic", options),)
    named = [name.strip() for name in bots.split(",")] if bots else None
    everyone = [] if named else loadable_bots()

    def who(one: str) -> list[str]:
        return named or [info.name for info in everyone if one in info.games]

    for one, _ in played:
        prepared(one, seed=0)  # refuses an unknown game before bots are looked for
    counts = numbers(players) if players else None
    total = sum(
        cell_games(one, count, seats, games) for one, _ in played for count, seats in tables(one, who(one), counts)
    )
    arenas = []
    with interrupted_by_sigterm(), bar("games", total) as progress:
        for one, chosen in played:
            more = {"workers": workers, "seconds": seconds, "ray": ray, **chosen}
            arenas.append(run(one, who(one), players=counts, games=games, seed=seed, progress=progress, **more))
            if arenas[-1].interrupted:  # a table cut short could be taken for a complete one
                break
            if write:
                markdown.write(write, arenas[-1:])
    faults = list(dict.fromkeys(fault for one in arenas for fault in one.faults))
    if any(one.cells for one in arenas):
        output.write(arenas, "Strength of the bots" if table else f"{played[0][0]}: bots compared")
    for fault in faults:
        warn(fault)
    if faults and bots:
        raise typer.Exit(FAULT)


def loadable_bots() -> "list[BotInfo]":
    """Every bot that can be loaded; those of other packages that cannot are named on stderr and left out."""
    from gambero.bots import listed

    found = listed()
    for info in found:
        if info.fault is not None:
            warn(f"left out: {info.fault}")
    return [info for info in found if info.fault is None]


def warn(sentence: str) -> None:
    print(f"gambero: {' '.join(sentence.split())}", file=sys.stderr)


def numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"players must be numbers as in 2,3, not {text!r}") from None
