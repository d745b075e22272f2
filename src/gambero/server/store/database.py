"""The database: SQLite in a file, or PostgreSQL by URL. All access is asynchronous; nothing is cached."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import (
    Connection,
    Executable,
    RowMapping,
    Table,
    create_engine,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from gambero.server.store import schema
from gambero.server.store.journal import Journal, Row, ServerWriter, SqliteWriter, Writer, grouped
from gambero.server.table.entries import Entry, entry_of, row_of
from gambero.server.tasks import end

MIGRATIONS = Path(__file__).parent / "migrations"
# The list is one value, so that the statement is always the same; max is one step in the index, however long a log is.
LATEST = (
    "SELECT asked.value AS id, (SELECT max(number) FROM log WHERE table_id = asked.value) AS number FROM {} AS asked"
)
IN_SQLITE = "json_each(:tables)"
CONNECT = {"timeout": 10}  # seconds to wait for a locked file, or for a server's answer
FILE_CONNECTIONS = 6  # for reading from a SQLite file: more do not make it faster
SERVER, TOOL = "gambero server", "gambero tool"  # how PostgreSQL lists a connection


class Store:
    def __init__(self, url: str) -> None:
        self.engine = engine_for(url)
        self.journal = Journal(writer_for(self.engine))
        on_server = self.engine.dialect.name != "sqlite"
        # One statement needs no transaction: that spares a server two messages for each.
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT") if on_server else self.engine
        self._latest = text(
            LATEST.format("json_array_elements_text(CAST(:tables AS json))" if on_server else IN_SQLITE)
        )
        self._try: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Run the migrations that are missing, then start the journal."""
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)
        self.journal.start()

    async def stop(self) -> None:
        await self.journal.stop()
        if self._try:
            await end(self._try)
        await self.engine.dispose()

    async def ready(self) -> None:
        """Raises if the database cannot be written to. Calls at the same time share one try."""
        if self._try is None or self._try.done():
            self._try = asyncio.create_task(self._write_something())
        await asyncio.shield(self._try)

    async def _write_something(self) -> None:
        row = {"name": "ready", "value": secrets.token_hex(4)}
        await self.journal.writer.run(self.upsert(schema.secrets).values(row))

    async def append(self, entry: Entry, extra_rows: Sequence[Row] = ()) -> bool:
        """Store an entry and the rows that go with it, all or nothing. False: that number is taken.

        Appending with the expected number is the lock.
        """
        return await self.journal.append(entry, extra_rows)

    async def begin(self, entries: Sequence[Entry], extra_rows: Sequence[Row]) -> None:
        """Store the first entries of a new table."""
        async with self.engine.begin() as connection:
            for statement, rows in grouped(extra_rows):
                await connection.execute(statement, rows)
            await connection.execute(insert(schema.log), [row_of(entry) for entry in entries])

    async def entries(
        self, table: str, after: int = 0, *, until: int | None = None, most: int | None = None
    ) -> list[Entry]:
        """The entries of a log after a number, in order; `until` is the last number wanted, `most` how many at most."""
        log = schema.log.c
        query = select(schema.log).where(log.table_id == table, log.number > after).order_by(log.number).limit(most)
        if until is not None:
            query = query.where(log.number <= until)
        return [entry_of(row) for row in await self.rows(query)]

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each table, in one query."""
        rows = await self.rows(self._latest, {"tables": orjson.dumps(tables).decode()})
        return {row["id"]: row["number"] for row in rows if row["number"] is not None}

    async def rows(self, query: Executable, values: dict[str, Any] | None = None) -> Sequence[RowMapping]:
        async with self._reading.connect() as connection:
            return (await connection.execute(query, values)).mappings().all()

    async def run(self, *statements: Executable) -> None:
        """Write rows that belong to no table's log, in one transaction."""
        async with self.engine.begin() as connection:
            for statement in statements:
                await connection.execute(statement)

    async def secret(self, name: str) -> str:
        """A secret of this installation, created at the first call."""
        fresh = {"name": name, "value": secrets.token_hex(32)}
        await self.run(self.insert_or_ignore(schema.secrets).values(fresh))
        query = select(schema.secrets.c.value).where(schema.secrets.c.name == name)
        return str((await self.rows(query))[0]["value"])

    @cache  # noqa: B019  # a few statements, kept as long as the store
    def insert_or_ignore(self, table: Table) -> Any:
        """An insert that leaves an existing row as it is."""
        return self._insert(table).on_conflict_do_nothing()

    @cache  # noqa: B019
    def upsert(self, table: Table) -> Any:
        """An insert that replaces an existing row."""
        new = self._insert(table)
        rest = {column.name: new.excluded[column.name] for column in table.columns if not column.primary_key}
        return new.on_conflict_do_update(index_elements=list(table.primary_key), set_=rest)

    def _insert(self, table: Table) -> Any:
        return (postgresql if self.engine.dialect.name == "postgresql" else sqlite).insert(table)


