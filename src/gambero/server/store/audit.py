"""What operators did: who, when, what, to whom and why. Running servers read it to learn what they must do."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from sqlalchemy import Executable, RowMapping, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from gambero.server.store import schema
from gambero.server.store.database import Store

TRIES = 20


@dataclass(frozen=True)
class Act:
    """One act of an operator, as it is to be recorded."""

    admin: str
    act: str
    subject: str
    reason: str = ""
    data: dict[str, Any] = field(default_factory=dict)


async def record(store: Store, now: int, act: Act, work: Callable[[], Awaitable[Sequence[Executable]]]) -> int:
    """Do something and record it, in one transaction; returns the act's number.

    `work` gives the statements. It is asked again if something else was stored meanwhile under the same number.
    """
    for _ in range(TRIES):
        statements = await work()
        number = await last(store) + 1
        row = {"number": number, "at": now, "data": orjson.dumps(act.data).decode()}
        row |= {"admin": act.admin[:64], "act": act.act, "subject": act.subject, "reason": act.reason}
        try:
            await store.run(insert(schema.audit).values(row), *statements)
        except IntegrityError:
            await asyncio.sleep(0.01)
        else:
            return number
    raise ValueError("too much happens at once in this database: try again")


async def last(store: Store) -> int:
    return int((await store.rows(select(func.coalesce(func.max(schema.audit.c.number), 0))))[0]["coalesce_1"])


async def after(store: Store, number: int) -> list[dict[str, Any]]:
    """The acts that came after a number, in their order."""
    query = select(schema.audit).where(schema.audit.c.number > number).order_by(schema.audit.c.number)
    return [_act(row) for row in await store.rows(query)]


async def latest(store: Store, most: int) -> list[dict[str, Any]]:
    """The last acts, the latest first."""
    query = select(schema.audit).order_by(schema.audit.c.number.desc()).limit(most)
    return [_act(row) for row in await store.rows(query)]


def _act(row: RowMapping) -> dict[str, Any]:
    return {**row, "data": orjson.loads(row["data"])}


def forget(person: str) -> list[Executable]:
    """Take a person out of the records; that something was done, and why, stays."""
    mine = schema.audit.c.subject == person
    return [update(schema.audit).where(mine).values(subject="deleted", data="{}")]
