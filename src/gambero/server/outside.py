"""Chance and time come into a house from outside."""

import secrets
from typing import Any

from gambero.game.fair import new_salt
from gambero.game.setup import Setup, prepared
from gambero.server.store.database import now


class Outside:
    """Whatever a house could not tell beforehand, in one place, so that a story can be told twice."""

    def now(self) -> int:
        return now()

    def new_id(self) -> str:
        """An id nobody guesses: a link is an invitation."""
        return secrets.token_urlsafe(9)

    def new_salt(self) -> str:
        return new_salt()

    def deal(self, game: str, players: int, commands: str | dict[int, str] | None, options: dict[str, Any]) -> Setup:
        """Cards from the system's randomness."""
        return prepared(game, players=players, commands=commands, **options)

    def thought(self) -> int:
        """Where a search for advice begins."""
        return secrets.randbits(64)
