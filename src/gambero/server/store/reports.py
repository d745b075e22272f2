"""What players report: a chat line, or a name, with the chat around it."""

from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import Executable, RowMapping, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from gambero.server.refusal import Refused
from gambero.server.store import schema
from gambero.server.store.database import Store

DAY = 24 * 3600 * 1000
NAME = 0  # instead of the number of a line: the report is about a name


async def add(store: Store, now: int, most: int, report: dict[str, Any]) -> None:
    """Keep a report. Raises Refused if its reporter has made it before, or too many within a day."""
    mine = (schema.reports.c.reporter == report["reporter"], schema.reports.c.at > now - DAY)
    made = (await store.rows(select(func.count().label("made")).select_from(schema.reports).where(*mine)))[0]["made"]
    if most and made >= most:
        raise Refused("limit", "reports", most=most)
    row = {**report, "at": now, "lines": orjson.dumps(report["lines"]).decode()}
    try:
        await store.run(insert(schema.reports).values(row))
    except IntegrityError:
        raise Refused("report", "again") from None


async def listed(store: Store, everything: bool, most: int) -> list[dict[str, Any]]:
    """The reports that nobody has handled, or all, the latest first; with the names that people have now."""
    reporter, about = schema.people.alias("reporter"), schema.people.alias("about")
    query = (
        select(schema.reports, reporter.c.name.label("reporter_name"), about.c.name.label("name_now"))
        .outerjoin(reporter, reporter.c.id == schema.reports.c.reporter)
        .outerjoin(about, about.c.id == schema.reports.c.about)
        .order_by(schema.reports.c.number.desc())
        .limit(most)
    )
    if not everything:
        query = query.where(schema.reports.c.handled.is_(None))
    return [{**row, "lines": orjson.loads(row["lines"])} for row in await store.rows(query)]


async def numbered(store: Store, number: int) -> RowMapping | None:
    found = await store.rows(select(schema.reports).where(schema.reports.c.number == number))
    return found[0] if found else None


def handle(number: int, now: int) -> Executable:
    return update(schema.reports).where(schema.reports.c.number == number).values(handled=now)


def handled_before(time: int) -> Executable:
    return delete(schema.reports).where(schema.reports.c.handled < time)


async def forget(store: Store, person: str) -> list[Executable]:
    """Remove a person's own reports, and their name and words from those of others."""
    found: Sequence[RowMapping] = await store.rows(
        select(schema.reports).where(or_(schema.reports.c.about == person, schema.reports.c.lines.contains(person)))
    )
    scrubbed = []
    for row in found:
        lines = [
            {**line, "person": "", "name": "", "text": "…"} if line["person"] == person else line
            for line in orjson.loads(row["lines"])
        ]
        values: dict[str, Any] = {"lines": orjson.dumps(lines).decode()}
        if row["about"] == person:  # under its own number, so that two such rows differ
            values |= {"about": f"deleted {row['number']}", "name": "", "words": ""}
        scrubbed.append(update(schema.reports).where(schema.reports.c.number == row["number"]).values(values))
    return [delete(schema.reports).where(schema.reports.c.reporter == person), *scrubbed]
