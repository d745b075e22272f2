"""A hint for the player on turn: what expert would lay."""

from typing import Any

from gambero.bots.advice import advise
from gambero.game.base import View
from gambero.server.bots.pool import Pool
from gambero.server.sources import Sources


class Hints:
    def __init__(self, pool: Pool, sources: Sources) -> None:
        self._pool = pool
        self._sources = sources

    async def hint(self, view: View) -> dict[str, Any]:
        """Expert's plan for a view and why, from a job in the bots' pool."""
        advice = await self._pool.run(advise, view, None, self._sources.seed())
        return advice.as_json()
