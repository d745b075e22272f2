"""Questions about a table that lead to no entry: who may join, ask for a hint or be reported; which bots may play."""

from typing import Any

from gambero.bots import bot_class, listed
from gambero.server.refusal import Refused
from gambero.server.table.dealing import is_secret
from gambero.server.table.decision import Moment, seat_at
from gambero.server.table.table import Table
from gambero.server.wire import from_client as messages

LINES_BEFORE, LINES_AFTER = 10, 5  # of the chat that are kept with a report


def check_join(table: Table, person: str, at: Moment) -> None:
    """Refuse a person who may not connect to the table, to play or to watch."""
    if table.closed:
        raise Refused("table", "unknown")
    day = table.opened["daily"]
    if day and is_secret(day, at.now) and table.seat_of(person) is None:
        raise Refused("secret", "unwatched")


def hint_seat(table: Table, person: str) -> int:
    """The seat of a person who may ask for a hint now. Raises Refused."""
    seat = table.seat_of(person)
    if not table.spec.hints:
        raise Refused("game", "no_hints")
    if table.opened["daily"]:
        raise Refused("daily", "no_hints")
    if seat is None:
        raise Refused("seat", "watching")
    if table.phase != "playing" or table.playing.to_move != seat:
        raise Refused("turn", "hint")
    return seat


def report(table: Table, person: str, message: messages.Report) -> dict[str, Any]:
    """A report as it is stored: about a line, or the name at a seat, with the chat around it. Raises Refused."""
    about = person_meant(table, person, message)
    lines = table.lines_for(table.seat_of(person))
    around = [line for line in lines if message.line is None or line["n"] <= message.line][-LINES_BEFORE - 1 :]
    if message.line is not None:
        around += [line for line in lines if line["n"] > message.line][:LINES_AFTER]
    names = [seat.name for seat in table.seats if seat.person == about]
    names += [line["name"] for line in lines if line["n"] == message.line]
    return {
        "table_id": table.id,
        "reporter": person,
        "about": about,
        "name": names[0],
        "line": message.line or 0,
        "words": " ".join(message.words.split()),
        "lines": around,
    }


def person_meant(table: Table, by: str | None, message: messages.AboutPerson) -> str:
    """The person whom somebody mutes, quiets or reports. Raises Refused for a bot and for themselves."""
    if message.seat is not None:
        seat = seat_at(table, message.seat)
        if not seat.taken:
            raise Refused("seat", "empty")
        person = seat.person
    else:
        lines = table.lines_for(table.seat_of(by))
        line = next((line for line in lines if line["n"] == message.line), None)
        if line is None:
            raise Refused("about", "no_such_line")
        person = line["person"]
    if person is None:
        raise Refused("about", "nobody")
    if person == by:
        raise Refused("about", "yourself")
    return person


def check_bot(name: str, game: str) -> None:
    """Refuse a bot that is not installed, or does not play this game."""
    try:
        games = bot_class(name).games()
    except ValueError:
        raise Refused("bot", "unknown", bot=name, bots=[one.name for one in listed() if not one.fault]) from None
    if game not in games:
        raise Refused("bot", "other_game", bot=name, game=game, games=list(games))
