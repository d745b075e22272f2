"""No test is lost, or done twice, where several processes share them."""

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
