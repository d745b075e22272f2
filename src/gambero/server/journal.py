"""Appending to logs: what many tables want to store at once goes to disk in one commit."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import orjson
from sqlalchemy import Engine, Executable, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from gambero.server import schema
from gambero.server.entries import Entry

AT_ONCE = 500  # entries a commit
PAUSE = 0.01  # seconds from commit to commit: a busy house gathers more for each, an idle one does not wait
INSERT = insert(schema.log)
# Python lets go of its lock at each step of a statement and must wait for it again: all rows go in one step.
_ROW = func.json_each(bindparam("rows")).table_valued("value").c.value
INSERT_JSON = INSERT.from_select(
    list(schema.log.c), select(*(func.json_extract(_ROW, f"$.{column.name}") for column in schema.log.c))
)


@dataclass
class Wish:
    """An entry to be stored, what goes with it, and who waits for it."""

    entry: Entry
    also: Sequence[Executable]
    stored: asyncio.Future[bool]

    def answer(self, outcome: bool | Exception) -> None:
        if self.stored.done():
            return  # whoever waited is gone
        if isinstance(outcome, Exception):
            self.stored.set_exception(outcome)
        else:
            self.stored.set_result(outcome)


class Journal:
    """A table has at most one entry under way, so the entries of a batch belong to different tables."""

    def __init__(self, writer: "Writer") -> None:
        self.writer = writer
        self._wishes: asyncio.Queue[Wish] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._write())

    async def stop(self) -> None:
        """Store what is waiting, then stop."""
        if self._task:
            await self._wishes.join()
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self.writer.stop()

    async def append(self, entry: Entry, also: Sequence[Executable]) -> bool:
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._wishes.put_nowait(Wish(entry, also, stored))
        return await stored

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        last = 0.0
        while True:
            batch = [await self._wishes.get()]
            await asyncio.sleep(last + PAUSE - loop.time())
            last = loop.time()
            while len(batch) < AT_ONCE and not self._wishes.empty():
                batch.append(self._wishes.get_nowait())
            for wish, outcome in zip(batch, await self._outcomes(batch), strict=True):
                wish.answer(outcome)
                self._wishes.task_done()

    async def _outcomes(self, batch: list[Wish]) -> list[bool | Exception]:
        """Store all at once; if that fails one by one, so that one that cannot be stored takes no other with it."""
        try:
            await self.writer.write(batch)
        except Exception as wrong:  # noqa: BLE001  # the writer goes on, and whoever waits learns why not
            if len(batch) > 1:
                return [outcome for wish in batch for outcome in await self._outcomes([wish])]
            return [False if isinstance(wrong, IntegrityError) else wrong]  # False: the number is taken
        return [True] * len(batch)


class Writer(Protocol):
    async def write(self, batch: Sequence[Wish]) -> None:
        """Store all of it, or raise and store nothing."""

    async def stop(self) -> None: ...


class ToServer:
    """To a database that is a server of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def write(self, batch: Sequence[Wish]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(INSERT, [row_of(wish.entry) for wish in batch])
            for wish in batch:
                for statement in wish.also:
                    await connection.execute(statement)

    async def stop(self) -> None: ...


class ToFile:
    """To SQLite, from a thread of its own: a batch goes there and back once, not once for every step of it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, "journal")

    async def write(self, batch: Sequence[Wish]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    def _write(self, batch: Sequence[Wish]) -> None:
        rows = orjson.dumps([row_of(wish.entry) for wish in batch]).decode()
        with self.engine.begin() as connection:
            connection.execute(INSERT_JSON, {"rows": rows})
            for wish in batch:
                for statement in wish.also:
                    connection.execute(statement)

    async def stop(self) -> None:
        self._thread.shutdown()
        self.engine.dispose()


def row_of(entry: Entry) -> dict[str, Any]:
    return {
        "table_id": entry.table,
        "number": entry.number,
        "at": entry.at,
        "kind": entry.kind,
        "person": entry.person,
        "data": orjson.dumps(entry.data, option=orjson.OPT_NON_STR_KEYS).decode(),
    }
