"""A hint for the player on turn: what expert would lay."""

from typing import Any

import orjson

from gambero.bots.advice import advise
from gambero.game.base import View
from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker, Work
from gambero.server.jobs.shared import Shared
from gambero.server.sources import Sources

MOST_KEPT = 256


class Hints:
    def __init__(self, pool: Pool, sources: Sources) -> None:
        self._shared = Shared(pool, Work.HINT, MOST_KEPT)
        self._sources = sources

    async def hint(self, asker: Asker, view: View) -> dict[str, Any]:
        """Expert's plan for a view and why; the same for the same view. Raises Refused if too many ask."""
        key = orjson.dumps(view, option=orjson.OPT_NON_STR_KEYS)
        return await self._shared.ask(key, asker, _advice, view, self._sources.seed())


def _advice(view: View, seed: int) -> dict[str, Any]:
    return advise(view, None, seed).as_json()
