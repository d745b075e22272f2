"""`gambero analyse`: what a finished game was worth, turn by turn."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gambero.cli.options import flag
from gambero.cli.output import check_writable
from gambero.cli.progress import bar
from gambero.cli.records import read_record

if TYPE_CHECKING:
    from rich.table import Table

    from gambero.study.analysis import Analysis

BLOCKS = " ▁▂▃▄▅▆▇█"
ROWS = 6  # lines of the curve
MARKS = {None: "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def analyse(
    record: Annotated[Path, typer.Argument(help="The record of a finished game; - is standard input.")],
    seconds: Annotated[
        float | None, typer.Option(help="About how long it may take.", show_default="as it needs")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed, the same analysis.")] = 0,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page that stands alone.")] = None,
    as_json: Annotated[bool, flag("--json", "One line of JSON instead of a table.")] = False,
) -> None:
    """Tell what a finished game of classic, extreme or duel was worth, turn by turn, and where it was won or lost."""
    from gambero.study.analyse import analyse as analysed
    from gambero.study.turns import taken

    if html:
        check_writable("html", html)
    game = read_record(record)
    with bar("turns", len(taken(game)) if game.spec.turns else 0) as progress:
        found = analysed(game, seconds, seed, progress)
    if as_json:
        print(json.dumps(found.as_json()))
    else:
        show(found)
    if html:
        from gambero.study.page import page

        html.write_text(page(found), "utf-8")


def show(found: "Analysis") -> None:
    """The curve, the turns and a summary."""
    from rich.console import Console

    console = Console()
    console.print(curve(found.chances, console.width - 8), highlight=False)
    console.print(turns(found))
    for seat, review in enumerate(found.seats):
        counted = f"{review.decisions} decision" + ("" if review.decisions == 1 else "s")
        said = f"{review.rank}, accuracy {review.accuracy:.0f}, {100 * review.error:.1f} points lost a decision"
        console.print(f"Seat {seat}: {said if review.decisions else review.rank} ({counted}).", highlight=False)
    start, end = 100 * found.chances[0], 100 * found.chances[-1]
    parts = f"luck {100 * found.luck:+.0f}, play {100 * found.skill:+.0f}"
    console.print(f"From {start:.0f} in 100 at the deal to {end:.0f}: {parts}.", highlight=False)
    if found.winnable is not None and end == 0:
        line = " ".join(found.line)
        console.print(
            f"With all cards known it could still be won at turn {found.winnable + 1}: {line}", highlight=False
        )


def curve(chances: tuple[float, ...], width: int) -> str:
    """The chance before each turn as columns, all of them in the width given."""
    step = -(-len(chances) // max(width, 1))
    some = [*chances[:-1:step], chances[-1]]
    lines = []
    for row in reversed(range(ROWS)):
        cells = (BLOCKS[min(max(round(8 * (ROWS * chance - row)), 0), 8)] for chance in some)
        label = "100" if row == ROWS - 1 else "0" if row == 0 else ""
        lines.append(f"{label:>4} │{''.join(cells)}")
    return "\n".join(lines)


def turns(found: "Analysis") -> "Table":
    from rich.table import Table

    table = Table("turn", "seat", "laid", "expert", "before", "after", "", box=None, header_style="bold")
    for number, turn in enumerate(found.turns):
        point = "●" if number in found.turning_points else ""
        best = "" if turn.best == turn.moves else " ".join(turn.best)
        chances = f"{100 * turn.chance:.0f}", f"{100 * turn.played:.0f}"
        mark = f"{MARKS[turn.judgement]} {point}".strip()
        table.add_row(str(number + 1), str(turn.seat), " ".join(turn.moves), best, *chances, mark)
    return table
