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
from gambero.rules.commands import LASTING, NAMES
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

FIRST_LASTING = len(NAMES) - len(LASTING) + 1

# What a position is worth, by feature: cards that no pile takes as it stands, piles that take each card, room on the
# better of the two piles that are farther on, steps back at hand, steps back between unlaid cards, lasting commands
# that show, fire that is open. Found by trying; any values give right answers, good ones give them sooner.
WEIGHTS = np.array([-6.0, 0.55, 0.8, 1.5, 0.12, -0.5, -0.5], np.float32)


@inlined
def between(low: Any, high: Any, above: int, below: int) -> int:
    """How many cards of a set lie between two numbers."""
    if above >= below:
        return 0
    return ones(low & ABOVE_LOW[above] & BELOW_LOW[below]) + ones(high & ABOVE_HIGH[above] & BELOW_HIGH[below])


@inlined
def promise(state: Any, low: Any, high: Any, weights: Any) -> float:
    """How promising a position is, for comparison with others that have as many cards unlaid."""
    tops = state.tops
    up, far_up = min(signed(tops[0]), signed(tops[1])), max(signed(tops[0]), signed(tops[1]))
    down, far_down = max(signed(tops[2]), signed(tops[3])), min(signed(tops[2]), signed(tops[3]))
    rising, falling = between(low, high, far_up, DOWN), between(low, high, UP, far_down)
    takers = rising + falling + between(low, high, up, DOWN) + between(low, high, UP, down)
    worth = weights[0] * between(low, high, down, up) + weights[1] * takers
    worth += weights[2] * np.sqrt(np.float32(max(rising, falling)))
    for pile in range(PILES):
        back = step_back(ascends(pile), signed(tops[pile]))
        if LOWEST <= back <= HIGHEST and holds((low, high), back):
            worth += weights[3]
    pairs = ones(low & (low >> BY_TEN | high << REST)) + ones(high & high >> BY_TEN)
    worth += weights[4] * pairs
    if state.extreme:
        for pile in range(PILES):
            if state.command[tops[pile]] >= FIRST_LASTING:
                worth += weights[5]
    if state.on_fire:
        worth += weights[6] * ones(np.uint64(state.fresh | state.due))
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
def expand(
    table: Any, positions: Any, first: int, prune: bool, weights: Any, found: Any, lost: Any, seen: Any, noted: int
) -> int:
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
                        row.score = promise(state, low, high, weights)
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
