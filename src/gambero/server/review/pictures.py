"""Pictures to share, drawn once as jobs and kept."""

from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker, Work
from gambero.server.jobs.shared import Shared
from gambero.server.review import drawing

MOST_KEPT = 256  # some ten kilobytes each


class Pictures:
    def __init__(self, pool: Pool) -> None:
        self._shared = Shared(pool, Work.PICTURE, MOST_KEPT)

    async def of_game(self, asker: Asker, game_id: str, record: str) -> bytes:
        """Raises Refused if too many ask."""
        return await self._shared.ask(game_id, asker, drawing.of_game, record)

    async def of_day(self, asker: Asker, game: str, day: str) -> bytes:
        """Raises Refused if too many ask."""
        return await self._shared.ask((game, day), asker, drawing.of_day, game, day)
