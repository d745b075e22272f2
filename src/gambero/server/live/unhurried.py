"""Tables without hurry go on though nobody is there: bots move, and a turn whose days are over ends.

One worker looks which tables are due, by a column of the lobby's rows, and reads those into memory; their caretakers do
the rest. So a limit of days holds across restarts, and a table that waits for somebody costs nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable

from gambero.server.live.table import LiveTable
from gambero.server.refusal import Refused
from gambero.server.store import lobby
from gambero.server.store.database import Store
from gambero.server.workers.backplane import Backplane

LEASE = "unhurried"  # a name that no table has: ids of tables have twelve characters
EVERY = 10.0  # seconds between two looks
MOST_AT_ONCE = 50  # tables read into memory at one look
LATER = 3600 * 1000  # milliseconds for which a table that cannot be read is left alone


class Unhurried:
    def __init__(
        self,
        store: Store,
        backplane: Backplane,
        now: Callable[[], int],
        load: Callable[[str], Awaitable[LiveTable]],
        fault: Callable[[str, Exception, str], None],
    ) -> None:
        self._store, self._backplane, self._now = store, backplane, now
        self._load, self._fault = load, fault

    async def run(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Read the tables that are due, unless another worker does it."""
        if not await self._backplane.holds_lease(LEASE):
            return
        for table_id in await lobby.overdue(self._store, self._now(), MOST_AT_ONCE):
            try:
                live = await self._load(table_id)
                live.awake.set()
            except (Refused, ValueError, LookupError, TypeError, AttributeError) as wrong:  # a log that cannot be read
                if isinstance(wrong, Refused) and wrong.code == "closing":
                    return
                self._fault("unhurried", wrong, table_id)
                await lobby.put_off(self._store, table_id, self._now() + LATER)
