"""Asks regularly what other workers did at this worker's tables, since a message of theirs may have been lost.

Many tables share one query and one call of Redis. No table's lock is held meanwhile: only a table that has missed
something reads its log, under its lock.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping

from gambero.server.live.table import LiveTable
from gambero.server.store.database import Store
from gambero.server.workers.backplane import LEASE_CHECK, Backplane, Here, Receive

MOST_AT_ONCE = 250  # tables; the polls of more are spread over the time of one round
LONGEST = 10.0  # seconds for one poll: a connection that never answers does not end polling
Poll = Callable[[list[LiveTable]], Awaitable[None]]


class Polling:
    def __init__(
        self,
        tables: Mapping[str, LiveTable],
        store: Store,
        backplane: Backplane,
        receive: Receive,
        fault: Callable[[str, Exception], None],
    ) -> None:
        self._tables, self._store, self._backplane = tables, store, backplane
        self._receive, self._fault = receive, fault

    async def run(self, poll: Poll) -> None:
        """Poll every table once in LEASE_CHECK seconds. Workers begin at different moments."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(random.uniform(0, LEASE_CHECK))
        while True:
            tables = list(self._tables.values())
            batches = [tables[at : at + MOST_AT_ONCE] for at in range(0, len(tables), MOST_AT_ONCE)] or [[]]
            for batch in batches:
                until = loop.time() + LEASE_CHECK / len(batches)
                try:
                    async with asyncio.timeout(LONGEST):
                        await poll(batch)
                except Exception as wrong:  # noqa: BLE001  # a store that fails now may answer the next time
                    self._fault("polling", wrong)
                await asyncio.sleep(max(0.0, until - loop.time()))

    async def poll_logs(self, tables: list[LiveTable]) -> None:
        """Let a table whose log has grown read it, as if another worker had published the last entry."""
        if tables:
            numbers = await self._store.numbers([live.table.id for live in tables])
            for table, number in numbers.items():
                self._receive(table, number, None)

    async def poll_presence(self, tables: list[LiveTable]) -> None:
        """Say who is connected here, renew leases, and learn who is connected elsewhere."""
        asked = {live.table.id: (live, live.presence.begin_lookup()) for live in tables if not live.dropped}
        here = {table: Here(live.presence.people, wants_lease=live.wants_care) for table, (live, _) in asked.items()}
        for table, renewed in (await self._backplane.renew(here) if here else {}).items():
            live, lookup = asked[table]
            live.learn_presence(lookup, renewed.elsewhere)
            if renewed.lease_changed:
                live.awake.set()
