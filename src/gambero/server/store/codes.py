"""Codes of open tables: five letters that can be read out, instead of a link.

A code ends with its table's gathering or game. An hour after a game it can still be used, so that somebody can join for
the next one.
"""

from collections.abc import Callable

from sqlalchemy import ColumnElement, and_, delete, or_, select

from gambero.server.refusal import Refused
from gambero.server.store import schema
from gambero.server.store.database import Store
from gambero.server.store.journal import Row
from gambero.server.store.lobby import AGE
from gambero.server.table.table import Table

AFTER_GAME = 3600 * 1000  # milliseconds
SIZE = 5


async def free(store: Store, new_code: Callable[[], str]) -> str:
    """A code that no table has."""
    codes = schema.codes.c
    while True:
        code = new_code()
        if not await store.rows(select(codes.code).where(codes.code == code)):
            return code


def rows(store: Store, table: Table) -> list[Row]:
    """The row of a table's code. Another table's stays: a code ends, and may be somebody else's before it is used."""
    code = table.opened.get("code")
    return [(store.insert_or_ignore(schema.codes), {"code": code, "table_id": table.id})] if code else []


async def table_of(store: Store, code: str, now: int) -> str:
    """The id of the table with a code, in upper or lower case. Raises Refused."""
    tables, codes = schema.tables.c, schema.codes.c
    query = select(tables.id).join(schema.codes, codes.table_id == tables.id)
    found = await store.rows(query.where(codes.code == code.upper(), _valid(now)))
    if not found:
        raise Refused("code", "unknown")
    return str(found[0]["id"])


async def remove_ended(store: Store, now: int) -> None:
    """Delete the codes that have ended."""
    valid = select(schema.tables.c.id).where(_valid(now))
    await store.run(delete(schema.codes).where(schema.codes.c.table_id.not_in(valid)))


def _valid(now: int) -> ColumnElement[bool]:
    """Can the code of a table be used? While people gather for a day, during a game, and for an hour after it."""
    tables = schema.tables.c
    return or_(
        tables.phase.not_in(("gathering", "over", "closed")),
        and_(tables.phase == "gathering", tables.touched > now - AGE),
        and_(tables.phase == "over", tables.touched > now - AFTER_GAME),
    )
