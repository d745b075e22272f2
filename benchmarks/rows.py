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


def best_of(rounds: int, work: Callable[[], object]) -> float:
    """Seconds of the fastest round: what the code costs when nobody else is in the way."""
    times = []
    for _ in range(rounds):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)
