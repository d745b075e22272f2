"""careful: lists every end its turn can come to and takes the one worth most."""

from typing import Any, NamedTuple

import numpy as np

from gambero.bots.duel import greedy, turn
from gambero.bots.duel.worth import unlaid, worth
from gambero.bots.imagine import imagined
from gambero.game.base import View
from gambero.game.notation import DUEL
from gambero.rules import duel
from gambero.rules.compiled import inlined, kernel
from gambero.rules.moves import END, card_of, lay_move, pile_of


class Desk(NamedTuple):
    """Arrays of the search, allocated once: the way to an end, and the best ends found with their first moves."""

    way: Any
    moves: Any
    ends: Any
    firsts: Any
    worths: Any
    spare: Any  # states to try things with


def desk(ends: int) -> Desk:
    """Allocate a desk for so many ends."""
    return Desk(
        np.zeros(turn.DEPTH, duel.DUEL),
        np.zeros(turn.DEPTH, np.int64),
        np.zeros(ends, duel.DUEL),
        np.zeros(ends, np.int64),
        np.zeros(ends),
        np.zeros(3, duel.DUEL),
    )


@kernel
def survey(state: Any, desk: Any) -> int:
    """Fill in the best ends of this turn, the best one first, and say how many there are."""
    theirs = unlaid(state, 1 - state.seat)
    stock = unlaid(state, state.seat) & ~state.hands[state.seat, 0]
    desk.way[0] = state
    desk.moves[0] = lay_move(0, turn.FIRST_PILE)
    depth = found = 0
    if turn.may_end(state):
        found = keep(desk, 0, found, worth(state, stock, theirs))
    while depth >= 0:
        move = turn.lay_after(desk.way[depth], card_of(desk.moves[depth]), pile_of(desk.moves[depth]))
        if move == END:
            depth -= 1
            continue
        desk.moves[depth] = move
        desk.way[depth + 1] = desk.way[depth]
        depth += 1
        desk.moves[depth] = lay_move(0, pile_of(move))  # go on from there, with the lowest card on the same pile
        after = desk.way[depth]
        duel.put(after, card_of(move), pile_of(move))
        if turn.may_end(after):
            found = keep(desk, depth, found, worth(after, stock, theirs))
    return found


@inlined
def keep(desk: Any, depth: int, found: int, value: float) -> int:
    """Put an end among the best if it is one of them; returns how many there are now."""
    last = len(desk.ends) - 1
    if found > last and value <= desk.worths[last]:
        return found
    at = min(found, last)
    while at > 0 and desk.worths[at - 1] < value:
        at -= 1
    if at > 0 and desk.worths[at - 1] == value and same(desk.ends[at - 1], desk.way[depth]):
        return found  # another way to the same end
    for i in range(min(found, last), at, -1):
        write(desk, i, desk.ends[i - 1], desk.firsts[i - 1], desk.worths[i - 1])
    write(desk, at, desk.way[depth], desk.moves[0] if depth else END, value)
    return min(found, last) + 1


@inlined
def write(desk: Any, at: int, state: Any, first: int, value: float) -> None:
    desk.ends[at] = state
    desk.firsts[at] = first
    desk.worths[at] = value


@inlined
def same(one: Any, other: Any) -> bool:
    """Are two ends of one turn the same position?"""
    if one.hands[one.seat, 0] != other.hands[one.seat, 0]:
        return False
    for pile in range(duel.PILES):
        if one.tops[pile] != other.tops[pile]:
            return False
    return True


@inlined
def choose(state: Any, desk: Any) -> int:
    if survey(state, desk) == 0:
        return greedy.choose(state)  # lost: two cards cannot be laid
    return desk.firsts[0]


@kernel
def choose_at(table: Any, desk: Any) -> int:
    return choose(table[0], desk)


def chosen(view: View) -> str:
    """careful's move in the duel."""
    return DUEL.texts[choose_at(imagined(view), desk(1))]
