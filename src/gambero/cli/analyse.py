"""`gambero analyse`: the chance to win, turn by turn, of a finished game."""

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
    from gambero.study.pace import Pace

BLOCKS = " ▁▂▃▄▅▆▇█"
ROWS = 6  # lines of the curve
LANE = {"laid": "▪", "face_down": "▪", "mistake": "×", "late": "‹"}
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
    """Tell what a finished game was worth, turn by turn, and where it was won or lost; of tension, its pace."""
    from gambero.study.analyse import analyse as analysed
    from gambero.study.pace import Pace
    from gambero.study.turns import taken

    if html:
        check_writable("html", html)
    game = read_record(record)
    with bar("turns", len(taken(game)) if game.spec.turns else 0) as progress:
        found: Analysis | Pace = analysed(game, seconds, seed, progress)
    if as_json:
        print(json.dumps(found.as_json()))
    elif isinstance(found, Pace):
        show_pace(found)
    else:
        show(found)
    if html:
        from gambero.study.page import page

        html.write_text(page(found), "utf-8")


def show_pace(found: "Pace") -> None:
    """A lane for each seat, and what it did in numbers."""
    from rich.console import Console
    from rich.table import Table

    from gambero.study.page import pace_cells

    console = Console()
    console.print(lanes(found, console.width - 8), highlight=False)
    table = Table("seat", "laid", "drew", "mistakes", "late", "best run", "unused s", "longest s", box=None)
    for number, seat in enumerate(found.seats):
        table.add_row(str(number), *pace_cells(seat))
    console.print(table)
    said = f"{found.seconds:.1f} s. █ a card that fitted lay unused, ▪ a card was laid, × a wrong one, ‹ one too late."
    console.print(said, highlight=False)


def lanes(found: "Pace", width: int) -> str:
    """The timeline as text: a row for each seat."""
    rows = []
    length = max(found.seconds, 0.001)

    def column(at: float) -> int:
        return min(int(width * at / length), width - 1)

    for seat in range(found.players):
        cells = ["·"] * width
        for wait in (wait for wait in found.waits if wait.seat == seat):
            cells[column(wait.since) : column(wait.until) + 1] = "█" * (column(wait.until) + 1 - column(wait.since))
        for act in (act for act in found.timeline if act.seat == seat and act.act in LANE):
            cells[column(act.at)] = LANE[act.act]
        rows.append(f"{seat:>4} │{''.join(cells)}")
    return "\n".join(rows)


def show(found: "Analysis") -> None:
    """The curve, the turns and a summary."""
    from rich.console import Console

    from gambero.game import GAMES

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
    if not GAMES[found.game].team:
        said = "That and the curve are the chances of seat 0; before and after are those of the seat itself."
        console.print(said, highlight=False)
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
