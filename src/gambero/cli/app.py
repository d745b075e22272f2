"""The command line. What is heavy is imported by the command that needs it, so that help comes at once."""

import gc
import json
import sys
from contextlib import suppress
from importlib.metadata import version as installed
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from gambero.cli.lab import Commands, LastCardWins, OnFire, Players, Professional, ShortHands, flag, given, register

if TYPE_CHECKING:
    from gambero.game import Game

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

MISMATCH = 1
BAD_INPUT = 2
INTERRUPTED = 130
STDIN = Path("-")
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
    """Play, watch, study and automate a family of card games. Without a command: the table in your browser."""
    if context.invoked_subcommand is None:
        serve(browser=True)


@app.command(epilog="Example: gambero serve --port 9000 --database games.db --json")
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen at.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes any that is free.", show_default="8017")] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A file, or postgresql://…", show_default="a file in your data folder"),
    ] = None,
    redis: Annotated[str | None, typer.Option(metavar="URL", help="redis://…, for more than one worker.")] = None,
    workers: Annotated[int | None, typer.Option(help="How many processes.", show_default="1")] = None,
    origins: Annotated[str | None, typer.Option(help="Other sites whose pages may connect.")] = None,
    secure: Annotated[bool, flag("--secure", "Cookies over https only.")] = False,
    browser: Annotated[bool, flag("--browser", "Open the page.")] = False,
    as_json: Annotated[bool, flag("--json", "Address and process as one line of JSON instead of a sentence.")] = False,
) -> None:
    """Serve tables to browsers and programs. Every flag and limit can be set by GAMBERO_… in the environment too."""
    gc.disable()  # until the server is up: what comes in now stays, and to look through it took a fifth of the start
    from rich.console import Console

    with Console(stderr=True, highlight=False).status("Getting the rules ready"):  # a minute, the first time
        from gambero.server.run import serve as run
        from gambero.server.settings import Settings
        from gambero.warm import warm_law

        settings = Settings.from_environment().but(
            host=host, port=port, database=database, redis=redis, workers=workers, origins=origins
        )
        settings = settings.but(secure=secure or None).checked()
        warm_law()
    run(settings, browser=browser, as_json=as_json)


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


@app.command(epilog="Example: gambero verify sealed.txt")
def verify(
    record: Annotated[Path, typer.Argument(help="The record of the game; - is standard input.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The one published before the game, compared too.")
    ] = None,
    as_json: Annotated[bool, flag("--json", "One line of JSON instead of a sentence.")] = False,
) -> None:
    """Check that a game was dealt as committed to before its first move, and played by the rules.

    Exit code 0: it was. 1: a commitment does not match deck and salt.
    2: no record, moves against the rules, or a record without a commitment.
    """
    from gambero.game import fair
    from gambero.game.record import result_text

    published = None if commitment is None else commitment.strip().lower()
    if published is not None:
        fair.check("commitment", published)
    game = read_record(record)
    if game.seal is None:
        raise ValueError(f"{record}: the record has no commitment, so its deal cannot be checked")
    computed = fair.commitment(game, game.seal.salt)
    wrong = None
    if computed != game.seal.commitment:
        wrong = f"the deal was changed: deck and salt give the commitment {computed}"
    elif published not in (None, computed):
        wrong = f"the deal is another one: it was not committed to by {published}"
    if as_json:
        found = {"game": game.game, "players": game.players, "moves": len(game.log), "result": result_text(game)}
        about = {"commitment": game.seal.commitment, "computed": computed, "published": published}
        print(json.dumps({"fair": wrong is None, **found, **about}))
    elif wrong is None:
        which = "the commitment published before the game" if published else f"the record's own commitment, {computed}"
        print(f"Deck and salt match {which}, and every move is by the rules.")
    if wrong:
        print(f"gambero: {record}: {wrong}", file=sys.stderr)
        raise typer.Exit(MISMATCH)


def read_record(path: Path) -> "Game":
    from gambero.game.replay import replay

    try:
        return replay(sys.stdin.buffer.read().decode("utf-8") if path == STDIN else path.read_text("utf-8"))
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
