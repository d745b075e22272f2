"""Bots compared: team games by how often each wins, the others by playing each other."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from gambero.arguments import quoted
from gambero.game import GAMES
from gambero.game.setup import prepared
from gambero.lab.arena.ratings import Rating, rated
from gambero.lab.simulation.faults import BotFault
from gambero.lab.simulation.runners import runner_for
from gambero.lab.simulation.seated_bots import BotLike, bot_names
from gambero.lab.simulation.simulate import Simulation, by_seat, check_whole, seated, simulate

MANY, FEW = 20_000, 400  # games if no number is given: of compiled bots, and of slow ones

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Cell:
    """The result of one bot, or one mix of bots, at one table."""

    game: str
    players: int
    bots: tuple[str, ...]  # by seat
    result: Simulation
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def bot(self) -> str:
        return self.bots[0] if len(set(self.bots)) == 1 else ", ".join(self.bots)

    @property
    def table(self) -> str:
        """Game and options, as in "classic, on_fire"."""
        options = [name if value is True else f"{name} {value}" for name, value in self.options.items() if value]
        return ", ".join([self.game, *options])


@dataclass(frozen=True)
class Arena:
    """Bots compared at one game: a cell for each bot and table; in games without a team, ratings too."""

    game: str
    cells: list[Cell]
    ratings: list[Rating] = field(default_factory=list)
    interrupted: bool = False
    faults: list[str] = field(default_factory=list)  # of bots that failed, each in a sentence; their cells are missing


def is_team(game: str) -> bool:
    return GAMES[game].team


def usual_games(game: str, players: int, bots: Sequence[BotLike]) -> int:
    """How many games a cell gets if no number is given: many for compiled bots, few for slow ones."""
    setup = prepared(game, players=players, seed=0)
    return MANY if runner_for(setup, by_seat(list(bots), players), 0).compiled else FEW


def seatings(bots: Sequence[BotLike], players: int) -> Iterator[tuple[BotLike, ...]]:
    """Every group of so many bots, with every rotation of its seats, since one seat may have an advantage."""
    for group in combinations(bots, players):
        for first in range(players):
            yield group[first:] + group[:first]


def tables(game: str, bots: Sequence[BotLike], players: Sequence[int] | None) -> list[tuple[int, tuple[BotLike, ...]]]:
    """What an arena will play: for each cell the number of players, and the bots by seat."""
    asked = seated(list(bots))
    names = bot_names(asked)
    if len(set(names)) < len(names):
        raise ValueError(f"bots must be named once each, not {quoted(', '.join(names))}")
    prepared(game, seed=0)
    fewest, most = GAMES[game].players
    counts = list(players) if players else list(range(fewest, most + 1)) if is_team(game) else [2]
    for count in counts:
        prepared(game, players=count, seed=0)
    if is_team(game):
        return [(count, (who,) * count) for who in asked for count in counts]
    if len(asked) < max(counts):
        needed = "two" if counts == [2] else str(max(counts))
        raise ValueError(f"bots must be {needed} or more to play {game} against each other, not {len(asked)}")
    return [(count, group) for count in counts for group in seatings(asked, count)]


def arena(
    game: str,
    bots: Sequence[BotLike],
    *,
    players: Sequence[int] | None = None,
    games: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    **more: Any,
) -> Arena:
    """Let bots play, and compare them. A bot is a name, a class or a factory, as `simulate` takes it.

    `games` is for each cell of a team game. In other games it is for each group of bots, divided evenly over the
    rotations of its seats, all with the same deals. What else `simulate` takes (workers, ray, seconds, options) is
    passed on. On an interruption the cells already played are returned; a bot that fails costs only its own cells.
    """
    cells: list[Cell] = []
    faults: list[str] = []
    options = {name: value for name, value in more.items() if name not in ("workers", "ray", "seconds")}
    interrupted = False
    cells_to_play = tables(game, bots, players)
    called = dict(zip(bots, bot_names(bots), strict=True))
    for count, group in cells_to_play:
        wanted = cell_games(game, count, group, games)
        try:
            result = simulate(game, players=count, bot=group, games=wanted, seed=seed, progress=progress, **more)
        except BotFault as wrong:
            faults.append(str(wrong))
            continue
        if result.games:
            cells.append(Cell(game, count, tuple(called[who] for who in group), result, options))
        if result.interrupted:
            interrupted = True
            break
    return Arena(game, cells, ratings_of(cells), interrupted, faults)


def cell_games(game: str, players: int, bots: Sequence[BotLike], games: int | None) -> int:
    """How many games one of `tables` gets."""
    wanted = usual_games(game, players, bots) if games is None else check_whole("games", games, 1)
    return wanted if is_team(game) else -(-wanted // players)


def ratings_of(cells: Sequence[Cell]) -> list[Rating]:
    """Ratings from the tables of a round robin; none for team games.

    With more than two at a table, the winner counts as having beaten each of the others. In the model this is right:
    if one of two given bots wins, the odds between these two are the same as in a game of these two alone.
    """
    met = [cell for cell in cells if not is_team(cell.game)]
    if not met:
        return []
    names = list(dict.fromkeys(name for cell in met for name in cell.bots))
    wins = np.zeros((len(names), len(names)))
    for cell in met:
        seats = [names.index(name) for name in cell.bots]
        # T10: several may share a win; each of them then gets an equal part of it.
        shared = sum(cell.result.by_seat) - cell.result.games
        for one, won in zip(seats, cell.result.by_seat, strict=True):
            for other in seats:
                if other != one:
                    wins[one, other] += won - shared / len(seats)
    return rated(names, wins)
