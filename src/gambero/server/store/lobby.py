"""The lobby: tables with a free seat, games that can be watched, and where somebody sits."""

from collections.abc import Iterable
from typing import Any

import orjson
from pydantic import ValidationError
from sqlalchemy import Executable, RowMapping, bindparam, delete, insert, select, update

from gambero.server.store import schema
from gambero.server.store.database import Store
from gambero.server.store.faults import Skip
from gambero.server.store.journal import Row
from gambero.server.table import views
from gambero.server.table.table import Table
from gambero.server.wire.replies import Lobby, MyTable, TableSummary

AGE = 24 * 3600 * 1000  # milliseconds a table is shown after something happened at it
SIZE = 100
ENDED = ("over", "closed")


DELETE_SITTING = delete(schema.sitting).where(schema.sitting.c.table_id == bindparam("left"))
INSERT_SITTING = insert(schema.sitting)


def rows(store: Store, table: Table, at: int) -> list[Row]:
    """The rows of a table as it is now: its summary, and who sits at it unless it is over or practice."""
    phase = "closed" if table.closed else table.phase
    row = {
        "id": table.id,
        "listed": table.opened["listed"],
        "phase": phase,
        "summary": orjson.dumps(summary(table)).decode(),
        "touched": at,
        "due": due(table, at),
    }
    found: list[Row] = [(store.upsert(schema.tables), row), (DELETE_SITTING, {"left": table.id})]
    if not table.practice and phase not in ENDED:
        found += [
            (INSERT_SITTING, {"table_id": table.id, "person": seat.person, "seat": number})
            for number, seat in enumerate(table.seats)
            if seat.person
        ]
    return found


def due(table: Table, at: int) -> int | None:
    """When a table without hurry must be looked after though nobody is there: a bot is to move, or a turn's time is up.

    Milliseconds since 1970; None: not before somebody comes.
    """
    if table.days is None or table.closed or table.between_games:
        return None
    if not table.awaited:
        return at
    return table.turn_at + int(1000 * table.limit) if table.limit else None


def renamed(table: Table) -> Executable:
    """Update the summary of a table whose names changed, without a new time."""
    row = {"summary": orjson.dumps(summary(table)).decode()}
    return update(schema.tables).where(schema.tables.c.id == table.id).values(row)


def summary(table: Table) -> dict[str, Any]:
    """What the lobby shows of a table."""
    state = views.open_table(table)
    kept = ("id", "game", "players", "options", "phase", "seats", "clock", "daily", "games")
    found = {**{key: state[key] for key in kept}, "tournament": table.tournament is not None}
    if table.days is None or table.closed:
        return found
    waits_for = table.awaited
    return found | {"days": table.days, "waits_for": waits_for, "due": due(table, 0) if waits_for else None}


async def is_closed(store: Store, table_id: str) -> bool:
    """Was a table removed, by its host or by an operator?"""
    query = select(schema.tables.c.phase).where(schema.tables.c.id == table_id)
    return any(row["phase"] == "closed" for row in await store.rows(query))


async def listed(store: Store, now: int, skip: Skip) -> Lobby:
    """Open tables with a free seat, and games that can be watched."""
    table = schema.tables.c
    query = (
        select(table.id, table.summary)
        .where(table.listed, table.touched > now - AGE, table.phase != "closed")
        .order_by(table.touched.desc())
        .limit(SIZE)
    )
    tables = _readable(await store.rows(query), skip)
    return Lobby(
        open=[
            one
            for one in tables
            if one.phase in ("gathering", "over") and any(seat.kind == "empty" for seat in one.seats)
        ],
        playing=[one for one in tables if one.phase not in ("gathering", "over")],
    )


async def overdue(store: Store, now: int, most: int) -> list[str]:
    """The ids of tables without hurry that are due, the longest first."""
    query = select(schema.tables.c.id).where(schema.tables.c.due <= now).order_by(schema.tables.c.due).limit(most)
    return [row["id"] for row in await store.rows(query)]


async def put_off(store: Store, table_id: str, until: int) -> None:
    """Leave a table that could not be looked after alone for a while."""
    await store.run(update(schema.tables).where(schema.tables.c.id == table_id).values(due=until))


async def tables_of(store: Store, person: str, skip: Skip) -> list[MyTable]:
    """The tables where a person has a seat and that are not over, the latest first."""
    query = (
        select(schema.tables.c.id, schema.tables.c.summary, schema.sitting.c.seat)
        .join(schema.sitting, schema.sitting.c.table_id == schema.tables.c.id)
        .where(schema.sitting.c.person == person)
        .order_by(schema.tables.c.touched.desc())
        .limit(SIZE)
    )
    rows = await store.rows(query)
    seats = {row["id"]: row["seat"] for row in rows}
    return [MyTable(**one.model_dump(), seat=seats[one.id]) for one in _readable(rows, skip)]


def _readable(rows: Iterable[RowMapping], skip: Skip) -> list[TableSummary]:
    """The summaries that can be read: a broken row hides its own table, not the others."""
    found = []
    for row in rows:
        try:
            found.append(TableSummary.model_validate_json(row["summary"]))
        except ValidationError as wrong:
            skip("lobby", wrong, row["id"])
    return found
