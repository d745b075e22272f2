"""What a table does by itself: bots move, clocks run out, bots take seats over and give them back."""

from gambero.server.table.decision import Moment, new_entry
from gambero.server.table.entries import Entry
from gambero.server.table.moves import moved
from gambero.server.table.table import Table

NEUTRAL = 1  # C4: "if need be"


def back(table: Table, seat: int, at: Moment) -> Entry:
    """A person is back at a seat that a bot played."""
    return new_entry(table, "back", at, seat=seat)


def take_over(table: Table, seat: int, at: Moment) -> Entry:
    """A bot plays the seat of a person who is not connected."""
    return new_entry(table, "away", at, seat=seat, bot=deputy(table), gone=True)


def deputy(table: Table) -> str:
    """The bot that plays for a person who is away: a good teammate, or an opponent of middling strength."""
    return "expert" if table.spec.team else "careful"


def pass_host(table: Table, person: str, at: Moment) -> Entry:
    return new_entry(table, "host", at, whose=person, person=person)


def time_out(table: Table, seat: int, at: Moment) -> Entry:
    return new_entry(table, "timeout", at, seat=seat)


def begin(table: Table, at: Moment) -> Entry:
    """The countdown of tension is over."""
    return new_entry(table, "began", at)


def bot_go(table: Table, at: Moment) -> Entry:
    """T4, T10: everybody may lay a card from the same moment on."""
    return new_entry(table, "go", at, at=at.now + at.countdown)


def bot_eager(table: Table, seat: int, level: int, at: Moment) -> Entry:
    return new_entry(table, "eager", at, seat=seat, level=level)


def bot_move(table: Table, text: str, at: Moment) -> Entry:
    """A move of the bot on turn, which the law allows."""
    return moved(table, text, at)


def settled_starter(table: Table) -> int | None:
    """C4: when all have said how gladly they would start, the gladdest starts."""
    if table.phase != "starting" or not table.spec.turns or len(table.eager) < len(table.seats):
        return None
    return gladdest(table)


def gladdest(table: Table) -> int:
    """C4: the seat that would start most gladly, of those who have said so; of equals, the first person.

    If all would rather not, a bot starts: a person who lets others begin is not made to.
    """
    levels = table.eager | {seat: NEUTRAL for seat in range(len(table.seats)) if seat not in table.eager}
    most = max(levels.values())
    glad = [seat for seat, level in levels.items() if level == most]
    bots = [seat for seat in glad if table.bot_at(seat)]
    people = [seat for seat in glad if seat not in bots]
    return (people + bots if most else bots + people)[0]
