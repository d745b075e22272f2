"""What the luck of a deal was worth, in cards: what careful leaves of it, against what it leaves of any deal.

One game says little of a deck: with a slightly other taste the same player leaves many cards more or less. So a deck is
played many times, each time with weights that are a little off, and so are decks from seeds, for comparison. The same
deal is always worth the same.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.bots.team.careful import make_room
from gambero.bots.team.minds import weights
from gambero.game import Setup
from gambero.game.decks import shuffled
from gambero.lab.kernels.careful_games import play_out
from gambero.lab.simulation.runners import shape
from gambero.rules import classic, commands, team
from gambero.rules.compiled import kernel

TRIES = 256  # of a deal: their mean is a third of a card off, more or less
DEALS = 1024  # of a kind of game
OFF = 0.17  # as part of a weight: careful is hardly any weaker with it

Left = npt.NDArray[np.int64]


@kernel
def play_decks(table: Any, decks: Any, setup: Any, layout: Any, tastes: Any, room: Any, left: Any) -> None:
    """A game for each deck, with the taste beside it; notes the cards left."""
    state = table[0]
    for game in range(len(decks)):
        classic.deal(state, decks[game], setup[0], setup[1], setup[2], setup[3])
        commands.spread(state, layout)
        play_out(state, tastes[game], room)
        left[game] = team.left(state)


def measurable(setup: Setup) -> bool:
    """Only where a team plays one deck: a duel has two, and tension is a matter of hands."""
    return setup.game in ("classic", "extreme")


def this_deal(setup: Setup, numbers: range) -> list[int]:
    """The cards careful leaves of a deal, in some of its games."""
    return _left(setup, [setup.deck for _ in numbers], numbers)


def any_deal(setup: Setup, numbers: range) -> list[int]:
    """The same of other deals, one a game."""
    cards = range(team.LOWEST, team.HIGHEST + 1)
    return _left(setup, [shuffled(cards, number) for number in numbers], numbers)


def _left(setup: Setup, decks: Sequence[Any], numbers: range) -> list[int]:
    left: Left = np.zeros(len(decks), np.int64)
    play_decks(
        np.zeros(1, team.TEAM),
        np.array(decks, np.uint8),
        shape(setup),
        commands.as_table(setup.commands),
        _tastes()[np.array(numbers) % TRIES],
        make_room(),
        left,
    )
    found: list[int] = left.tolist()
    return found


@cache
def _tastes() -> npt.NDArray[np.float64]:
    chance, plain = Random(TRIES), weights("careful")
    return np.array([[weight * chance.uniform(1 - OFF, 1 + OFF) for weight in plain] for _ in range(TRIES)])
