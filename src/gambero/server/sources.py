"""Clock, ids and random numbers, injected so that tests are deterministic."""

import secrets
import time
from typing import Any

from gambero.game.fair import new_salt
from gambero.game.setup import Setup, prepared


class Sources:
    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Seconds since some moment, for durations: it never goes back, whatever the wall clock is set to."""
        return time.monotonic()

    def new_id(self) -> str:
        """An id that cannot be guessed: a table's link is its invitation."""
        return secrets.token_urlsafe(9)

    def new_salt(self) -> str:
        return new_salt()

    def deal(self, game: str, players: int, commands: str | dict[int, str] | None, options: dict[str, Any]) -> Setup:
        """Cards from the system's random numbers."""
        return prepared(game, players=players, commands=commands, **options)

    def seed(self) -> int:
        """The seed of a search for a hint."""
        return secrets.randbits(64)
