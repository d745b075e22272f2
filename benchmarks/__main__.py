"""Run every benchmark, or those named (`python -m benchmarks server`), and keep the figures in docs/benchmarks.md.

Those of `capacity` go to docs/capacity.md. Each figure is kept as soon as it is measured. `--dry` prints only.
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

from benchmarks import capacity, envs, law, others, page, players, server, solver, start, yardstick
from benchmarks.rows import Row

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "benchmarks.md"
MARK = "<!-- measured below by make bench -->"
SECTIONS: dict[str, tuple[str, Callable[[], Iterator[Row]]]] = {
    "yardstick": ("Compared with C", yardstick.rows),
    "law": ("Rules and the class Game", law.rows),
    "players": ("The players", players.rows),
    "envs": ("Environments", envs.rows),
    "others": ("Bots of other packages", others.rows),
    "solver": ("The solver", solver.rows),
    "start": ("Starting", start.rows),
    "load": ("The server under load", server.under_load),
    "server": ("The server", server.rows),
    "page": ("The page", page.rows),
    "capacity": ("Measured", capacity.rows),
}
PAGES = {"Measured": DOCS / "capacity.md"}  # of sections with a page of their own
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


def measured(console: Console, title: str, rows: Iterator[Row], keep: Callable[[list[Row]], None]) -> None:
    """Measure, keep each figure at once, and show the last one while the next is measured."""
    table = Table("what", "figure", "target", "", title=title, title_justify="left")
    kept: list[Row] = []
    with console.status(f"measuring: {title}") as status:
        for row in rows:
            kept.append(row)
            keep(kept)
            table.add_row(row.what, row.figure, row.target, SIGNS[row.met])
            status.update(f"measuring: {title}, after {row.what}: {row.figure}")
            if not console.is_terminal:
                console.print(f"{row.what}: {row.figure}", soft_wrap=True)
    console.print(table)


def keep(title: str, text: str) -> None:
    """Write a section that was measured; the others stay as they are."""
    page = PAGES.get(title, PAGE)
    above, _, below = page.read_text("utf-8").partition(MARK)
    before = dict(section.split("\n\n", 1) for section in f"\n{below.strip()}\n".split("\n## ")[1:])
    sections = {**{one: found.strip() for one, found in before.items()}, title: text}
    known = [one for one, _ in SECTIONS.values() if one in sections]
    page.write_text(f"{above}{MARK}\n" + "".join(f"\n## {one}\n\n{sections[one]}\n" for one in known), "utf-8")


def main() -> None:
    wanted = [name for name in sys.argv[1:] if name != "--dry"] or list(SECTIONS)
    if unknown := [name for name in wanted if name not in SECTIONS]:
        sys.exit(f"there is no benchmark {unknown[0]!r}: they are {', '.join(SECTIONS)}")
    console = Console()
    for title, rows in map(SECTIONS.__getitem__, wanted):

        def kept(found: list[Row], title: str = title) -> None:
            if "--dry" not in sys.argv[1:]:
                keep(title, markdown(found))

        measured(console, title, rows(), kept)


if __name__ == "__main__":
    main()
