"""Many duels between two compiled bots inside a kernel; seats and the starter change from game to game."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from gambero.bots import random
from gambero.bots.duel import careful, expert, greedy
from gambero.rules import duel
from gambero.rules.compiled import inlined, kernel
from gambero.rules.shuffle import SEEDS, seeded, shuffle

RANDOM, GREEDY, CAREFUL, EXPERT = range(4)
POLICIES = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL, "expert": EXPERT}

# The tally counts games by who of the two won, why, whether the winner had started, and the cards the loser had left.
TALLY = (2, 3, 2, duel.CARDS + 1)


@inlined
def deal(state: Any, decks: Any, generator: Any) -> None:
    for seat in range(duel.PLAYERS):
        for i in range(duel.CARDS):
            decks[seat, i] = duel.LOWEST + i
        shuffle(decks[seat], generator)
    duel.deal(state, decks, 0)


@inlined
def player(game: int, seat: int) -> int:
    """Which of the two bots sits here: they change seats after every game."""
    return (game + seat) & 1


@inlined
def starter(game: int) -> int:
    """Each seat starts two games in a row, so that each bot starts from each seat."""
    return game >> 1 & 1


@kernel
def choose(state: Any, policy: int, desks: Any, generator: Any, moves: Any, looks: int) -> int:
    if policy == EXPERT:
        return expert.choose(state, desks[1], generator, looks)
    if policy == CAREFUL:
        return careful.choose(state, desks[0])
    if policy == GREEDY:
        return greedy.choose(state)
    return random.choose_duel(state, generator, moves)


@kernel
def duels(
    table: Any,
    decks: Any,
    generator: Any,
    moves: Any,
    desks: Any,
    seed: Any,
    first: int,
    last: int,
    policies: Any,
    looks: int,
    tally: Any,
) -> int:
    """Duels number first to last − 1 of a seed, counted; returns the turns taken by both together."""
    state = table[0]
    turns = 0
    for game in range(first, last):
        seeded(generator, seed, game)
        deal(state, decks, generator)
        duel.start(state, starter(game))
        while state.outcome == duel.PLAYING:
            turns += state.laid == 0
            policy = policies[player(game, state.seat)]
            duel.take(state, choose(state, policy, desks, generator, moves, looks))
        winner = int(state.winner)
        started = int(winner == starter(game))
        tally[player(game, winner), int(state.outcome), started, duel.left(state, 1 - winner)] += 1
    return turns


@dataclass(frozen=True)
class Match:
    """The result of many duels; `left` is the mean of the cards that the loser had left."""

    games: int
    wins: tuple[int, int]
    finished: int
    stuck: int
    starter_wins: int
    left: float
    turns: int
    seconds: float


def match(one: str, other: str, games: int, seed: int, *, first: int = 0, looks: int = expert.LOOKS) -> Match:
    """Play duels between two players: `match("careful", "greedy", 100, seed=1).wins`."""
    tally = np.zeros(TALLY, np.int64)
    began = perf_counter()
    turns = duels(
        np.zeros(1, duel.DUEL),
        np.zeros((duel.PLAYERS, duel.CARDS), np.uint8),
        np.zeros(4, np.uint64),
        np.zeros(duel.MOST_MOVES, np.int64),
        (careful.desk(1), careful.desk(expert.ENDS)),
        np.uint64(seed % SEEDS),
        first,
        first + games,
        np.array([POLICIES[one], POLICIES[other]], np.int64),
        looks,
        tally,
    )
    wins, reasons = tally.sum(axis=(1, 2, 3)), tally.sum(axis=(0, 2, 3))
    return Match(
        games=games,
        wins=(int(wins[0]), int(wins[1])),
        finished=int(reasons[duel.FINISHED]),
        stuck=int(reasons[duel.STUCK]),
        starter_wins=int(tally[:, :, 1].sum()),
        left=float(tally.sum(axis=(0, 1, 2)) @ np.arange(duel.CARDS + 1) / games),
        turns=int(turns),
        seconds=perf_counter() - began,
    )
