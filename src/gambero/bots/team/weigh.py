"""What an end of a turn is worth to a careful player: sixteen features of the table, weighed by how far the game is.

A set of cards is a pair of words; `unlaid` is all that is not laid yet, the own hand included.
"""

from typing import Any

import numpy as np

from gambero.bots.team.ends import stepping
from gambero.rules.cards import (
    ABOVE_HIGH,
    ABOVE_LOW,
    BELOW_HIGH,
    BELOW_LOW,
    count,
    holds,
    next_above,
    next_below,
    ones,
    signed,
    take_lowest,
)
from gambero.rules.commands import DRAW_ONE, NO_COMMAND, SILENCE, STOP
from gambero.rules.compiled import inlined
from gambero.rules.fire import burns
from gambero.rules.team import NUMBERS, PILES

FEATURES = 16
(RANGE, AHEAD, BACK, BACK_UNSEEN, MINE, SMALL, NEAR_HAND, DEAD, ONE, TWO, HAND_DEAD, LAID, PAIRS, HAND_PAIRS, HAND_FAR,
 NEAR_UNSEEN) = range(FEATURES)  # fmt: skip
# The tuned weights: each feature's at the end of the game, then how it grows with the share of cards unlaid, then three
# measures (how near is near, how small a small step, how far past the minimum), then fire and commands: those that lie
# open after the turn and those kept in hand, again each with its growth.
SAY_NEAR, SMALL_STEP, REACH = 2 * FEATURES, 2 * FEATURES + 1, 2 * FEATURES + 2
OPEN_FIRE = 2 * FEATURES + 3
OPEN = OPEN_FIRE + 1 - SILENCE  # plus the lasting command
OPEN_GROWTH = OPEN + 4
HELD = OPEN + DRAW_ONE + 5 - STOP  # plus the command
HELD_GROWTH = HELD + DRAW_ONE
OPEN_FIRE_GROWTH, HELD_FIRE, HELD_FIRE_GROWTH = range(HELD_GROWTH + DRAW_ONE + 1, HELD_GROWTH + DRAW_ONE + 4)
WEIGHTS = HELD_FIRE_GROWTH + 1

CLOSE = np.exp(-(np.arange(130) - 1) / 4.0)
CLOSE[0] = 0.0
UNFIT = 30  # the distance of a card that no pile takes


@inlined
def blend(weights: Any, unlaid: int, most: int, blended: Any) -> None:
    """The weights once k = 0 … most cards of this turn are laid."""
    for k in range(most + 1):
        share = (unlaid - k) / 98.0
        for i in range(FEATURES):
            blended[k, i] = weights[i] + share * weights[FEATURES + i]


@inlined
def pairs_up(cards: Any, low: Any, high: Any) -> int:
    """Cards of a set, among those masked, whose step back on an ascending pile is in the set too."""
    backs = stepping(cards, True)
    return ones(cards[0] & backs[0] & low) + ones(cards[1] & backs[1] & high)


@inlined
def pairs_down(cards: Any, low: Any, high: Any) -> int:
    backs = stepping(cards, False)
    return ones(cards[0] & backs[0] & low) + ones(cards[1] & backs[1] & high)


@inlined
def has_back(cards: Any, ascends: bool, top: int) -> int:
    """1 if the step back of a top is in a set."""
    return 1 if holds(stepping(cards, ascends), top) else 0


@inlined
def closeness(cards: Any, ascends: bool, top: int) -> float:
    """How near the nearest card of a set is to a top: 1 if next to it, less the farther."""
    card = next_above(cards, top) if ascends else next_below(cards, top)
    return CLOSE[abs(card - top)] if card else 0.0


@inlined
def look_ahead(unseen: Any, number: int, near: Any) -> None:
    """Note how near the unseen cards are to a number that may come to lie on top."""
    near[0, number] = closeness(unseen, True, number)
    near[1, number] = closeness(unseen, False, number)


@inlined
def farness(hand: Any, a: int, b: int, c: int, d: int) -> int:
    """The distances of the hand's cards from the nearest pile that takes each, added up."""
    low, high = hand
    far = 0
    while low | high != np.uint64(0):
        card, low, high = take_lowest(low, high)
        # Without branches: where a card does not fit, its distance wraps around to a huge one.
        up = min(np.uint64(card - a), np.uint64(card - b))
        down = min(np.uint64(c - card), np.uint64(d - card))
        far += signed(min(up if up < np.uint64(NUMBERS) else np.uint64(UNFIT), down))
    return far


