"""The answer to each message of a client."""

from typing import Any

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
        """The fields of the answer `ok`. Raises Refused."""
        if isinstance(message, messages.Ping):
            return {"now": self._sources.now()}
        if isinstance(message, messages.Sync):
            return {"n": await live.sync(connection, message.after)}
        if isinstance(message, messages.Hint):
            view, number = await live.view_for_hint(connection.person)
            return {"hint": {"after": number, **await self._hints.hint(view)}}
        return await live.act(connection, message)
