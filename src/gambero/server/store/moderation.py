"""What operators find and change in the database: people by id or login, names, tables."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import Executable, RowMapping, delete, func, insert, or_, select, update

from gambero.server.refusal import Refused
from gambero.server.store import schema
from gambero.server.store.database import Store
from gambero.server.table.entries import ADMIN, Entry, row_of

SHORTEST_ID = 6  # the fewest letters of an id that name a person


async def find(store: Store, who: str) -> Sequence[RowMapping]:
    """The people that an id, the beginning of one, or a login may mean."""
    people = schema.people.c
    same = [people.login == who.casefold()]
    if len(who) >= SHORTEST_ID and set(who) <= set("0123456789abcdef"):
        same.append(people.id.startswith(who))
    return await store.rows(select(people.id, people.name, people.login).where(or_(*same)).order_by(people.id).limit(9))


async def logins(store: Store, people: set[str]) -> dict[str, str | None]:
    """The login of each of these people who has one."""
    query = select(schema.people.c.id, schema.people.c.login).where(schema.people.c.id.in_(sorted(people)))
    return {row["id"]: row["login"] for row in await store.rows(query)}


async def closing(store: Store, table: str, now: int) -> list[Executable]:
    """Statements that append `closed` to a table's log and take it out of the lobby. Raises Refused for no table."""
    log = schema.log.c
    rows = await store.rows(select(func.max(log.number).label("last")).where(log.table_id == table))
    last = rows[0]["last"]
    if last is None:
        raise Refused("table", "unknown")
    if await store.rows(select(log.number).where(log.table_id == table, log.kind == "closed")):
        raise ValueError(f"table {table} is closed already")
    return [
        insert(schema.log).values(row_of(Entry(table, last + 1, "closed", {"by": ADMIN}, at=now))),
        update(schema.tables).where(schema.tables.c.id == table).values(phase="closed", touched=now),
        delete(schema.sitting).where(schema.sitting.c.table_id == table),
    ]


async def renaming(store: Store, person: str, name: str) -> tuple[list[Executable], list[str]]:
    """Statements that replace a person's name wherever it is stored; and the ids of tables whose log they change."""
    log, tables = schema.log.c, schema.tables.c
    sat = await store.rows(select(schema.log).where(log.person == person, log.kind == "sat").order_by(log.number))
    changes: list[Executable] = []
    seats: dict[str, dict[int, str]] = defaultdict(dict)  # by table: the seats a person had, and under which name
    for row in sat:
        data: dict[str, Any] = orjson.loads(row["data"])
        seats[row["table_id"]][data["seat"]] = data["name"]
        where = (log.table_id == row["table_id"], log.number == row["number"])
        changes.append(update(schema.log).where(*where).values(data=orjson.dumps({**data, "name": name}).decode()))
    for row in await store.rows(select(tables.id, tables.summary).where(tables.id.in_(list(seats)))):
        summary = orjson.loads(row["summary"])
        for seat, old in seats[row["id"]].items():
            listed = summary["seats"][seat]
            if listed["kind"] == "person" and listed["name"] == old:
                listed["name"] = name
        changes.append(
            update(schema.tables).where(tables.id == row["id"]).values(summary=orjson.dumps(summary).decode())
        )
    changes += [
        update(schema.people).where(schema.people.c.id == person).values(name=name),
        update(schema.seats).where(schema.seats.c.person == person).values(name=name),
        update(schema.daily).where(schema.daily.c.person == person).values(name=name),
    ]
    return changes, list(seats)


# Mutes: whose chat a person does not want to see.


async def muted_by(store: Store, person: str) -> set[str]:
    query = select(schema.mutes.c.muted).where(schema.mutes.c.person == person)
    return {row["muted"] for row in await store.rows(query)}


def mute(store: Store, person: str, other: str, on: bool) -> Executable:
    if on:
        added: Executable = store.insert_or_ignore(schema.mutes).values(person=person, muted=other)
        return added
    return delete(schema.mutes).where(schema.mutes.c.person == person, schema.mutes.c.muted == other)


def forget_mutes(person: str) -> list[Executable]:
    return [delete(schema.mutes).where(or_(schema.mutes.c.person == person, schema.mutes.c.muted == person))]