@inlined
def weigh(row: Any, unseen: Any, over: int, w: Any, buffers: Any) -> float:
    """The value of an end; `unseen` is all unlaid but the own hand, `over` counts the cards laid past the minimum."""
    hand = (row.hand[0], row.hand[1])
    unlaid = (unseen[0] | hand[0], unseen[1] | hand[1])
    # a takes more than b, c more than d.
    a, b = signed(min(row.tops[0], row.tops[1])), signed(max(row.tops[0], row.tops[1]))
    c, d = signed(max(row.tops[2], row.tops[3])), signed(min(row.tops[2], row.tops[3]))
    a_low, a_high, b_low, b_high = ABOVE_LOW[a], ABOVE_HIGH[a], ABOVE_LOW[b], ABOVE_HIGH[b]
    c_low, c_high, d_low, d_high = BELOW_LOW[c], BELOW_HIGH[c], BELOW_LOW[d], BELOW_HIGH[d]
    low, high = unlaid
    value = w[RANGE] * (c + d - a - b) * 0.02
    ahead = ones(low & a_low) + ones(high & a_high) + ones(low & b_low) + ones(high & b_high)
    ahead += ones(low & c_low) + ones(high & c_high) + ones(low & d_low) + ones(high & d_high)
    value += w[AHEAD] * 0.02 * ahead
    # Cards that no pile takes, one pile, two or more.
    all_unlaid = count(unlaid)
    dead = all_unlaid - ones(low & (a_low | c_low)) - ones(high & (a_high | c_high))
    two = ones(low & (b_low | d_low | a_low & c_low)) + ones(high & (b_high | d_high | a_high & c_high))
    value += w[DEAD] * 0.2 * dead + w[ONE] * 0.1 * (all_unlaid - dead - two) + w[TWO] * 0.1 * two
    value += w[HAND_DEAD] * (ones(hand[0] & ~(a_low | c_low)) + ones(hand[1] & ~(a_high | c_high)))
    value += w[LAID] * 0.3 * over
    # Steps back and nearest cards; twins count once.
    back = has_back(hand, True, a) + has_back(hand, False, c)
    back_unseen = has_back(unseen, True, a) + has_back(unseen, False, c)
    close = closeness(hand, True, a) + closeness(hand, False, c)
    if a != b:
        back += has_back(hand, True, b)
        back_unseen += has_back(unseen, True, b)
        close += closeness(hand, True, b)
    if c != d:
        back += has_back(hand, False, d)
        back_unseen += has_back(unseen, False, d)
        close += closeness(hand, False, d)
    # The table is taken from the buffers here: Numba would count references to an array handed over.
    close_unseen = buffers.near[0, a] + buffers.near[0, b]
    close_unseen += buffers.near[1, c] + buffers.near[1, d]
    value += w[BACK] * back + w[BACK_UNSEEN] * back_unseen + w[NEAR_HAND] * close + w[NEAR_UNSEEN] * close_unseen
    # Pairs ten apart that a pile could still use.
    value += w[PAIRS] * 0.1 * (pairs_up(unlaid, a_low, a_high) + pairs_down(unlaid, c_low, c_high))
    value += w[HAND_PAIRS] * 0.5 * (pairs_up(hand, a_low, a_high) + pairs_down(hand, c_low, c_high))
    return value + w[HAND_FAR] * 0.02 * farness(hand, a, b, c, d)


@inlined
def burden(state: Any, row: Any, share: float, weights: Any) -> float:
    """What fire and commands cost, open on the table or kept in hand; `share` of the cards is unlaid."""
    value = 0.0
    low, high = row.hand[0], row.hand[1]
    if state.on_fire:
        value += (weights[OPEN_FIRE] + share * weights[OPEN_FIRE_GROWTH]) * ones(np.uint64(row.fresh))
        if row.due:
            value -= 1e6  # the game would be lost
        while low | high != np.uint64(0):
            card, low, high = take_lowest(low, high)
            if burns(card):
                value += weights[HELD_FIRE] + share * weights[HELD_FIRE_GROWTH]
    elif state.extreme:
        for pile in range(PILES):
            command = state.command[row.tops[pile]]
            if command >= SILENCE:
                value += weights[OPEN + command] + share * weights[OPEN_GROWTH + command]
        while low | high != np.uint64(0):
            card, low, high = take_lowest(low, high)
            command = state.command[card]
            if command != NO_COMMAND:
                value += weights[HELD + command] + share * weights[HELD_GROWTH + command]
    return value
