"""T10's last ruling. No deal of the real deck can get there, so the law is given a table that no deal leads to."""

from typing import Any

import numpy as np
import pytest

from gambero.game.notation import KINDS
from gambero.rules import tension


def stuck_table(hand: tuple[int, int], pile: list[tuple[int, int]]) -> Any:
    """Two players with empty stacks who hold two cards of one kind each."""
    table = np.zeros(1, tension.TENSION)
    state = table[0]
    state["players"] = 2
    state["share"] = state["drawn"][:] = 36
    for seat in range(2):
        state["hands"][seat][KINDS[hand]] = 2
        state["held"][seat] = 2
    state["pile"][: len(pile)] = [KINDS[card] for card in pile]
    state["height"] = len(pile)
    state["winner"] = tension.NOBODY
    return table


@pytest.mark.rule("T10")
def test_a_whole_cycle_that_frees_nobody_ends_the_game() -> None:
    table = stuck_table((5, 1), [(5, 1), (5, 2), (5, 3)])  # nothing leads to a 5
    for turned in range(3):
        assert table[0]["outcome"] == tension.PLAYING, turned
        assert tension.verify(table, tension.TURN_UP) == 0
        tension.play(table, tension.TURN_UP)
    assert table[0]["outcome"] == tension.STUCK
    assert [tension.left(table[0], seat) for seat in range(2)] == [2, 2]
    assert tension.fewest((2, 2)) == (0, 1)
    assert tension.fewest((3, 2, 5)) == (1,)


@pytest.mark.rule("T10")
def test_a_cycle_that_frees_somebody_goes_on() -> None:
    table = stuck_table((5, 1), [(4, 1), (5, 2), (5, 3)])  # a 4 with step 1 leads to a 5
    tension.play(table, tension.TURN_UP)
    assert table[0]["outcome"] == tension.PLAYING
    assert tension.verify(table, tension.TURN_UP) != 0
    assert tension.verify(table, KINDS[5, 1]) == 0
