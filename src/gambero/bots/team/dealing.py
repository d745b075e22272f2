"""Deals team games inside kernels, from a seed and the number of the game."""

from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.game.setup import Setup
from gambero.rules import classic, commands, team
from gambero.rules.compiled import inlined
from gambero.rules.shuffle import seeded, shuffle


def shape(setup: Setup) -> npt.NDArray[np.int64]:
    """Players and options as kernels take them."""
    on = setup.options
    return np.array([setup.players, on["professional"], on["short_hands"], on.get("on_fire", False)], np.int64)


@inlined
def deal_deck(state: Any, deck: Any, setup: Any, layout: Any) -> None:
    """Deal a deck and spread a layout of commands; `setup` is as `shape` gives it."""
    classic.deal(state, deck, setup[0], setup[1], setup[2], setup[3])
    commands.spread(state, layout)


@inlined
def deal_game(state: Any, deck: Any, generator: Any, seed: Any, game: int, setup: Any, layout: Any) -> None:
    """Deal a game of a seed by its number; `deck` and `generator` are filled for it."""
    for i in range(team.CARDS):
        deck[i] = team.LOWEST + i
    seeded(generator, seed, game)
    shuffle(deck, generator)
    deal_deck(state, deck, setup, layout)
