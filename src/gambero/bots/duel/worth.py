"""What the end of a turn is worth to the player who ends it, judged by what that player can know.

The weights are those of a logistic regression on 700,000 ends of turns from games of careful against itself, with a
quarter of the turns played at random: so a worth is the logarithm of the odds of winning.
"""

from math import comb, exp
from typing import Any

import numpy as np

from gambero.rules import duel
from gambero.rules.cards import ABOVE_LOW, BELOW_LOW, NONE, ONE, leading_zeros, lowest_bit, ones
from gambero.rules.compiled import inlined
from gambero.rules.piles import step_back

CERTAIN = 20.0  # all cards laid: won

# A player's piles against the cards that player has still to lay: own and, with the other sign, the opponent's.
OWN, THEIRS = range(2)
LEFT = (-0.053, 0.050)  # a card not laid yet
REACH = (-0.051, 0.058)  # a card that fits on a pile, counted once for each pile
BOTH_WAYS = (0.054, -0.067)  # a card that fits on both
RANGE = (0.011, -0.005)  # a number a pile has still to go
NARROWER = (0.016, -0.023)  # the same for the pile with less to go
FITTING = (2.80, -3.58)  # the share of the cards that could be laid now

# The own hand, as it is before drawing.
EVEN = -0.98
MIDDLING, FROM_MIDDLING = 4, 1.07  # six cards are better than four; so are two, with as many more laid
STOCK_OUT = 2.76  # all drawn
SINGLE = -1.25  # one card left, with which the next turn would be lost (D10)
USELESS = -0.101  # a card that fits nowhere now
NEAREST = -0.013  # each number to the nearest card held
FARTHEST = 25
HELD_BACK = 0.152  # a step back in hand
GIFT_HELD = -0.106

# How likely none or only one card fits next turn; the opponent's hand also counts by its size.
NONE_FITS = (-0.44, 2.48)
ONE_FITS = (-0.67, 0.79)
THEIR_CARD = -0.077


def _fitting() -> Any:
    """[drawn, of so many, fitting, how many fit]: the chance that none, or one, of the cards drawn fits."""
    chances = np.zeros((duel.HAND_SIZE + 1, duel.CARDS + 1, duel.CARDS + 1, 2))
    for drawn, cards in np.ndindex(chances.shape[:2]):
        for fitting in range(cards + 1) if drawn <= cards else ():
            for hits in range(min(drawn, 1) + 1):
                ways = comb(fitting, hits) * comb(cards - fitting, drawn - hits)
                chances[drawn, cards, fitting, hits] = ways / comb(cards, drawn)
    return chances


CHANCES = _fitting()


@inlined
def unlaid(state: Any, seat: int) -> Any:
    """Hand and draw pile together: as one set they are known to all."""
    cards = state.hands[seat, 0]
    for at in range(state.drawn[seat], duel.CARDS):
        cards |= ONE << np.uint64(state.decks[seat, at])
    return cards


@inlined
def one(card: int) -> Any:
    """A set of this card alone, of none if there is no such card."""
    return ONE << np.uint64(card) if duel.LOWEST <= card <= duel.HIGHEST else NONE


@inlined
def steps_back(up: int, down: int) -> Any:
    return one(step_back(True, up)) | one(step_back(False, down))


@inlined
def fitting(cards: Any, up: int, down: int) -> Any:
    """Those of the cards that could be laid on a player's own piles."""
    return cards & (ABOVE_LOW[up] | BELOW_LOW[down] | steps_back(up, down))


@inlined
def standing(cards: Any, up: int, down: int, whose: int) -> float:
    """Piles against the cards still to be laid on them."""
    above, below = cards & ABOVE_LOW[up], cards & BELOW_LOW[down]
    to_go_up, to_go_down = duel.DOWN - up, down - duel.UP
    left = ones(cards)
    return (
        LEFT[whose] * left
        + REACH[whose] * (ones(above) + ones(below))
        + BOTH_WAYS[whose] * ones(above & below)
        + RANGE[whose] * (to_go_up + to_go_down)
        + NARROWER[whose] * min(to_go_up, to_go_down)
        + FITTING[whose] * ones(fitting(cards, up, down)) / max(left, 1)
    )


@inlined
def distance(hand: Any, up: int, down: int) -> int:
    """From a pile to the nearest card ahead."""
    above, below = hand & ABOVE_LOW[up], hand & BELOW_LOW[down]
    upward = lowest_bit(above) - up if above != NONE else FARTHEST
    downward = down - (63 - leading_zeros(below)) if below != NONE else FARTHEST
    return min(upward, downward, FARTHEST)


@inlined
def prospects(hand: Any, stock: Any, gift: int, up: int, down: int) -> float:
    """The cards kept, and those that will be drawn (D7)."""
    held, hidden = ones(hand), ones(stock)
    drawn = min(duel.HAND_SIZE - held if gift else duel.DRAW, hidden)
    fit = ones(fitting(hand, up, down))
    value = (
        FROM_MIDDLING * abs(held + drawn - MIDDLING)
        + USELESS * (held - fit)
        + NEAREST * distance(hand, up, down)
        + HELD_BACK * ones(hand & steps_back(up, down))
    )
    if hidden == 0:
        value += STOCK_OUT
    if held + hidden == 1:
        value += SINGLE
    drawable = CHANCES[drawn, hidden, ones(fitting(stock, up, down))]
    if fit == 0:
        value += NONE_FITS[OWN] * drawable[0] + ONE_FITS[OWN] * drawable[1]
    elif fit == 1:
        value += ONE_FITS[OWN] * drawable[0]
    return value


@inlined
def threat(cards: Any, size: int, up: int, down: int) -> float:
    """How likely the opponent, with a hand of this size out of these cards, finds little or nothing to lay."""
    chances = CHANCES[size, ones(cards), ones(fitting(cards, up, down))]
    return THEIR_CARD * size + NONE_FITS[THEIRS] * chances[0] + ONE_FITS[THEIRS] * chances[1]


@inlined
def improving(hand: Any, up: int, down: int) -> bool:
    """Is there a gift in the hand for the owner of these piles (D6)?"""
    below = BELOW_LOW[up] if up != duel.UP else NONE
    above = ABOVE_LOW[down] if down != duel.DOWN else NONE
    return hand & (below | above) != NONE


@inlined
def worth(state: Any, stock: Any, theirs: Any) -> float:
    """Of a turn ended here, given the mover's draw pile and all that the opponent has still to lay, as sets."""
    me, other = int(state.seat), 1 - int(state.seat)
    hand = state.hands[me, 0]
    if hand | stock == NONE:
        return CERTAIN  # D9
    up, down = int(state.tops[2 * me]), int(state.tops[2 * me + 1])
    their_up, their_down = int(state.tops[2 * other]), int(state.tops[2 * other + 1])
    return (
        EVEN
        + standing(hand | stock, up, down, OWN)
        + standing(theirs, their_up, their_down, THEIRS)
        + prospects(hand, stock, state.gift, up, down)
        + threat(theirs, ones(state.hands[other, 0]), their_up, their_down)
        + (GIFT_HELD if improving(hand, their_up, their_down) else 0.0)
    )


@inlined
def odds(value: float) -> float:
    """A worth as the chance of winning."""
    return 1 / (1 + exp(-value))
