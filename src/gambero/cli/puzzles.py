"""`gambero puzzles`: make files of puzzles, and check them."""

import shlex
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gambero.cli.interruption import INTERRUPTED, interrupted_by_sigterm
from gambero.cli.options import Seed
from gambero.cli.output import check_writable
from gambero.cli.progress import bar
from gambero.cli.records import read_record
from gambero.cli.train import typed_command

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gambero.study.puzzles.puzzle import Puzzle

FAULTY = 1
KEEP_EVERY = 20  # puzzles after which the file is written, so that little is lost whatever happens

app = typer.Typer(help="Make puzzles from games, and check that each still has one right answer.", no_args_is_help=True)

Out = Annotated[Path | None, typer.Option(metavar="FILE", help="Where the puzzles go: JSON lines, packed with xz.")]


@app.command(epilog="Example: gambero puzzles make --count 5 --seed 3 --out mine.jsonl.xz")
def make(
    out: Out = None,
    count: Annotated[int, typer.Option(help="How many puzzles.")] = 100,
    seed: Seed = 0,
    kind: Annotated[str | None, typer.Option(help="best_turn or lay_all.", show_default="both")] = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Put the puzzles of this file first; --count is what is added.")
    ] = None,
    records: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="FILE", help="Take them from this record of a finished game; may be repeated."),
    ] = None,
) -> None:
    """Make puzzles from self-play, or from records of games whose players agreed.

    Ctrl-C keeps what is found so far. The first line of FILE tells how it was made.
    """
    from gambero.study.puzzles import file
    from gambero.study.puzzles.make import from_games, make
    from gambero.study.puzzles.puzzle import KINDS

    if out is None:
        raise ValueError("out must name a file for the puzzles, as in --out mine.jsonl.xz")
    check_writable("out", out)
    kinds = [one for one in KINDS if kind in (None, one)]
    if not kinds:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    before, kept = file.read(keep) if keep else ({}, ())
    about: dict[str, Any] = {"command": added(before, typed_command()), "version": version("gambero"), "seed": seed}
    made: list[Puzzle] = []
    interrupted = False
    try:
        with interrupted_by_sigterm(), bar("puzzles", count) as progress:
            found = from_games(read_record(path) for path in records) if records else make(count, seed, kinds=kinds)
            for puzzle in found:
                made.append(puzzle)
                if progress:
                    progress(1)
                if len(made) == count:
                    break
                if len(made) % KEEP_EVERY == 1:
                    file.write(out, about, [*kept, *made])
    except KeyboardInterrupt:
        interrupted = True
    file.write(out, about, [*kept, *made])
    if interrupted:
        print(f"gambero: interrupted; {out} has the {len(made)} puzzles found until then", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
    print(f"{out} has {len(kept) + len(made)} puzzles.")


def added(before: "Mapping[str, Any]", command: str) -> str:
    """All commands by which a file was made, in order. Of paths only the file's name is kept: the rest is private."""
    words = shlex.join(Path(word).name if "/" in word else word for word in shlex.split(command))
    return " && ".join([*([before["command"]] if before.get("command") else []), words])


@app.command(epilog="Example: gambero puzzles check mine.jsonl.xz --out sound.jsonl.xz")
def check(
    puzzles: Annotated[Path | None, typer.Argument(help="A file of puzzles.", show_default="the package's")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write those that are sound.")] = None,
    lead: Annotated[float, typer.Option(help="Points by which a best turn must lead the second.")] = 15.0,
) -> None:
    """Solve every puzzle of a file again, and name those whose answer does not hold any more.

    Exit code 1: there are some. Judges that were trained anew see a few positions otherwise.
    """
    from gambero.study.puzzles import file
    from gambero.study.puzzles.check import fault

    if out:
        check_writable("out", out)
    about, every = file.read(puzzles) if puzzles else file.packaged()
    sound = []
    with bar("puzzles", len(every)) as progress:
        for puzzle in every:
            wrong = fault(puzzle, lead / 100)
            if wrong is None:
                sound.append(puzzle)
            else:
                print(f"{puzzle.id}: {wrong}")
            if progress:
                progress(1)
    print(f"{len(sound)} of {len(every)} puzzles are sound.")
    if out:
        file.write(out, {**about, "command": added(about, typed_command())}, sound)
    if len(sound) < len(every):
        raise typer.Exit(FAULTY)
