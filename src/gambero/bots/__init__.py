"""Players that see views. Others may add theirs: a class, and its entry point in the group `gambero.bots`."""

from importlib.metadata import entry_points
from pathlib import Path

from gambero.arguments import quoted
from gambero.bots.base import Bot
from gambero.bots.levels import CarefulBot, ExpertBot, GreedyBot, RandomBot
from gambero.errors import one_line

__all__ = ["BOTS", "Bot", "bot", "bot_class", "check_name", "names", "thoughts"]

BOTS: dict[str, type[Bot]] = {player.name: player for player in (RandomBot, GreedyBot, CarefulBot, ExpertBot)}
GROUP = "gambero.bots"


def bot(name: str, seed: int | None = None, weights: str | Path | None = None) -> Bot:
    """A player by name: `bot("greedy").choose(view)` → a move. The same seed thinks the same.

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


def check_name(name: str) -> None:
    """Raise ValueError unless there is such a player, and its file of weights if the name has one."""
    if isinstance(name, str) and ":" in name:
        bot(name)
    else:
        bot_class(name)


def names() -> list[str]:
    """Our own from the weakest to the strongest, then what is installed besides."""
    return [*BOTS, *sorted({entry.name for entry in entry_points(group=GROUP)} - BOTS.keys())]


def thoughts() -> tuple[dict[str, str], list[str]]:
    """How each player thinks, in a line; and what is wrong with those that cannot be loaded."""
    found, faults = {}, []
    for name in names():
        try:
            found[name] = str(getattr(bot_class(name), "thinks", ""))
        except ValueError as wrong:
            faults.append(str(wrong))
    return found, faults


def bot_class(name: str) -> type[Bot]:
    """The class of a player; one that came with another package is imported when it is asked for.

    A name with a file of weights is refused: a server checks names by this, and must open no file a client names.
    """
    if isinstance(name, str) and name in BOTS:
        return BOTS[name]
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            try:
                found = entry.load()
            except Exception as wrong:
                raise ValueError(f"bot {name} cannot be loaded from {entry.value}: {one_line(wrong)}") from wrong
            if not (isinstance(found, type) and issubclass(found, Bot)):
                raise ValueError(f"bot {name} must be a class of gambero.bots.Bot, and {entry.value} is none")
            return found
    raise ValueError(f"bot must be one of {', '.join(names())}, not {quoted(name)}")
