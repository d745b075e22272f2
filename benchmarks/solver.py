"""How often deals can be won, all cards known: `python -m benchmarks.solver` writes docs/solver.md.

    python -m benchmarks.solver --deals 1000

Each answer is kept in build/solver.jsonl, so a run can be interrupted, and one with more deals adds to it.
"""

import argparse
import json
import os
import platform
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from statistics import fmean, median
from time import thread_time
from typing import NamedTuple, Self

import gambero
from benchmarks.rows import Row
from gambero.game import new_game
from gambero.lab.simulation.tally import wilson

PAGE = Path(__file__).parent.parent / "docs" / "solver.md"
ANSWERS = PAGE.parent.parent / "build" / "solver.jsonl"
MARK = "<!-- measured below by python -m benchmarks.solver -->"
SECONDS = 10.0  # of processor time for a deal, so that a busy machine does not change the answer
FIRST_SEED = 2026_000_000
FEW = 20  # deals a cell in `make bench`
STRENGTHS: tuple[dict[str, bool], ...] = ({}, {"professional": True}, {"professional": True, "short_hands": True})

Answer = tuple[bool | None, float]  # whether a deal can be won, if that was found out, and the seconds it took


def kinds() -> Iterator[tuple[str, dict[str, bool]]]:
    """All kinds of team games; short hands are an option of professional (P2)."""
    for game, more in (("classic", {}), ("classic", {"on_fire": True}), ("extreme", {})):
        for strength in STRENGTHS:
            yield game, {**strength, **more}


def title(game: str, options: dict[str, bool]) -> str:
    return ", ".join([game, *(name.replace("_", " ") for name, on in options.items() if on)])


def solve_one(task: tuple[str, dict[str, bool], int, int]) -> Answer:
    """Whether a deal can be won, and the processor time that took."""
    game, options, players, deal = task
    position = new_game(game, players=players, seed=FIRST_SEED + deal, **options)
    solution = gambero.solve(position, SECONDS, clock=thread_time)
    return solution.won, solution.seconds


class Cell(NamedTuple):
    """What came of all deals of one kind of game with one number of players."""

    deals: int
    won: int
    median: float  # seconds
    mean: float

    @classmethod
    def of(cls, answers: list[Answer]) -> Self:
        seconds = [seconds for _, seconds in answers]
        return cls(len(answers), sum(won is True for won, _ in answers), median(seconds), fmean(seconds))

    def __str__(self) -> str:
        low, high = wilson(self.won, self.deals)
        return f"{self.won} of {self.deals} ({100 * low:.1f} to {100 * high:.1f} %), {self.median:.2f} s"


class Answers:
    """The answers so far, a line of JSON a deal in a file, so that a run can be interrupted and goes on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._by_cell: dict[str, dict[int, Answer]] = defaultdict(dict)
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            name, deal, won, seconds = json.loads(line)
            self._by_cell[name][deal] = won, seconds

    def missing(self, name: str, deals: int) -> list[int]:
        return [deal for deal in range(deals) if deal not in self._by_cell[name]]

    def add(self, name: str, deal: int, answer: Answer) -> None:
        self._by_cell[name][deal] = answer
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([name, deal, *answer]) + "\n")

    def cell(self, name: str) -> Cell | None:
        """The deals from the first without a gap: an interrupted run must not prefer those that are solved quickly."""
        known = self._by_cell[name]
        whole = list(takewhile(lambda deal: deal in known, range(len(known))))
        return Cell.of([known[deal] for deal in whole]) if whole else None


def cells() -> Iterator[tuple[str, str, dict[str, bool], int]]:
    """Name, game, options and players of each cell."""
    for game, options in kinds():
        for players in range(1, 6):
            yield f"{title(game, options)}, {players}", game, options, players


def write(answers: Answers) -> None:
    above = PAGE.read_text("utf-8").partition(MARK)[0]
    today = datetime.now(UTC).date().isoformat()
    said = f"Last written on {today} with Python {platform.python_version()}, {os.cpu_count()} cores, shared and noisy."
    rows = ["| game | alone | 2 players | 3 players | 4 players | 5 players |", "|---|---|---|---|---|---|"]
    for game, options in kinds():
        name = title(game, options)
        found = [answers.cell(f"{name}, {players}") for players in range(1, 6)]
        rows.append(f"| {name} | " + " | ".join(str(cell or "") for cell in found) + " |")
    PAGE.write_text("\n".join([above + MARK, "", said, "", *rows, ""]), "utf-8")


def measure(deals: int, workers: int | None) -> Answers:
    """Solve what is missing, the cells in which that is quick first, and write the page after each cell."""
    ANSWERS.parent.mkdir(exist_ok=True)
    answers = Answers(ANSWERS)

    def seconds(cell: tuple[str, str, dict[str, bool], int]) -> float:
        known = answers.cell(cell[0])
        return known.mean if known else 0.0

    with ProcessPoolExecutor(workers) as pool:
        for name, game, options, players in sorted(cells(), key=seconds):
            missing = answers.missing(name, deals)
            tasks = [(game, options, players, deal) for deal in missing]
            for deal, answer in zip(missing, pool.map(solve_one, tasks, chunksize=5), strict=True):
                answers.add(name, deal, answer)
            if missing:
                print(name, answers.cell(name), flush=True)
                write(answers)
    return answers


def rows() -> Iterator[Row]:
    """For `make bench`: all cells of a few deals; what was measured before counts too."""
    answers = measure(FEW, None)
    for name, game, options, players in cells():
        cell = answers.cell(name)
        assert cell is not None
        plain = (game, options) == next(kinds())
        yield Row(f"{title(game, options)}, players: {players}", str(cell), *target(cell, plain))


def target(cell: Cell, plain: bool) -> tuple[str, bool]:
    """Classic is won in at least 99.9 % of deals; half of all deals take a second at most."""
    least = 0.999 if plain else 0.0
    met = cell.won >= least * cell.deals and cell.median <= 1.0
    return ("99.9 %, 1 s" if plain else "1 s"), met


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--deals", type=int, default=1000, help="deals a cell")
    asked.add_argument("--workers", type=int, default=os.cpu_count())
    arguments = asked.parse_args()
    write(measure(arguments.deals, arguments.workers))


if __name__ == "__main__":
    main()
