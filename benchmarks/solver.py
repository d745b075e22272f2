"""How often deals can be won, all cards known: `python -m benchmarks.solver` writes docs/solver.md.

    python -m benchmarks.solver --deals 1000

Each cell is kept as soon as it is measured, so a run can be interrupted, and one with more deals replaces it.
"""

import argparse
import json
import os
import platform
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import gambero
from gambero.game import new_game
from gambero.lab.simulation.tally import wilson

PAGE = Path(__file__).parent.parent / "docs" / "solver.md"
CELLS = PAGE.with_suffix(".json")
MARK = "<!-- measured below by python -m benchmarks.solver -->"
SECONDS = 10.0  # for a deal
FIRST_SEED = 2026_000_000
TEAM_OPTIONS = {"classic": ("professional", "short_hands", "on_fire"), "extreme": ("professional", "short_hands")}


def kinds() -> Iterator[tuple[str, dict[str, bool]]]:
    for game, names in TEAM_OPTIONS.items():
        for on in product((False, True), repeat=len(names)):
            yield game, dict(zip(names, on, strict=True))


def title(game: str, options: dict[str, bool]) -> str:
    return ", ".join([game, *(name.replace("_", " ") for name, on in options.items() if on)])


def solve_one(task: tuple[str, dict[str, bool], int, int]) -> tuple[bool | None, float]:
    """Whether a deal can be won, and the processor time that took."""
    game, options, players, deal = task
    began = process_time()
    solution = gambero.solve(new_game(game, players=players, seed=FIRST_SEED + deal, **options), SECONDS)
    return solution.won, process_time() - began


def measure(game: str, options: dict[str, bool], players: int, deals: int, pool: ProcessPoolExecutor) -> dict[str, Any]:
    tasks = [(game, options, players, deal) for deal in range(deals)]
    found = list(pool.map(solve_one, tasks, chunksize=5))
    won, lost = (sum(one is answer for one, _ in found) for answer in (True, False))
    seconds = [seconds for _, seconds in found]
    return {"deals": deals, "won": won, "lost": lost, "median": median(seconds), "longest": max(seconds)}


def cell_text(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return ""
    low, high = wilson(cell["won"], cell["deals"])
    return f"{cell['won']} of {cell['deals']} ({100 * low:.1f} to {100 * high:.1f} %), {cell['median']:.2f} s"


def write(cells: dict[str, dict[str, Any]]) -> None:
    CELLS.write_text(json.dumps(cells, indent=1, sort_keys=True) + "\n", "utf-8")
    above = PAGE.read_text("utf-8").partition(MARK)[0]
    today = datetime.now(UTC).date().isoformat()
    said = f"Last written on {today} with Python {platform.python_version()}, {os.cpu_count()} cores, shared and noisy."
    rows = ["| game | alone | 2 players | 3 players | 4 players | 5 players |", "|---|---|---|---|---|---|"]
    for game, options in kinds():
        name = title(game, options)
        rows.append(f"| {name} | " + " | ".join(cell_text(cells.get(f"{name}, {n}")) for n in range(1, 6)) + " |")
    PAGE.write_text("\n".join([above + MARK, "", said, "", *rows, ""]), "utf-8")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--deals", type=int, default=1000, help="deals a cell")
    asked.add_argument("--workers", type=int, default=os.cpu_count())
    arguments = asked.parse_args()
    cells = json.loads(CELLS.read_text("utf-8")) if CELLS.exists() else {}
    with ProcessPoolExecutor(arguments.workers) as pool:
        for players in range(1, 6):
            for game, options in kinds():
                key = f"{title(game, options)}, {players}"
                if cells.get(key, {}).get("deals", 0) < arguments.deals:
                    cells[key] = measure(game, options, players, arguments.deals, pool)
                    print(key, cell_text(cells[key]), flush=True)
                    write(cells)


if __name__ == "__main__":
    main()
