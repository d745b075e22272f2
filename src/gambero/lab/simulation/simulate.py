"""Many games, counted: the same result for the same seed, however many threads, processes or machines play them."""

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from gambero.arguments import check_seconds, is_whole, quoted
from gambero.game import GAMES
from gambero.game.setup import Setup, prepared
from gambero.lab.simulation.cluster import on_cluster
from gambero.lab.simulation.faults import BotFault
from gambero.lab.simulation.processes import in_processes
from gambero.lab.simulation.runners import Runner, runner_for
from gambero.lab.simulation.seated_bots import BotLike, check_bot
from gambero.lab.simulation.steady import Steadied, steadied
from gambero.lab.simulation.tally import PlayedGame, Tally, mean, quantiles, wilson
from gambero.lab.simulation.threads import Steps, in_threads
from gambero.rules import team

Progress = Callable[[int], None]
ENDLESS = 2**62  # games
Bots = BotLike | Sequence[BotLike]  # one for all seats, or one a seat


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
    bot: Bots = "greedy",
    games: int = 10_000,
    seed: int | None = None,
    first: int = 0,
    workers: int | None = None,
    seconds: float | None = None,
    ray: str | None = None,
    progress: Progress | None = None,
    steady: bool = False,
    keep: Callable[[PlayedGame], None] | None = None,
    **options: Any,
) -> Simulation:
    """Play many games and count: `simulate("classic", players=3, bot="greedy", games=10**6, seed=1)`.

    `bot` is one for all seats, or one a seat: `["expert", "greedy"]` or `"expert,greedy"`. Instead of a name it may be
    a class of Bot, or a factory that makes one when it is called with `seed=…`. `first` is the number of the first
    game: games 0 to 49 and games 50 to 99 of a seed make the first hundred. `seconds` is what a bot may think about a
    move; the result of bots that use it up depends on the machine. `workers` is how many threads play, or processes
    where bots are Python and the run is long. `ray` is the address of a Ray cluster that plays instead; "auto" finds
    the one of this machine. `steady` also gives the win rate of a team without the luck of its draws: the same
    interval from fewer games, where games take long. `keep` is called with each finished game, in order; then all
    bots see views.

    A bot that fails, or breaks the rules, raises BotFault with the game, the seat, the move and the bot's traceback. A
    record that replays to that point is kept in a file, which it names.
    """
    setup, runner = _ready(game, players, bot, seed, seconds, steady, keep is not None, options)
    numbers = game_numbers(first, check_whole("games", games, 1))
    count = worker_count(workers)
    if runner.compiled:
        runner.play(0, 0)  # compiled, or loaded, before the clock starts
    began = perf_counter()
    tally, interrupted = Tally(), False
    try:
        with closing(_played(runner, numbers, count, ray)) as played:
            for part in played:
                for one in part.played if keep else ():
                    keep(one)  # type: ignore[misc]  # it is there
                tally += replace(part, played=())  # a new object: an interruption cannot leave a chunk half counted
                if progress:
                    progress(part.games)
    except KeyboardInterrupt:
        interrupted = True
    return _summed(setup, tally, perf_counter() - began, interrupted)


def games(
    game: str = "classic",
    *,
    players: int | None = None,
    bot: Bots = "greedy",
    seed: int | None = None,
    first: int = 0,
    count: int | None = None,
    workers: int | None = None,
    seconds: float | None = None,
    ray: str | None = None,
    **options: Any,
) -> Generator[PlayedGame]:
    """Finished games one by one, each with its number, its result and its record; without `count` it never ends.

    The same seed and number give the same game, so `first` and `count` divide a long run into parts. The other
    arguments are those of `simulate`. All bots choose from views here, whether they have kernels or not.
    """
    _, runner = _ready(game, players, bot, seed, seconds, False, True, options)
    numbers = game_numbers(first, ENDLESS if count is None else check_whole("count", count, 0))
    return _one_by_one(runner, numbers, worker_count(workers), ray)


def _one_by_one(runner: Runner, numbers: range, workers: int, ray: str | None) -> Generator[PlayedGame]:
    if numbers:
        with closing(_played(runner, numbers, workers, ray)) as played:
            for part in played:
                yield from part.played


def _ready(
    game: str,
    players: int | None,
    bot: Bots,
    seed: int | None,
    seconds: float | None,
    steady: bool,
    records: bool,
    options: Mapping[str, Any],
) -> tuple[Setup, Runner]:
    """Check the arguments; the setup, and what plays it."""
    number = check_whole("seed", 0 if seed is None else seed, 0)
    bots = seated(bot)
    setup = prepared(game, players=seats(game, players, bots), seed=number, **options)
    for who in bots:
        check_bot(who, setup.game)
    check_seconds(seconds)
    placed = by_seat(bots, setup.players)
    return setup, runner_for(setup, placed, number, seconds, steady=steady, records=records)


def game_numbers(first: int, count: int) -> range:
    """The numbers of so many games; ValueError if the first is no number of a game."""
    check_whole("first", first, 0)
    return range(first, first + count)


def _played(runner: Runner, numbers: range, workers: int, ray: str | None) -> Generator[Tally]:
    """Tallies in order; the game of a bot's fault is kept here, on the machine that asked for it."""
    try:
        yield from on_cluster(runner, numbers, ray) if ray is not None else _here(runner, numbers, workers)
    except BotFault as wrong:
        wrong.keep()
        raise


def _here(runner: Runner, numbers: range, workers: int) -> Generator[Tally]:
    """On this machine: kernels in threads, bots that see views in processes."""
    if runner.compiled:
        return in_threads(runner, Steps(numbers.stop, runner.chunk, numbers.start), workers)
    return in_processes(runner, numbers, workers)


def seated(bot: Bots) -> list[BotLike]:
    """The bots asked for, each known."""
    if not isinstance(bot, (str, list, tuple)) and not callable(bot):
        raise ValueError(f"bot must be a name, a class or a factory, or one of these a seat, not {quoted(bot)}")
    if isinstance(bot, str):
        bots: list[BotLike] = [name.strip() for name in bot.split(",")]
    else:
        bots = list(bot) if isinstance(bot, (list, tuple)) else [bot]
    for who in bots:
        check_bot(who)
    return bots


def seats(game: str, players: int | None, bots: Sequence[BotLike]) -> int | None:
    """How many play: as asked for, else as many as bots are named, else the fewest the game takes."""
    if players is not None:
        return players
    if len(bots) > 1:
        return len(bots)
    return GAMES[game].players[0] if game in GAMES else None  # an unknown game is refused later


def by_seat(bots: list[BotLike], players: int) -> list[BotLike]:
    if len(bots) not in (1, players):
        seats = "1 seat" if players == 1 else f"{players} seats"
        raise ValueError(f"bot must be one name for all or one for each of the {seats}, not {len(bots)} names")
    return bots if len(bots) == players else bots * players


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
