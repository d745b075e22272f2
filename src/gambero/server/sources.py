"""Clock, ids and random numbers, injected so that tests are deterministic."""

import secrets
import time
from typing import Any

from gambero.game.fair import new_salt
from gambero.game.setup import Setup, prepared

CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"  # 2.5 million codes
LEAST_STEP = 1000  # milliseconds: if the clocks drift apart by less between two looks, nobody has set one


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

    def new_code(self) -> str:
        """Five letters to read out. Without vowels they are no word; none looks like another letter or a digit."""
        return "".join(secrets.choice(CODE_LETTERS) for _ in range(5))

    def new_salt(self) -> str:
        return new_salt()

    def deal(self, game: str, players: int, commands: str | dict[int, str] | None, options: dict[str, Any]) -> Setup:
        """Cards from the system's random numbers."""
        return prepared(game, players=players, commands=commands, **options)

    def seed(self) -> int:
        """The seed of a search for a hint."""
        return secrets.randbits(64)


class ClockSet:
    """By how many milliseconds the wall clock was set since this object was made, by the monotonic one."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._last = self._apart()
        self._total = 0

    def by(self) -> int:
        apart = self._apart()
        if abs(apart - self._last) >= LEAST_STEP:
            self._total += apart - self._last
        self._last = apart
        return self._total

    def _apart(self) -> int:
        return self._sources.now() - int(1000 * self._sources.monotonic())
