"""What clients saw of the tables they played at: every message sent and received, with its time."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

Happened = Literal["opened", "closed", "sent", "got"]


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that happened at one socket of one client. All clients share one clock, in seconds."""

    at: float
    client: str
    table: str
    socket: int
    happened: Happened
    message: dict[str, Any] = field(default_factory=dict)


@dataclass
class History:
    """All that was seen, in the order of time, and the records of finished games as they were read afterwards."""

    seen: list[Seen] = field(default_factory=list)
    records: dict[str, list[str]] = field(default_factory=dict)  # the moves of a game, by its id

    def tables(self) -> dict[str, list[Seen]]:
        found: dict[str, list[Seen]] = {}
        for one in self.seen:
            found.setdefault(one.table, []).append(one)
        return found

    def write(self, file: Path) -> None:
        """One line of JSON for each thing seen, and a last one with the records."""
        with file.open("w", encoding="utf-8") as out:
            for one in self.seen:
                print(json.dumps(asdict(one)), file=out)
            print(json.dumps(self.records), file=out)

    @classmethod
    def read(cls, file: Path) -> "History":
        *lines, last = file.read_text("utf-8").splitlines()
        return cls([Seen(**json.loads(line)) for line in lines], json.loads(last))


def kept(message: dict[str, Any]) -> dict[str, Any]:
    """What a history keeps of a received message: what shows the order of entries, but no hands."""
    kind = message["type"]
    if kind == "view":
        view = message["view"] or {}
        return {
            "type": kind,
            "n": message["n"],
            "seat": message["you"]["seat"],
            "log": view.get("log", []),
            **about(message["table"]),
        }
    if kind == "news":
        news = {key: message[key] for key in ("type", "n", "at", "what")}
        log = {"log": message["view"]["log"]} if "log" in message["view"] else {}
        return {**news, **log, **about(message["table"])}
    if kind in ("ok", "refused"):
        return {key: message[key] for key in ("type", "id", "n", "again", "code", "reason", "values") if key in message}
    return {"type": kind}


def about(table: dict[str, Any]) -> dict[str, Any]:
    """Of a table, or of what changed of it: seats that a bot plays, whose time is up, the id of a finished game."""
    found: dict[str, Any] = {key: table[key] for key in ("hurried", "game_id") if key in table}
    if "seats" in table:
        found["bots"] = [seat for seat, one in enumerate(table["seats"]) if one["bot"] or one["deputy"]]
    return found
