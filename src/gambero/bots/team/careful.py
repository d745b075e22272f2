"""careful: weighs every end of the turn lightly, and heeds what the others said of the piles."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gambero.bots.team.ends import END, MOST, SEEN, list_ends, play_end
from gambero.bots.team.greedy import choose as choose_greedily
from gambero.bots.team.weigh import (
    FEATURES,
    MINE,
    REACH,
    SAY_NEAR,
    SMALL,
    SMALL_STEP,
    blend,
    burden,
    has_back,
    look_ahead,
    weigh,
)
from gambero.rules.cards import count, is_empty, next_above, next_below, signed, take_lowest
from gambero.rules.classic import DOWN, UP, ascends, take
from gambero.rules.commands import SILENCE, shows
from gambero.rules.compiled import inlined, kernel
from gambero.rules.team import CARDS, MAX_PLAYERS, NUMBERS, PILES, needed

NOTHING, STEPS, LEAVE = 0, 1, 2  # said of a pile: nothing or free for you, small steps only, leave it to me
WIDTH = 2
SMALL_TURN = 3.0
GLADLY, IF_NEED_BE = 6, 14  # range that a first turn may use up to be offered so
MOST_BEST = 64
MOST_HAND = 9


class Buffers(NamedTuple):
    """The arrays that a choice needs, made once."""

    ends: npt.NDArray[np.void]
    seen: npt.NDArray[np.uint64]
    signals: npt.NDArray[np.int64]  # by seat and pile
    best: npt.NDArray[np.int64]
    value: npt.NDArray[np.float64]
    blended: npt.NDArray[np.float64]
    near: npt.NDArray[np.float64]  # how near an unseen card is to a number, by direction


def make_buffers() -> Buffers:
    return Buffers(
        np.zeros(MOST, END),
        np.zeros(SEEN, np.uint64),
        np.zeros((MAX_PLAYERS, PILES), np.int64),
        np.zeros(MOST_BEST, np.int64),
        np.zeros(MOST_BEST),
        np.zeros((MOST_HAND, FEATURES)),
        np.zeros((2, NUMBERS)),
    )


@inlined
def say(hand: Any, tops: Any, near: float, signals: Any) -> None:
    """What the holder of a hand says of each pile.

    "Leave it to me" stands for the step back or the very next card, so that it names neither (C15).
    """
    for pile in range(PILES):
        top = signed(tops[pile])
        signals[pile] = NOTHING
        card = next_above(hand, top) if ascends(pile) else next_below(hand, top)
        if has_back(hand, ascends(pile), top) or (card and abs(card - top) == 1):
            signals[pile] = LEAVE
        elif card and abs(card - top) <= near:
            signals[pile] = STEPS


@kernel
def speak(hand: Any, tops: Any, near: float, signals: Any) -> None:
    say(hand, tops, near, signals)


@kernel
def everyone_says(state: Any, near: float, signals: Any) -> None:
    """What all but the mover say, in a world whose hands are known; nothing under silence (E12)."""
    silent = state.extreme and shows(state, SILENCE)
    for seat in range(state.players):
        hand = state.hands[seat]
        if seat == state.seat or silent or is_empty(hand):
            signals[seat, :] = NOTHING
        else:
            say(hand, state.tops, near, signals[seat])


@inlined
def loudest(signals: Any, seat: int, players: int, pile: int) -> int:
    """The strongest thing that anybody else says of a pile."""
    word = NOTHING
    for other in range(signed(players)):
        if other != signed(seat):
            word = max(word, signals[other, pile])
    return word


@inlined
def against(state: Any, row: Any, words: Any, weights: Any, w: Any) -> float:
    """What laying against the others' words costs."""
    value = 0.0
    for pile in range(PILES):
        if words[pile] == NOTHING:
            continue
        step = signed(row.tops[pile]) - signed(state.tops[pile])
        if not ascends(pile):
            step = -step
        if step <= 0:
            continue
        if words[pile] == LEAVE:
            value += w[MINE]
        elif step > weights[SMALL_STEP]:
            value += w[SMALL]
    return value


