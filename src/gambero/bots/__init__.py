"""Players that see views. Others may add theirs: a class, and its entry point in the group `gambero.bots`."""

import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from gambero.arguments import quoted
from gambero.bots.base import Bot
from gambero.bots.levels import CarefulBot, ExpertBot, GreedyBot, HumanBot, RandomBot
from gambero.errors import one_line

__all__ = ["BOTS", "Bot", "BotInfo", "bot", "bot_class", "check_name", "listed", "names"]

BOTS: dict[str, type[Bot]] = {player.name: player for player in (RandomBot, GreedyBot, HumanBot, CarefulBot, ExpertBot)}
GROUP = "gambero.bots"


@dataclass(frozen=True)
class BotInfo:
    """A bot as lists show it. One that cannot be loaded has a `fault` and plays no games."""

    name: str
    thinks: str  # one line on how it plays
    games: tuple[str, ...]
    fault: str | None = None


def bot(name: str, seed: int | None = None, weights: str | Path | None = None) -> Bot:
    """A player by name: `bot("greedy").choose(view)` → a move. The same seed plays the same.

    `weights` is a file of one's own that `gambero train` wrote; `bot("expert:mine.npy")` is the same.
    """
    if weights is None and isinstance(name, str) and ":" in name:
        name, _, weights = name.partition(":")
    player = bot_class(name)
    if weights is not None and not player.takes_weights:
        raise ValueError(f"bot {name} takes no weights")
    try:
        return player(seed=seed) if weights is None else player(seed=seed, weights=weights)  # type: ignore[call-arg]
    except Exception as wrong:
        if name in BOTS:
            raise
        raise ValueError(f"bot {name} cannot be seated: {one_line(wrong)}") from wrong


def check_name(name: str, game: str | None = None) -> None:
    """Raise ValueError unless there is such a player, with its file of weights if named, and it plays the game."""
    found = type(bot(name)) if isinstance(name, str) and ":" in name else bot_class(name)
    if game is not None:
        found.check_plays(game)


def names() -> list[str]:
    """Our own from the weakest to the strongest, then the installed ones; none of these is loaded yet."""
    return [*BOTS, *sorted(_installed().keys() - BOTS.keys())]


def listed() -> list[BotInfo]:
    """All bots, with what they play; one that cannot be loaded is listed with its fault."""
    return [_info(name) for name in names()]


def _info(name: str) -> BotInfo:
    try:
        found = bot_class(name)
        return BotInfo(name, str(found.thinks), found.games())
    except ValueError as wrong:
        return BotInfo(name, "", (), str(wrong))


def bot_class(name: str) -> type[Bot]:
    """The class of a player; one that came with another package is imported when it is asked for.

    A name with a file of weights is refused: a server checks names by this, and must open no file a client names.
    """
    if isinstance(name, str) and name in BOTS:
        return BOTS[name]
    entry = _installed().get(name) if isinstance(name, str) else None
    if entry is None:
        raise ValueError(f"bot must be one of {', '.join(names())}, not {quoted(name)}")
    try:
        found = entry.load()
    except (Exception, SystemExit) as wrong:  # an import of another package may raise anything
        raise ValueError(f"bot {name} cannot be loaded from {entry.value}: {one_line(wrong)}") from wrong
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise ValueError(f"bot {name} must be a class of gambero.bots.Bot, and {entry.value} is none")
    return found


def _installed() -> dict[str, EntryPoint]:
    return _entry_points(tuple(sys.path))


@lru_cache(maxsize=4)
def _entry_points(_path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """The installed bots by name. Reading them takes milliseconds, so it is done once for each search path."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}
