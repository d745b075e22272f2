"""judge: a small network that says how likely the team wins from an end of a turn, before the draw.

72 inputs → 32 → 16 → 1. All weights are one flat vector, so that a network is one small file.
"""

from typing import Any

import numpy as np

from gambero.bots.team.weigh import CLOSE, UNFIT, has_back, pairs_down, pairs_up
from gambero.rules.cards import (
    ABOVE_HIGH,
    ABOVE_LOW,
    BELOW_HIGH,
    BELOW_LOW,
    count,
    next_above,
    next_below,
    ones,
    take_lowest,
    whole,
)
from gambero.rules.commands import DRAW_ONE, NO_TRICK, ONE_PILE, SILENCE
from gambero.rules.compiled import inlined, kernel, numeric
from gambero.rules.team import BEATEN, CARDS, PILES

A_PILE = 14  # inputs of one pile
WHOLE = 16  # inputs of the whole table
INPUTS = PILES * A_PILE + WHOLE
FIRST, SECOND = 32, 16
BIAS_1 = INPUTS * FIRST
LAYER_2 = BIAS_1 + FIRST
BIAS_2 = LAYER_2 + FIRST * SECOND
LAYER_3 = BIAS_2 + SECOND
BIAS_3 = LAYER_3 + SECOND
WEIGHTS = BIAS_3 + 1
MOVED = 3  # a pile whose top moved: what was said of it is stale
LEAK = np.float32(0.05)
NO_GAP, NO_SECOND_GAP = 20, 25  # cards passed over to reach a card that is not there


@inlined
def between(cards: Any, low: int, high: int) -> int:
    """How many cards of a set lie strictly between two numbers."""
    if high <= low + 1:
        return 0
    return ones(cards[0] & BELOW_LOW[high] & ABOVE_LOW[low]) + ones(cards[1] & BELOW_HIGH[high] & ABOVE_HIGH[low])


@inlined
def of_pile(at: int, top: int, up: bool, hand: Any, unlaid: Any, word: int, burns: int, command: int, x: Any) -> None:
    """The inputs of one pile."""
    unseen = (unlaid[0] & ~hand[0], unlaid[1] & ~hand[1])
    if up:
        used = top - 1
        ahead = ones(unlaid[0] & ABOVE_LOW[top]) + ones(unlaid[1] & ABOVE_HIGH[top])
        card, other = next_above(hand, top), next_above(unseen, top)
        gap = between(unlaid, top, card) if card else NO_GAP
        second = next_above(hand, card) if card else 0
        second_gap = between(unlaid, top, second) if second else NO_SECOND_GAP
    else:
        used = 100 - top
        ahead = ones(unlaid[0] & BELOW_LOW[top]) + ones(unlaid[1] & BELOW_HIGH[top])
        card, other = next_below(hand, top), next_below(unseen, top)
        gap = between(unlaid, card, top) if card else NO_GAP
        second = next_below(hand, card) if card else 0
        second_gap = between(unlaid, second, top) if second else NO_SECOND_GAP
    x[at] = used * 0.02 - 1.0
    x[at + 1] = ahead * 0.05
    x[at + 2] = CLOSE[abs(card - top)] if card else 0.0
    x[at + 3] = CLOSE[abs(other - top)] if other else 0.0
    x[at + 4] = 1.0 / (1 + gap)
    x[at + 5] = min(gap, NO_GAP) * 0.1
    x[at + 6] = 1.0 / (1 + second_gap)
    x[at + 7] = has_back(hand, up, top)
    x[at + 8] = has_back(unseen, up, top)
    x[at + 9] = 1.0 if word == 1 else 0.0
    x[at + 10] = 1.0 if word == 2 else 0.0
    x[at + 11] = 1.0 if word >= MOVED else 0.0
    x[at + 12] = burns
    x[at + 13] = 1.0 if command in (NO_TRICK, ONE_PILE, DRAW_ONE, SILENCE) else 0.0


@inlined
def passed_over(hand: Any, unlaid: Any, a: int, b: int, c: int, d: int) -> Any:
    """Unlaid cards passed over to lay each card of the hand at its best: all together, and the worst."""
    low, high = hand
    together, worst = 0, 0
    while low | high != np.uint64(0):
        card, low, high = take_lowest(low, high)
        least = UNFIT
        if card > b:
            least = between(unlaid, b, card)
        elif card > a:
            least = between(unlaid, a, card)
        if card < d:
            least = min(least, between(unlaid, card, d))
        elif card < c:
            least = min(least, between(unlaid, card, c))
        together += least
        worst = max(worst, least)
    return together, worst


