"""Which puzzle comes next: near a rating, of a day, or in a run against the clock; and how long a streak is."""

from bisect import bisect
from collections.abc import Collection, Mapping
from datetime import date, timedelta
from functools import lru_cache
from random import Random

from gambero.study.puzzles.file import by_id, packaged
from gambero.study.puzzles.puzzle import Puzzle

NEAREST = 12  # puzzles of which one is drawn
RUN_SECONDS = 180
MISS_SECONDS = 10  # what a wrong answer costs in a run
RUN_STARTS, RUN_STEP = 800, 35  # rating of a run's first puzzle, and how much harder each next one is
LONGEST_RUN = 90  # more than anybody solves in three minutes
FIRST_DAY = date(2026, 1, 1)


def near(
    rating: float,
    seen: Collection[str],
    ratings: Mapping[str, float],
    seed: str,
    kind: str | None = None,
    game: str | None = None,
    theme: str | None = None,
) -> Puzzle | None:
    """A puzzle near a rating that was not seen; None if none is left. `ratings` go before those of the file."""
    left = [one for one in packaged().puzzles if one.id not in seen and fits(one, kind, game, theme)]
    left.sort(key=lambda one: (abs(ratings.get(one.id, one.rating) - rating), one.id))
    return Random(seed).choice(left[:NEAREST]) if left else None


def fits(one: Puzzle, kind: str | None, game: str | None, theme: str | None) -> bool:
    return kind in (None, one.kind) and game in (None, one.game) and theme in (None, *one.themes)


def of_day(day: str) -> Puzzle:
    """The puzzle of a day, the same for everybody; none is repeated before all others have come."""
    ids = sorted(by_id())
    Random(0).shuffle(ids)
    return by_id()[ids[(date.fromisoformat(day) - FIRST_DAY).days % len(ids)]]


def streak(solved: Mapping[str, bool], today: str) -> int:
    """Days in a row that were solved, up to today, or to yesterday while today's is open."""
    day = date.fromisoformat(today)
    if today not in solved:
        day -= timedelta(days=1)
    count = 0
    while solved.get(day.isoformat()):
        count += 1
        day -= timedelta(days=1)
    return count


@lru_cache(maxsize=256)
def of_run(run: str) -> tuple[Puzzle, ...]:
    """The puzzles of a run, made from its id, harder and harder: turns only, since endgames take long."""
    turns = (one for one in packaged().puzzles if one.kind == "best_turn")
    chance, left = Random(run), sorted(turns, key=lambda one: (one.rating, one.id))
    found: list[Puzzle] = []
    for number in range(min(LONGEST_RUN, len(left))):
        at = bisect(left, RUN_STARTS + RUN_STEP * number, key=lambda one: one.rating)
        first = max(min(at - NEAREST // 2, len(left) - NEAREST), 0)
        found.append(left.pop(first + chance.randrange(min(NEAREST, len(left)))))
    return tuple(found)
