"""Deletes what is too old: guests who did not come back, sessions, codes and invitations that have ended, chat.

One worker does it, in small steps with pauses, so that tables do not wait for it.
"""

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy import delete, select

from gambero.server.store import codes, company, notices, personal, schema
from gambero.server.store.database import Store
from gambero.server.store.people import Person
from gambero.server.store.sessions import DAY, Sessions
from gambero.server.workers.backplane import Backplane

LEASE = "retention"  # a name that no table has: their ids are longer
STEP = 500  # people looked at, or texts removed, in one step
PAUSE = 1.0  # seconds between two steps
ROUND = 600.0  # seconds between two rounds
YOUNG = 3600 * 1000  # milliseconds for which a new guest without a session is not deleted


class Retention:
    def __init__(
        self,
        store: Store,
        backplane: Backplane,
        sessions: Sessions,
        now: Callable[[], int],
        chat_days: float,
        forget: Callable[[Person], Awaitable[None]],
    ) -> None:
        self._store, self._backplane, self._sessions, self._now = store, backplane, sessions, now
        self._chat_days, self._forget = chat_days, forget

    async def run(self) -> None:
        while True:
            await asyncio.sleep(ROUND)
            await self.round()

    async def round(self, pause: float = PAUSE) -> None:
        """Once through all people and all chat, as long as no other worker does it."""
        last = ""
        while await self._backplane.holds_lease(LEASE) and (last := await self.people_after(last)):
            await asyncio.sleep(pause)
        while await self._backplane.holds_lease(LEASE) and await self.old_chat():
            await asyncio.sleep(pause)
        if await self._backplane.holds_lease(LEASE):
            await codes.remove_ended(self._store, self._now())
            await company.remove_old(self._store, self._now())
            await self._store.run(notices.without_session())

    async def people_after(self, last: str) -> str:
        """End old sessions of the next people by id, and delete guests who have none left.

        Returns the id of the last one looked at; empty if there are no more.
        """
        people, sessions = schema.people.c, schema.sessions.c
        query = select(people.id).where(people.id > last).order_by(people.id).limit(STEP)
        found = [row["id"] for row in await self._store.rows(query)]
        if not found:
            return ""
        some = (people.id > last, people.id <= found[-1])
        guests = select(people.id).where(*some, people.login.is_(None))
        accounts = select(people.id).where(*some, people.login.is_not(None))
        for kind, login in ((guests, None), (accounts, "")):
            old = (sessions.person.in_(kind), sessions.used < self._sessions.oldest(login))
            if await self._store.rows(select(sessions.id).where(*old).limit(1)):
                await self._store.run(delete(schema.sessions).where(*old))
        gone = guests.where(people.created < self._now() - YOUNG).where(
            ~select(sessions.id).where(sessions.person == people.id).exists()
        )
        for row in await self._store.rows(gone):
            await self._forget(Person(row["id"], ""))
        return str(found[-1])

    async def old_chat(self) -> int:
        """Remove some old chat; returns how many texts."""
        if not self._chat_days:
            return 0
        return await personal.remove_chat(self._store, self._now() - int(self._chat_days * DAY), STEP)