@inlined
def unlaid_cards(state: Any) -> Any:
    """Every card in a hand or in the draw pile, as a set."""
    low, high = np.uint64(0), np.uint64(0)
    for seat in range(state.players):
        low |= state.hands[seat, 0]
        high |= state.hands[seat, 1]
    for at in range(state.drawn, CARDS):
        card = state.deck[at]
        if card < 64:
            low |= np.uint64(1) << np.uint64(card)
        else:
            high |= np.uint64(1) << np.uint64(card - 64)
    return low, high


@kernel
def best_ends(state: Any, unlaid: Any, listed: int, wanted: int, weights: Any, buffers: Any) -> int:
    """The best ends by weight, best first in buffers.best; returns how many there are."""
    hand = state.hands[state.seat]
    blend(weights, count(unlaid), count(hand), buffers.blended)
    words = (
        loudest(buffers.signals, state.seat, state.players, 0),
        loudest(buffers.signals, state.seat, state.players, 1),
        loudest(buffers.signals, state.seat, state.players, 2),
        loudest(buffers.signals, state.seat, state.players, 3),
    )
    unseen = (unlaid[0] & ~hand[0], unlaid[1] & ~hand[1])  # the same at every end
    for pile in range(PILES):
        look_ahead(unseen, signed(state.tops[pile]), buffers.near)
    low, high = hand[0], hand[1]
    while low | high != np.uint64(0):
        card, low, high = take_lowest(low, high)
        look_ahead(unseen, card, buffers.near)
    plain = not state.on_fire and not state.extreme
    share = count(unlaid) / CARDS
    found = 0
    for k in range(wanted):
        buffers.value[k] = -1e18
    for end in range(listed):
        row = buffers.ends[end]
        if not row.stops:
            continue
        w = buffers.blended[max(signed(row.laid) - state.laid, 0)]
        over = max(signed(row.laid) - needed(state), 0)
        value = weigh(row, unseen, over, w, buffers) + against(state, row, words, weights, w)
        if not plain:
            value += burden(state, row, share, weights)
        if value > buffers.value[wanted - 1]:
            k = wanted - 1
            while k > 0 and buffers.value[k - 1] < value:
                buffers.value[k] = buffers.value[k - 1]
                buffers.best[k] = buffers.best[k - 1]
                k -= 1
            buffers.value[k] = value
            buffers.best[k] = end
            found = min(found + 1, wanted)
    return found


@kernel
def choose_end(state: Any, unlaid: Any, weights: Any, buffers: Any) -> int:
    """The end careful plays for, having heard buffers.signals; −1 if none can be reached."""
    listed = list_ends(state, WIDTH, weights[REACH], buffers.ends, buffers.seen)
    return buffers.best[0] if best_ends(state, unlaid, listed, 1, weights, buffers) else -1


@kernel
def eager(state: Any, unlaid: Any, weights: Any, buffers: Any) -> int:
    """C4: how gladly the mover would start, by how much of the piles' range the first turn would use up."""
    buffers.signals[:] = NOTHING
    listed = list_ends(state, 1, SMALL_TURN, buffers.ends, buffers.seen)  # a glance at the nearest cards will do
    end = buffers.best[0] if best_ends(state, unlaid, listed, 1, weights, buffers) else 0
    tops = buffers.ends[end].tops
    used = signed(tops[0]) + signed(tops[1]) - signed(tops[2]) - signed(tops[3]) + 2 * (DOWN - UP)
    return 2 if used <= GLADLY else 1 if used <= IF_NEED_BE else 0


@kernel
def take_turn(state: Any, unlaid: Any, weights: Any, buffers: Any) -> Any:
    """A whole turn of careful's at a table where everyone says what careful would; returns what is unlaid after it."""
    everyone_says(state, weights[SAY_NEAR], buffers.signals)
    end = choose_end(state, unlaid, weights, buffers)
    hand = state.hands[state.seat]
    before = (hand[0], hand[1])
    if end < 0:
        take(state, choose_greedily(state))  # lost anyhow, but the law says when
        return unlaid
    row = buffers.ends[end]
    laid = (before[0] & ~row.hand[0], before[1] & ~row.hand[1])
    play_end(state, row)
    return unlaid[0] & ~laid[0], unlaid[1] & ~laid[1]
