"""The order of the tests where several processes run them."""

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def spread(slow: Sequence[T], quick: Sequence[T], processes: int) -> list[T]:
    """All of them, in as many equal parts as there are processes, each of which begins with its share of the slow.

    `--dist worksteal` gives each process such a part; whoever has done its own takes from the end of another's.
    """
    parts = [list(slow[number::processes]) for number in range(processes)]
    rest, left = iter(quick), len(slow) + len(quick)
    for number, part in enumerate(parts):
        size = left // (processes - number)
        part += islice(rest, max(0, size - len(part)))
        left -= len(part)
    return [*(one for part in parts for one in part), *rest]
