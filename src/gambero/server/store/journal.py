"""Appending to logs. Commits are grouped: entries of many tables that wait together go to disk in one transaction."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from sqlalchemy import BigInteger, Connection, Engine, Executable, Integer, String, Text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from gambero.server.store import schema
from gambero.server.table.entries import Entry, row_of
from gambero.server.tasks import end

BATCH = 500  # most entries in one commit
PAUSE = 0.01  # seconds from commit to commit: a busy server groups more in each, an idle one does not wait
LONGEST = 30.0  # seconds for a server's answer to a commit; then its connection is given up
IDLE = 1.0  # seconds after which a server's connection is tried before it is used
INSERT_INTO = f"INSERT INTO log ({', '.join(schema.log.c.keys())})"
# The SQLite driver releases Python's lock at each step and must wait for it again: all rows go in one statement.
ONE_ROW = f"({', '.join('?' for _ in schema.log.c)})"
# PostgreSQL gets each column as a list, so that the statement is the same for any number of rows.
TYPES = {String: "text", Text: "text", Integer: "integer", BigInteger: "bigint"}
LISTS = (f"${place}::{TYPES[type(column.type)]}[]" for place, column in enumerate(schema.log.c, start=1))
INSERT_COLUMNS = f"{INSERT_INTO} SELECT * FROM unnest({', '.join(LISTS)})"

Row = tuple[Executable, dict[str, Any]]  # a prepared statement, and its values


@dataclass(slots=True)
class Append:
    """An entry to be stored, the rows that go with it, and the future of whoever waits."""

    entry: Entry
    extra_rows: Sequence[Row]
    stored: asyncio.Future[bool]

    def answer(self, outcome: bool | Exception) -> None:
        if self.stored.done():
            return  # cancelled meanwhile
        if isinstance(outcome, Exception):
            self.stored.set_exception(outcome)
        else:
            self.stored.set_result(outcome)


class Journal:
    """Writes batches. A table has at most one entry under way, so the entries of a batch belong to different tables."""

    def __init__(self, writer: "Writer") -> None:
        self.writer = writer
        self.written: Callable[[int, float], None] = lambda _entries, _seconds: None  # called after each commit
        self._waiting: list[Append] = []
        self._arrived, self._idle = asyncio.Event(), asyncio.Event()  # something waits; everything is stored
        self._idle.set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()  # asked once: it is a system call
        self._task = self._loop.create_task(self._write())

    async def stop(self) -> None:
        """Store what is waiting, then stop."""
        if self._task:
            await self._idle.wait()
            await end(self._task)
        await self.writer.stop()

    def append(self, entry: Entry, extra_rows: Sequence[Row]) -> asyncio.Future[bool]:
        """Store an entry with what waits at the same moment; False: its number is taken."""
        stored: asyncio.Future[bool] = self._loop.create_future()
        if not self._waiting:
            self._idle.clear()
            self._arrived.set()
        self._waiting.append(Append(entry, extra_rows, stored))
        return stored

    async def _write(self) -> None:
        loop = self._loop
        next_commit = 0.0
        while True:
            await self._arrived.wait()
            await asyncio.sleep(next_commit - loop.time())
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            if not self._waiting:
                self._arrived.clear()
            next_commit = loop.time() + PAUSE
            for append, outcome in zip(batch, await self._outcomes(batch), strict=True):
                append.answer(outcome)
            if not self._waiting:
                self._idle.set()

    async def _outcomes(self, batch: list[Append]) -> list[bool | Exception]:
        """Store all in one transaction; if that fails one by one, so that one that cannot be stored fails alone."""
        began = monotonic()
        try:
            await self.writer.write(batch)
        except Exception as wrong:  # noqa: BLE001  # the writer goes on; the exception is raised where append is awaited
            if len(batch) > 1:
                return [outcome for append in batch for outcome in await self._outcomes([append])]
            return [False if isinstance(wrong, IntegrityError) else wrong]  # False: the number is taken
        self.written(len(batch), monotonic() - began)
        return [True] * len(batch)


class Writer(Protocol):
    async def write(self, batch: Sequence[Append]) -> None:
        """Store all of it, or raise and store nothing."""

    async def run(self, statement: Executable) -> None:
        """Write something other than an entry, to find out whether writing works."""

    async def stop(self) -> None: ...


class ServerWriter:
    """Writes to PostgreSQL over a connection of its own, so that a commit never waits for one from the pool.

    Entries alone go in one statement, which is a transaction by itself: one message to the server instead of three.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._connection: AsyncConnection | None = None
        self._used = 0.0  # when it last answered, by the monotonic clock

    async def write(self, batch: Sequence[Append]) -> None:
        try:
            async with asyncio.timeout(LONGEST):
                await self._write(batch)
        except TimeoutError:
            raise ConnectionError("the database does not answer") from None

    async def _write(self, batch: Sequence[Append]) -> None:
        batch = sorted(batch, key=lambda append: append.entry.table)  # one order for all workers: no deadlocks
        columns = tuple(zip(*(row_of(append.entry).values() for append in batch), strict=True))
        extra_rows = list(grouped(row for append in batch for row in append.extra_rows))
        async with self._connected() as connection:
            if not extra_rows:
                await connection.exec_driver_sql(INSERT_COLUMNS, columns)
                return
            await connection.exec_driver_sql("BEGIN")
            try:
                await connection.exec_driver_sql(INSERT_COLUMNS, columns)
                for statement, rows in extra_rows:
                    await connection.execute(statement, rows)
                await connection.exec_driver_sql("COMMIT")
            except IntegrityError:
                await connection.exec_driver_sql("ROLLBACK")
                raise

    async def run(self, statement: Executable) -> None:
        async with self._engine.connect() as connection:
            await connection.execute(statement)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        """The connection, kept between calls. Any failure but a taken number closes it; the next call reconnects."""
        if self._connection and monotonic() - self._used > IDLE:
            try:
                await self._connection.exec_driver_sql("SELECT 1")
            except DBAPIError:
                await self._disconnect()
        if self._connection is None:
            self._connection = await self._engine.connect()
        try:
            yield self._connection
        except IntegrityError:
            raise
        except BaseException:
            await self._disconnect()
            raise
        finally:
            self._used = monotonic()

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            with suppress(DBAPIError, OSError):
                await connection.invalidate()
            await connection.close()

    async def stop(self) -> None:
        if self._connection:
            await self._connection.close()
            self._connection = None


