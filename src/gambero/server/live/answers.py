"""The answer to each message of a client."""

from typing import Any

from gambero.game.base import View
from gambero.server.jobs.queue import Asker
from gambero.server.live.connections import Connection
from gambero.server.live.table import LiveTable
from gambero.server.review.hints import Hints
from gambero.server.sources import Sources
from gambero.server.wire import from_client as messages


class Answers:
    def __init__(self, sources: Sources, hints: Hints) -> None:
        self._sources = sources
        self._hints = hints

    async def answer(self, live: LiveTable, connection: Connection, message: messages.ClientMessage) -> dict[str, Any]:
        """The fields of the answer `ok`; not for hints. Raises Refused."""
        if isinstance(message, messages.Ping):
            return {"now": self._sources.now()}
        if isinstance(message, messages.Sync):
            return {"n": await live.sync(connection, message.after)}
        return await live.act(connection, message)

    async def hint(self, connection: Connection, view: View, number: int) -> dict[str, Any]:
        """The same for a message that asks for a hint, from what its seat saw after that entry. This may take long."""
        asker = Asker(connection.person, connection.address)
        return {"hint": {"after": number, **await self._hints.hint(asker, view)}}
