"""Who plays a simulation: a bot's name, a class of Bot, or a factory, which is called with seed=… for each game."""

import pickle
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from gambero.arguments import quoted
from gambero.bots import BOTS, Bot, bot, bot_class, check_name
from gambero.bots.base import TeamGames
from gambero.errors import one_line

BotLike: TypeAlias = str | type[Bot] | Callable[..., Bot]


def made(who: BotLike, seed: int | None) -> Bot:
    """A player; ValueError if a class or a factory fails, or makes something else."""
    if isinstance(who, str):
        return bot(who, seed)
    try:
        player = who(seed=seed)
    except Exception as wrong:
        raise ValueError(f"bot {bot_name(who)} cannot be seated: {one_line(wrong)}") from wrong
    if not isinstance(player, Bot):
        raise ValueError(f"bot {bot_name(who)} must make a gambero.Bot, not {quoted(player)}")
    return player


def bot_name(who: BotLike) -> str:
    """What messages and tables call it: its `name`, else the name of the class or the function."""
    if isinstance(who, str):
        return who
    if isinstance(who, partial):
        return bot_name(who.func)
    return str(getattr(who, "name", None) or getattr(who, "__name__", None) or type(who).__name__)


def bot_names(bots: Sequence[BotLike]) -> list[str]:
    """Their names; where classes or factories share one, the later ones get a number."""
    found: list[str] = []
    for who in bots:
        name, number = bot_name(who), 2
        while not isinstance(who, str) and name in found:
            name, number = f"{bot_name(who)} {number}", number + 1
        found.append(name)
    return found


def check_bot(who: object, game: str | None = None) -> None:
    """Raise ValueError unless this is a player, and it plays the game."""
    if isinstance(who, str) or not callable(who):
        check_name(who, game)  # type: ignore[arg-type]  # it refuses what is no name
        return
    if isinstance(who, type) and not issubclass(who, Bot):
        raise ValueError(f"bot must be a class of gambero.Bot, and {who.__name__} is none")
    if game is not None:
        (who if isinstance(who, type) else type(made(who, 0))).check_plays(game)


def team_games_of(who: BotLike) -> TeamGames | None:
    """The games inside a kernel that the class of a bot brings along, or None; a factory has none."""
    if isinstance(who, str):
        return None if ":" in who else bot_class(who).team_games
    return who.team_games if isinstance(who, type) and issubclass(who, Bot) else None


def is_portable(who: BotLike) -> bool:
    """Whether another process can load it: not if a caller put a class into BOTS, or defined it in a script."""
    if isinstance(who, str):
        return who not in BOTS or BOTS[who].__module__.startswith("gambero.")
    try:
        pickle.dumps(who)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return getattr(who, "__module__", "__main__") != "__main__"
