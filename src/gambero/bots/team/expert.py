"""expert: the ends the judge likes best, each looked at a few turns later in many worlds that fit the view.

The same worlds for all, and the worse half dropped after each round (sequential halving).
"""

from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gambero.bots.team.careful import (
    MOST_BEST,
    NOTHING,
    WIDTH,
    Room,
    best_ends,
    everyone_says,
    loudest,
    make_room,
)
from gambero.bots.team.ends import list_ends, play_end
from gambero.bots.team.judge import INPUTS, MOST_FIRST, MOST_SECOND, WORDS, judge_end, next_seat
from gambero.bots.team.weigh import REACH, SAY_NEAR
from gambero.bots.team.worlds import imagine
from gambero.rules.cards import count, whole
from gambero.rules.compiled import inlined, kernel
from gambero.rules.team import BEATEN, MAX_PLAYERS, PILES, PLAYING, TEAM

LOOKS = (800, 600, 400, 300, 400)  # by players: alone nobody helps, so it pays to look longer
LOST = 0.15  # what a loss with nothing left would be worth
FADE = 6.0  # cards left that make a loss worth e times less


class Thinking(NamedTuple):
    """How hard to think."""

    tried: int = 8  # ends compared by looks
    weighed: int = 32  # ends the judge is asked about
    looks: int = 0  # worlds × ends a turn; 0: as LOOKS has it
    depth: int = 0  # turns played on in a look; 0: as many as there are players, but two at least
    last: int = 6  # ends the judge is asked about in the last turn of a look,
    middle: int = 3  # and in those before it
    width: int = 3
    reach: float = 8.0
    prior: float = 4.0  # looks that the judge's own word is worth
    margin: float = 0.3  # ends the judge puts this far below its first are not tried
    end_cards: int = 12  # with so few cards unlaid, look this deep:
    end_depth: int = 12
    always: bool = False  # look even where there is no choice, to know how good it is


class Study(NamedTuple):
    """The places a choice needs, made once."""

    near: Room
    far: Room
    x: npt.NDArray[np.float32]
    one: npt.NDArray[np.float32]
    two: npt.NDArray[np.float32]
    words: npt.NDArray[np.int64]
    worlds: npt.NDArray[np.void]  # one that fits the view, and the one a look plays in
    sizes: npt.NDArray[np.int64]
    silent: npt.NDArray[np.uint64]
    zone: npt.NDArray[np.uint64]
    total: npt.NDArray[np.float64]  # what was seen of each of the best ends, added up,
    loss_credit: npt.NDArray[np.float64]  # part of total that only ranks lost games; not a chance to win
    looks: npt.NDArray[np.float64]  # and in how many looks, the judge's own word included; 0: no such end


def make_study() -> Study:
    return Study(
        make_room(),
        make_room(),
        np.zeros(INPUTS, np.float32),
        np.zeros(MOST_FIRST, np.float32),
        np.zeros(MOST_SECOND, np.float32),
        np.zeros(WORDS, np.int64),
        np.zeros(2, TEAM),
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros((MAX_PLAYERS, 2), np.uint64),
        np.zeros((2, 2), np.uint64),
        np.zeros(MOST_BEST),
        np.zeros(MOST_BEST),
        np.zeros(MOST_BEST),
    )


@inlined
def without(unlaid: Any, hand: Any, row: Any) -> Any:
    """What is unlaid once a hand has become the row's."""
    return unlaid[0] & ~(hand[0] & ~row.hand[0]), unlaid[1] & ~(hand[1] & ~row.hand[1])


@inlined
def hear(state: Any, room: Any, words: Any) -> None:
    """What was said of each pile, as the judge wants it."""
    following = next_seat(state)
    for pile in range(PILES):
        words[pile] = loudest(room.said, state.seat, state.players, pile)
        words[PILES + pile] = room.said[following, pile] if following != whole(state.seat) else NOTHING


@kernel
def order(state: Any, unlaid: Any, found: int, net: Any, room: Any, study: Any) -> None:
    """Sort the best ends by the judge's word, best first."""
    hear(state, room, study.words)
    for k in range(found):
        end = room.best[k]
        value = judge_end(state, room.ends[end], unlaid, study.words, net, study.x, study.one, study.two)
        place = k
        while place > 0 and room.value[place - 1] < value:
            room.value[place] = room.value[place - 1]
            room.best[place] = room.best[place - 1]
            place -= 1
        room.value[place] = value
        room.best[place] = end


@kernel
def look(state: Any, unlaid: Any, depth: int, last: int, middle: int, weights: Any, net: Any, study: Any) -> float:
    """Play some turns on in a known world and ask the judge; a game that ends on the way says it itself.

    What a loss is worth comes with a minus, so that it can be told from a hope.
    """
    room = study.far
    while state.outcome == PLAYING:
        everyone_says(state, weights[SAY_NEAR], room.said)
        listed = list_ends(state, WIDTH, weights[REACH], room.ends, room.seen)
        found = best_ends(state, unlaid, listed, last if depth <= 1 else middle, weights, room)
        if found == 0:
            break
        if found > 1 or depth <= 1:
            order(state, unlaid, found, net, room, study)
        row = room.ends[room.best[0]]
        if row.outcome == BEATEN:
            return 1.0
        depth -= 1
        if depth <= 0:
            return room.value[0]
        unlaid = without(unlaid, state.hands[state.seat], row)
        play_end(state, row)
    return 1.0 if state.outcome == BEATEN else -LOST * np.exp(-count(unlaid) / FADE)