@kernel
def look_at(state: Any, row: Any, unlaid: Any, words: Any, x: Any) -> None:
    """Fill in the inputs for an end; `unlaid` is what is unlaid after it, `words` what was said before it."""
    hand = (row.hand[0], row.hand[1])
    stock = CARDS - whole(state.drawn)
    # Of two piles that go the same way, the one that takes more comes first.
    first_up = 0 if row.tops[0] <= row.tops[1] else 1
    first_down = 2 if row.tops[2] >= row.tops[3] else 3
    for i in range(PILES):
        pile = (first_up if i == 0 else 1 - first_up) if i < 2 else (first_down if i == 2 else 5 - first_down)
        top = whole(row.tops[pile])
        word = words[pile] if top == state.tops[pile] else MOVED
        burns = (row.fresh >> pile & 1) if state.on_fire else 0
        command = state.command[top] if state.extreme else 0
        of_pile(i * A_PILE, top, i < 2, hand, unlaid, word, burns, command, x)
    a, b = whole(row.tops[first_up]), whole(row.tops[1 - first_up])
    c, d = whole(row.tops[first_down]), whole(row.tops[5 - first_down])
    a_low, a_high, c_low, c_high = ABOVE_LOW[a], ABOVE_HIGH[a], BELOW_LOW[c], BELOW_HIGH[c]
    some_low, some_high = a_low | c_low, a_high | c_high
    two_low = ABOVE_LOW[b] | BELOW_LOW[d] | a_low & c_low
    two_high = ABOVE_HIGH[b] | BELOW_HIGH[d] | a_high & c_high
    cards = count(unlaid)
    dead = cards - ones(unlaid[0] & some_low) - ones(unlaid[1] & some_high)
    two = ones(unlaid[0] & two_low) + ones(unlaid[1] & two_high)
    together, worst = passed_over(hand, unlaid, a, b, c, d)
    at = PILES * A_PILE
    x[at] = cards * 0.02 - 1.0
    x[at + 1] = stock * 0.02
    x[at + 2] = 1.0 if stock == 0 else 0.0
    x[at + 3] = count(hand) * 0.15
    x[at + 4] = dead * 0.2
    x[at + 5] = (cards - dead - two) * 0.05
    x[at + 6] = two * 0.03
    x[at + 7] = (ones(hand[0] & ~some_low) + ones(hand[1] & ~some_high)) * 0.5
    x[at + 8] = pairs_up(unlaid, a_low, a_high) * 0.05
    x[at + 9] = pairs_down(unlaid, c_low, c_high) * 0.05
    x[at + 10] = (pairs_up(hand, a_low, a_high) + pairs_down(hand, c_low, c_high)) * 0.5
    x[at + 11] = together * 0.03
    x[at + 12] = worst * 0.05
    x[at + 13] = 1.0 if stock <= 2 else 0.0
    x[at + 14] = dead / (1.0 + cards)
    x[at + 15] = 1.0 if cards <= 10 else 0.0


@numeric
def think(x: Any, net: Any, one: Any, two: Any) -> float:
    """The network's word on its inputs; leaves the layers in `one` and `two`."""
    for k in range(FIRST):
        total = net[BIAS_1 + k]
        for i in range(INPUTS):
            total += net[k * INPUTS + i] * x[i]
        one[k] = total if total > 0 else LEAK * total
    last = net[BIAS_3]
    for k in range(SECOND):
        total = net[BIAS_2 + k]
        for i in range(FIRST):
            total += net[LAYER_2 + k * FIRST + i] * one[i]
        two[k] = total if total > 0 else LEAK * total
        last += two[k] * net[LAYER_3 + k]
    return 1.0 / (1.0 + np.exp(-last))


@kernel
def judge_end(state: Any, row: Any, unlaid: Any, words: Any, net: Any, x: Any, one: Any, two: Any) -> float:
    """The chance to win after an end of the mover's turn; `unlaid` and `words` are as the turn began."""
    if row.outcome == BEATEN:
        return 1.0
    if state.on_fire and row.due:
        return 0.0
    hand = state.hands[state.seat]
    still = (unlaid[0] & ~(hand[0] & ~row.hand[0]), unlaid[1] & ~(hand[1] & ~row.hand[1]))
    look_at(state, row, still, words, x)
    return think(x, net, one, two)
