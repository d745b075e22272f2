"""What a benchmark returns: a figure with a name, and a target if there is one."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Row:
    what: str
    figure: str
    target: str = ""
    met: bool | None = None


def best_of(rounds: int, work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Seconds of the fastest round, which other programs disturbed least."""
    times = []
    for _ in range(rounds):
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)
