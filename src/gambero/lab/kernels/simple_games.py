"""Whole games of the bots random and greedy, inside kernels: dealt, played, counted."""

from typing import Any

from gambero.bots import random
from gambero.bots.team import greedy
from gambero.bots.team.dealing import deal_game
from gambero.rules import classic, duel, team, tension
from gambero.rules.compiled import kernel
from gambero.rules.shuffle import seeded, shuffle

RANDOM, GREEDY = range(2)
POLICIES = {"random": RANDOM, "greedy": GREEDY}


@kernel
def finish_greedily(state: Any) -> tuple[int, int]:
    """Play to the end; returns moves made and turns begun.

    Each bot has a loop of its own: a switch between bots inside the loop costs a quarter of the speed.
    """
    steps, turns = 0, 1
    while state.outcome == team.PLAYING:
        classic.take(state, greedy.choose(state))
        steps += 1
        turns += state.laid == 0  # nothing laid yet: somebody's turn has just begun
    return steps, turns


@kernel
def finish_randomly(state: Any, generator: Any, moves: Any) -> tuple[int, int]:
    steps, turns = 0, 1
    while state.outcome == team.PLAYING:
        classic.take(state, random.choose_team(state, generator, moves))
        steps += 1
        turns += state.laid == 0
    return steps, turns


@kernel
def team_games(
    table: Any,
    deck: Any,
    generator: Any,
    moves: Any,
    seed: Any,
    first: int,
    last: int,
    setup: Any,
    layout: Any,
    policy: int,
    tally: Any,
    lengths: Any = None,
) -> int:
    """Games number first to last − 1 of a seed, counted by outcome and cards left, and by outcome and turns if wanted.

    Returns the moves made.
    """
    state = table[0]
    steps = 0
    for game in range(first, last):
        deal_game(state, deck, generator, seed, game, setup, layout)
        classic.start(state, 0)
        if policy == GREEDY:
            moved, turns = finish_greedily(state)
        else:
            moved, turns = finish_randomly(state, generator, moves)
        steps += moved
        tally[state.outcome, team.left(state)] += 1
        if lengths is not None:
            lengths[state.outcome, turns] += 1
    return steps


@kernel
def random_duels(table: Any, decks: Any, generator: Any, moves: Any, seed: Any, games: int) -> int:
    """Duels of two random players; returns the moves made."""
    state = table[0]
    steps = 0
    for game in range(games):
        seeded(generator, seed, game)
        for seat in range(duel.PLAYERS):
            for i in range(duel.CARDS):
                decks[seat, i] = duel.LOWEST + i
            shuffle(decks[seat], generator)
        duel.deal(state, decks, 0)
        while state.outcome == duel.PLAYING:
            duel.take(state, random.choose_duel(state, generator, moves))
            steps += 1
    return steps


@kernel
def random_tensions(table: Any, deck: Any, generator: Any, moves: Any, seed: Any, games: int, players: int) -> int:
    """Tension of random players, one move after another; returns the moves made."""
    state = table[0]
    steps = 0
    for game in range(games):
        seeded(generator, seed, game)
        shuffle(deck, generator)
        tension.deal(state, deck, players)
        while state.outcome == tension.PLAYING:
            tension.take(state, random.choose_tension(state, generator, moves))
            steps += 1
    return steps
