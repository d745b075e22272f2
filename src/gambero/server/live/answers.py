"""The answer to each message of a client."""

from typing import Any

from gambero.game.base import View
from gambero.server.jobs.queue import Asker
from gambero.server.live.connections import Connection
from gambero.server.live.table import LiveTable
from gambero.server.refusal import Refused
from gambero.server.review.hints import Hints
from gambero.server.sources import Sources
from gambero.server.store import moderation, reports
from gambero.server.store.database import Store
from gambero.server.wire import from_client as messages

MOST_MUTED = 500  # people that one person can mute


class Answers:
    def __init__(self, sources: Sources, hints: Hints, store: Store, most_reports: int) -> None:
        """`most_reports`: how many a person may make in a day; 0: any number."""
        self._sources = sources
        self._hints = hints
        self._store, self._most_reports = store, most_reports

    async def answer(self, live: LiveTable, connection: Connection, message: messages.ClientMessage) -> dict[str, Any]:
        """The fields of the answer `ok`; not for hints. Raises Refused."""
        if isinstance(message, messages.Ping):
            return {"now": self._sources.now()}
        if isinstance(message, messages.Sync):
            return {"n": await live.sync(connection, message.after)}
        if connection.screen:
            raise Refused("seat", "screen")
        if isinstance(message, messages.Mute):
            return await self._mute(live, connection.person, message)
        if isinstance(message, messages.Report):
            report = await live.report(connection.person, message)
            await reports.add(self._store, self._sources.now(), self._most_reports, report)
            return {}
        return await live.act(connection, message)

    async def _mute(self, live: LiveTable, person: str, message: messages.Mute) -> dict[str, Any]:
        """Store whom somebody mutes, for all tables, and send them this table again without that chat."""
        other = await live.person_meant(person, message)
        if message.on and len(await moderation.muted_by(self._store, person)) >= MOST_MUTED:
            raise Refused("limit", "mutes", most=MOST_MUTED)
        await self._store.run(moderation.mute(self._store, person, other, message.on))
        await live.mute(person, await moderation.muted_by(self._store, person))
        return {}

    async def hint(self, connection: Connection, view: View, number: int) -> dict[str, Any]:
        """The fields of the answer `ok` to a hint, from what its seat saw after entry `number`. This may take long."""
        asker = Asker(connection.person, connection.address)
        return {"hint": {"after": number, **await self._hints.hint(asker, view)}}
