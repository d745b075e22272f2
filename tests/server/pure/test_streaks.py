"""Days in a row, and weeks."""

import pytest

from gambero.server.store.daily import streaks, week_of


@pytest.mark.parametrize(
    ("days", "found"),
    [
        ([], (0, 0)),
        (["2026-03-14"], (1, 1)),
        (["2026-03-13"], (1, 1)),  # today can still be played
        (["2026-03-12"], (0, 1)),
        (["2026-03-14", "2026-03-13", "2026-03-11"], (2, 2)),
        (["2026-03-13", "2026-03-12", "2026-03-10", "2026-03-09", "2026-03-08"], (2, 3)),
        (["2026-03-14", "2026-03-01", "2026-02-28", "2026-02-27"], (1, 3)),
        (["2026-03-10", "2026-03-09"], (0, 2)),
    ],
)
def test_days_in_a_row(days: list[str], found: tuple[int, int]) -> None:
    assert streaks(days, "2026-03-14") == found


def test_a_week_goes_from_monday_to_sunday() -> None:
    for day in ("2026-03-09", "2026-03-14", "2026-03-15"):
        assert week_of(day) == ("2026-03-09", "2026-03-15")
