"""Reading logs: in pages and in small steps, so that every other table is served meanwhile."""

import asyncio
from collections.abc import Callable, Iterable, Iterator

from gambero.server.store.database import Store
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table

PAGE = 200  # entries that are read from the store at once
STEP = 100  # work until the event loop may serve others: some milliseconds
DEAL = 10  # work of a deal, if that of another entry is 1; practice also plays the moves before its first position
TELL = 5  # work of an entry that is also sent to connections


class Reader:
    """Reads the logs of one worker's tables. Only one step runs at a time, however many tables are read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._steps = asyncio.Lock()

    async def table(self, table_id: str) -> Table:
        """A table from its log, which may be empty."""
        table = Table(table_id)
        await self.follow(table_id, 0, table.apply)
        return table

    async def follow(
        self, table_id: str, after: int, do: Callable[[Entry], object], *, until: int | None = None, weight: int = 1
    ) -> None:
        """Do something with each entry after a number, in order; `weight` says how much work that is."""
        while True:
            page = await self._store.entries(table_id, after, until=until, most=PAGE)
            for step in steps(page, weight):
                async with self._steps:
                    await asyncio.sleep(0)
                    for entry in step:
                        do(entry)
            if len(page) < PAGE:
                return
            after = page[-1].number


def work_of(entry: Entry) -> int:
    return DEAL + len(entry.data.get("moves", ())) if entry.kind == "dealt" else 1


def steps(entries: Iterable[Entry], weight: int) -> Iterator[list[Entry]]:
    """The entries in groups, each with as much work as may be done at once, or a single entry that is more."""
    step: list[Entry] = []
    work = 0
    for entry in entries:
        more = weight * work_of(entry)
        if step and work + more > STEP:
            yield step
            step, work = [], 0
        step.append(entry)
        work += more
    if step:
        yield step
