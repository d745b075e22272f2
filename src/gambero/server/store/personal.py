"""All that is kept about a person: shown to them, deleted, or moved from a guest to an account."""

import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Executable, RowMapping, Table, delete, func, select, tuple_, update

from gambero.server.store import audit, bans, company, moderation, notices, puzzles, reports, schema
from gambero.server.store.database import Store
from gambero.server.store.people import Person
from gambero.server.store.sessions import ending

PAGE = 500  # rows read at once
REMOVED = "…"  # instead of a text that was removed
NOBODY = ""  # instead of who wrote it


# Showing.

# The parts of an export: name, table, the columns that are shown, and the columns by which rows are ordered.
EXPORTED: tuple[tuple[str, Table, Sequence[str], Sequence[str]], ...] = (
    ("sessions", schema.sessions, ("id", "device", "created", "used"), ("id",)),
    ("name_looks_like", schema.looks, ("look",), ("look",)),
    ("sitting_at", schema.sitting, ("table_id",), ("table_id",)),
    ("games", schema.seats, ("game_id", "seat", "name", "won"), ("game_id", "seat")),
    ("days_tried", schema.tries, ("day", "game", "table_id"), ("day", "game")),
    ("days_finished", schema.daily, ("day", "game", "name", "won", "score", "finished"), ("day", "game")),
    ("at_tables", schema.log, ("table_id", "number", "at", "kind", "data"), ("table_id", "number")),
    ("muted", schema.mutes, ("muted",), ("muted",)),
    ("reported", schema.reports, ("number", "at", "table_id", "name", "words", "handled"), ("number",)),
    ("puzzles", schema.puzzle_people, ("rating", "deviation", "tries", "solved"), ("person",)),
    ("puzzles_tried", schema.puzzle_tries, ("puzzle", "at", "way", "solved", "hints"), ("puzzle",)),
    ("puzzles_of_days", schema.puzzle_days, ("day", "solved", "at"), ("day",)),
    ("puzzle_runs", schema.puzzle_runs, ("started", "until", "solved", "missed"), ("id",)),
    ("invited_to", schema.invitations, ("table_id", "at"), ("table_id",)),
    ("invited", schema.invitations, ("table_id", "person", "at"), ("table_id", "person")),
    ("told_in_browsers", schema.pushes, ("endpoint", "language", "created"), ("id",)),
    ("told_by_webhook", schema.webhooks, ("kind", "url", "site", "language", "created"), ("person",)),
    ("to_be_told", schema.notices, ("table_id", "number", "due"), ("table_id",)),
    ("banned", schema.bans, ("cause", "since", "until"), ("who",)),
)
# The column of a part that has a person's id, where it is not `person`.
WHOSE = {"reported": "reporter", "banned": "who", "invited": "by"}


async def export(store: Store, person: Person) -> AsyncIterator[bytes]:
    """Everything as one JSON object, piece by piece, since there may be much."""
    about = (await store.rows(select(schema.people).where(schema.people.c.id == person.id)))[0]
    shown = {key: about[key] for key in ("id", "name", "login", "created", "share_games")}
    yield b'{"person":' + orjson.dumps({**shown, "password": "as a hash" if about["password"] else None})
    for name, table, columns, key in EXPORTED:
        yield b',"' + name.encode() + b'":['
        first = True
        whose = table.c[WHOSE.get(name, "person")] == person.id
        async for row in _paged(store, table, columns, key, whose):
            yield (b"" if first else b",") + orjson.dumps(_readable(row))
            first = False
        yield b"]"
    yield b"}"


async def _paged(
    store: Store, table: Table, columns: Sequence[str], key: Sequence[str], whose: ColumnElement[bool]
) -> AsyncIterator[RowMapping]:
    """The rows for which `whose` is true, in the order of their key."""
    cells = tuple_(*(table.c[name] for name in key))
    query = select(*(table.c[name] for name in dict.fromkeys((*columns, *key)))).where(whose)
    query = query.order_by(*(table.c[name] for name in key)).limit(PAGE)
    after = None
    while True:
        found = await store.rows(query if after is None else query.where(cells > after))
        for row in found:
            yield row
        if len(found) < PAGE:
            return
        after = tuple(found[-1][name] for name in key)


def _readable(row: RowMapping) -> dict[str, Any]:
    """A row as it is exported; of a log entry only the seat, the name and the text in it."""
    shown = {str(key): value for key, value in row.items()}
    data = _data(shown.pop("data", "{}"))
    return shown | {key: data[key] for key in ("seat", "name", "text") if key in data}


# Deleting.


async def delete_person(store: Store, person: str) -> set[str]:
    """Delete a person: sessions, name, account and chat; finished games and places in tables of the day stay nameless.

    Where the log needs somebody, it gets an id that is used at that table alone, so that nothing links tables.
    It takes a transaction for each table, so that other entries are stored in between. After a crash, calling it again
    deletes the rest. Returns the ids of tables whose log has changed.
    """
    await store.run(ending(person))
    tables = await _tables(store, person)
    for table in sorted(tables):
        await store.run(*_anonymised(await _entries(store, person, table)))
    places = await store.rows(select(schema.daily).where(schema.daily.c.person == person))
    await store.run(
        update(schema.seats).where(schema.seats.c.person == person).values(person=None, name=""),
        delete(schema.sitting).where(schema.sitting.c.person == person),
        delete(schema.tries).where(schema.tries.c.person == person),
        *(_place(place, secrets.token_hex(16), "") for place in places),
        delete(schema.looks).where(schema.looks.c.person == person),
        *audit.forget(person),
        *await reports.forget(store, person),
        *moderation.forget_mutes(person),
        *company.forget(person),
        *puzzles.forget(person),
        *notices.forget(person),
        bans.unban(person),
        delete(schema.people).where(schema.people.c.id == person),
    )
    return tables


