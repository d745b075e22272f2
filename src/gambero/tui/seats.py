"""The bots at the other seats, and the one that is asked for a hint."""

from gambero.bots import Bot, bot

USUAL = "careful"  # where no bot is named
ADVISER = "expert"


def adviser() -> Bot:
    """The bot that is asked for a hint."""
    return bot(ADVISER, seed=1)  # the same table gets the same advice


def others(players: int, asked: str | None = None, seed: int | None = None) -> dict[int, Bot]:
    """The bots at seats 1, 2, …: the names asked for, one name for all, or the usual one."""
    names = named(asked) if asked else [USUAL]
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise ValueError(f"bots must name one player for each of the {players - 1} other seats, not {len(names)}")
    return {seat: bot(name, None if seed is None else seed + seat) for seat, name in enumerate(names, 1)}


def named(asked: str) -> list[str]:
    return [name.strip() for name in asked.split(",")]
