"""Many tables of a team game at once: the learner's action, the mates' turns, the next deal, what the learner sees."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gambero.bots import random
from gambero.bots.team import careful, greedy
from gambero.bots.team.dealing import deal_game
from gambero.bots.team.weigh import SAY_NEAR
from gambero.envs.kernels.encode import move_of
from gambero.envs.kernels.modes import DISABLED, NEXT_STEP, SAME_STEP
from gambero.envs.kernels.team import (
    ACTIONS,
    EAGER,
    ENDS,
    EXACT,
    HELD,
    LAID,
    LOWEST,
    PILES,
    SEATS,
    WORDS,
    begin,
    is_legal,
    mark_legal,
    observe,
    play,
)
from gambero.rules import classic, team
from gambero.rules.cards import is_empty, next_above
from gambero.rules.commands import SILENCE, shows
from gambero.rules.compiled import inlined, kernel
from gambero.rules.moves import END, lay_move
from gambero.rules.shuffle import seeded

LEARNER = 0
MATES = ("random", "greedy", "careful")
RANDOM, GREEDY, CAREFUL = range(3)
BOTS_STREAM = 2**62  # generators of random mates, far from those of the decks
MINE, SMALL = 1, 2


class Tables(NamedTuple):
    """The tables of one thread: their states, and arrays that the kernel writes into."""

    states: npt.NDArray[np.void]
    history: npt.NDArray[np.uint8]
    said: npt.NDArray[np.uint8]
    layouts: npt.NDArray[np.uint8]
    seeds: npt.NDArray[np.uint64]
    games: npt.NDArray[np.int64]  # the number of each table's game of its seed
    chance: npt.NDArray[np.uint64]  # of random mates
    ended: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float64]
    illegal: npt.NDArray[np.bool_]
    left: npt.NDArray[np.int64]
    last_seen: npt.NDArray[np.uint8]  # what was seen last of a game that has just been followed by the next deal
    setup: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]
    deck: npt.NDArray[np.uint8]
    generator: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.int64]
    way: npt.NDArray[np.int64]
    buffers: careful.Buffers


@inlined
def hear(state: Any, said: Any, policy: int, weights: Any, buffers: Any) -> None:
    """A turn has begun: what all but the mover and the learner say (C15, E3)."""
    for seat in range(SEATS):
        for i in range(EAGER + 1):
            said[seat, i] = 0
    if policy != CAREFUL:
        return
    careful.everyone_says(state, weights[SAY_NEAR], buffers.signals)
    for pile in range(PILES):
        buffers.signals[LEARNER, pile] = careful.NOTHING
    if state.extreme and shows(state, SILENCE):  # E12
        return
    for seat in range(1, state.players):
        hand = state.hands[seat]
        if seat == state.seat or is_empty(hand):
            continue
        for pile in range(PILES):
            word = buffers.signals[seat, pile]
            said[seat, WORDS + pile] = MINE if word == careful.LEAVE else SMALL if word == careful.STEPS else 0
        card = next_above(hand, 0)
        while card:
            if state.command[card]:
                said[seat, HELD + state.command[card] - 1] = 1
            card = next_above(hand, card)
        said[seat, EXACT] = 1


@inlined
def play_on(tables: Any, table: int, move: int, policy: int) -> None:
    """Play a move; if a turn begins with it, the others say what they say."""
    state = tables.states[table]
    play(state, tables.history[table], move)
    if state.laid == 0 and state.outcome == team.PLAYING and state.players > 1:
        hear(state, tables.said[table], policy, tables.weights, tables.buffers)


@kernel
def careful_turn(tables: Any, table: int, policy: int) -> None:
    """A whole turn of a careful mate, card by card."""
    state = tables.states[table]
    unlaid = careful.unlaid_cards(state)
    end = careful.choose_end(state, unlaid, tables.weights, tables.buffers)
    if end < 0:
        play_on(tables, table, greedy.choose(state), policy)
        return
    ends = tables.buffers.ends
    stops = ends[end].stops
    steps = 0
    while ends[end].parent >= 0:
        tables.way[steps] = lay_move(ends[end].card, ends[end].pile)
        end = ends[end].parent
        steps += 1
    for step in range(steps - 1, -1, -1):
        play_on(tables, table, tables.way[step], policy)
    if stops == 1:
        play_on(tables, table, END, policy)


@kernel
def mates_play(tables: Any, table: int, policy: int) -> None:
    """Let the mates play until the learner is on, or the game is over."""
    state = tables.states[table]
    while state.outcome == team.PLAYING and state.seat != LEARNER:
        if policy == CAREFUL:
            careful_turn(tables, table, policy)
        elif policy == GREEDY:
            play_on(tables, table, greedy.choose(state), policy)
        else:
            play_on(tables, table, random.choose_team(state, tables.chance[table], tables.moves), policy)


@kernel
def say_eagerness(tables: Any, table: int, policy: int) -> None:
    """C4: how gladly each mate would start."""
    state = tables.states[table]
    for seat in range(1, state.players):
        level = 1
        if policy == CAREFUL:
            state.seat = seat
            level = careful.eager(state, careful.unlaid_cards(state), tables.weights, tables.buffers)
            state.seat = team.NOBODY
        tables.said[table, seat, EAGER] = 1 + level


@inlined
def deal_next(tables: Any, table: int, policy: int) -> None:
    """The next game of the table's seed."""
    state, said = tables.states[table], tables.said[table]
    tables.games[table] += 1
    game = tables.games[table]
    deal_game(state, tables.deck, tables.generator, tables.seeds[table], game, tables.setup, tables.layouts[table])
    if state.players == 1:
        classic.start(state, LEARNER)
    begin(state, tables.history[table])
    tables.ended[table] = False
    if state.players > 1:
        for seat in range(SEATS):
            for i in range(EAGER + 1):
                said[seat, i] = 0
        if policy == RANDOM:
            seeded(tables.chance[table], tables.seeds[table], BOTS_STREAM + game)
        say_eagerness(tables, table, policy)