async def _tables(store: Store, person: str) -> set[str]:
    """The tables whose logs name a person."""
    log = schema.log.c
    return {row["table_id"] for row in await store.rows(select(log.table_id).distinct().where(log.person == person))}


async def _entries(store: Store, person: str, *tables: str) -> Sequence[RowMapping]:
    """The entries of a person at these tables, ordered by table."""
    log = schema.log.c
    found: list[RowMapping] = []
    for first in range(0, len(tables), PAGE):
        query = select(schema.log).where(log.person == person, log.table_id.in_(tables[first : first + PAGE]))
        found += await store.rows(query.order_by(log.table_id, log.number))
    return found


def _anonymised(entries: Iterable[RowMapping]) -> list[Executable]:
    """Statements that replace the person in these entries by an id that each table has for itself."""
    changed = []
    for _, of_table in groupby(entries, key=itemgetter("table_id")):
        alias = secrets.token_hex(16)
        for entry in of_table:
            who = NOBODY if entry["kind"] == "chat" else alias
            changed.append(_rewritten(entry, who, name="", text=REMOVED, host=alias, person=alias))
    return changed


def _rewritten(entry: RowMapping, who: str, **values: str) -> Executable:
    """The statement that gives an entry to `who`, and replaces those of `values` that it has."""
    data = _data(entry["data"])
    data |= {key: value for key, value in values.items() if key in data}
    where = (schema.log.c.table_id == entry["table_id"], schema.log.c.number == entry["number"])
    return update(schema.log).where(*where).values(person=who, data=orjson.dumps(data).decode())


def _data(written: str) -> dict[str, Any]:
    """The data of an entry; empty if it cannot be read."""
    try:
        data = orjson.loads(written)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _place(place: RowMapping, person: str, name: str) -> Executable:
    """The statement that gives a place in a table of the day to another person."""
    daily = schema.daily.c
    key = (daily.day == place["day"], daily.game == place["game"], daily.person == place["person"])
    return update(schema.daily).where(*key).values(person=person, name=name)


async def remove_chat(store: Store, before: int, most: int) -> int:
    """Remove texts written before a time, except where a game is running; at most so many, returns how many."""
    log, tables = schema.log.c, schema.tables.c
    query = (
        select(log.table_id, log.number, log.kind, log.data)
        .join(schema.tables, tables.id == log.table_id)
        .where(schema.KEPT_CHAT, log.at < before, tables.phase.in_(("gathering", "over", "closed")))
        .order_by(log.at)
        .limit(most)
    )
    found = await store.rows(query)
    await store.run(*(_rewritten(entry, NOBODY, text=REMOVED) for entry in found))
    return len(found)


# From a guest to an account.


async def games_of(store: Store, person: str) -> int:
    """How many games a person has finished, or is playing."""
    counts = [
        select(func.count().label("n")).where(table.c.person == person) for table in (schema.seats, schema.sitting)
    ]
    return sum([int((await store.rows(count))[0]["n"]) for count in counts])


async def move_games(store: Store, guest: str, account: Person) -> tuple[set[str], set[str]]:
    """Give all that a guest has played to an account, in one transaction; the guest is left with nothing.

    Where the account has played too, at the same table or the same deal of the day, the account's own counts, and what
    the guest did there stays without a name. Returns the tables whose log has changed, and of these, those where a name
    was removed.
    """
    mine, theirs = await _tables(store, account.id), await _tables(store, guest)
    shared = mine & theirs
    seats, sitting, tries, daily = schema.seats, schema.sitting, schema.tries, schema.daily
    my_games = select(seats.c.game_id).where(seats.c.person == account.id).scalar_subquery()
    my_seats = select(sitting.c.table_id).where(sitting.c.person == account.id).scalar_subquery()
    days = {(row["day"], row["game"]) for row in await store.rows(select(tries).where(tries.c.person == account.id))}
    days |= {(row["day"], row["game"]) for row in await store.rows(select(daily).where(daily.c.person == account.id))}
    tried = await store.rows(select(tries).where(tries.c.person == guest))
    places = await store.rows(select(daily).where(daily.c.person == guest))
    new_tries = [{**row, "person": account.id} for row in tried if (row["day"], row["game"]) not in days]
    moved = await _entries(store, guest, *sorted(theirs - shared))
    await store.run(
        *(_rewritten(entry, account.id, host=account.id, person=account.id) for entry in moved),
        *_anonymised(await _entries(store, guest, *sorted(shared))),
        update(seats).where(seats.c.person == guest, seats.c.game_id.in_(my_games)).values(person=None, name=""),
        update(seats).where(seats.c.person == guest).values(person=account.id),
        delete(sitting).where(sitting.c.person == guest, sitting.c.table_id.in_(my_seats)),
        update(sitting).where(sitting.c.person == guest).values(person=account.id),
        delete(tries).where(tries.c.person == guest),
        *([tries.insert().values(new_tries)] if new_tries else []),
        *(
            _place(place, secrets.token_hex(16), "")
            if (place["day"], place["game"]) in days
            else _place(place, account.id, account.name)
            for place in places
        ),
        *await puzzles.moved(store, guest, account.id),
        *company.moved(guest, account.id),
        *await notices.moved(store, guest, account.id),
    )
    return theirs, shared
