"""Whole games of the bot careful inside a kernel, the choice of who starts included."""

from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.bots.team.careful import eager, take_turn, unlaid_cards
from gambero.bots.team.dealing import deal_game, shape
from gambero.game.setup import Setup
from gambero.rules import classic, commands, team
from gambero.rules.compiled import kernel


@kernel
def most_eager(state: Any, unlaid: Any, weights: Any, buffers: Any) -> int:
    """C4: the seat that would start most gladly, the lowest of equals."""
    best, starter = -1, 0
    for seat in range(state.players):
        state.seat = seat
        gladly = eager(state, unlaid, weights, buffers)
        if gladly > best:
            best, starter = gladly, seat
    state.seat = team.NOBODY
    return starter


@kernel
def play_out(state: Any, weights: Any, buffers: Any) -> int:
    """From the deal to the end; returns the turns begun."""
    unlaid = unlaid_cards(state)
    classic.start(state, most_eager(state, unlaid, weights, buffers))
    turns = 1
    while state.outcome == team.PLAYING:
        unlaid = take_turn(state, unlaid, weights, buffers)
        turns += state.laid == 0
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
    buffers: Any,
    tally: Any,
    lengths: Any,
) -> None:
    """Games number first to last − 1 of a seed, counted by outcome and cards left, and by outcome and turns."""
    state = table[0]
    for game in range(first, last):
        deal_game(state, deck, generator, seed, game, setup, layout)
        turns = play_out(state, weights, buffers)
        tally[state.outcome, team.left(state)] += 1
        lengths[state.outcome, turns] += 1


def play_careful(
    setup: Setup,
    seed: int,
    games: tuple[int, int],
    weights: npt.NDArray[np.float64],
    buffers: Any,
    by_left: npt.NDArray[np.int64],
    by_turns: npt.NDArray[np.int64],
) -> None:
    """`careful_games` from Python: the first game and the one after the last, counted into the two arrays."""
    careful_games(
        np.zeros(1, team.TEAM),
        np.zeros(team.CARDS, np.uint8),
        np.zeros(4, np.uint64),
        np.uint64(seed),
        *games,
        shape(setup),
        commands.as_table(setup.commands),
        weights,
        buffers,
        by_left,
        by_turns,
    )
