"""No test is lost, or done twice, where several processes share them."""

from collections import Counter
from pathlib import Path

import pytest

from helpers.order import spread


@pytest.mark.parametrize("processes", [1, 2, 3, 4, 7])
@pytest.mark.parametrize(("slow", "quick"), [(0, 0), (1, 3), (5, 0), (0, 5), (7, 100), (60, 5400), (9, 4)])
def test_every_test_is_in_one_part(slow: int, quick: int, processes: int) -> None:
    ordered = spread([f"slow {n}" for n in range(slow)], [f"quick {n}" for n in range(quick)], processes)
    assert sorted(ordered) == sorted([f"slow {n}" for n in range(slow)] + [f"quick {n}" for n in range(quick)])


def test_each_part_begins_with_its_slow_tests() -> None:
    ordered = spread(["A", "B", "C", "D", "E"], [*"abcdefg"], 3)
    assert [ordered[:4], ordered[4:8], ordered[8:]] == [["A", "D", *"ab"], ["B", "E", *"cd"], ["C", *"efg"]]


def test_files_that_are_no_package_have_names_of_their_own() -> None:
    """Python knows such a file by its name alone: of two with one name, pytest collects only the first."""
    tests = Path(__file__).parents[1]
    names = [path.name for path in tests.rglob("test_*.py") if not (path.parent / "__init__.py").exists()]
    assert [name for name, count in Counter(names).items() if count > 1] == []
