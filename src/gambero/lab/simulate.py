"""Millions of games: the same result for the same seed, however many threads play them."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.errors import shown
from gambero.game.setup import Setup, prepared
from gambero.lab.playing import POLICIES, team_games
from gambero.rules import classic, commands, team

CHUNK = 10_000  # games between two words on progress

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Simulation:
    """What came of many games; `left` is the mean of cards not laid, `brilliant` the share with fewer than ten left."""

    games: int
    wins: int
    win_rate: float
    left: float
    brilliant: float
    seconds: float


def simulate(
    game: str = "classic",
    *,
    players: int | None = None,
    bot: str = "greedy",
    games: int = 10_000,
    seed: int | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Simulation:
    """Play many games and count: `simulate("classic", players=3, bot="greedy", games=10**6, seed=1)`."""
    number = _whole("seed", 0 if seed is None else seed, 0)
    setup = prepared(game, players=players, seed=number, **options)
    if game not in ("classic", "extreme"):
        raise ValueError(f"game must be classic or extreme to be simulated, not {game}")
    if bot not in POLICIES:
        raise ValueError(f"bot must be one of {', '.join(POLICIES)}, not {shown(bot)}")
    _whole("games", games, 1)
    threads = os.cpu_count() or 1 if workers is None else _whole("workers", workers, 1)
    began = perf_counter()
    tally = np.zeros((6, team.CARDS + 1), np.int64)
    chunks = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    with ThreadPoolExecutor(threads) as pool:
        for (first, last), part in zip(
            chunks, pool.map(lambda chunk: _played(setup, POLICIES[bot], number, *chunk), chunks), strict=True
        ):
            tally += part
            if progress:
                progress(last - first)
    return _counted(tally, perf_counter() - began)


def _whole(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{name} must be a whole number, {least} or more, not {shown(value)}")
    return value


def _played(setup: Setup, policy: int, seed: int, first: int, last: int) -> npt.NDArray[np.int64]:
    tally = np.zeros((6, team.CARDS + 1), np.int64)
    options = setup.options
    team_games(
        np.zeros(1, team.TEAM),
        np.zeros(team.CARDS, np.uint8),
        np.zeros(4, np.uint64),
        np.zeros(classic.MOST_MOVES, np.int64),
        np.uint64(seed),
        first,
        last,
        np.array(
            [setup.players, options["professional"], options["short_hands"], options.get("on_fire", False)], np.int64
        ),
        commands.as_table(setup.commands),
        policy,
        tally,
    )
    return tally


def _counted(tally: npt.NDArray[np.int64], seconds: float) -> Simulation:
    by_left = tally.sum(axis=0)
    games = int(by_left.sum())
    wins = int(tally[team.BEATEN].sum())
    return Simulation(
        games=games,
        wins=wins,
        win_rate=wins / games,
        left=float(by_left @ np.arange(len(by_left)) / games),
        brilliant=float(by_left[: team.BRILLIANT].sum() / games),
        seconds=seconds,
    )
