"""The command line. What is heavy is imported by the command that needs it, so that help comes at once."""

import sys
from contextlib import suppress
from importlib.metadata import version as installed
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from gambero.cli_lab import (
    Commands,
    LastCardWins,
    OnFire,
    Players,
    Professional,
    ShortHands,
    given,
    register,
)

if TYPE_CHECKING:
    from gambero.game import Game

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

BAD_INPUT = 2
INTERRUPTED = 130
GAMES = "classic, extreme, duel or tension."


def main() -> None:
    """The console entry: bad input ends with one line and code 2."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a letter shows ?, and the game goes on
    try:
        code = app(prog_name="gambero", standalone_mode=False)
    except typer.TyperException as wrong:
        refuse(wrong.format_message())
    except ValueError as wrong:
        refuse(str(wrong))
    except OSError as wrong:
        refuse(f"{wrong.filename}: {wrong.strerror}" if wrong.filename else str(wrong))
    sys.exit(code or 0)


def refuse(message: str) -> NoReturn:
    print(f"gambero: {' '.join(message.split())}", file=sys.stderr)
    sys.exit(BAD_INPUT)


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"gambero {installed('gambero')}")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog="Example: gambero play classic --players 3")
def start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001  # its callback answers
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, metavar="", help="Show the version and exit."),
    ] = False,
) -> None:
    """Play, watch, study and automate a family of card games. Without a command: a game of classic, alone."""
    if context.invoked_subcommand is None:
        play()


@app.command(epilog="Example: gambero play extreme --bots greedy,random --seed 7 --record game.txt")
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
) -> None:
    """Play at the terminal: you at seat 0, bots at the others."""
    from rich.console import Console

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
    console = Console(highlight=False)
    with console.status("Getting the rules ready"):  # seconds, the first time
        from gambero.game import new
        from gambero.tui import seats
        from gambero.tui.loop import Sitting

        if bots and not resume:
            wanted.setdefault("players", 1 + len(seats.named(bots)))
        table = read_record(resume) if resume else new(game or "classic", **wanted)
        sitting = Sitting(table, seats.others(table.players, bots, seed), console, typed, keep=record)
        sitting.warm_up()
    if sys.stdin.isatty():
        with suppress(ImportError):  # where there is none, lines are typed without editing
            import readline  # noqa: F401  # arrow keys and history for input()
    sitting.run()


def check_free(record: Path, resume: Path | None) -> None:
    """A record is written from the first card on, so it must not cover up another game."""
    if not record.parent.is_dir():
        raise ValueError(f"record must be a file in a folder that exists, not {record}")
    if record.exists() and not (resume and resume.exists() and record.samefile(resume)):
        raise ValueError(f"{record} is there already: go on from it with --resume {record}, or name another file")


def read_record(path: Path) -> "Game":
    from gambero.game.replay import replay

    try:
        return replay(path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text file") from None
    except ValueError as wrong:
        raise ValueError(f"{path}: {wrong}") from None


def typed(prompt: str) -> str:
    """A line from the person; from a file or a pipe it is shown as if it had been typed."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)
    return line


register(app)  # simulate, arena, bots
