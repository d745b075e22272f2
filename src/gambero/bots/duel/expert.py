"""expert: compares the ends of its turn that careful rates best by playing on from each, with the hidden cards shuffled
anew every time. The worse half is dropped again and again until one is left (sequential halving).
"""

from time import perf_counter
from typing import Any

import numpy as np

from gambero.bots.duel import greedy, turn
from gambero.bots.duel.brisk import outlook
from gambero.bots.duel.careful import Desk, desk, survey
from gambero.bots.duel.worth import odds, one, unlaid
from gambero.bots.imagine import imagined
from gambero.game.base import View
from gambero.game.notation import DUEL
from gambero.rules import duel
from gambero.rules.cards import NONE, add, count
from gambero.rules.compiled import inlined, kernel
from gambero.rules.shuffle import SEEDS, seeded, shuffle

ENDS = 16  # ends of a turn that are compared
TURNS = 4  # turns played on from each end, two of each player
LOOKS = 3000  # playouts for a move, shared among the ends: some 50 ms a turn
TRUST = 5  # careful's rating of an end counts as so many playouts


@inlined
def begin(state: Any, desk: Any) -> int:
    """Find the ends to compare; from here on `worths` adds up the chances seen."""
    left = survey(state, desk)
    for i in range(left):
        desk.worths[i] = TRUST * odds(desk.worths[i])
    return left


@inlined
def look(desk: Any, left: int, generator: Any) -> None:
    """Look ahead once from each end, with the same hidden cards for all: what differs is the end."""
    dealt = desk.spare[0]
    desk.spare[0] = desk.ends[0]
    deal_anew(dealt, generator)
    for i in range(left):
        state = desk.spare[1]
        desk.spare[1] = desk.ends[i]
        copy_hidden(state, dealt)
        turn.end(state)
        desk.worths[i] += outlook(state, desk.spare[2:], dealt.seat, TURNS)


@inlined
def deal_anew(state: Any, generator: Any) -> None:
    """Shuffle what the mover cannot know: the order of the own draw pile, and all the opponent's cards."""
    me, other = state.seat, 1 - state.seat
    size = count(state.hands[other])
    put_under(state, me, unlaid(state, me) & ~state.hands[me, 0], generator)
    put_under(state, other, unlaid(state, other), generator)
    state.hands[other, 0] = 0
    for at in range(state.drawn[other] - size, state.drawn[other]):
        add(state.hands[other], state.decks[other, at])


@inlined
def put_under(state: Any, seat: int, cards: Any, generator: Any) -> None:
    """A set of cards as the end of a deck, shuffled."""
    at = duel.CARDS
    for card in range(duel.LOWEST, duel.HIGHEST + 1):
        if cards & one(card) != NONE:
            at -= 1
            state.decks[seat, at] = card
    shuffle(state.decks[seat, at:], generator)


@inlined
def copy_hidden(state: Any, dealt: Any) -> None:
    for seat in range(duel.PLAYERS):
        for at in range(state.drawn[seat], duel.CARDS):
            state.decks[seat, at] = dealt.decks[seat, at]
    state.hands[1 - state.seat, 0] = dealt.hands[1 - state.seat, 0]


@inlined
def settled(desk: Any, left: int) -> bool:
    """Do all ends that are left begin with the same move?"""
    for i in range(1, left):
        if desk.firsts[i] != desk.firsts[0]:
            return False
    return True


@inlined
def halve(desk: Any, left: int) -> int:
    """Sort the ends by what was seen, and keep the better half."""
    for i in range(1, left):
        at = i
        while at > 0 and desk.worths[at - 1] < desk.worths[at]:
            swap(desk, at - 1, at)
            at -= 1
    return (left + 1) // 2


@inlined
def swap(desk: Any, i: int, j: int) -> None:
    desk.worths[i], desk.worths[j] = desk.worths[j], desk.worths[i]
    desk.firsts[i], desk.firsts[j] = desk.firsts[j], desk.firsts[i]
    desk.spare[0] = desk.ends[i]
    desk.ends[i] = desk.ends[j]
    desk.ends[j] = desk.spare[0]


@inlined
def halvings(ends: int) -> int:
    """How often ends can be halved until one is left."""
    times = 0
    while 1 << times < ends:
        times += 1
    return times


@kernel
def choose(state: Any, desk: Any, generator: Any, looks: int) -> int:
    left = begin(state, desk)
    if left == 0:
        return greedy.choose(state)  # lost: two cards cannot be laid
    share = looks // max(halvings(left), 1)
    while not settled(desk, left):
        for _ in range(share // left):
            look(desk, left, generator)
        left = halve(desk, left)
    return desk.firsts[0]


@kernel
def choose_at(table: Any, desk: Any, generator: Any, seed: Any, looks: int) -> int:
    seeded(generator, seed, 0)
    return choose(table[0], desk, generator, looks)


@kernel
def begin_at(table: Any, desk: Any, generator: Any, seed: Any) -> int:
    seeded(generator, seed, 0)
    return begin(table[0], desk)


@kernel
def look_at(desk: Any, left: int, generator: Any) -> None:
    look(desk, left, generator)


@kernel
def halve_at(desk: Any, left: int) -> int:
    return halve(desk, left)


def in_time(table: Any, desk: Desk, generator: Any, seed: Any, seconds: float) -> int:
    """The same by the clock: each halving gets an equal part of the time."""
    began = perf_counter()
    ends = left = begin_at(table, desk, generator, seed)
    if ends == 0:
        return greedy.choose_at(table)
    part = seconds / max(halvings(ends), 1)
    until = began
    while not settled(desk, left):
        until += part
        while perf_counter() < until:
            look_at(desk, left, generator)
        left = halve_at(desk, left)
    return int(desk.firsts[0])


def chosen(view: View, seed: int, seconds: float | None = None) -> str:
    """expert's move in the duel: the same for the same seed, unless the clock decides how far it looks."""
    table, thinking, generator, number = imagined(view), desk(ENDS), np.zeros(4, np.uint64), np.uint64(seed % SEEDS)
    if seconds is None:
        return DUEL.texts[choose_at(table, thinking, generator, number, LOOKS)]
    return DUEL.texts[in_time(table, thinking, generator, number, seconds)]
