"""The table of the team games, classic and extreme: one record that is the whole state."""

from typing import Any

import numpy as np

from gambero.rules.cards import count, is_empty
from gambero.rules.compiled import inlined

CARDS = 98
LOWEST, HIGHEST = 2, 99
NUMBERS = 101  # tables by number reach the start cards, 1 and 100
MAX_PLAYERS = 5
BRILLIANT = 10  # C14: a game not beaten with fewer cards left than this
PILES = 4  # 0 and 1 ascend, 2 and 3 descend

TEAM = np.dtype(
    [
        ("hands", "u8", (MAX_PLAYERS, 2)),
        ("deck", "u1", CARDS),  # in the order dealt; the draw pile is deck[drawn:]
        ("command", "u1", NUMBERS),  # extreme: the command each number carries, else all NO_COMMAND
        ("tops", "u1", PILES),
        ("players", "u1"),
        ("hand_size", "u1"),
        ("least", "u1"),  # cards a turn asks for while there is a draw pile
        ("on_fire", "u1"),
        ("extreme", "u1"),
        ("drawn", "u1"),  # cards of the deck that have left the draw pile
        ("seat", "i1"),  # who is on, NOBODY before the start
        ("laid", "u1"),  # cards laid in this turn
        ("fresh", "u1"),  # fire laid in this turn and open, a bit a pile
        ("due", "u1"),  # fire to be covered by the end of this turn
        ("skulls", "u1"),  # skulls laid in this turn and open
        ("three", "u1"),  # a three was laid in this turn
        ("picked", "i1"),  # the pile picked under one_pile in this turn, or NO_PILE
        ("outcome", "u1"),
    ],
    align=True,
)

NOBODY = -1
NO_PILE = -1

# Outcomes.
PLAYING, BEATEN, STUCK, FIRE, SKULL, THREE = range(6)


@inlined
def stock(state: Any) -> int:
    """How many cards the draw pile has."""
    return CARDS - state.drawn


@inlined
def needed(state: Any) -> int:
    """How many cards this turn asks for in all."""
    if state.three:  # E8
        return 3
    return state.least if state.drawn < CARDS else 1  # C5, P1, C11


@inlined
def left(state: Any) -> int:
    """C14: cards in hands and draw pile."""
    cards = stock(state)
    for seat in range(state.players):
        cards += count(state.hands[seat])
    return cards


@inlined
def all_laid(state: Any) -> bool:
    if state.drawn < CARDS:
        return False
    for seat in range(state.players):
        if not is_empty(state.hands[seat]):
            return False
    return True
