"""judge: a small network that says how likely the team wins from an end of a turn, before the draw.

A network reads the first BASE, CLASSIC, ON_FIRE or EXTREME inputs, as its file says, and has two hidden layers.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gambero.bots.team.weigh import CLOSE, UNFIT, has_back, pairs_down, pairs_up
from gambero.rules.cards import (
    ABOVE_HIGH,
    ABOVE_LOW,
    BELOW_HIGH,
    BELOW_LOW,
    count,
    is_empty,
    next_above,
    next_below,
    ones,
    signed,
    take_lowest,
)
from gambero.rules.commands import DRAW_ONE, NO_COMMAND, NO_TRICK, ONE_PILE, SILENCE
from gambero.rules.compiled import inlined, kernel, numeric
from gambero.rules.fire import burns
from gambero.rules.team import BEATEN, CARDS, MAX_PLAYERS, PILES

A_PILE = 14  # inputs of one pile
WHOLE = 16  # inputs of the whole table
BASE = PILES * A_PILE + WHOLE
CLASSIC = BASE + 4 * PILES + 4 + MAX_PLAYERS + 6  # and what the next player signals, how dense cards lie, who plays
ON_FIRE = CLASSIC + 3 + 2 * PILES  # and fire in hand, unseen, open
EXTREME = ON_FIRE + 8 * PILES + 2 * DRAW_ONE + 1  # and commands in hand, unseen, open
INPUTS = EXTREME
MOST_FIRST, MOST_SECOND = 256, 128  # units a layer may have
WORDS = 2 * PILES  # by pile: the strongest word of anybody else, then the next player's
MOVED = 3  # a pile whose top moved: what was said of it is stale
LEAK = np.float32(0.05)
NO_GAP, NO_SECOND_GAP = 20, 25  # cards passed over to reach a card that is not there
NEAR, FAR = 6, 11  # numbers beyond a top within which unseen cards are counted

Floats = npt.NDArray[np.float32]


class Net(NamedTuple):
    """The weights of a judge, layer by layer."""

    layer_1: Floats  # by input and unit
    bias_1: Floats
    layer_2: Floats
    bias_2: Floats
    layer_3: Floats
    bias_3: Floats


def from_vector(vector: Any) -> Net:
    """A network from the vector its file holds: its three sizes, then its layers and biases in turn."""
    flat = np.asarray(vector)
    if flat.ndim != 1 or flat.dtype != np.float32 or len(flat) < 3 or not np.isfinite(flat).all():
        raise ValueError("weights must be one vector of finite 32-bit floats")
    inputs, first, second = (int(size) for size in flat[:3])
    shapes = [(inputs, first), (first,), (first, second), (second,), (second,), (1,)]
    fits = inputs in (BASE, CLASSIC, ON_FIRE, EXTREME) and 0 < first <= MOST_FIRST and 0 < second <= MOST_SECOND
    if not fits or len(flat) != 3 + sum(int(np.prod(shape)) for shape in shapes):
        raise ValueError(f"weights are of no judge: {len(flat)} numbers for layers of {inputs}, {first} and {second}")
    layers, at = [], 3
    for shape in shapes:
        size = int(np.prod(shape))
        layers.append(flat[at : at + size].reshape(shape).copy())
        at += size
    return Net(*layers)


def as_vector(net: Net) -> Floats:
    """What the file of a network holds."""
    inputs, first = net.layer_1.shape
    sizes = np.array([inputs, first, len(net.layer_3)], np.float32)
    return np.concatenate([sizes, *(np.asarray(layer, np.float32).ravel() for layer in net)])


@inlined
def between(cards: Any, low: int, high: int) -> int:
    """How many cards of a set lie strictly between two numbers."""
    if high <= low + 1:
        return 0
    return ones(cards[0] & BELOW_LOW[high] & ABOVE_LOW[low]) + ones(cards[1] & BELOW_HIGH[high] & ABOVE_HIGH[low])


@inlined
def of_pile(at: int, top: int, up: bool, hand: Any, unlaid: Any, word: int, burning: int, command: int, x: Any) -> None:
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
    x[at + 12] = burning
    x[at + 13] = 1.0 if command in (NO_TRICK, ONE_PILE, DRAW_ONE, SILENCE) else 0.0


@inlined
def within(cards: Any, top: int, up: bool, far: int) -> int:
    """How many cards of a set lie beyond a top by fewer than `far` numbers."""
    return between(cards, top, top + far) if up else between(cards, max(top - far, 0), top)


@inlined
def passed(card: int, unlaid: Any, a: int, b: int, c: int, d: int) -> int:
    """Unlaid cards passed over to lay a card at its best; of the tops a takes more than b, c more than d."""
    least = UNFIT
    if card > b:
        least = between(unlaid, b, card)
    elif card > a:
        least = between(unlaid, a, card)
    if card < d:
        least = min(least, between(unlaid, card, d))
    elif card < c:
        least = min(least, between(unlaid, card, c))
    return least


@inlined
def passed_over(hand: Any, unlaid: Any, a: int, b: int, c: int, d: int) -> Any:
    """Unlaid cards passed over to lay each card of the hand at its best: all together, and the worst."""
    low, high = hand
    together, worst = 0, 0
    while low | high != np.uint64(0):
        card, low, high = take_lowest(low, high)
        least = passed(card, unlaid, a, b, c, d)
        together += least
        worst = max(worst, least)
    return together, worst


@inlined
def by_room(row: Any) -> Any:
    """The piles in the order the inputs have: of two that go the same way, the one that takes more comes first."""
    first_up = 0 if row.tops[0] <= row.tops[1] else 1
    first_down = 2 if row.tops[2] >= row.tops[3] else 3
    return first_up, 1 - first_up, first_down, 5 - first_down


@inlined
def next_seat(state: Any) -> int:
    """C12: who is on after the mover: the next seat with cards, or the mover itself if there is none."""
    seat = signed(state.seat)
    for _ in range(state.players - 1):
        seat = 0 if seat + 1 == state.players else seat + 1
        if not is_empty(state.hands[seat]):
            return seat
    return signed(state.seat)


@kernel
def look_at(state: Any, row: Any, unlaid: Any, words: Any, x: Any) -> None:
    """Fill in the first BASE inputs."""
    hand = (row.hand[0], row.hand[1])
    stock = CARDS - signed(state.drawn)
    piles = by_room(row)
    for i in range(PILES):
        pile = piles[i]
        top = signed(row.tops[pile])
        word = words[pile] if top == state.tops[pile] else MOVED
        burning = (row.fresh >> pile & 1) if state.on_fire else 0
        command = state.command[top] if state.extreme else 0
        of_pile(i * A_PILE, top, i < 2, hand, unlaid, word, burning, command, x)
    a, b = signed(row.tops[piles[0]]), signed(row.tops[piles[1]])
    c, d = signed(row.tops[piles[2]]), signed(row.tops[piles[3]])
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


@inlined
def least_passed(hand: Any, unlaid: Any, tops: Any, x: Any, at: int) -> None:
    """How few unlaid cards the hand's three cheapest cards pass over, and how many cards pass over one at most."""
    a, b, c, d = tops
    low, high = hand
    first = second = third = UNFIT
    cheap = 0
    while low | high != np.uint64(0):
        card, low, high = take_lowest(low, high)
        least = passed(card, unlaid, a, b, c, d)
        cheap += least <= 1
        if least < first:
            first, second, third = least, first, second
        elif least < second:
            second, third = least, second
        elif least < third:
            third = least
    x[at] = first * 0.1
    x[at + 1] = second * 0.1
    x[at + 2] = third * 0.1
    x[at + 3] = cheap * 0.3


