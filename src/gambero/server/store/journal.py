"""Appending to logs: what many tables want to store at once goes to disk in one commit."""

import asyncio
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, Executable, insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from gambero.server.store import schema
from gambero.server.table.entries import Entry, row_of

AT_ONCE = 500  # entries a commit
PAUSE = 0.01  # seconds from commit to commit: a busy house gathers more for each, an idle one does not wait
INSERT = insert(schema.log)
# Python lets go of its lock at each step of a statement and must wait for it again: all rows go in one step.
INSERT_INTO = f"INSERT INTO log ({', '.join(schema.log.c.keys())}) VALUES"
ONE_ROW = f"({', '.join('?' for _ in schema.log.c)})"

Row = tuple[Executable, dict[str, Any]]  # a statement that stands ready, and what fills it


@dataclass
class Wish:
    """An entry to be stored, what goes with it, and who waits for it."""

    entry: Entry
    also: Sequence[Row]
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

    async def append(self, entry: Entry, also: Sequence[Row]) -> bool:
        stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._wishes.put_nowait(Wish(entry, also, stored))
        return await stored

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        next_commit = 0.0
        while True:
            batch = [await self._wishes.get()]
            await asyncio.sleep(next_commit - loop.time())
            while len(batch) < AT_ONCE and not self._wishes.empty():
                batch.append(self._wishes.get_nowait())
            next_commit = loop.time() + PAUSE
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
            for statement, rows in together(row for wish in batch for row in wish.also):
                await connection.execute(statement, rows)

    async def stop(self) -> None: ...


class ToFile:
    """To SQLite, from a thread of its own: a batch goes there and back once, not once for every step of it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, "journal")
        self._connection: Connection | None = None  # the thread's own, kept: to take one each time is half the work

    async def write(self, batch: Sequence[Wish]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    def _write(self, batch: Sequence[Wish]) -> None:
        connection = self._connection = self._connection or self.engine.connect()
        cells = tuple(cell for wish in batch for cell in row_of(wish.entry).values())
        with connection.begin():
            connection.exec_driver_sql(f"{INSERT_INTO} {', '.join([ONE_ROW] * len(batch))}", cells)
            for statement, rows in together(row for wish in batch for row in wish.also):
                connection.execute(statement, rows)

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
        self.engine.dispose()

    async def stop(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()


def together(rows: Iterable[Row]) -> Iterable[tuple[Executable, list[dict[str, Any]]]]:
    """Each statement once, with all its rows, in the order in which the first ones came."""
    found: dict[Executable, list[dict[str, Any]]] = {}
    for statement, values in rows:
        found.setdefault(statement, []).append(values)
    return found.items()
