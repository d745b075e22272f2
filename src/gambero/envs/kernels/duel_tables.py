"""Many duels at once: the learner's action, the rival's turn, the next deal, what the learner sees."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gambero.bots import random
from gambero.bots.duel import careful, greedy
from gambero.envs.kernels.duel import CARDS, ENDS, LOWEST, SEATS, begin, is_legal, mark_legal, observe, play
from gambero.envs.kernels.encode import clear, move_of
from gambero.envs.kernels.modes import DISABLED, NEXT_STEP, SAME_STEP
from gambero.envs.kernels.seats import BOTS_STREAM, CAREFUL, GREEDY, LEARNER, RANDOM
from gambero.rules import duel
from gambero.rules.compiled import inlined, kernel
from gambero.rules.shuffle import seeded, shuffle


class Tables(NamedTuple):
    """The tables of one thread: their states, and arrays that the kernel writes into; see those of team games."""

    states: npt.NDArray[np.void]
    history: npt.NDArray[np.uint8]
    seeds: npt.NDArray[np.uint64]
    games: npt.NDArray[np.int64]  # the number of each table's game of its seed
    chance: npt.NDArray[np.uint64]  # of random rivals
    ended: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float64]
    illegal: npt.NDArray[np.bool_]
    left: npt.NDArray[np.int64]
    last_seen: npt.NDArray[np.uint8]  # what was seen last of a game that has just been followed by the next deal
    setup: npt.NDArray[np.int64]
    decks: npt.NDArray[np.uint8]
    generator: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.int64]
    desk: careful.Desk


@kernel
def rival_plays(tables: Any, table: int, policy: int) -> None:
    """Let the rival play until the learner is on, or the game is over."""
    state, history = tables.states[table], tables.history[table]
    chance, moves = tables.chance[table], tables.moves
    while state.outcome == duel.PLAYING and state.seat != LEARNER:
        if policy == CAREFUL:
            play(state, history, careful.choose(state, tables.desk))
        else:
            play(state, history, greedy.choose(state) if policy == GREEDY else random.choose_duel(state, chance, moves))


@inlined
def deal_next(tables: Any, table: int, policy: int) -> None:
    """The next game of the table's seed."""
    tables.games[table] += 1
    game = tables.games[table]
    for seat in range(SEATS):
        deck = tables.decks[seat]
        for i in range(CARDS):
            deck[i] = LOWEST + i
        seeded(tables.generator, tables.seeds[table], SEATS * game + seat)
        shuffle(deck, tables.generator)
    duel.deal(tables.states[table], tables.decks, tables.setup[0])
    begin(tables.history[table])
    tables.ended[table] = False
    if policy == RANDOM:
        seeded(tables.chance[table], tables.seeds[table], BOTS_STREAM + game)


@inlined
def show(state: Any, history: Any, ended: bool, moves: Any, seen: Any, mask: Any) -> None:
    """Write what the learner sees and may do; when its episode is over, nothing."""
    observe(state, history, LEARNER, seen)
    if ended:
        clear(mask)
    else:
        mark_legal(state, LEARNER, moves, mask)


@kernel
def deal_tables(tables: Any, seen: Any, mask: Any, chosen: Any, policy: int) -> None:
    """Deal the next game at the chosen tables."""
    states, history, ended, moves = tables.states, tables.history, tables.ended, tables.moves
    for table in range(len(states)):
        if chosen[table]:
            deal_next(tables, table, policy)
        show(states[table], history[table], ended[table], moves, seen[table], mask[table])


@kernel
def step_tables(tables: Any, seen: Any, mask: Any, actions: Any, policy: int, mode: int) -> int:
    """The learner's action at every table and all that follows; returns how many episodes ended, as for team games."""
    states, histories, ended, moves = tables.states, tables.history, tables.ended, tables.moves
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
            if is_legal(state, actions[table]):
                play(state, history, move_of(actions[table], LOWEST, ENDS))
                if state.outcome == duel.PLAYING and state.seat != LEARNER:
                    rival_plays(tables, table, policy)
            else:
                illegal[table] = True
            ended[table] = state.outcome != duel.PLAYING or illegal[table]
        over = ended[table]
        if over:
            episodes += 1
            tables.left[table] = duel.left(state, LEARNER)
            rewards[table] = 1.0 if state.winner == LEARNER else -1.0
            if mode == SAME_STEP:
                observe(state, history, LEARNER, tables.last_seen[table])
                deal_next(tables, table, policy)
        show(state, history, ended[table], moves, seen[table], mask[table])
        ended[table] = over
    return episodes
