"""Deals of the day: which try of a person counts, and the table of the day."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import case, func, insert, or_, select

from gambero.server.store import schema
from gambero.server.store.database import Store
from gambero.server.store.journal import Row
from gambero.server.store.lobby import ENDED
from gambero.server.table.dealing import day_starts
from gambero.server.table.table import Table

LISTED = 100  # results in a table of the day
INSERT_TRY = insert(schema.tries)


def try_row(table: Table) -> list[Row]:
    """The row of a table just opened that is a person's first try; storing a second one fails."""
    if not table.opened["daily"] or not table.opened["counts"]:
        return []
    key = {"day": table.opened["daily"], "game": table.kind, "person": table.host}
    return [(INSERT_TRY, {**key, "table_id": table.id})]


async def first_try(store: Store, day: str, game: str, person: str) -> tuple[str, bool] | None:
    """The table of a person's first try at a day's deal, and whether it can be played on; None if there is none."""
    tries, tables = schema.tries.c, schema.tables.c
    query = (
        select(tries.table_id, tables.phase)
        .outerjoin_from(schema.tries, schema.tables, tables.id == tries.table_id)
        .where(tries.day == day, tries.game == game, tries.person == person)
    )
    found = await store.rows(query)
    return (str(found[0]["table_id"]), found[0]["phase"] not in (*ENDED, None)) if found else None


async def is_newcomer(store: Store, person: str, day: str) -> bool:
    """Had a person finished no game here when a day began? Then it may be somebody else with a second guest."""
    games, seats = schema.games.c, schema.seats.c
    query = select(games.id).join_from(schema.seats, schema.games, games.id == seats.game_id)
    return not await store.rows(query.where(seats.person == person, games.finished < day_starts(day)).limit(1))


async def has_finished(store: Store, day: str, game: str, person: str) -> bool:
    """Has a person played a day's deal to its end? Then they know its cards."""
    rows = schema.daily.c
    query = select(rows.person).where(rows.day == day, rows.game == game, rows.person == person)
    return bool(await store.rows(query))


async def results(store: Store, day: str, game: str, person: str) -> dict[str, Any]:
    """The table of a day, and apart from it what was finished when the cards were open to all.

    Won games come first, then those with the fewest cards left; newcomers come after all others.
    """
    rows = schema.daily.c
    order = (rows.newcomer, rows.won.desc(), rows.score)
    ranked = (
        select(
            schema.daily,
            func.rank().over(partition_by=rows.late, order_by=order).label("place"),
            func.row_number().over(partition_by=rows.late, order_by=(*order, rows.finished, rows.person)).label("line"),
        )
        .where(rows.day == day, rows.game == game)
        .subquery("ranked")
    )
    listed = select(ranked).where(or_(ranked.c.line <= LISTED, ranked.c.person == person)).order_by(ranked.c.line)
    tables: dict[bool, list[dict[str, Any]]] = {False: [], True: []}  # in time, late
    you = None
    for row in await store.rows(listed):
        result = {key: row[key] for key in ("place", "name", "won", "score", "game_id", "newcomer", "late")}
        result["you"] = row["person"] == person
        if row["line"] <= LISTED:
            tables[row["late"]].append(result)
        if result["you"]:
            you = result
    return {"day": day, "game": game, "results": tables[False], "late": tables[True], "you": you}


# What a person sees of their days.


async def days_of(store: Store, person: str, since: str) -> list[dict[str, Any]]:
    """A person's finished deals since a day, the latest first."""
    rows = schema.daily.c
    query = select(rows.day, rows.game, rows.won, rows.score, rows.late)
    query = query.where(rows.person == person, rows.day >= since).order_by(rows.day.desc(), rows.game)
    return [dict(row) for row in await store.rows(query)]


async def days_in_time(store: Store, person: str) -> list[str]:
    """Every day of which a person finished a deal in time, the latest first."""
    rows = schema.daily.c
    query = select(rows.day).distinct().where(rows.person == person, rows.late.is_(False))
    return [row["day"] for row in await store.rows(query.order_by(rows.day.desc()))]


def streaks(days: list[str], today: str) -> tuple[int, int]:
    """How many days in a row up to today, or up to yesterday while today can still be played; and at most."""
    best = run = now = 0
    last: date | None = None
    current = False
    for text in days:  # the latest first
        day = date.fromisoformat(text)
        if last is not None and last - day == timedelta(1):
            run += 1
        else:
            run, current = 1, last is None and date.fromisoformat(today) - day <= timedelta(1)
        best, last = max(best, run), day
        now = run if current else now
    return now, best


def week_of(day: str) -> tuple[str, str]:
    """Monday and Sunday of a day's week."""
    wanted = date.fromisoformat(day)
    monday = wanted - timedelta(wanted.weekday())
    return monday.isoformat(), (monday + timedelta(6)).isoformat()


async def week(store: Store, day: str, game: str, person: str) -> dict[str, Any]:
    """The table of a week: most days won first, then most days played, then the fewest cards left in all.

    Only what counts in the tables of its days: finished in time, and by nobody who was new on that day.
    """
    rows = schema.daily.c
    first, last = week_of(day)
    wins, score = func.sum(case((rows.won, 1), else_=0)), func.sum(rows.score)
    table = (
        select(
            rows.person,
            func.max(rows.name).label("name"),
            func.count().label("days"),
            wins.label("wins"),
            score.label("score"),
            func.rank().over(order_by=(wins.desc(), func.count().desc(), score)).label("place"),
        )
        .where(rows.game == game, rows.day >= first, rows.day <= last, rows.late.is_(False), rows.newcomer.is_(False))
        .group_by(rows.person)
        .subquery("week")
    )
    query = select(table).order_by(table.c.place, table.c.person)
    found = await store.rows(query.where(or_(table.c.place <= LISTED, table.c.person == person)).limit(LISTED + 1))
    shown = ("place", "name", "days", "wins", "score")
    results = [{**{key: row[key] for key in shown}, "you": row["person"] == person} for row in found]
    return {"game": game, "first": first, "last": last, "results": results}


# What bots made of a day's deal.


async def ghosts(store: Store, day: str, game: str) -> list[dict[str, Any]]:
    rows = schema.ghosts.c
    query = select(rows.bot, rows.won, rows.score).where(rows.day == day, rows.game == game)
    return [dict(row) for row in await store.rows(query.order_by(rows.won.desc(), rows.score))]


async def add_ghost(store: Store, day: str, game: str, bot: str, won: bool, score: int) -> None:
    row = {"day": day, "game": game, "bot": bot, "won": won, "score": score}
    await store.run(store.insert_or_ignore(schema.ghosts).values(row))
