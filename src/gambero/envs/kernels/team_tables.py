"""Many tables of a team game at once: the learner's action, the mates' turns, the next deal, what the learner sees."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gambero.bots import random
from gambero.bots.team import careful, greedy
from gambero.bots.team.dealing import deal_game
from gambero.bots.team.weigh import SAY_NEAR
from gambero.envs.kernels.encode import clear, move_of
from gambero.envs.kernels.modes import DISABLED, NEXT_STEP, SAME_STEP
from gambero.envs.kernels.seats import BOTS_STREAM, CAREFUL, GREEDY, LEARNER, RANDOM
from gambero.envs.kernels.team import (
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

MINE, SMALL = 1, 2


class Tables(NamedTuple):
    """The tables of one thread: their states, and arrays that the kernel writes into.

    Handing all of it to a function costs some hundred nanoseconds, since each array is counted as used, in memory that
    threads share. So what runs at every step takes the arrays it needs, and only what is rare takes all.
    """

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
def hear(state: Any, said: Any, weights: Any, buffers: Any) -> None:
    """A turn has begun: what all but the mover and the learner say (C15, E3); what was said before is cleared."""
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
def begins_turn(state: Any) -> bool:
    """Has a turn begun with the move just played?"""
    return state.laid == 0 and state.outcome == team.PLAYING


@inlined
def hush(said: Any) -> None:
    """Nobody says anything."""
    for seat in range(SEATS):
        clear(said[seat])


@kernel
def begin_turn(tables: Any, table: int, policy: int) -> None:
    """With several players: what is said when a turn begins."""
    hush(tables.said[table])
    if policy == CAREFUL:
        hear(tables.states[table], tables.said[table], tables.weights, tables.buffers)


@kernel
def careful_turn(tables: Any, table: int) -> None:
    """A whole turn of a careful mate, card by card."""
    state, history = tables.states[table], tables.history[table]
    unlaid = careful.unlaid_cards(state)
    end = careful.choose_end(state, unlaid, tables.weights, tables.buffers)
    if end < 0:
        play(state, history, greedy.choose(state))
    else:
        ends = tables.buffers.ends
        stops = ends[end].stops
        steps = 0
        while ends[end].parent >= 0:
            tables.way[steps] = lay_move(ends[end].card, ends[end].pile)
            end = ends[end].parent
            steps += 1
        for step in range(steps - 1, -1, -1):
            play(state, history, tables.way[step])
        if stops == 1:
            play(state, history, END)
    if begins_turn(state):
        begin_turn(tables, table, CAREFUL)


@kernel
def mates_play(tables: Any, table: int, policy: int) -> None:
    """Let the mates play until the learner is on, or the game is over."""
    state, history, said = tables.states[table], tables.history[table], tables.said[table]
    chance, moves = tables.chance[table], tables.moves
    while state.outcome == team.PLAYING and state.seat != LEARNER:
        if policy == CAREFUL:
            careful_turn(tables, table)
            continue
        play(state, history, greedy.choose(state) if policy == GREEDY else random.choose_team(state, chance, moves))
        if begins_turn(state):
            hush(said)


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
        hush(said)
        if policy == RANDOM:
            seeded(tables.chance[table], tables.seeds[table], BOTS_STREAM + game)
        say_eagerness(tables, table, policy)


@inlined
def show(state: Any, history: Any, said: Any, ended: bool, moves: Any, seen: Any, mask: Any) -> None:
    """Write what the learner sees and may do; when its episode is over, nothing."""
    observe(state, history, said, LEARNER, seen)
    if ended:
        clear(mask)
    else:
        mark_legal(state, LEARNER, moves, mask)


@kernel
def deal_tables(tables: Any, seen: Any, mask: Any, chosen: Any, policy: int) -> None:
    """Deal the next game at the chosen tables."""
    states, history, said, ended, moves = tables.states, tables.history, tables.said, tables.ended, tables.moves
    for table in range(len(states)):
        if chosen[table]:
            deal_next(tables, table, policy)
        show(states[table], history[table], said[table], ended[table], moves, seen[table], mask[table])


@kernel
def step_tables(tables: Any, seen: Any, mask: Any, actions: Any, policy: int, by_cards: int, mode: int) -> int:
    """The learner's action at every table and all that follows; returns how many episodes ended.

    After it `ended` says where: by NEXT_STEP these tables are dealt anew in the next call, by SAME_STEP in this one.
    """
    states, histories, said, ended, moves = tables.states, tables.history, tables.said, tables.ended, tables.moves
    rewards, illegal = tables.rewards, tables.illegal
    episodes = 0
    for table in range(len(states)):
        state, history = states[table], histories[table]
        rewards[table] = 0.0
        illegal[table] = False
        was_over = ended[table] and mode != DISABLED
        ended[table] = False
        if was_over and mode == NEXT_STEP:
            deal_next(tables, table, policy)
        else:
            laid = history[LAID]
            if is_legal(state, actions[table]):
                play(state, history, move_of(actions[table], LOWEST, ENDS))
                if state.players > 1:
                    if begins_turn(state):
                        begin_turn(tables, table, policy)
                    if state.outcome == team.PLAYING and state.seat != LEARNER:
                        mates_play(tables, table, policy)
            else:
                illegal[table] = True
            if by_cards:
                rewards[table] = (history[LAID] - laid) / team.CARDS
            ended[table] = state.outcome != team.PLAYING or illegal[table]
        over = ended[table]
        if over:
            episodes += 1
            tables.left[table] = team.left(state)
            if state.outcome == team.BEATEN and not by_cards:
                rewards[table] = 1.0
            if mode == SAME_STEP:
                observe(state, history, said[table], LEARNER, tables.last_seen[table])
                deal_next(tables, table, policy)
        show(state, history, said[table], ended[table], moves, seen[table], mask[table])
        ended[table] = over
    return episodes
