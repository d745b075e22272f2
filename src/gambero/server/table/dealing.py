"""Deals for people: from the system's randomness, or the same for everybody on one day."""

import hmac
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from gambero.game.fair import commitment
from gambero.game.replay import replay
from gambero.game.setup import Setup, prepared
from gambero.server.outside import Outside
from gambero.server.table.entries import Refused
from gambero.server.table.table import Table

FIRST_DAY = date(2026, 1, 1)
DAILY_GAMES = ("classic", "extreme", "duel")


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def checked_day(day: str) -> str:
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        raise Refused("day", f"a day is written as {today()}, not {day[:20]!r}") from None
    if not FIRST_DAY <= wanted <= datetime.now(UTC).date():
        raise Refused("day", f"there are deals from {FIRST_DAY} to {today()}")
    return wanted.isoformat()


def layout(commands: str | Mapping[str, str] | None) -> str | dict[int, str] | None:
    """Which cards carry commands, as the law wants it: numbers are text where they are kept and sent."""
    return {int(number): name for number, name in commands.items()} if isinstance(commands, Mapping) else commands


def dealt(table: Table, secret: str, outside: Outside) -> dict[str, Any]:
    """The data of a deal: cards, layout, and the seal that proves them afterwards."""
    opened = table.opened
    if table.practice:
        game = replay(opened["from"])
        known = {"moves": [move for _, move in game.log], "began": opened["began"]}
        return sealed(game.setup, outside.new_salt(), outside.new_id()) | known
    players, commands, options = len(table.seats), layout(opened["commands"]), opened["options"]
    day = opened["daily"]
    if day:
        purpose = f"{table.kind} {day}"
        seed = int.from_bytes(_keyed(secret, f"deal {purpose}")[:8])
        setup = prepared(table.kind, players=players, seed=seed, commands=commands, **options)
        return sealed(setup, _keyed(secret, f"salt {purpose}").hex(), outside.new_id())
    setup = outside.deal(table.kind, players, commands, options)
    return sealed(setup, outside.new_salt(), outside.new_id())


def sealed(setup: Setup, salt: str, game_id: str) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "deck": setup.deck,
        "layout": {str(number): name for number, name in setup.commands.items()},
        "salt": salt,
        "commitment": commitment(setup, salt),
    }


def _keyed(secret: str, purpose: str) -> bytes:
    """A number only this installation can know beforehand."""
    return hmac.digest(secret.encode(), purpose.encode(), "sha256")
