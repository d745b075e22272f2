"""Run every benchmark, or those named (`python -m benchmarks server`), and keep the figures in docs/benchmarks.md.

`--dry` prints only.
"""

import os
import platform
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import law, others, page, players, server, start, yardstick
from benchmarks.rows import Row

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
MARK = "<!-- measured below by make bench -->"
SECTIONS: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "yardstick": ("Compared with C", yardstick.rows),
    "law": ("Rules and the class Game", law.rows),
    "players": ("The players", players.rows),
    "others": ("Bots of other packages", others.rows),
    "start": ("Starting", start.rows),
    "server": ("The server", server.rows),
    "page": ("The page", page.rows),
}
SIGNS = {None: "", True: "✓", False: "✗"}


def machine() -> str:
    today = datetime.now(UTC).date().isoformat()
    return (
        f"Measured on {today} with Python {platform.python_version()}, Numba {version('numba')}, "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, shared and noisy."
    )


def markdown(rows: list[Row]) -> str:
    lines = [machine(), "", "| what | figure | target | |", "|---|---|---|---|"]
    return "\n".join([*lines, *(f"| {row.what} | {row.figure} | {row.target} | {SIGNS[row.met]} |" for row in rows)])


def measured(console: Console, title: str, rows: Iterator[Row]) -> list[Row]:
    """Measure, and show the last figure while the next is measured."""
    table = Table("what", "figure", "target", "", title=title, title_justify="left")
    kept = []
    with console.status(f"measuring: {title}") as status:
        for row in rows:
            kept.append(row)
            table.add_row(row.what, row.figure, row.target, SIGNS[row.met])
            status.update(f"measuring: {title}, after {row.what}: {row.figure}")
            if not console.is_terminal:
                console.print(f"{row.what}: {row.figure}", soft_wrap=True)
    console.print(table)
    return kept


def keep(results: dict[str, str]) -> None:
    """Write the sections that were measured; the others stay as they are."""
    above, _, below = PAGE.read_text("utf-8").partition(MARK)
    before = dict(section.split("\n\n", 1) for section in f"\n{below.strip()}\n".split("\n## ")[1:])
    sections = {**{title: text.strip() for title, text in before.items()}, **results}
    known = [title for title, _ in SECTIONS.values() if title in sections]
    PAGE.write_text(f"{above}{MARK}\n" + "".join(f"\n## {one}\n\n{sections[one]}\n" for one in known), "utf-8")


def main() -> None:
    wanted = [name for name in sys.argv[1:] if name != "--dry"] or list(SECTIONS)
    if unknown := [name for name in wanted if name not in SECTIONS]:
        sys.exit(f"there is no benchmark {unknown[0]!r}: they are {', '.join(SECTIONS)}")
    console = Console()
    for title, rows in map(SECTIONS.__getitem__, wanted):
        figures = markdown(measured(console, title, rows()))
        if "--dry" not in sys.argv[1:]:
            keep({title: figures})  # at once: a fault of a later section costs nothing
            console.print(f"written to {PAGE.relative_to(Path.cwd())}: {title}")


if __name__ == "__main__":
    main()
