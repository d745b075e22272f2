"""Whole games of careful's inside the law."""

from typing import Any

from gambero.bots.team.careful import take_turn, unlaid_cards
from gambero.rules import classic, commands, team
from gambero.rules.compiled import kernel
from gambero.rules.shuffle import seeded, shuffle


@kernel
def finish_carefully(state: Any, weights: Any, room: Any) -> int:
    """Play to the end; returns the turns taken."""
    turns = 0
    unlaid = unlaid_cards(state)
    while state.outcome == team.PLAYING:
        unlaid = take_turn(state, unlaid, weights, room)
        turns += 1
    return turns


@kernel
def careful_games(
    table: Any,
    deck: Any,
    generator: Any,
    seed: Any,
    first: int,
    last: int,
    setup: Any,
    layout: Any,
    weights: Any,
    room: Any,
    tally: Any,
) -> int:
    """Games number first to last − 1 of a seed, counted by outcome and cards left; returns the turns taken."""
    state = table[0]
    turns = 0
    for game in range(first, last):
        for i in range(team.CARDS):
            deck[i] = team.LOWEST + i
        seeded(generator, seed, game)
        shuffle(deck, generator)
        classic.deal(state, deck, setup[0], setup[1], setup[2], setup[3])
        commands.spread(state, layout)
        classic.start(state, 0)
        turns += finish_carefully(state, weights, room)
        tally[state.outcome, team.left(state)] += 1
    return turns
