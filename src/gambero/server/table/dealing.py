"""What a deal holds: cards, layout, and the hash that proves them. The deal of the day is the same for everybody."""

import hmac
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Protocol

from gambero.game.fair import commitment
from gambero.game.replay import replay
from gambero.game.setup import Setup, prepared
from gambero.server.refusal import Refused
from gambero.server.table.table import Table

FIRST_DAY = date(2026, 1, 1)
DAY = 24 * 3600 * 1000  # milliseconds
GRACE = 3600 * 1000  # milliseconds after its day in which a deal stays secret and a try of that day can be finished


class Chance(Protocol):
    """Where a deal takes its ids, salts and cards from: `Sources`, or those of a test."""

    def new_id(self) -> str: ...

    def new_salt(self) -> str: ...

    def deal(
        self, game: str, players: int, commands: str | dict[int, str] | None, options: dict[str, Any]
    ) -> Setup: ...


def day_of(now: int) -> str:
    """The day in UTC, as 2026-01-31, of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def day_starts(day: str) -> int:
    """The first moment of a day in UTC, in milliseconds since 1970."""
    return int(1000 * datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp())


def is_secret(day: str, now: int) -> bool:
    """Are the cards of a day's deal still secret? What is finished later does not count for that day."""
    return now < day_starts(day) + DAY + GRACE


def checked_day(day: str, today: str) -> str:
    """The day, if its deal may be played. Raises Refused."""
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        raise Refused("day", "malformed", today=today, day=day[:20]) from None
    if not FIRST_DAY <= wanted <= date.fromisoformat(today):
        raise Refused("day", "out_of_range", first=FIRST_DAY.isoformat(), today=today)
    return wanted.isoformat()


def layout(commands: str | Mapping[str, str] | None) -> str | dict[int, str] | None:
    """Which cards carry commands, as the law takes it; numbers are text where they are stored and sent."""
    return {int(number): name for number, name in commands.items()} if isinstance(commands, Mapping) else commands


def deal(table: Table, secret: str, chance: Chance) -> dict[str, Any]:
    """The data of a `dealt` entry. A deal of the day comes from the installation's secret, any other from chance."""
    opened = table.opened
    if table.practice:
        if table.deal:  # begun again, as often as the host likes: the record need not be read again
            setup, moves = table.playing.setup, table.deal["moves"]
        else:
            game = replay(opened["from"])
            setup, moves = game.setup, [move for _, move in game.log]
        return sealed(setup, chance.new_salt(), chance.new_id()) | {"moves": moves, "began": opened["began"]}
    players, commands, options = len(table.seats), layout(opened["commands"]), opened["options"]
    day = opened["daily"]
    if day:
        purpose = f"{table.kind} {day}"
        seed = int.from_bytes(_keyed(secret, f"deal {purpose}")[:8])
        setup = prepared(table.kind, players=players, seed=seed, commands=commands, **options)
        return sealed(setup, _keyed(secret, f"salt {purpose}").hex(), chance.new_id())
    setup = chance.deal(table.kind, players, commands, options)
    return sealed(setup, chance.new_salt(), chance.new_id())


def sealed(setup: Setup, salt: str, game_id: str) -> dict[str, Any]:
    """The data of a `dealt` entry: the cards, and the hash that proves later that they were never changed."""
    return {
        "game_id": game_id,
        "deck": setup.deck,
        "layout": {str(number): name for number, name in setup.commands.items()},
        "salt": salt,
        "commitment": commitment(setup, salt),
    }


def _keyed(secret: str, purpose: str) -> bytes:
    """A hash keyed with the installation's secret: nobody else can compute a day's deal beforehand."""
    return hmac.digest(secret.encode(), purpose.encode(), "sha256")
