"""Verifying a backup: it is restored to a temporary database, and every game and every log in it is replayed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson
from sqlalchemy import Connection, Select, create_engine, func, select

from gambero.game.replay import replay
from gambero.server.store import schema
from gambero.server.store.backups.file import Header
from gambero.server.store.backups.restore import restore
from gambero.server.store.backups.snapshot import BATCH, Progress, silent
from gambero.server.table.entries import entry_of
from gambero.server.table.table import Table

EVERY = 200  # games or entries between two calls of progress


@dataclass
class Findings:
    header: Header
    people: int = 0
    tables: int = 0
    entries: int = 0
    games: int = 0
    faults: list[str] = field(default_factory=list)


async def verify(file: Path, progress: Progress = silent) -> Findings:
    """Restore a backup into a temporary file and replay all that is in it. Raises ValueError if it is not whole."""
    with TemporaryDirectory(prefix="gambero-") as folder:
        database = Path(folder) / "games.db"
        contents = await restore(file, f"sqlite+aiosqlite:///{database}", progress=progress)
        engine = create_engine(f"sqlite:///{database}")
        try:
            with engine.connect() as connection:
                found = Findings(contents.header)
                found.people = count(connection, select(schema.people))
                replay_games(connection, found, progress)
                fold_logs(connection, found, progress)
        finally:
            engine.dispose()
    return found


def count(connection: Connection, query: Select[Any]) -> int:
    return int(connection.execute(select(func.count()).select_from(query.subquery())).scalar_one())


def streamed(connection: Connection, query: Select[Any], what: str, progress: Progress) -> Iterator[Any]:
    total = count(connection, query)
    rows = connection.execute(query, execution_options={"yield_per": BATCH}).mappings()
    for number, row in enumerate(rows):
        if not number % EVERY:
            progress(what, number, total)
        yield row


def replay_games(connection: Connection, found: Findings, progress: Progress) -> None:
    """Every finished game by the law: each move is legal, it is over, and its result is the one that was kept."""
    for row in streamed(connection, select(schema.games), "Replaying games", progress):
        found.games += 1
        try:
            game = replay(row["record"])
            if game.result is None:
                raise ValueError("it is not over")
            if game.result.as_json() != orjson.loads(row["result"]):
                raise ValueError("its result is another one than was kept")
        except Exception as wrong:  # noqa: BLE001  # whatever it is, the other games are replayed too
            found.faults.append(f"game {row['id']}: {wrong}")


def fold_logs(connection: Connection, found: Findings, progress: Progress) -> None:
    """Every table from its log: no number is missing, and every entry can follow those before it."""
    query = select(schema.log).order_by(schema.log.c.table_id, schema.log.c.number)
    rows = streamed(connection, query, "Replaying tables", progress)
    for table_id, log in groupby(rows, key=lambda row: row["table_id"]):
        found.tables += 1
        table, broken = Table(table_id), False
        for row in log:
            found.entries += 1
            if broken:
                continue
            try:
                table.apply(entry_of(row))
            except Exception as wrong:  # noqa: BLE001
                broken = True
                found.faults.append(f"table {table_id}: entry {row['number']}: {wrong}")
