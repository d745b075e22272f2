"""Restoring a backup: all of it or nothing, in one transaction."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, MetaData, Table, delete, func, insert, select, text

from gambero.server.store import schema
from gambero.server.store.backups.file import Contents, Reader, check, reading
from gambero.server.store.backups.snapshot import BATCH, Progress, silent, tables_at
from gambero.server.store.database import (
    SERVER,
    TOOL,
    checked_revision,
    engine_for,
    known_revisions,
    lock_schema,
    upgrade,
)
from gambero.server.store.lock import Occupied, ServerLock, file_of

T = TypeVar("T")
SET_SEQUENCE = text("SELECT setval(CAST(CAST(:name AS text) AS regclass), :value, :used)")
SERVERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name"
).bindparams(name=SERVER)


async def restore(file: Path, url: str, *, force: bool = False, progress: Progress = silent) -> Contents:
    """Put a backup into a database, upgraded to the present schema. Raises ValueError, and then changes nothing."""
    progress("Reading the backup", 0, 0)
    found = check_schema(file, check(file))
    try:
        with ServerLock(url, shared=False):
            engine = engine_for(url, TOOL)
            try:
                async with engine.begin() as connection:
                    await connection.run_sync(fill, file, found, force, progress)
            finally:
                await engine.dispose()
    except Occupied:
        raise ValueError(f"a server runs on {file_of(url)}: stop it before you restore") from None
    return found


def check_schema(file: Path, found: Contents) -> Contents:
    header, known = found.header, known_revisions()
    if header.schema not in known:
        raise ValueError(
            f"{file} was written by gambero {header.gambero} and has a newer schema (at {header.schema}) "
            f"than this gambero (at {known[-1]}): update gambero"
        )
    return found


def fill(connection: Connection, file: Path, found: Contents, force: bool, progress: Progress) -> None:
    """Replace what is in a database by what is in a backup."""
    lock_schema(connection)
    if connection.dialect.name == "postgresql" and connection.execute(SERVERS).scalar_one():
        raise ValueError("a server is connected to the database: stop it before you restore")
    if checked_revision(connection):
        upgrade(connection)  # so that all tables to be dropped are known
        if not force and (full := filled(connection)):
            raise ValueError(f"the database is not empty ({full}): give another one, or --force to replace all in it")
        schema.metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
    tables = tables_at(found.header.schema)
    upgrade(connection, found.header.schema)
    for table in reversed(tables.sorted_tables):
        connection.execute(delete(table))  # rows that a migration may have inserted
    with reading(file) as reader:
        load(connection, reader, tables, sum(found.rows.values()), progress)
    if connection.dialect.name == "postgresql":
        advance_sequences(connection, tables)
    progress("Upgrading", 0, 0)
    upgrade(connection)


def filled(connection: Connection) -> str:
    """How many rows people have made here, by table; empty if nobody has used the server yet."""
    counts = {}
    for table in (schema.people, schema.tables, schema.log, schema.games):
        counts[table.name] = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return ", ".join(f"{name}: {count}" for name, count in counts.items() if count)


def load(connection: Connection, reader: Reader, tables: MetaData, total: int, progress: Progress) -> None:
    done = 0
    for name, columns, rows in reader.tables():
        table: Table = tables.tables[name]
        for batch in batches(rows, BATCH):
            connection.execute(insert(table), [dict(zip(columns, row, strict=True)) for row in batch])
            done += len(batch)
            progress(f"Restoring {name}", done, total)
        stored = connection.execute(select(func.count()).select_from(table)).scalar_one()
        if stored != reader.rows[name]:
            raise ValueError(f"of {reader.rows[name]} rows of {name} only {stored} were stored")


def advance_sequences(connection: Connection, tables: MetaData) -> None:
    """Let PostgreSQL's own numbers go on after the highest that was restored."""
    for table in tables.sorted_tables:
        for column in table.primary_key:
            name = connection.execute(select(func.pg_get_serial_sequence(table.name, column.name))).scalar()
            if name:
                highest = connection.execute(select(func.max(column))).scalar()
                connection.execute(SET_SEQUENCE, {"name": name, "value": highest or 1, "used": highest is not None})


def batches(items: Iterator[T], size: int) -> Iterator[list[T]]:
    while batch := list(islice(items, size)):
        yield batch
