"""The law and its Python face: random play, a move, a copy, a view."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import gambero
from benchmarks.rows import Row, best_of
from gambero.game.setup import prepared
from gambero.lab.kernels.simple_games import POLICIES, random_duels, random_tensions, team_games
from gambero.rules import classic, commands, duel, team, tension

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"players": 3}),
    ("classic", {"players": 3, "professional": True}),
    ("classic", {"players": 3, "on_fire": True}),
    ("extreme", {"players": 3}),
    ("duel", {}),
    ("tension", {"players": 4}),
]


def rows() -> Iterator[Row]:
    for game, options in SETUPS:
        name = " ".join([game, *(option for option, on in options.items() if on is True)])
        yield Row(f"random play, {name}: moves/s", f"{_random_steps(game, options):,.0f}")
    for game, options in SETUPS:
        if options.get("professional"):
            continue
        name = " ".join([game, *(option for option, on in options.items() if on is True)])
        move, copy, view = _face(game, options)
        yield Row(f"Game.move, {name}", f"{move:.1f} µs", "≤ 15 µs", move <= 15)
        yield Row(f"Game.copy, {name}", f"{copy:.1f} µs")
        yield Row(f"Game.view, {name}", f"{view:.1f} µs")


def _random_steps(game: str, options: dict[str, Any]) -> float:
    """Moves a second of random legal play on one core."""
    generator, moves = np.zeros(4, np.uint64), np.zeros(200, np.int64)
    setup = prepared(game, seed=1, **options)
    if game == "duel":
        table, deck = np.zeros(1, duel.DUEL), setup.deck_array()

        def play(games: int) -> int:
            return random_duels(table, deck, generator, moves, np.uint64(1), games)
    elif game == "tension":
        table, deck = np.zeros(1, tension.TENSION), setup.deck_array()

        def play(games: int) -> int:
            return random_tensions(table, deck, generator, moves, np.uint64(1), games, setup.players)
    else:
        table, deck = np.zeros(1, team.TEAM), np.zeros(team.CARDS, np.uint8)
        on = setup.options
        shape = np.array([setup.players, on["professional"], on["short_hands"], on.get("on_fire", False)], np.int64)
        tally = np.zeros((6, team.CARDS + 1), np.int64)
        layout = commands.as_table(setup.commands)
        assert len(moves) >= classic.MOST_MOVES

        def play(games: int) -> int:
            return team_games(
                table, deck, generator, moves, np.uint64(1), 0, games, shape, layout, POLICIES["random"], tally
            )

    steps = play(2_000)
    return steps / best_of(5, lambda: play(2_000))


def _face(game: str, options: dict[str, Any]) -> tuple[float, float, float]:
    """Microseconds of a move, a copy and a view from Python, over whole games of the first legal moves."""
    logs = []
    for seed in range(20):
        one = gambero.new(game, seed=seed, **options)
        while not one.over:
            legal = one.moves()
            one.move(legal[len(one.log) % len(legal)])
        logs.append((one.setup, [move for _, move in one.log]))
    count = sum(len(moves) for _, moves in logs)

    def play_all() -> None:
        for (setup, moves), table in zip(logs, [type(one)(setup) for setup, _ in logs], strict=True):
            assert setup is table.setup
            for move in moves:
                table.move(move)

    def set_up_all() -> None:
        for setup, _ in logs:
            type(one)(setup)

    moving = best_of(7, play_all) - best_of(7, set_up_all)
    middle = gambero.new(game, seed=1, **options)
    copying = best_of(7, lambda: [middle.copy() for _ in range(1_000)])
    viewing = best_of(7, lambda: [middle.view(0) for _ in range(200)])
    return moving / count * 1e6, copying / 1_000 * 1e6, viewing / 200 * 1e6
