"""How bots are offered to people: three levels, and how fast bots play."""

from gambero.server.wire.strengths import Level

LEVELS: dict[str, Level] = {"human": "easy", "careful": "good", "expert": "expert"}  # by the bot's name
TIMES: dict[str, float] = {"slow": 2.5, "normal": 1.0, "fast": 0.4}  # what a bot's pause is multiplied by


def level_of(bot: str) -> Level | None:
    """The level that a bot is offered as; None for bots that are offered by their name."""
    return LEVELS.get(bot)


def slowness(speed: str | None) -> float:
    """What the pauses of bots are multiplied by at a table of this speed; tables of before have none."""
    return TIMES[speed or "normal"]
