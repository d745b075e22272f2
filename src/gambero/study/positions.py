"""A position of a team game as the solver keeps it: what changes in a game, without the deck and the layout."""

from typing import Any

import numpy as np

from gambero.rules.cards import ONE, add, signed
from gambero.rules.compiled import inlined, kernel
from gambero.rules.shuffle import mixed
from gambero.rules.team import CARDS, MAX_PLAYERS, PILES, PLAYING

POSITION = np.dtype(
    [
        ("hands", "u8", (MAX_PLAYERS, 2)),
        ("unlaid", "u8", 2),  # all cards in hands and draw pile
        ("tops", "u1", PILES),
        ("drawn", "u1"),
        ("seat", "i1"),
        ("laid", "u1"),
        ("fresh", "u1"),
        ("due", "u1"),
        ("skulls", "u1"),
        ("three", "u1"),
        ("picked", "i1"),
    ],
    align=True,
)


@inlined
def pack(state: Any, position: Any) -> None:
    """Copy what changes in a game into a position; the caller keeps `unlaid`, since it knows which card was laid."""
    for seat in range(state.players):
        position.hands[seat, 0] = state.hands[seat, 0]
        position.hands[seat, 1] = state.hands[seat, 1]
    for pile in range(PILES):
        position.tops[pile] = state.tops[pile]
    position.drawn = state.drawn
    position.seat = state.seat
    position.laid = state.laid
    position.fresh = state.fresh
    position.due = state.due
    position.skulls = state.skulls
    position.three = state.three
    position.picked = state.picked


@inlined
def unpack(position: Any, state: Any) -> None:
    """Write a position, of a game that is not over, into a state."""
    for seat in range(state.players):
        state.hands[seat, 0] = position.hands[seat, 0]
        state.hands[seat, 1] = position.hands[seat, 1]
    for pile in range(PILES):
        state.tops[pile] = position.tops[pile]
    state.drawn = position.drawn
    state.seat = position.seat
    state.laid = position.laid
    state.fresh = position.fresh
    state.due = position.due
    state.skulls = position.skulls
    state.three = position.three
    state.picked = position.picked
    state.outcome = PLAYING


@kernel
def pack_game(table: Any, position: Any) -> None:
    """The position of a game; `position` is an array of one."""
    state, row = table[0], position[0]
    pack(state, row)
    row.unlaid[0] = np.uint64(0)
    row.unlaid[1] = np.uint64(0)
    for seat in range(state.players):
        row.unlaid[0] |= state.hands[seat, 0]
        row.unlaid[1] |= state.hands[seat, 1]
    for at in range(state.drawn, CARDS):
        add(row.unlaid, state.deck[at])


@inlined
def without(unlaid: Any, card: int) -> Any:
    """The two words of a set of cards, less one card."""
    low, high = unlaid[0], unlaid[1]
    if card < 64:
        return low & ~(ONE << np.uint64(card)), high
    return low, high & ~(ONE << np.uint64(card - 64))


@inlined
def of_pile(state: Any, pile: int) -> int:
    """A pile's top, fire, skull and whether it is the picked pile, packed into one number."""
    packed = signed(state.tops[pile])
    packed = packed * 2 + (signed(state.fresh) >> pile & 1)
    packed = packed * 2 + (signed(state.due) >> pile & 1)
    packed = packed * 2 + (signed(state.skulls) >> pile & 1)
    return packed * 2 + (1 if state.picked == pile else 0)


@inlined
def key_of(state: Any) -> Any:
    """A hash of a position. The two piles of one direction may change places: no rule treats them differently."""
    key = np.uint64(signed(state.seat) + 1) * np.uint64(256) + np.uint64(state.drawn)
    key = mixed(key * np.uint64(64) + np.uint64(state.laid) * np.uint64(2) + np.uint64(state.three))
    for seat in range(state.players):
        key = mixed(key ^ state.hands[seat, 0])
        key = mixed(key + state.hands[seat, 1])
    for pile in range(0, PILES, 2):
        one, other = of_pile(state, pile), of_pile(state, pile + 1)
        key = mixed(key + np.uint64(min(one, other)))
        key = mixed(key + np.uint64(max(one, other)))
    return key
