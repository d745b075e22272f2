"""Who is to be told that a table without hurry waits for them, and where they want to be told."""

from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import Executable, RowMapping, bindparam, delete, insert, select, update

from gambero.server.store import schema
from gambero.server.store.database import Store
from gambero.server.store.journal import Row
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table

MOST_PUSHES = 8  # browsers of one person; a new one takes the place of the oldest
pushes, webhooks, notices = schema.pushes.c, schema.webhooks.c, schema.notices.c
DELETE_ALL = delete(schema.notices).where(notices.table_id == bindparam("told"))
DELETE_ONE = delete(schema.notices).where(notices.table_id == bindparam("told"), notices.person == bindparam("whom"))
INSERT = insert(schema.notices)
OF_PEOPLE = (schema.pushes, schema.webhooks, schema.notices)


def rows(table: Table, entry: Entry) -> list[Row]:
    """What is stored with an entry that changed for whom a table without hurry waits."""
    if entry.kind == "eager":  # the others know already
        return [(DELETE_ONE, {"told": table.id, "whom": table.seats[entry.data["seat"]].person})]
    people = [] if table.closed else [table.seats[seat].person for seat in table.awaited]
    new = {"table_id": table.id, "number": entry.number, "due": entry.at, "tries": 0}
    return [(DELETE_ALL, {"told": table.id}), *((INSERT, {**new, "person": one}) for one in people)]


async def due(store: Store, before: int, most: int) -> Sequence[RowMapping]:
    """The notices that were due before a time, the longest first."""
    return await store.rows(select(schema.notices).where(notices.due <= before).order_by(notices.due).limit(most))


def done(notice: RowMapping) -> Executable:
    return delete(schema.notices).where(*_same(notice))


def put_off(notice: RowMapping, until: int) -> Executable:
    return update(schema.notices).where(*_same(notice)).values(due=until, tries=notice["tries"] + 1)


def _same(notice: RowMapping) -> list[Any]:
    """This notice, not a newer one of the same table and person."""
    return [
        notices.table_id == notice["table_id"],
        notices.person == notice["person"],
        notices.number == notice["number"],
    ]


async def others_at(store: Store, table_id: str, person: str) -> list[str]:
    """The names of the other people at a table."""
    query = select(schema.tables.c.summary, schema.sitting.c.seat).join_from(
        schema.tables, schema.sitting, schema.sitting.c.table_id == schema.tables.c.id
    )
    found = await store.rows(query.where(schema.tables.c.id == table_id, schema.sitting.c.person == person))
    if not found:
        return []
    seats = enumerate(orjson.loads(found[0]["summary"])["seats"])
    return [seat["name"] for number, seat in seats if seat["kind"] == "person" and number != found[0]["seat"]]


# Where somebody wants to be told.


async def browsers(store: Store, person: str) -> Sequence[RowMapping]:
    """A person's browsers, as long as their sessions last."""
    query = select(schema.pushes).join(schema.sessions, schema.sessions.c.id == pushes.session)
    return await store.rows(query.where(pushes.person == person).order_by(pushes.created))


async def webhook(store: Store, person: str) -> RowMapping | None:
    found = await store.rows(select(schema.webhooks).where(webhooks.person == person))
    return found[0] if found else None


async def add_browser(store: Store, row: dict[str, Any]) -> None:
    """Keep where a browser is reached. Whoever had this browser before is not told there any more."""
    mine = select(pushes.id).where(pushes.person == row["person"]).order_by(pushes.created.desc())
    kept = [one["id"] for one in await store.rows(mine.limit(MOST_PUSHES - 1))]
    await store.run(
        delete(schema.pushes).where(pushes.endpoint == row["endpoint"]),
        delete(schema.pushes).where(pushes.person == row["person"], pushes.id.not_in(kept)),
        insert(schema.pushes).values(row),
    )


async def remove_browser(store: Store, person: str, session: str) -> None:
    await store.run(delete(schema.pushes).where(pushes.person == person, pushes.session == session))


def without_session() -> Executable:
    """The statement that removes browsers whose session has ended."""
    return delete(schema.pushes).where(pushes.session.not_in(select(schema.sessions.c.id)))


def gone(push_id: str) -> Executable:
    """The statement that removes a browser that its push service does not know any more."""
    return delete(schema.pushes).where(pushes.id == push_id)


async def set_webhook(store: Store, person: str, row: dict[str, Any] | None) -> None:
    """Keep a person's webhook; None removes it."""
    remove = delete(schema.webhooks).where(webhooks.person == person)
    await store.run(remove if row is None else store.upsert(schema.webhooks).values({**row, "person": person}))


def forget(person: str) -> list[Executable]:
    """Statements that delete a person's rows."""
    return [delete(table).where(table.c.person == person) for table in OF_PEOPLE]


async def moved(store: Store, guest: str, account: str) -> list[Executable]:
    """Statements that let an account be told what a guest was to be told. Browsers end with the guest's session."""
    rows = await store.rows(select(schema.notices).where(notices.person == guest))
    hooks = await store.rows(select(schema.webhooks).where(webhooks.person == guest))
    return [
        *forget(guest),
        *(store.insert_or_ignore(schema.notices).values({**row, "person": account}) for row in rows),
        *(store.insert_or_ignore(schema.webhooks).values({**row, "person": account}) for row in hooks),
    ]