@inlined
def look_at_others(state: Any, hand: Any, stock: int, at: int, x: Any) -> None:
    """Who plays, how many cards the others hold, what is drawn and asked for next."""
    for players in range(MAX_PLAYERS):
        x[at + players] = 1.0 if state.players == players + 1 else 0.0
    following = next_seat(state)
    fewest = state.hand_size
    for seat in range(state.players):
        if seat != state.seat:
            fewest = min(fewest, count(state.hands[seat]))
    draws = min(state.hand_size - count(hand), stock)
    at += MAX_PLAYERS
    x[at] = 1.0 if state.least == 3 else 0.0
    x[at + 1] = state.hand_size * 0.3 - 1.8
    x[at + 2] = (state.hand_size - count(state.hands[following])) * 0.3 if following != state.seat else 0.0
    x[at + 3] = (state.hand_size - fewest) * 0.3
    x[at + 4] = draws * 0.2
    x[at + 5] = 1.0 if stock <= draws else 0.0


@inlined
def look_at_fire(row: Any, hand: Any, unseen: Any, piles: Any, x: Any) -> None:
    """Fire in hand, unseen and open, and how easily it is covered."""
    at = CLASSIC
    x[at] = fires(hand) * 0.5
    x[at + 1] = fires(unseen) * 0.3
    x[at + 2] = ones(np.uint64(row.fresh)) * 0.5
    for i in range(PILES):
        pile = piles[i]
        top = signed(row.tops[pile])
        card = next_above(hand, top) if i < 2 else next_below(hand, top)
        open_fire = row.fresh >> pile & 1
        x[at + 3 + i] = 1.0 if card and burns(card) else 0.0
        x[at + 3 + PILES + i] = within(unseen, top, i < 2, NEAR) * 0.2 if open_fire else 0.0


