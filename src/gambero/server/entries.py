"""One line of a table's log."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Entry:
    """Something that happened at a table. Once stored under its number it is never changed."""

    table: str
    number: int
    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    person: str | None = None  # whose words or name are in it
    at: int = 0  # milliseconds since 1970, by the server's clock, when it was stored


class Refused(Exception):  # what the client is told
    """Why something cannot be done: a stable word for programs and a sentence for people."""

    def __init__(self, code: str, why: str, **more: Any) -> None:
        super().__init__(why)
        self.code, self.why, self.more = code, why, more
