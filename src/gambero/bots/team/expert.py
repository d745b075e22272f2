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
    Buffers,
    best_ends,
    everyone_says,
    loudest,
    make_buffers,
)
from gambero.bots.team.ends import list_ends, play_end
from gambero.bots.team.judge import INPUTS, MOST_FIRST, MOST_SECOND, WORDS, judge_end, next_seat
from gambero.bots.team.weigh import REACH, SAY_NEAR
from gambero.bots.team.worlds import imagine
from gambero.rules.cards import count, signed
from gambero.rules.compiled import inlined, kernel
from gambero.rules.team import BEATEN, MAX_PLAYERS, PILES, PLAYING, TEAM

LOOKS = (300, 350, 400, 350, 350)  # by players: alone a hand of eight has most ends, so a look takes longest
FORCED = 8  # where there is no choice, so many times fewer looks tell how good the turn is
LOST = 0.15  # what a loss with nothing left would be worth
FADE = 6.0  # cards left that make a loss worth e times less


class Thinking(NamedTuple):
    """How hard to think."""

    tried: int = 16  # ends compared by looks
    weighed: int = 64  # ends the judge is asked about
    looks: int = 0  # worlds × ends a turn; 0: as LOOKS has it
    depth: int = 5  # turns played on in a look
    last: int = 6  # ends the judge is asked about in the last turn of a look,
    middle: int = 3  # and in those before it
    width: int = 5  # how widely the ends of the own turn are listed: see list_ends
    reach: float = 16.0
    prior: float = 4.0  # the judge's own chance counts as so many looks
    margin: float = 0.3  # ends the judge puts this far below its first are not tried
    end_cards: int = 12  # with so few cards unlaid, look this deep:
    end_depth: int = 12
    always: bool = False  # look even where there is no choice, to know how good it is


class Workspace(NamedTuple):
    """The arrays that a search needs, made once."""

    near: Buffers
    far: Buffers
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
    looks: npt.NDArray[np.float64]  # and in how many looks, `prior` for the judge's own chance; 0: no such end


def make_workspace() -> Workspace:
    return Workspace(
        make_buffers(),
        make_buffers(),
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
def hear(state: Any, buffers: Any, words: Any) -> None:
    """What was signalled about each pile, as the judge's inputs need it."""
    following = next_seat(state)
    for pile in range(PILES):
        words[pile] = loudest(buffers.signals, state.seat, state.players, pile)
        words[PILES + pile] = buffers.signals[following, pile] if following != signed(state.seat) else NOTHING


@kernel
def order(state: Any, unlaid: Any, found: int, net: Any, buffers: Any, workspace: Any) -> None:
    """Sort the best ends by the judge's chance to win, best first."""
    hear(state, buffers, workspace.words)
    for k in range(found):
        end = buffers.best[k]
        value = judge_end(
            state, buffers.ends[end], unlaid, workspace.words, net, workspace.x, workspace.one, workspace.two
        )
        place = k
        while place > 0 and buffers.value[place - 1] < value:
            buffers.value[place] = buffers.value[place - 1]
            buffers.best[place] = buffers.best[place - 1]
            place -= 1
        buffers.value[place] = value
        buffers.best[place] = end


@kernel
def look(state: Any, unlaid: Any, depth: int, last: int, middle: int, weights: Any, net: Any, workspace: Any) -> float:
    """Play some turns on in a known world; returns the judge's chance to win there, or 1 if the game is won by then.

    A lost game has a negative value, nearer to 0 the more cards are left: so lost games can be compared, too.
    """
    buffers = workspace.far
    while state.outcome == PLAYING:
        everyone_says(state, weights[SAY_NEAR], buffers.signals)
        listed = list_ends(state, WIDTH, weights[REACH], buffers.ends, buffers.seen)
        found = best_ends(state, unlaid, listed, last if depth <= 1 else middle, weights, buffers)
        if found == 0:
            break
        if found > 1 or depth <= 1:
            order(state, unlaid, found, net, buffers, workspace)
        row = buffers.ends[buffers.best[0]]
        if row.outcome == BEATEN:
            return 1.0
        depth -= 1
        if depth <= 0:
            return buffers.value[0]
        unlaid = without(unlaid, state.hands[state.seat], row)
        play_end(state, row)
    return 1.0 if state.outcome == BEATEN else -LOST * np.exp(-count(unlaid) / FADE)


@kernel
def rank(state: Any, unlaid: Any, thinking: Any, weights: Any, net: Any, workspace: Any) -> int:
    """List the ends and sort the best by the judge; returns how many are worth comparing."""
    buffers = workspace.near
    listed = list_ends(state, thinking.width, thinking.reach, buffers.ends, buffers.seen)
    found = best_ends(state, unlaid, listed, thinking.weighed, weights, buffers)
    order(state, unlaid, found, net, buffers, workspace)
    workspace.loss_credit[:] = 0.0
    workspace.looks[:] = 0.0
    for k in range(found):
        workspace.total[k] = thinking.prior * buffers.value[k]
        workspace.looks[k] = thinking.prior
    if found and buffers.value[0] >= 1.0:
        return 1
    found = min(found, thinking.tried)
    while found > 1 and buffers.value[found - 1] < buffers.value[0] - thinking.margin:
        found -= 1
    return found


@inlined
def begin_worlds(state: Any, unlaid: Any, workspace: Any) -> Any:
    """Prepare for worlds that fit what the mover sees; returns the cards that the mover does not see, as a set."""
    for seat in range(state.players):
        workspace.sizes[seat] = count(state.hands[seat])
    workspace.worlds[0] = state
    hand = state.hands[state.seat]
    return (unlaid[0] & ~hand[0], unlaid[1] & ~hand[1])


@inlined
def next_world(unseen: Any, exact: Any, weights: Any, generator: Any, workspace: Any) -> None:
    """Deal the unseen cards anew: a new world in workspace.worlds[0]."""
    imagine(
        workspace.worlds[0],
        unseen,
        workspace.sizes,
        workspace.near.signals,
        exact,
        signed(weights[SAY_NEAR]),
        generator,
        workspace.silent,
        workspace.zone,
    )


@inlined
def value_in_world(state: Any, unlaid: Any, row: Any, thinking: Any, weights: Any, net: Any, workspace: Any) -> float:
    """What an end of the mover's turn is worth in the world of `next_world`, as `look` says it."""
    depth = thinking.depth
    if count(unlaid) <= thinking.end_cards:
        depth = thinking.end_depth
    workspace.worlds[1] = workspace.worlds[0]
    later = workspace.worlds[1]
    play_end(later, row)
    still = without(unlaid, state.hands[state.seat], row)
    return look(later, still, depth, thinking.last, thinking.middle, weights, net, workspace)


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
    workspace: Any,
) -> None:
    """Look at each of the ends still alive in the same worlds."""
    for k in range(alive):
        workspace.looks[k] += worlds
    unseen = begin_worlds(state, unlaid, workspace)
    for _ in range(worlds):
        next_world(unseen, exact, weights, generator, workspace)
        for k in range(alive):
            row = workspace.near.ends[workspace.near.best[k]]
            seen = value_in_world(state, unlaid, row, thinking, weights, net, workspace)
            workspace.total[k] += abs(seen)
            if seen < 0.0:
                workspace.loss_credit[k] -= seen


