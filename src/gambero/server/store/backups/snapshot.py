"""Writing a backup of a database, also while a server writes to it."""

from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from sqlalchemy import Connection, MetaData, create_engine, func, select, text

from gambero.server.store.backups.file import Contents, Header, Writer, check, new_file
from gambero.server.store.database import TOOL, checked_revision, engine_for, migrate
from gambero.server.store.lock import file_of

BATCH = 1000  # rows in memory
Progress = Callable[[str, int, int], None]  # what is being done, how much is done, of how much


def silent(_what: str, _done: int, _total: int) -> None: ...


async def backup(url: str, file: Path, *, force: bool = False, progress: Progress = silent) -> Contents:
    """Write all rows of a database as they are at one moment, and read the file again. Raises ValueError."""
    database = file_of(url)
    if database and not database.is_file():
        raise ValueError(f"there is no database at {database}")
    with new_file(file, force=force) as part:
        engine = engine_for(url, TOOL)
        try:
            async with engine.connect() as connection:
                if not database:
                    await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                rows = await connection.run_sync(copy, part, progress)
        finally:
            await engine.dispose()
        progress("Reading it again", 0, 0)
        found = check(part)
        if found.rows != rows:
            raise ValueError(f"{file} is not what was written: the disk may be faulty")
    return found


def copy(connection: Connection, file: Path, progress: Progress) -> dict[str, int]:
    """Write every row, from one snapshot; returns the number of rows of each table."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")  # one for all queries: with WAL what is written meanwhile is not in it
    schema = checked_revision(connection)
    if schema is None:
        raise ValueError("the database is empty, or not one of gambero")
    tables = tables_at(schema).sorted_tables
    if connection.dialect.name == "postgresql":  # nobody changes their columns meanwhile; rows may be written
        connection.execute(text(f"LOCK TABLE {', '.join(table.name for table in tables)} IN ACCESS SHARE MODE"))
    total = sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)
    made = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    done = 0
    with file.open("wb") as out:
        writer = Writer(out, Header(version("gambero"), schema, made, connection.dialect.name))
        for table in tables:
            writer.table(str(table.name), [str(column.name) for column in table.columns])
            query = select(table).order_by(*table.primary_key)
            rows = connection.execute(query, execution_options={"yield_per": BATCH})
            for batch in rows.partitions():
                writer.add(batch)
                done += len(batch)
                progress(f"Writing {table.name}", done, total)
        writer.end()
    return writer.rows


def tables_at(revision: str) -> MetaData:
    """The tables of gambero as they were after a migration, made by the migrations themselves, in memory."""
    engine, found = create_engine("sqlite://"), MetaData()
    with engine.connect() as connection:
        migrate(connection, revision)
        found.reflect(connection)
    engine.dispose()
    found.remove(found.tables["alembic_version"])
    return found
