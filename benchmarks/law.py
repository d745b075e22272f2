"""The law and the class Game: random play, a move, a copy, a view."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import gambero
from benchmarks.rows import Row, best_of
from gambero.bots.team.dealing import shape
from gambero.game import new_game
from gambero.game.setup import Setup, prepared
from gambero.lab.kernels.simple_games import POLICIES, random_duels, random_tensions, team_games
from gambero.rules import commands, duel, team, tension

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"players": 3}),
    ("classic", {"players": 3, "professional": True}),
    ("classic", {"players": 3, "on_fire": True}),
    ("extreme", {"players": 3}),
    ("duel", {}),
    ("tension", {"players": 4}),
]
GAMES = 2_000
MOST_MOVES = 200  # more than any game has legal moves at once
Play = Callable[[int], int]  # plays so many random games and returns the moves made


def rows() -> Iterator[Row]:
    for game, options in SETUPS:
        name = " ".join([game, *(option for option, on in options.items() if on is True)])
        yield Row(f"random play, {name}: moves/s", f"{_random_steps(prepared(game, seed=1, **options)):,.0f}")
    for game, options in SETUPS:
        if options.get("professional"):
            continue
        name = " ".join([game, *(option for option, on in options.items() if on is True)])
        finished = [_finished(game, seed, options) for seed in range(20)]
        move = _moving(finished)
        yield Row(f"Game.move, {name}", f"{move:.1f} µs", "≤ 15 µs", move <= 15)
        start, middle = new_game(game, seed=1, **options), _middle(game, options)
        yield Row(f"Game.copy, {name}", f"{_each(1_000, start.copy):.1f} µs")
        yield Row(f"Game.view, {name}: at the start", f"{_each(200, lambda: start.view(0)):.1f} µs")  # noqa: B023
        seat = middle.to_move or 0
        yield Row(
            f"Game.view, {name}: after {len(middle.log)} moves",
            f"{_each(200, lambda: middle.view(seat)):.1f} µs",  # noqa: B023
        )


def _random_steps(setup: Setup) -> float:
    """Moves a second of random legal play on one core."""
    spec = setup.spec
    play = (_random_team if spec.team else _random_duel if spec.turns else _random_tension)(setup)
    return play(GAMES) / best_of(5, lambda: play(GAMES))


def _scratch() -> tuple[Any, Any, np.uint64]:
    """A generator, an array for legal moves, and a seed."""
    return np.zeros(4, np.uint64), np.zeros(MOST_MOVES, np.int64), np.uint64(1)


def _random_team(setup: Setup) -> Play:
    generator, moves, seed = _scratch()
    table, deck = np.zeros(1, team.TEAM), np.zeros(team.CARDS, np.uint8)
    tally, layout = np.zeros((6, team.CARDS + 1), np.int64), commands.as_table(setup.commands)
    policy = POLICIES["random"]
    return lambda games: team_games(table, deck, generator, moves, seed, 0, games, shape(setup), layout, policy, tally)


def _random_duel(setup: Setup) -> Play:
    generator, moves, seed = _scratch()
    table, decks = np.zeros(1, duel.DUEL), setup.deck_array()
    return lambda games: random_duels(table, decks, generator, moves, seed, games)


def _random_tension(setup: Setup) -> Play:
    generator, moves, seed = _scratch()
    table, deck = np.zeros(1, tension.TENSION), setup.deck_array()
    return lambda games: random_tensions(table, deck, generator, moves, seed, games, setup.players)


def _finished(game: str, seed: int, options: dict[str, Any]) -> gambero.Game:
    one = new_game(game, seed=seed, **options)
    while not one.over:
        legal = one.moves()
        one.move(legal[len(one.log) % len(legal)])
    return one


def _middle(game: str, options: dict[str, Any]) -> gambero.Game:
    """A game at half of its moves; greedy plays it, since random games are short."""
    one, greedy = new_game(game, seed=1, **options), gambero.bot("greedy", seed=1)
    while not one.over:
        seats = [seat for seat in range(one.players) if one.moves(seat)]
        move = greedy.choose(one.view(seats[len(one.log) % len(seats)])) if seats else one.moves()[0]
        one.move(move if one.can(move) else one.moves()[0])
    return one.before(len(one.log) // 2)


def _moving(finished: list[gambero.Game]) -> float:
    """Microseconds of a move, over whole games."""

    def set_up_all() -> list[gambero.Game]:
        return [type(one)(one.setup) for one in finished]

    def play_all() -> None:
        for one, again in zip(finished, set_up_all(), strict=True):
            for _, move in one.log:
                again.move(move)

    moving = best_of(7, play_all) - best_of(7, set_up_all)
    return moving / sum(len(one.log) for one in finished) * 1e6


def _each(times: int, work: Callable[[], object]) -> float:
    """Microseconds of one of many."""
    return best_of(7, lambda: [work() for _ in range(times)]) / times * 1e6
