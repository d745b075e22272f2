"""`gambero play`: the table in a terminal."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from gambero.cli.options import (
    GAMES,
    Commands,
    LastCardWins,
    OnFire,
    Players,
    Professional,
    ShortHands,
    flag,
    given,
)
from gambero.cli.records import read_record


def play(
    game: Annotated[str | None, typer.Argument(help=GAMES, show_default="classic")] = None,
    players: Players = None,
    bots: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Who sits at the other seats, as in greedy,random.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed, the same deal.", show_default="a new deal")] = None,
    professional: Professional = False,
    short_hands: ShortHands = False,
    on_fire: OnFire = False,
    commands: Commands = None,
    last_card_wins: LastCardWins = False,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the record of the game here.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on from a record.")] = None,
    plain: Annotated[bool, flag("--plain", "Type moves line by line, as pipes and simple terminals do.")] = False,
    language: Annotated[
        str | None,
        typer.Option(metavar="en|it", help="Of the full screen.", show_default="as the system's"),
    ] = None,
) -> None:
    """Play at the terminal: you at seat 0, bots at the others. By keys and mouse, or line by line with --plain."""
    from rich.console import Console

    from gambero.tui.texts import LANGUAGES, guessed

    wanted = given(
        players=players,
        seed=seed,
        professional=professional,
        short_hands=short_hands,
        on_fire=on_fire,
        commands=commands,
        last_card_wins=last_card_wins,
    )
    if record:
        check_free(record, resume)
    if resume and (game or wanted):
        raise ValueError("with --resume the game, its players and its options come from the record")
    if language is not None and language not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    console = Console(highlight=False)
    whole = not plain and sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal
    with console.status("Getting the rules ready"):  # seconds, the first time
        from gambero.game import new_game
        from gambero.tui import seats
        from gambero.tui.loop import Sitting

        if bots and not resume:
            wanted.setdefault("players", 1 + len(seats.named(bots)))
        table = read_record(resume) if resume else new_game(game or "classic", **wanted)
        sitting = Sitting(table, seats.others(table.players, bots, seed), console, typed, keep=record)
        sitting.warm_up()
    if whole:
        from gambero.tui.screen import TableApp

        TableApp(sitting, language or guessed()).run()
        if record:
            console.print(f"The record is in {record}.", soft_wrap=True, markup=False)
        return
    if sys.stdin.isatty():
        with suppress(ImportError):  # where there is none, lines are typed without editing
            import readline  # noqa: F401  # arrow keys and history for input()
    sitting.run()


def check_free(record: Path, resume: Path | None) -> None:
    """The record is written from the first card on, so it must not overwrite another game."""
    if not record.parent.is_dir():
        raise ValueError(f"record must be a file in a folder that exists, not {record}")
    if record.exists() and not (resume and resume.exists() and record.samefile(resume)):
        raise ValueError(f"{record} is there already: go on from it with --resume {record}, or name another file")


def typed(prompt: str) -> str:
    """A line from the person; from a file or a pipe it is echoed as if it had been typed."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)
    return line
