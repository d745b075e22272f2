"""What decisions share: what they need beside the table, what comes of them, and the entry they lead to."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from gambero.bots.talk import Signals
from gambero.server.refusal import Refused
from gambero.server.table.entries import Entry
from gambero.server.table.table import Seat, Table
from gambero.server.wire import from_client as messages


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision needs beside the table."""

    now: int  # milliseconds since 1970
    countdown: int  # milliseconds from go to the first card of tension
    deal: Callable[[Table], dict[str, Any]]  # the data of a new deal
    waiting: Collection[int] = ()  # T13: seats that must still wait after a wrong card
    bot_signals: Mapping[int, Signals] = field(default_factory=dict)  # what bots signal now, by seat
    gone: Collection[str] = ()  # people with a seat who are not connected
    clock_set: int = 0  # milliseconds by which the clock was set since the server was started


@dataclass(frozen=True, slots=True)
class Decision:
    """An entry to store; None if the act was done before, under `number`.

    With a `refusal` the entry is stored and the act refused all the same (T8, T13: a card that is late, or wrong).
    """

    entry: Entry | None
    number: int
    refusal: Refused | None = None


def accepted(entry: Entry) -> Decision:
    return Decision(entry, entry.number)


def new_entry(table: Table, kind: str, at: Moment, /, whose: str | None = None, **data: Any) -> Entry:
    """The next entry of the log; `whose` is the person whose name, text or id is in it."""
    if at.clock_set:
        data["clock_set"] = at.clock_set
    return Entry(table.id, table.number + 1, kind, data, whose, at.now)


def client_id(seat: int, message: messages.Message) -> dict[str, str]:
    """The client's id of a move, stored so that a move sent again is not played again."""
    return {"id": f"{seat}:{message.id}"} if message.id else {}


def seat_at(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise Refused("seat", "unknown", last=len(table.seats) - 1, seat=seat)
    return table.seats[seat]