@inlined
def fires(cards: Any) -> int:
    low, high = cards
    found = 0
    for card in range(22, 78, 11):
        word = low if card < 64 else high
        found += signed(word >> np.uint64(card & 63) & np.uint64(1))
    return found


@inlined
def look_at_commands(state: Any, row: Any, hand: Any, unseen: Any, piles: Any, x: Any) -> None:
    """Commands on top of the piles, on the nearest card of the hand, in hand and unseen by kind."""
    at = ON_FIRE
    for i in range(at, INPUTS):
        x[i] = 0.0
    for i in range(PILES):
        top = signed(row.tops[piles[i]])
        command = state.command[top]
        if command >= SILENCE:
            x[at + 8 * i + command - SILENCE] = 1.0
        card = next_above(hand, top) if i < 2 else next_below(hand, top)
        command = state.command[card] if card else NO_COMMAND
        if command != NO_COMMAND:
            x[at + 8 * i + 3 + min(command, SILENCE)] = 1.0
    at += 8 * PILES
    low, high = hand
    while low | high != np.uint64(0):
        card, low, high = take_lowest(low, high)
        command = state.command[card]
        if command != NO_COMMAND:
            x[at + command - 1] += 0.5
        else:
            x[at + 2 * DRAW_ONE] += 0.3
    at += DRAW_ONE
    low, high = unseen
    while low | high != np.uint64(0):
        card, low, high = take_lowest(low, high)
        command = state.command[card]
        if command != NO_COMMAND:
            x[at + command - 1] += 0.25


@kernel
def look_further(state: Any, row: Any, unlaid: Any, words: Any, inputs: int, x: Any) -> None:
    """Fill in the inputs past BASE."""
    hand = (row.hand[0], row.hand[1])
    unseen = (unlaid[0] & ~hand[0], unlaid[1] & ~hand[1])
    piles = by_room(row)
    for i in range(PILES):
        top = signed(row.tops[piles[i]])
        word = words[PILES + piles[i]] if top == state.tops[piles[i]] else 0
        at = BASE + 4 * i
        x[at] = 1.0 if word == 1 else 0.0
        x[at + 1] = 1.0 if word == 2 else 0.0
        x[at + 2] = within(unseen, top, i < 2, NEAR) * 0.2
        x[at + 3] = within(unseen, top, i < 2, FAR) * 0.1
    at = BASE + 4 * PILES
    tops = (
        signed(row.tops[piles[0]]),
        signed(row.tops[piles[1]]),
        signed(row.tops[piles[2]]),
        signed(row.tops[piles[3]]),
    )
    least_passed(hand, unlaid, tops, x, at)
    look_at_others(state, hand, CARDS - signed(state.drawn), at + 4, x)
    if inputs > CLASSIC:
        if state.on_fire:
            look_at_fire(row, hand, unseen, piles, x)
        else:
            for i in range(CLASSIC, ON_FIRE):
                x[i] = 0.0
    if inputs > ON_FIRE:
        look_at_commands(state, row, hand, unseen, piles, x)


@kernel
def fill_in(state: Any, row: Any, unlaid: Any, words: Any, inputs: int, x: Any) -> None:
    """Fill in the inputs for an end; `unlaid` is what is unlaid after it, `words` what was said before it."""
    look_at(state, row, unlaid, words, x)
    if inputs > BASE:
        look_further(state, row, unlaid, words, inputs, x)


@numeric
def think(x: Any, net: Any, one: Any, two: Any) -> float:
    """The network's word on its inputs; leaves the layers in `one` and `two`."""
    inputs, first = net.layer_1.shape
    second = net.layer_2.shape[1]
    for k in range(first):
        one[k] = net.bias_1[k]
    for i in range(inputs):
        if x[i] != 0.0:  # many are
            for k in range(first):
                one[k] += x[i] * net.layer_1[i, k]
    for k in range(second):
        two[k] = net.bias_2[k]
    for i in range(first):
        unit = one[i] if one[i] > 0 else LEAK * one[i]
        for k in range(second):
            two[k] += unit * net.layer_2[i, k]
    last = net.bias_3[0]
    for k in range(second):
        last += (two[k] if two[k] > 0 else LEAK * two[k]) * net.layer_3[k]
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
    fill_in(state, row, still, words, net.layer_1.shape[0], x)
    return think(x, net, one, two)