@kernel
def rank(state: Any, unlaid: Any, thinking: Any, weights: Any, net: Any, study: Any) -> int:
    """List the ends and sort the best by the judge; returns how many are worth comparing."""
    room = study.near
    listed = list_ends(state, thinking.width, thinking.reach, room.ends, room.seen)
    found = best_ends(state, unlaid, listed, thinking.weighed, weights, room)
    order(state, unlaid, found, net, room, study)
    study.loss_credit[:] = 0.0
    study.looks[:] = 0.0
    for k in range(found):
        study.total[k] = thinking.prior * room.value[k]
        study.looks[k] = thinking.prior
    if found and room.value[0] >= 1.0:
        return 1
    found = min(found, thinking.tried)
    while found > 1 and room.value[found - 1] < room.value[0] - thinking.margin:
        found -= 1
    return found


@kernel
def try_out(
    state: Any,
    unlaid: Any,
    alive: int,
    worlds: int,
    exact: Any,
    thinking: Any,
    weights: Any,
    net: Any,
    generator: Any,
    study: Any,
) -> None:
    """Look at each of the ends still alive in the same worlds."""
    hand = state.hands[state.seat]
    unseen = (unlaid[0] & ~hand[0], unlaid[1] & ~hand[1])
    depth = thinking.depth or max(state.players, 2)
    if count(unlaid) <= thinking.end_cards:
        depth = thinking.end_depth
    for seat in range(state.players):
        study.sizes[seat] = count(state.hands[seat])
    for k in range(alive):
        study.looks[k] += worlds
    study.worlds[0] = state
    world = study.worlds[0]
    for _ in range(worlds):
        imagine(
            world,
            unseen,
            study.sizes,
            study.near.said,
            exact,
            whole(weights[SAY_NEAR]),
            generator,
            study.silent,
            study.zone,
        )
        for k in range(alive):
            row = study.near.ends[study.near.best[k]]
            study.worlds[1] = world
            later = study.worlds[1]
            play_end(later, row)
            still = without(unlaid, hand, row)
            seen = look(later, still, depth, thinking.last, thinking.middle, weights, net, study)
            study.total[k] += abs(seen)
            if seen < 0.0:
                study.loss_credit[k] -= seen


@kernel
def drop_worse_half(alive: int, study: Any) -> int:
    """Keep the better half of the ends, best first; returns how many."""
    kept = (alive + 1) // 2
    for k in range(kept):
        best = k
        for other in range(k + 1, alive):
            if study.total[other] > study.total[best]:
                best = other
        study.total[k], study.total[best] = study.total[best], study.total[k]
        study.loss_credit[k], study.loss_credit[best] = study.loss_credit[best], study.loss_credit[k]
        study.near.best[k], study.near.best[best] = study.near.best[best], study.near.best[k]
    return kept


def search(
    table: Any,
    unlaid: Any,
    exact: Any,
    thinking: Thinking,
    weights: Any,
    net: Any,
    generator: Any,
    study: Study,
    seconds: float | None,
) -> int:
    """The end to play for, as a row of study.near.ends, or −1; what the others said is in study.near.said."""
    began = perf_counter()
    state = table[0]
    alive = rank(state, unlaid, thinking, weights, net, study)
    if alive == 0:
        return -1
    rounds = max((alive - 1).bit_length(), 1)
    for number in range(rounds):
        if alive == 1 and not thinking.always:
            break
        if seconds is None:
            worlds = (thinking.looks or LOOKS[state["players"] - 1]) // (rounds * alive) + 1
            try_out(state, unlaid, alive, worlds, exact, thinking, weights, net, generator, study)
        else:
            until = began + seconds * (number + 1) / rounds
            while perf_counter() < until:
                try_out(state, unlaid, alive, 1, exact, thinking, weights, net, generator, study)
        alive = drop_worse_half(alive, study)
    return int(study.near.best[0])


def estimates(study: Study, thinking: Thinking) -> list[tuple[int, float]]:
    """After a search: ends and their chances to win, first the one to play for, then those looked at, then the rest."""
    found = int(np.count_nonzero(study.looks))
    chances = (study.total[:found] - study.loss_credit[:found]) / study.looks[:found]
    rest = sorted(range(1, found), key=lambda k: (study.looks[k] <= thinking.prior, -chances[k]))
    ranked: list[tuple[int, float]] = []
    for k in (0, *rest)[:found]:
        # What was dropped early was worse in the worlds it shared, however kind these were.
        chance = min(float(chances[k]), ranked[-1][1] if ranked else 1.0)
        ranked.append((int(study.near.best[k]), max(chance, 0.0)))
    return ranked
