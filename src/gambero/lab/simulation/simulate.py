"""Many games, counted: the same result for the same seed, however many threads, processes or machines play them."""

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from gambero.arguments import check_seconds, is_whole, quoted
from gambero.bots import check_name
from gambero.game import GAMES
from gambero.game.setup import Setup, prepared
from gambero.lab.simulation.cluster import on_cluster
from gambero.lab.simulation.processes import in_processes
from gambero.lab.simulation.runners import Runner, runner_for
from gambero.lab.simulation.steady import Steadied, steadied
from gambero.lab.simulation.tally import Tally, mean, quantiles, wilson
from gambero.lab.simulation.threads import Steps, in_threads
from gambero.rules import team

Progress = Callable[[int], None]
Names = str | Sequence[str]


@dataclass(frozen=True)
class Simulation:
    """The result of many games. In games without a team wins, left, brilliant and lost_at are seat 0's."""

    games: int
    wins: int  # a shared win (T10) is one
    win_rate: float
    left: float  # mean of cards not laid
    brilliant: float  # share of games with fewer than ten left, won ones too
    seconds: float
    interval: tuple[float, float] = (0.0, 1.0)  # of the win rate, 95%
    turns: float = 0.0  # mean of turns begun; of moves in tension, which has no turns
    histogram: dict[int, int] = field(default_factory=dict)  # games by cards left
    quantiles: dict[int, int] = field(default_factory=dict)  # cards left by percent of games
    reasons: dict[str, int] = field(default_factory=dict)  # games by the word of their result
    lost_at: dict[int, int] = field(default_factory=dict)  # lost games by the turn they were lost in
    steadied: Steadied | None = None  # the win rate without the luck of the draws, if `steady` was given
    by_seat: tuple[int, ...] = ()  # wins by seat; empty for a team, which wins together
    interrupted: bool = False  # by Ctrl-C: these are the first games of the seed, as many as were done


def simulate(
    game: str = "classic",
    *,
    players: int | None = None,
    bot: Names = "greedy",
    games: int = 10_000,
    seed: int | None = None,
    workers: int | None = None,
    seconds: float | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
    steady: bool = False,
    **options: Any,
) -> Simulation:
    """Play many games and count: `simulate("classic", players=3, bot="greedy", games=10**6, seed=1)`.

    `bot` is one name for all seats, or a name a seat: `["expert", "greedy"]` or `"expert,greedy"`. `seconds` is what a
    bot may think about a move; the result of bots that use it up depends on the machine. `workers` is how many threads
    play, or processes where bots are Python and the run is long. `ray` is the address of a Ray cluster that plays
    instead; "auto" finds the one of this machine. `steady` also gives the win rate of a team without the luck of its
    draws: the same interval from fewer games, where games take long.
    """
    number = check_whole("seed", 0 if seed is None else seed, 0)
    names = named(bot)
    setup = prepared(game, players=seats(game, players, names), seed=number, **options)
    for name in names:
        check_name(name, setup.game)
    check_seconds(seconds)
    runner = runner_for(setup, by_seat(names, setup.players), number, seconds, steady=steady)
    check_whole("games", games, 1)
    count = worker_count(workers)
    if runner.compiled:
        runner.play(0, 0)  # compiled, or loaded, before the clock starts
    began = perf_counter()
    tally, interrupted = Tally(), False
    played = on_cluster(runner, games, ray) if ray is not None else _here(runner, games, count)
    try:
        with closing(played):
            for part in played:
                tally += part  # makes a new object, so that an interruption cannot leave a chunk half counted
                if progress:
                    progress(part.games)
    except KeyboardInterrupt:
        interrupted = True
    return _summed(setup, tally, perf_counter() - began, interrupted)


def _here(runner: Runner, games: int, workers: int) -> Generator[Tally]:
    """On this machine: kernels in threads, bots that see views in processes."""
    if runner.compiled:
        return in_threads(runner, Steps(games, runner.chunk), workers)
    return in_processes(runner, games, workers)


def named(bot: Names) -> list[str]:
    """The names asked for, each known."""
    if not isinstance(bot, (str, list, tuple)):
        raise ValueError(f"bot must be a name, or a name a seat, not {quoted(bot)}")
    names = [name.strip() for name in bot.split(",")] if isinstance(bot, str) else list(bot)
    for name in names:
        check_name(name)
    return names


def seats(game: str, players: int | None, names: Sequence[str]) -> int | None:
    """How many play: as asked for, else as many as bots are named, else the fewest the game takes."""
    if players is not None:
        return players
    if len(names) > 1:
        return len(names)
    return GAMES[game].players[0] if game in GAMES else None  # an unknown game is refused later


def by_seat(names: list[str], players: int) -> list[str]:
    if len(names) not in (1, players):
        seats = "1 seat" if players == 1 else f"{players} seats"
        raise ValueError(f"bot must be one name for all or one for each of the {seats}, not {len(names)} names")
    return names if len(names) == players else names * players


def worker_count(workers: int | None) -> int:
    """How many workers: as asked for, or one for each processor; ValueError if that is no count."""
    return os.cpu_count() or 1 if workers is None else check_whole("workers", workers, 1)


def check_whole(name: str, value: object, least: int) -> int:
    if not is_whole(value) or value < least:
        raise ValueError(f"{name} must be a whole number, {least} or more, not {quoted(value)}")
    return value


def _summed(setup: Setup, tally: Tally, seconds: float, interrupted: bool) -> Simulation:
    games, wins = tally.games, tally.wins[0]
    brilliant = sum(count for left, count in tally.left.items() if left < team.BRILLIANT)
    return Simulation(
        games=games,
        wins=wins,
        win_rate=wins / games if games else 0.0,
        left=mean(tally.left),
        brilliant=brilliant / games if games else 0.0,
        seconds=seconds,
        interval=wilson(wins, games),
        turns=mean(tally.turns),
        histogram=dict(sorted(tally.left.items())),
        quantiles=quantiles(tally.left),
        reasons=dict(sorted(tally.reasons.items())),
        lost_at=dict(sorted(tally.lost_at.items())),
        steadied=steadied(*zip(*tally.luck, strict=True)) if tally.luck else None,
        by_seat=tuple(tally.wins[seat] for seat in range(setup.players)) if not setup.spec.team else (),
        interrupted=interrupted,
    )
