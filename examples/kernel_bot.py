"""A bot whose simulations run inside a kernel of its own: python examples/kernel_bot.py

It always lays its highest card. `team` plays from a view, as every bot does. `team_games` plays whole games of this bot
alone; `gambero.simulate` calls it where all seats are this bot. Both must play the same, which the last lines check.
"""

from time import perf_counter
from typing import Any

import numba
import numpy as np

import gambero
from gambero.bots.team.dealing import deal_game, shape
from gambero.game.setup import Setup
from gambero.rules import classic, commands, team


@numba.njit(nogil=True)  # without the interpreter's lock, so that all threads can play
def _play(table: Any, deck: Any, generator: Any, moves: Any, seed: Any, games: Any, setup: Any, layout: Any,
          by_left: Any, by_turns: Any) -> None:  # fmt: skip
    for number in range(games[0], games[1]):
        state = table[0]
        deal_game(state, deck, generator, seed, number, setup, layout)  # the deck of this game, as everywhere
        classic.start(state, 0)
        turns = 1
        while state.outcome == team.PLAYING:
            found = classic.legal(table, moves)  # in ascending order; the end of the turn comes first
            classic.play(table, moves[found - 1])
            turns += state.laid == 0
        by_left[state.outcome, team.left(state)] += 1
        by_turns[state.outcome, turns] += 1


def team_games(setup: Setup, seed: int, first: int, last: int, by_left: Any, by_turns: Any) -> None:
    """Play games number first to last − 1 of a seed; count them by outcome and cards left, and by outcome and turns."""
    table, deck = np.zeros(1, team.TEAM), np.zeros(team.CARDS, np.uint8)
    generator, moves = np.zeros(4, np.uint64), np.zeros(classic.MOST_MOVES, np.int64)
    layout = commands.as_table(setup.commands)
    _play(table, deck, generator, moves, np.uint64(seed), (first, last), shape(setup), layout, by_left, by_turns)


class HighestBot(gambero.Bot):
    name = "highest"
    thinks = "of its highest card alone"
    team_games = staticmethod(team_games)

    def team(self, view: gambero.TeamView, seconds: float | None) -> str:  # noqa: ARG002
        lays = [move for move in view["moves"] if move != "."]
        return max(lays, key=lambda move: (int(move[:-1]), move[-1]), default=".")


if __name__ == "__main__":
    began = perf_counter()
    counted = gambero.simulate("classic", players=3, bot=HighestBot, games=100_000, seed=1, workers=1)
    print(
        f"{counted.games} games, {counted.left:.2f} cards left, {counted.games / counted.seconds:,.0f} games a second"
    )
    seen = [game.result.left for game in gambero.games("classic", players=3, bot=HighestBot, seed=1, count=200)]
    same = gambero.simulate("classic", players=3, bot=HighestBot, games=200, seed=1)
    assert same.left == np.mean(seen), "kernel and views must play the same"
