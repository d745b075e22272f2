"""Tells people who are not here that a table without hurry waits for them: by Web Push, and by a webhook of theirs.

What is due is a row, stored with the move that made it so: no move waits for a message, and none is lost in a restart.
There is one row for each table and person. One worker sends them, a few at a time, each with a timeout. Whoever was
reached in one way counts as told; if nothing worked it is tried again, later each time, and then given up.
"""

import asyncio
from collections.abc import Callable, Iterable

from sqlalchemy import RowMapping

from gambero.server.live.table import LiveTable
from gambero.server.notices import words
from gambero.server.notices.public import Poster
from gambero.server.notices.webpush import Vapid
from gambero.server.store import notices
from gambero.server.store.database import Store
from gambero.server.workers.backplane import Backplane

LEASE = "notices"  # a name that no table has: ids of tables have twelve characters
EVERY = 5.0  # seconds between two looks
MOST_AT_ONCE = 8  # people told at the same time
BATCH = 64  # notices read at one look
PAUSES = (60, 300, 1800, 7200)  # seconds until it is tried again
GONE = (404, 410)  # a push service says that this browser is not there any more
OK = range(200, 300)


class Notifier:
    def __init__(
        self,
        store: Store,
        backplane: Backplane,
        poster: Poster,
        now: Callable[[], int],
        after: float,
        tables: Callable[[], Iterable[LiveTable]],
        count: Callable[[str], None],
    ) -> None:
        self._store, self._backplane, self._poster, self._now = store, backplane, poster, now
        self._after, self._tables, self._count = int(1000 * after), tables, count
        self._looking = asyncio.Lock()  # so that nothing is sent twice
        self.vapid: Vapid

    async def start(self, contact: str) -> None:
        """Make the key by which push services know this server, or read it."""
        self.vapid = Vapid(await self._store.secret("vapid"), contact)

    async def run(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Send what is due, unless another worker does it."""
        if not await self._backplane.holds_lease(LEASE):
            return
        room = asyncio.Semaphore(MOST_AT_ONCE)

        async def tell(notice: RowMapping) -> None:
            async with room:
                await self._tell(notice)

        async with self._looking:
            due = await notices.due(self._store, self._now() - self._after, BATCH)
            await asyncio.gather(*map(tell, due))

    async def _tell(self, notice: RowMapping) -> None:
        if await self._is_here(notice["table_id"], notice["person"]):
            self._count("here")
            await self._store.run(notices.done(notice))
            return
        results = await self._send(notice["table_id"], notice["person"])
        failed = bool(results) and not any(results)
        self._count("failed" if failed else "told" if results else "nowhere")
        if failed and notice["tries"] < len(PAUSES):
            pause = 1000 * PAUSES[notice["tries"]] - self._after  # which is waited for besides
            await self._store.run(notices.put_off(notice, self._now() + pause))
        else:
            await self._store.run(notices.done(notice))

    async def _is_here(self, table_id: str, person: str) -> bool:
        """Has a person this table open, or at this worker any other one?"""
        connected = any(live.presence.is_connected(person) for live in self._tables())
        return connected or person in (await self._backplane.who(table_id) or ())

    async def _send(self, table_id: str, person: str) -> list[bool]:
        """Tell a person in every way they want; for each, whether it worked."""
        names = await notices.others_at(self._store, table_id, person)
        results = []
        for browser in await notices.browsers(self._store, person):
            said = words.push(words.message(browser["language"], table_id, names))
            about = self.vapid.request(browser["endpoint"], browser["key"], browser["auth"], said, self._now() // 1000)
            status = await self._post(browser["endpoint"], *about)
            if status in GONE:
                await self._store.run(notices.gone(browser["id"]))
            else:
                results.append(status in OK)
        if hook := await notices.webhook(self._store, person):
            told = words.message(hook["language"], table_id, names)
            status = await self._post(hook["url"], *words.webhook(hook["kind"], hook["site"], told))
            results.append(status in OK)
        return results

    async def _post(self, url: str, headers: dict[str, str], body: bytes) -> int | None:
        """The status of the answer; None if there was none."""
        try:
            return await self._poster.post(url, headers, body)
        except OSError:  # it is tried again; the address is the person's own and not for the log
            return None

    async def stop(self) -> None:
        await self._poster.close()