class SqliteWriter:
    """Writes to SQLite in a thread of its own: one switch of threads for a batch, not one for each statement."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, "journal")
        self._connection: Connection | None = None  # the thread's own, kept open: opening one is half the work

    async def write(self, batch: Sequence[Append]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    async def run(self, statement: Executable) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._run, statement)

    def _run(self, statement: Executable) -> None:
        connection = self._connected()
        with connection.begin():
            connection.execute(statement)

    def _connected(self) -> Connection:
        self._connection = self._connection or self.engine.connect()
        return self._connection

    def _write(self, batch: Sequence[Append]) -> None:
        connection = self._connected()
        cells = tuple(cell for append in batch for cell in row_of(append.entry).values())
        with connection.begin():
            connection.exec_driver_sql(f"{INSERT_INTO} VALUES {', '.join([ONE_ROW] * len(batch))}", cells)
            for statement, rows in grouped(row for append in batch for row in append.extra_rows):
                connection.execute(statement, rows)

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
        self.engine.dispose()

    async def stop(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()


def grouped(rows: Iterable[Row]) -> Iterable[tuple[Executable, list[dict[str, Any]]]]:
    """Each statement once, with the values of all its rows, in the order of first use."""
    found: dict[Executable, list[dict[str, Any]]] = {}
    for statement, values in rows:
        found.setdefault(statement, []).append(values)
    return found.items()
