"""One line of a table's log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

ADMIN = "admin"  # who closed a table, if not its host


@dataclass(slots=True)
class Entry:
    """Something that happened at a table. Once stored under its number it is never changed."""

    table: str
    number: int
    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    person: str | None = None  # the person whose name, text or id is in it, so that it can be deleted
    at: int = 0  # milliseconds since 1970, by the server's clock, when it was decided


def steady(entry: Entry, at: int) -> int:
    """A time of an entry, as it would be if nobody had set the clock since the server that wrote it was started."""
    set_by: int = entry.data.get("clock_set", 0)
    return at - set_by


def row_of(entry: Entry) -> dict[str, Any]:
    """An entry as the log keeps it, in the order of its columns."""
    return {
        "table_id": entry.table,
        "number": entry.number,
        "at": entry.at,
        "kind": entry.kind,
        "person": entry.person,
        "data": orjson.dumps(entry.data, option=orjson.OPT_NON_STR_KEYS).decode(),
    }


def entry_of(row: Mapping[Any, Any]) -> Entry:
    data = orjson.loads(row["data"])
    return Entry(row["table_id"], row["number"], row["kind"], data, row["person"], row["at"])
