"""Players that see views."""

from gambero.bots.base import Bot
from gambero.bots.levels import GreedyBot, RandomBot
from gambero.errors import shown

__all__ = ["BOTS", "Bot", "bot"]

BOTS: dict[str, type[Bot]] = {player.name: player for player in (RandomBot, GreedyBot)}


def bot(name: str) -> Bot:
    """A player by name: `bot("greedy").choose(view)` → a move."""
    if not isinstance(name, str) or name not in BOTS:
        raise ValueError(f"bot must be one of {', '.join(BOTS)}, not {shown(name)}")
    return BOTS[name]()
