"""The command line: its commands and its exit codes.

A command imports what is heavy when it runs, so that `--help` needs no Numba. Exit codes: 0 done; 1 a record whose deal
does not match, a backup with faults, or something that doctor found; 2 bad input; 130 interrupted; 141 the reader
of the output closed the pipe.
"""

import os
import sys
from importlib.metadata import version as installed
from io import TextIOWrapper
from typing import Annotated, NoReturn

import typer

from gambero.cli.admin import app as admin
from gambero.cli.analyse import analyse
from gambero.cli.arena import arena
from gambero.cli.backup import backup, restore
from gambero.cli.bots import bots
from gambero.cli.doctor import doctor
from gambero.cli.dump import dump
from gambero.cli.play import play
from gambero.cli.puzzle import puzzle
from gambero.cli.puzzles import app as puzzles
from gambero.cli.records import verify
from gambero.cli.serve import serve
from gambero.cli.simulate import simulate
from gambero.cli.solve import solve
from gambero.cli.train import train

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(epilog="Example: gambero serve --port 9000 --database games.db --json")(serve)
app.add_typer(admin, name="admin")
app.command(epilog="Example: gambero backup games.backup --database games.db")(backup)
app.command(epilog="Example: gambero restore games.backup --database restored.db")(restore)
app.command(epilog="Example: gambero dump games.parquet --database games.db")(dump)
app.command(epilog="Example: gambero doctor --database games.db")(doctor)
app.command(epilog="Example: gambero play extreme --bots greedy,random --seed 7 --record game.txt")(play)
app.command(epilog="Example: gambero simulate classic --players 3 --games 100000 --seed 1")(simulate)
app.command(epilog="Example: gambero arena tension --bots random,greedy --games 20")(arena)
app.command(epilog="Example: gambero train extreme --games 500 --out mine.npy")(train)
app.command(epilog="Example: gambero analyse game.txt --html review.html")(analyse)
app.command(epilog="Example: gambero solve --game classic --players 3 --seed 7")(solve)
app.command(epilog="Example: gambero puzzle --theme step_back --rating 1400")(puzzle)
app.add_typer(puzzles, name="puzzles")
app.command(epilog="Example: gambero bots")(bots)
app.command(epilog="Example: gambero verify sealed.txt")(verify)

BAD_INPUT = 2
MISSING = "{} is not installed; the server, the table in a browser and their tools need: pip install 'gambero[serve]'"
BROKEN_PIPE = 141  # 128 + SIGPIPE, as shells have it for programs that the signal ends


def main() -> None:
    """The console entry: bad input ends with one line and code 2."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without some letter shows ? instead of ending in an error
    try:
        code = app(prog_name="gambero", standalone_mode=False)
    except typer.TyperException as wrong:
        refuse(wrong.format_message())
    except ValueError as wrong:
        refuse(str(wrong))
    except OSError as wrong:
        refuse(f"{wrong.filename}: {wrong.strerror}" if wrong.filename else str(wrong))
    except ModuleNotFoundError as wrong:
        if not wrong.name or wrong.name.startswith("gambero"):
            raise
        refuse(MISSING.format(wrong.name.partition(".")[0]))
    except SystemExit as end:
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        code = BROKEN_PIPE  # Typer and Rich end with 1 when a pipe is closed, which would mean a mismatch
    sys.exit(flushed(code or 0))


def flushed(code: int) -> int:
    """Flush the output and return the exit code; BROKEN_PIPE if the reader of a pipe, such as `| head`, has left."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it flushes at exit
        return code or BROKEN_PIPE
    return code


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
    """Play, watch, study and automate a family of card games. Without a command: the table in your browser."""
    if context.invoked_subcommand is None:
        serve(browser=True)
