"""A state is small and complete, and holds no random generator."""

from typing import Any

import numpy as np
import pytest

from gambero.game import new_game
from gambero.rules.duel import DUEL
from gambero.rules.team import TEAM
from gambero.rules.tension import TENSION

from helpers.setups import SETUPS, cheapest, name


@pytest.mark.parametrize("record", [TEAM, DUEL, TENSION], ids=["team", "duel", "tension"])
def test_a_state_is_small(record: np.dtype[Any]) -> None:
    assert record.itemsize <= 512


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_a_copy_goes_its_own_way(setup: tuple[str, dict[str, Any]]) -> None:
    game = new_game(setup[0], seed=3, **setup[1])
    for _ in range(6):
        game.move(cheapest(game, game.moves()))
    before = game.record()
    twin = game.copy()
    assert twin.record() == before
    assert twin.view(0) == game.view(0)
    twin.move(cheapest(twin, twin.moves()))
    assert game.record() == before
    assert twin.record() != before


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_the_same_moves_lead_to_the_same_game_without_luck(setup: tuple[str, dict[str, Any]]) -> None:
    game = new_game(setup[0], seed=5, **setup[1])
    twin = new_game(setup[0], seed=5, **setup[1])
    while not game.over:
        move = cheapest(game, game.moves())
        np.random.seed(len(game.log))  # nobody may look at the global generator
        assert game.move(move) == twin.move(move)
    assert game.view(0) == twin.view(0)
