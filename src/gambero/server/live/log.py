"""A table's log in the store: appending to it, and reading what other workers appended."""

from collections.abc import Callable

from gambero.server.live.reading import TELL, Reader
from gambero.server.metrics import Messages
from gambero.server.store import codes, lobby, notices, results
from gambero.server.store.database import Store
from gambero.server.store.journal import Row
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table
from gambero.server.workers.backplane import Backplane

# What changes what the lobby shows.
IN_LOBBY = {"opened", "sat", "bot", "left", "host", "dealt", "began", "closed", "away", "back", "changed"}
TELLS_WHO = {"eager", "timeout"}  # besides: what changes for whom a table without hurry waits
WAITS_FOR_OTHERS = {"dealt", "away", "closed"}


class Log:
    def __init__(self, store: Store, backplane: Backplane, reader: Reader, counts: Messages) -> None:
        self._store = store
        self._backplane = backplane
        self._reader = reader
        self._counts = counts

    async def append(self, table: Table, entry: Entry) -> bool:
        """Store an entry that `table` has applied already. False: another worker took its number."""
        stored = await self._store.append(entry, self._extra_rows(table, entry))
        if stored:
            self._counts.moves += entry.kind == "moved"
            self._backplane.publish(entry.table, entry.number, entry)
        return stored

    async def newer(self, table: Table, tell: Callable[[Entry], None], published: Entry | None = None) -> None:
        """Tell what other workers appended: the entry they published if it is the next one, else all in the store."""
        if published and published.number == table.number + 1:
            tell(published)
        elif not self._backplane.alone:
            await self.rest(table, tell)

    async def rest(self, table: Table, tell: Callable[[Entry], None]) -> None:
        """Tell everything in the store that the table does not have yet."""
        await self._reader.follow(table.id, table.number, tell, weight=TELL)

    async def until(self, number: int, table_id: str) -> Table:
        """The table as it was after an entry, from the store."""
        table = Table(table_id)
        await self._reader.follow(table_id, 0, table.apply, until=number)
        return table

    def _extra_rows(self, table: Table, entry: Entry) -> list[Row]:
        """What is stored with an entry in one transaction: the lobby's row, and a finished game."""
        over = table.phase == "over" and entry.kind in ("moved", "go")
        rows = results.rows(self._store, table, entry) if over and not table.practice else []
        started = entry.kind == "moved" and entry.data["move"].startswith("@")
        unhurried = table.days is not None and (entry.kind in TELLS_WHO or table.turn_number == entry.number)
        if over or started or unhurried or entry.kind in IN_LOBBY:
            rows += lobby.rows(self._store, table, entry.at) + codes.rows(self._store, table)
        if table.days is not None and (over or unhurried or entry.kind in WAITS_FOR_OTHERS):
            rows += notices.rows(table, entry)
        return rows
