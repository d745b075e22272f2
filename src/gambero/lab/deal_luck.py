"""How lucky a deal is, in cards: what careful leaves of this deal, compared with what it leaves of other deals.

One game says little about a deck: with slightly different weights the same bot leaves many cards more or fewer. So the
deck is played many times, each time with weights changed a little at random, and so are other decks. The random
changes are fixed, so the same deal always gets the same number.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.bots.team.careful import make_buffers
from gambero.bots.team.dealing import deal_deck, shape
from gambero.bots.team.planners import weights
from gambero.game import Setup
from gambero.game.decks import shuffled
from gambero.lab.kernels.careful_games import play_out
from gambero.rules import commands, team
from gambero.rules.compiled import kernel

TRIES = 256  # games of the deal: the standard error of their mean is about a third of a card
DEALS = 1024  # other deals of the same game
OFF = 0.17  # how far a weight is changed, as a share of it; careful is hardly weaker with such weights

Left = npt.NDArray[np.int64]


@kernel
def play_decks(table: Any, decks: Any, setup: Any, layout: Any, weights: Any, buffers: Any, left: Any) -> None:
    """Play one game with each deck and the weights beside it, and note the cards left."""
    state = table[0]
    for game in range(len(decks)):
        deal_deck(state, decks[game], setup, layout)
        play_out(state, weights[game], buffers)
        left[game] = team.left(state)


def measurable(setup: Setup) -> bool:
    """Only team games, where all play from one deck."""
    return setup.spec.team


def this_deal(setup: Setup, numbers: range) -> list[int]:
    """The cards careful leaves of this deal, in the tries with these numbers."""
    return _left(setup, [setup.deck for _ in numbers], numbers)


def any_deal(setup: Setup, numbers: range) -> list[int]:
    """The cards careful leaves of the deals with these numbers, one game each."""
    cards = range(team.LOWEST, team.HIGHEST + 1)
    return _left(setup, [shuffled(cards, number) for number in numbers], numbers)


def _left(setup: Setup, decks: Sequence[Any], numbers: range) -> list[int]:
    left: Left = np.zeros(len(decks), np.int64)
    play_decks(
        np.zeros(1, team.TEAM),
        np.array(decks, np.uint8),
        shape(setup),
        commands.as_table(setup.commands),
        _changed_weights()[np.array(numbers) % TRIES],
        make_buffers(),
        left,
    )
    found: list[int] = left.tolist()
    return found


@cache
def _changed_weights() -> npt.NDArray[np.float64]:
    chance, plain = Random(TRIES), weights("careful")
    return np.array([[weight * chance.uniform(1 - OFF, 1 + OFF) for weight in plain] for _ in range(TRIES)])