@asynccontextmanager
async def existing(url: str) -> AsyncIterator[Store]:
    """A store that a server has made, for a program beside it: nothing is migrated. Raises ValueError in one line."""
    parts = make_url(url)
    if parts.drivername.startswith("sqlite") and not Path(str(parts.database)).is_file():
        raise ValueError(f"there is no database {parts.database}: name the server's with --database")
    store = Store(url)
    try:
        async with store.engine.connect() as connection:
            at = await connection.run_sync(revision)
        if at != known_revisions()[-1]:
            raise ValueError(
                f"the database is at {at}, this gambero at {known_revisions()[-1]}: run the server's version"
            )
        yield store
    finally:
        await store.stop()


def engine_for(url: str, application: str = SERVER) -> AsyncEngine:
    if not url.startswith("sqlite"):
        connect = {**CONNECT, "server_settings": {"application_name": application}}
        return create_async_engine(url, connect_args=connect, pool_size=10, max_overflow=10, pool_pre_ping=True)
    # A connection to SQLite is a thread, and the event loop waits until it has started: so all are kept.
    engine = create_async_engine(url, connect_args=CONNECT, pool_size=FILE_CONNECTIONS, max_overflow=0)
    event.listen(engine.sync_engine, "connect", _prepare)
    return engine


def writer_for(engine: AsyncEngine) -> Writer:
    if engine.dialect.name != "sqlite":
        return ServerWriter(engine)
    direct = create_engine(engine.url.set(drivername="sqlite"), connect_args=CONNECT)
    event.listen(direct, "connect", _prepare)
    return SqliteWriter(direct)


def _prepare(connection: Any, _record: Any) -> None:
    """WAL: readers beside one writer. FULL: a commit is on disk before it returns."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def migrate(connection: Connection, to: str = "head") -> None:
    """Run the migrations that are missing, all or none. Workers that start together do so one at a time."""
    lock_schema(connection)
    upgrade(connection, to)


def lock_schema(connection: Connection) -> None:
    """Begin a transaction in which nobody else migrates or restores this database."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(8017)))
    else:
        connection.exec_driver_sql(
            "BEGIN IMMEDIATE"
        )  # the driver starts a transaction for rows only, not for CREATE TABLE


def upgrade(connection: Connection, to: str = "head") -> None:
    if checked_revision(connection) == known_revisions()[-1]:
        return
    from alembic import command  # a tenth of the start-up time, and rarely needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def known_revisions() -> list[str]:
    """Every migration that this program knows, the oldest first."""
    return sorted(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def revision(connection: Connection) -> str | None:
    """The last migration that a database went through."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def checked_revision(connection: Connection) -> str | None:
    """The last migration that a database went through. Raises ValueError if this program does not know it."""
    at, newest = revision(connection), known_revisions()[-1]
    if at and at not in known_revisions():
        raise ValueError(f"the database is newer (at {at}) than this gambero (at {newest}): update gambero")
    return at
