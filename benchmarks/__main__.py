"""Run every benchmark, print one table, and keep it in docs/benchmarks.md (`--dry` prints only)."""

import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import law, players, start, yardstick
from benchmarks.rows import Row

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
MARK = "<!-- measured below by make bench -->"
SECTIONS = {
    "The yardstick": yardstick.rows,
    "The law and its face": law.rows,
    "The players": players.rows,
    "Starting": start.rows,
}
SIGNS = {None: "", True: "✓", False: "✗"}


def machine() -> str:
    today = datetime.now(UTC).date().isoformat()
    return (
        f"Measured on {today} with Python {platform.python_version()}, Numba {version('numba')}, "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, shared and noisy."
    )


def markdown(results: dict[str, list[Row]]) -> str:
    lines = [machine()]
    for name, rows in results.items():
        lines += ["", f"## {name}", "", "| what | figure | target | |", "|---|---|---|---|"]
        lines += [f"| {row.what} | {row.figure} | {row.target} | {SIGNS[row.met]} |" for row in rows]
    return "\n".join(lines) + "\n"


def main() -> None:
    console = Console()
    results: dict[str, list[Row]] = {}
    for name, rows in SECTIONS.items():
        results[name] = []
        with console.status(f"measuring: {name}"):
            for row in rows():
                results[name].append(row)
        table = Table("what", "figure", "target", "", title=name, title_justify="left")
        for row in results[name]:
            table.add_row(row.what, row.figure, row.target, SIGNS[row.met])
        console.print(table)
    if "--dry" not in sys.argv[1:]:
        above = PAGE.read_text("utf-8").split(MARK)[0]
        PAGE.write_text(f"{above}{MARK}\n\n{markdown(results)}", "utf-8")
        console.print(f"written to {PAGE.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main()