@inlined
def show(tables: Any, table: int, seen: Any, mask: Any) -> None:
    """Write what the learner sees and may do; when its episode is over, nothing."""
    state = tables.states[table]
    observe(state, tables.history[table], tables.said[table], LEARNER, seen)
    if tables.ended[table]:
        for action in range(ACTIONS):
            mask[action] = 0
    else:
        mark_legal(state, LEARNER, tables.moves, mask)


@kernel
def deal_tables(tables: Any, seen: Any, mask: Any, chosen: Any, policy: int) -> None:
    """Deal the next game at the chosen tables."""
    for table in range(len(tables.states)):
        if chosen[table]:
            deal_next(tables, table, policy)
        show(tables, table, seen[table], mask[table])


@kernel
def step_tables(tables: Any, seen: Any, mask: Any, actions: Any, policy: int, by_cards: int, mode: int) -> int:
    """The learner's action at every table and all that follows; returns how many episodes ended.

    After it `ended` says where: by NEXT_STEP these tables are dealt anew in the next call, by SAME_STEP in this one.
    """
    episodes = 0
    for table in range(len(tables.states)):
        state = tables.states[table]
        tables.rewards[table] = 0.0
        tables.illegal[table] = False
        if tables.ended[table] and mode != DISABLED:
            tables.ended[table] = False
            if mode == NEXT_STEP:
                deal_next(tables, table, policy)
                show(tables, table, seen[table], mask[table])
                continue
        laid = tables.history[table, LAID]
        if is_legal(state, actions[table]):
            play_on(tables, table, move_of(actions[table], LOWEST, ENDS), policy)
            if state.outcome == team.PLAYING and state.seat != LEARNER:
                mates_play(tables, table, policy)
        else:
            tables.illegal[table] = True
        if by_cards:
            tables.rewards[table] = (tables.history[table, LAID] - laid) / team.CARDS
        if state.outcome == team.PLAYING and not tables.illegal[table]:
            show(tables, table, seen[table], mask[table])
            continue
        episodes += 1
        tables.left[table] = team.left(state)
        if state.outcome == team.BEATEN and not by_cards:
            tables.rewards[table] = 1.0
        if mode == SAME_STEP:
            observe(state, tables.history[table], tables.said[table], LEARNER, tables.last_seen[table])
            deal_next(tables, table, policy)
        else:
            tables.ended[table] = True
        show(tables, table, seen[table], mask[table])
        tables.ended[table] = True
    return episodes
