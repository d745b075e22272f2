"""Who sits where."""

from gambero.bots import Bot, bot
from gambero.bots import names as known

NOT_YET = {"duel": ("greedy", "careful", "expert")}  # bots that have a game still to learn


def can_play(name: str, game: str) -> bool:
    return name not in NOT_YET.get(game, ())


def usual(game: str) -> str:
    """The bot for whoever asks for nobody in particular."""
    return "greedy" if can_play("greedy", game) else "random"


def adviser(game: str) -> Bot:
    """Who is asked for a hint."""
    return bot(usual(game))


def others(game: str, players: int, asked: str | None = None, seed: int | None = None) -> dict[int, Bot]:
    """The bots at seats 1, 2, …: the names asked for, one name for all, or the usual one."""
    names = named(asked) if asked else [usual(game)]
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise ValueError(f"bots must name one player for each of the {players - 1} other seats, not {len(names)}")
    for name in names:
        if not can_play(name, game):
            able = ", ".join(other for other in known() if can_play(other, game))
            raise ValueError(f"bots must be of {able} at {game}: {name} has still to learn it")
    return {seat: bot(name, None if seed is None else seed + seat) for seat, name in enumerate(names, 1)}


def named(asked: str) -> list[str]:
    return [name.strip() for name in asked.split(",")]
