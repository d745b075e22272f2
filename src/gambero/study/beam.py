"""One level of the solver's search: all positions with the same number of cards laid, and those that follow.

A level is expanded in two steps. `expand` lists what can be laid next and how promising that is; `grow` makes the
positions of those that were chosen. If every one was chosen at every level, the search was exhaustive.
"""

from typing import Any

import numpy as np

from gambero.rules.cards import (
    ABOVE_HIGH,
    ABOVE_LOW,
    BELOW_HIGH,
    BELOW_LOW,
    NONE,
    holds,
    next_above,
    ones,
    signed,
)
from gambero.rules.classic import DOWN, UP, ascends, end_refusal, finish_turn, lay, refusal
from gambero.rules.compiled import inlined, kernel
from gambero.rules.moves import card_of, lay_move, pile_of
from gambero.rules.piles import step_back
from gambero.rules.refusals import ALLOWED
from gambero.rules.team import BEATEN, HIGHEST, LOWEST, PILES, PLAYING
from gambero.study.positions import key_of, of_pile, pack, unpack, without
from gambero.study.reach import BY_TEN, REST, hopeless

# A lay that can follow a position; with `ends` the turn is ended after it.
FOLLOWING = np.dtype([("parent", "i4"), ("move", "i2"), ("ends", "u1"), ("score", "f4")], align=True)
WON = -1  # instead of a count: the last one listed beats the game
FULL = -2  # there was no room for all
MOST_FOLLOWING = 64  # of one position: eight cards on four piles, with and without an end of the turn

# What a position is worth, by feature. Found by trying; any values give right answers, good ones give them sooner.
NO_PILE_TAKES = -6.0  # a card that no pile takes as it stands
TAKEN = 0.7  # a pile that takes a card, for each pile and card
ROOM = 0.8  # the square root of the room on the better of the two piles that are farther on
STEP_BACK = 0.8  # a step back on a pile as it stands
STEP_BACK_IN_HAND = 1.2  # the same, its card in somebody's hand
PAIR = 0.25  # two unlaid cards ten apart
PAIR_IN_HAND = 1.0  # two cards ten apart in one hand
DRAWN = 0.5  # a card drawn
FITS = 0.3  # a card of whose turn it is that some pile takes
SHOWS = np.array([0.0, 0.0, 0.0, 0.0, 0.0, -1.2, -0.5, -0.3], np.float32)  # a command on top of a pile, by its number
FIRE = -0.5  # fire that is open


@inlined
def between(low: Any, high: Any, above: int, below: int) -> int:
    """How many cards of a set lie between two numbers."""
    if above >= below:
        return 0
    return ones(low & ABOVE_LOW[above] & BELOW_LOW[below]) + ones(high & ABOVE_HIGH[above] & BELOW_HIGH[below])


@inlined
def tens(low: Any, high: Any) -> int:
    """How many pairs of cards ten apart a set has."""
    return ones(low & (low >> BY_TEN | high << REST)) + ones(high & high >> BY_TEN)


@inlined
def promise(state: Any, low: Any, high: Any) -> float:
    """A value to compare positions that have the same number of cards unlaid; higher is more promising."""
    tops = state.tops
    up, far_up = min(signed(tops[0]), signed(tops[1])), max(signed(tops[0]), signed(tops[1]))
    down, far_down = max(signed(tops[2]), signed(tops[3])), min(signed(tops[2]), signed(tops[3]))
    rising, falling = between(low, high, far_up, DOWN), between(low, high, UP, far_down)
    takers = rising + falling + between(low, high, up, DOWN) + between(low, high, UP, down)
    worth = NO_PILE_TAKES * between(low, high, down, up) + TAKEN * takers
    worth += ROOM * np.sqrt(np.float32(max(rising, falling)))
    worth += PAIR * tens(low, high) + DRAWN * signed(state.drawn)
    held_low, held_high = state.hands[0, 0], state.hands[0, 1]
    for seat in range(state.players):
        one, two = state.hands[seat, 0], state.hands[seat, 1]
        worth += PAIR_IN_HAND * tens(one, two)
        held_low, held_high = held_low | one, held_high | two
        if seat == state.seat:
            worth += FITS * (ones(one) + ones(two) - between(one, two, down, up))
    for pile in range(PILES):
        back = step_back(ascends(pile), signed(tops[pile]))
        if LOWEST <= back <= HIGHEST and holds((low, high), back):
            worth += STEP_BACK
            if holds((held_low, held_high), back):
                worth += STEP_BACK_IN_HAND
        if state.extreme:
            worth += SHOWS[state.command[tops[pile]]]
    if state.on_fire:
        worth += FIRE * ones(np.uint64(state.fresh | state.due))
    return worth


@inlined
def is_new(key: Any, seen: Any) -> bool:
    """Note a position by its key; False if it was noted before. `seen` has a power of two places, more than needed."""
    mask = len(seen) - 1
    place = signed(key & np.uint64(mask))
    while seen[place] != NONE:
        if seen[place] == key:
            return False
        place = (place + 1) & mask
    seen[place] = key
    return True


@kernel
def expand(table: Any, positions: Any, first: int, prune: bool, found: Any, lost: Any, seen: Any, noted: int) -> int:
    """List the lays that follow these positions of a level, each new position once, and say how many; WON or FULL.

    `first` is the place of the first of these positions in the level. `prune` leaves out what is certainly lost. The
    last lay that loses is written to `lost`. `noted` positions of the level are in `seen` already.
    """
    state = table[0]
    count = 0
    for at in range(len(positions)):
        if 2 * (noted + count + MOST_FOLLOWING) > len(seen) or count + MOST_FOLLOWING > len(found):
            return FULL
        position = positions[at]
        unpack(position, state)
        hand = (position.hands[position.seat, 0], position.hands[position.seat, 1])
        twins = of_pile(state, 0) == of_pile(state, 1), of_pile(state, 2) == of_pile(state, 3)
        card = next_above(hand, 0)
        while card:
            low, high = without(position.unlaid, card)
            for pile in range(PILES):
                if (pile & 1 and twins[pile >> 1]) or refusal(state, card, pile) != ALLOWED:
                    continue
                lay(state, card, pile)
                ends = 0
                while True:
                    row = found[count]
                    row.parent = first + at
                    row.move = lay_move(card, pile)
                    row.ends = ends
                    if state.outcome == BEATEN:
                        found[0] = row
                        return WON
                    if state.outcome != PLAYING:
                        lost[0] = row
                        break
                    if prune and hopeless(low, high, state.tops):
                        break
                    if is_new(key_of(state), seen):
                        row.score = promise(state, low, high)
                        count += 1
                    if ends or end_refusal(state) != ALLOWED:
                        break
                    finish_turn(state)
                    ends = 1
                unpack(position, state)
            card = next_above(hand, card)
    return count


@kernel
def grow(table: Any, positions: Any, chosen: Any, grown: Any) -> None:
    """Make the positions that the chosen lays lead to."""
    state = table[0]
    for at in range(len(chosen)):
        follows = chosen[at]
        position = positions[follows.parent]
        unpack(position, state)
        card = card_of(follows.move)
        lay(state, card, pile_of(follows.move))
        if follows.ends:
            finish_turn(state)
        row = grown[at]
        pack(state, row)
        row.unlaid[0], row.unlaid[1] = without(position.unlaid, card)
