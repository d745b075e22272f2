"""A table's log in the store: appending to it, and reading what other workers appended."""

from gambero.server.store import lobby, results
from gambero.server.store.database import Store
from gambero.server.store.journal import Row
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table
from gambero.server.workers.backplane import Backplane

IN_LOBBY = {"opened", "sat", "bot", "left", "host", "dealt", "began", "closed", "away", "back"}  # what the lobby shows


class Log:
    def __init__(self, store: Store, backplane: Backplane) -> None:
        self._store = store
        self._backplane = backplane

    async def append(self, table: Table, entry: Entry) -> bool:
        """Store an entry that `table` has applied already. False: another worker took its number."""
        stored = await self._store.append(entry, self._extra_rows(table, entry))
        if stored:
            self._backplane.publish(entry.table, entry.number, entry)
        return stored

    async def newer(self, table: Table, heard: Entry | None = None) -> list[Entry]:
        """What other workers appended: the entry they published if it is the next one, else all from the store."""
        if heard and heard.number == table.number + 1:
            return [heard]
        if self._backplane.alone:
            return []
        return await self._store.entries(table.id, table.number)

    async def entries(self, table_id: str) -> list[Entry]:
        return await self._store.entries(table_id)

    def _extra_rows(self, table: Table, entry: Entry) -> list[Row]:
        """What is stored with an entry in one transaction: the lobby's row, and a finished game."""
        over = table.phase == "over" and entry.kind in ("moved", "go")
        rows = results.rows(self._store, table, entry) if over and not table.practice else []
        started = entry.kind == "moved" and entry.data["move"].startswith("@")
        if over or started or entry.kind in IN_LOBBY:
            rows += lobby.rows(self._store, table, entry.at)
        return rows