@kernel
def drop_worse_half(alive: int, workspace: Any) -> int:
    """Keep the better half of the ends, best first; returns how many."""
    kept = (alive + 1) // 2
    for k in range(kept):
        best = k
        for other in range(k + 1, alive):
            if workspace.total[other] > workspace.total[best]:
                best = other
        workspace.total[k], workspace.total[best] = workspace.total[best], workspace.total[k]
        workspace.loss_credit[k], workspace.loss_credit[best] = workspace.loss_credit[best], workspace.loss_credit[k]
        workspace.near.best[k], workspace.near.best[best] = workspace.near.best[best], workspace.near.best[k]
    return kept


def search(
    table: Any,
    unlaid: Any,
    exact: Any,
    thinking: Thinking,
    weights: Any,
    net: Any,
    generator: Any,
    workspace: Workspace,
    seconds: float | None,
) -> int:
    """The end to play for, as a row of workspace.near.ends, or −1. What the others signalled is in workspace.near."""
    began = perf_counter()
    state = table[0]
    alive = rank(state, unlaid, thinking, weights, net, workspace)
    if alive == 0:
        return -1
    rounds = max((alive - 1).bit_length(), 1)
    for number in range(rounds):
        if alive == 1 and not thinking.always:
            break
        if seconds is None:
            looks = thinking.looks or LOOKS[state["players"] - 1]
            worlds = looks // (rounds * alive if alive > 1 else FORCED) + 1
            try_out(state, unlaid, alive, worlds, exact, thinking, weights, net, generator, workspace)
        else:
            until = began + seconds * (number + 1) / rounds
            while perf_counter() < until:
                try_out(state, unlaid, alive, 1, exact, thinking, weights, net, generator, workspace)
        alive = drop_worse_half(alive, workspace)
    return int(workspace.near.best[0])


def estimates(workspace: Workspace, thinking: Thinking) -> list[tuple[int, float]]:
    """After a search: ends and their chances to win, first the one to play for, then those looked at, then the rest."""
    found = int(np.count_nonzero(workspace.looks))
    chances = (workspace.total[:found] - workspace.loss_credit[:found]) / workspace.looks[:found]
    rest = sorted(range(1, found), key=lambda k: (workspace.looks[k] <= thinking.prior, -chances[k]))
    ranked: list[tuple[int, float]] = []
    for k in (0, *rest)[:found]:
        # An end dropped early may have met luckier worlds; it was worse in those it shared with better ends.
        chance = min(float(chances[k]), ranked[-1][1] if ranked else 1.0)
        ranked.append((int(workspace.near.best[k]), max(chance, 0.0)))
    return ranked
