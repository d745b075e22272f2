"""Closes the sockets of sessions that have ended: at once where a worker says so, else at the next poll."""

import asyncio
from collections.abc import Collection, Iterable, Mapping

from gambero.server.live.connections import SESSION_OVER
from gambero.server.live.table import LiveTable
from gambero.server.store.sessions import Sessions
from gambero.server.workers.backplane import SESSION_ENDED, Backplane

POLL = 30.0  # seconds


class OpenSessions:
    """The sessions that have a socket at this worker."""

    def __init__(self, tables: Mapping[str, LiveTable], sessions: Sessions, backplane: Backplane) -> None:
        self._tables, self._sessions, self._backplane = tables, sessions, backplane

    def close(self, ended: Iterable[str]) -> None:
        """Close the sockets of these sessions, at other workers too."""
        ended = set(ended)
        self.close_here(ended)
        for session in ended:
            self._backplane.publish(session, SESSION_ENDED)

    def close_here(self, ended: Collection[str]) -> None:
        for live in list(self._tables.values()):
            for connection in [one for one in live.presence.connections if one.session in ended]:
                connection.end(SESSION_OVER, "log in again")

    async def poll(self) -> None:
        """Store that sessions with a socket are used; close the sockets of those that have ended meanwhile."""
        connections = (one for live in self._tables.values() for one in live.presence.connections)
        self.close_here(await self._sessions.note_use({one.session for one in connections if one.session}))

    async def keep_polling(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            await self.poll()
