"""What an act of a person leads to: the next entry of the table's log, complete and dated, or a refusal.

All acts are decided in this folder: moves in `moves.py`, what the table does by itself in `own_acts.py`, all others
here, and what is played in `changing.py`. Nothing is stored or sent; the time and new cards are arguments.
"""

from collections.abc import Callable
from typing import Any

from gambero.server.refusal import Refused
from gambero.server.table import signals
from gambero.server.table.changing import change, latecomers
from gambero.server.table.checks import check_bot, person_meant
from gambero.server.table.decision import Decision, Moment, accepted, client_id, new_entry, seat_at
from gambero.server.table.entries import ADMIN, Entry
from gambero.server.table.moves import move, moved
from gambero.server.table.own_acts import back, bot_go, deputy, pass_host, take_over
from gambero.server.table.table import MOST_UNDOS, Table
from gambero.server.wire import from_client as messages

PLAYED_BY_DEPUTY = ("move", "undo", "eager", "go")  # what a bot does for a person who is away


def decide(
    table: Table, person: str, name: str, message: messages.ClientMessage, at: Moment, account: bool = False
) -> Decision:
    """What a message leads to; `account` says whether this person has one. Raises Refused."""
    known = _repeated(table, person, message)
    if known:
        return Decision(None, known)
    if table.closed:
        raise Refused("closed", "by_admin") if table.closed_by == ADMIN else Refused("closed", "by_host")
    if isinstance(message, messages.Move):
        return move(table, _playing_seat(table, person, message), message, at)
    if isinstance(message, messages.Chat) and table.seat_of(person) is None:
        return accepted(aside(table, person, name, message, at, account))
    if isinstance(message, messages.Sit):
        return accepted(sit(table, person, name, message, at, account))
    if message.type in HOST_ACTS:
        if person != table.host:
            raise Refused("host", "starts") if message.type == "start" else Refused("host", "only")
        return accepted(HOST_ACTS[message.type](table, message, at))
    return accepted(SEAT_ACTS[message.type](table, _playing_seat(table, person, message), message, at))


def opening(
    table_id: str,
    opened: dict[str, Any],
    person: str,
    name: str,
    bots: list[str],
    start: bool,
    own_seat: int,
    at: Moment,
    account: bool = False,
) -> tuple[Table, list[Entry]]:
    """A new table and its first entries: host and bots seated, and cards dealt if wanted.

    With a bot for every seat, the host watches.
    """
    table = Table(table_id)
    entries: list[Entry] = []

    def add(entry: Entry) -> None:
        table.apply(entry)
        entries.append(entry)

    add(new_entry(table, "opened", at, whose=person, **opened, host=person))
    seats = list(range(opened["players"]))
    if len(bots) < len(seats):
        if table.spec.chat_taboo:
            signals.check_name(name)
        add(_sat(table, at, person, own_seat, name, account))
        seats.remove(own_seat)
    for seat, bot_name in zip(seats, bots, strict=False):
        add(new_entry(table, "bot", at, seat=seat, bot=bot_name))
    if start:
        add(new_entry(table, "dealt", at, **at.deal(table)))
    return table, entries


def _repeated(table: Table, person: str, message: messages.ClientMessage) -> int | None:
    """The number under which a move or undo that is sent again was stored the first time."""
    if message.id is None or not isinstance(message, messages.Move | messages.Undo):
        return None
    return table.ids.get(f"{table.seat_of(person)}:{message.id}")


def _playing_seat(table: Table, person: str, message: messages.ClientMessage) -> int:
    """The seat of a person. Raises Refused for whoever watches, and for acts that a bot does in their place now."""
    seat = table.seat_of(person)
    if seat is None:
        raise Refused("seat", "watching")
    if message.type in PLAYED_BY_DEPUTY and table.bot_at(seat):
        raise Refused("turn", "deputy") if table.seats[seat].deputy else Refused("turn", "time_up")
    return seat


# Other acts of a seat.


def undo(table: Table, seat: int, message: messages.Undo, at: Moment) -> Entry:
    if table.game is None or table.game.to_move != seat:
        raise Refused("turn", "undo")
    if not table.undo:
        raise Refused("undo", "nothing")
    if not table.can_undo:
        raise Refused("undo", "too_many", most=MOST_UNDOS)
    return new_entry(table, "undone", at, **client_id(seat, message))


def say(table: Table, seat: int, message: messages.Say, at: Moment) -> Entry:
    if not table.spec.signals:
        raise Refused("game", "no_signals", game=table.kind)
    if table.between_games:
        raise Refused("phase", "no_piles")
    if table.silent:
        raise Refused("silence", "in_force")
    signals.check(table.playing, message.piles, message.commands)
    piles, commands = signals.in_canonical_form(message.piles, message.commands)
    return new_entry(table, "said", at, seat=seat, piles=piles, commands=commands)


def chat(table: Table, seat: int, message: messages.Chat, at: Moment) -> Entry:
    text = _written(message)
    check_may_chat(table, table.seats[seat].person)
    if table.spec.chat_taboo and not table.between_games:
        if table.silent:
            raise Refused("silence", "in_force")
        signals.check_chat(text, table.written_by(seat))
    return new_entry(table, "chat", at, whose=table.seats[seat].person, seat=seat, text=text)


def aside(table: Table, person: str, name: str, message: messages.Chat, at: Moment, account: bool = False) -> Entry:
    """What a spectator writes, for spectators; people with a seat read it when the game is over.

    Numbers are not taboo here: whoever plays does not read it, and whoever watches has seen no hand.
    """
    text = _written(message)
    check_may_chat(table, person)
    known = {"account": True} if account else {}
    return new_entry(table, "chat", at, whose=person, seat=None, name=name, text=text, **known)


def _written(message: messages.Chat) -> str:
    """What was written, as one line without control characters. Raises Refused if nothing is left."""
    text = " ".join("".join(sign for sign in message.text if sign >= " " or sign.isspace()).split())
    if not text:
        raise Refused("chat", "empty")
    return text


def check_may_chat(table: Table, person: str | None) -> None:
    """Refuse a person whom the host has muted at this table."""
    if person in table.quiet:
        raise Refused("chat", "quiet")


def leave(table: Table, seat: int, message: messages.Leave, at: Moment) -> Entry:  # noqa: ARG001
    if table.between_games:
        return new_entry(table, "left", at, seat=seat)
    if table.seats[seat].deputy:
        raise Refused("seat", "deputy_already")
    if table.opened["daily"]:
        raise Refused("daily", "no_deputy")
    return new_entry(table, "away", at, seat=seat, bot=deputy(table))


def eager(table: Table, seat: int, message: messages.Eager, at: Moment) -> Entry:
    if table.phase != "starting" or not table.spec.turns:
        raise Refused("phase", "starter")
    return new_entry(table, "eager", at, seat=seat, level=message.level)


def go(table: Table, seat: int, message: messages.Go, at: Moment) -> Entry:  # noqa: ARG001
    if table.spec.turns or table.phase not in ("starting", "stuck"):
        raise Refused("phase", "go")
    starter = table.starter
    if seat != starter:
        raise Refused("host", "says_go", seat=starter, name=table.seats[starter].name)
    return bot_go(table, at)


def deputy_now(table: Table, seat: int, message: messages.Deputy, at: Moment) -> Entry:  # noqa: ARG001
    """Somebody with a seat lets a bot play for a person who is not connected, before the minute is over.

    Never for who is connected, however long they think: for that, a table has a clock.
    """
    gone = seat_at(table, message.seat)
    if table.between_games:
        raise Refused("phase", "not_dealt")
    if gone.person is None:
        raise Refused("about", "nobody")
    if table.opened["daily"]:
        raise Refused("daily", "no_deputy")
    if table.days is not None:
        raise Refused("seat", "no_hurry", name=gone.name)
    if gone.deputy:
        raise Refused("seat", "deputy_there", name=gone.name)
    if gone.person not in at.gone:
        raise Refused("seat", "connected", name=gone.name)
    return take_over(table, message.seat, at)


# Acts of the host.


def bot(table: Table, message: messages.SeatBot, at: Moment) -> Entry:
    seat = seat_at(table, message.seat)
    if seat.person and not table.between_games:
        raise Refused("seat", "person_playing", name=seat.name)
    if seat.person:
        raise Refused("seat", "person", name=seat.name)
    if not table.between_games:
        raise Refused("phase", "seats_fixed")
    check_bot(message.bot, table.kind)
    return new_entry(table, "bot", at, seat=message.seat, bot=message.bot)


def clear(table: Table, message: messages.Clear, at: Moment) -> Entry:
    if not seat_at(table, message.seat).taken:
        raise Refused("seat", "empty")
    if not table.between_games:
        raise Refused("phase", "seats_fixed")
    return new_entry(table, "left", at, seat=message.seat)


def host(table: Table, message: messages.PassHost, at: Moment) -> Entry:
    person = seat_at(table, message.seat).person
    if person is None:
        raise Refused("seat", "not_a_person")
    return pass_host(table, person, at)


def quiet(table: Table, message: messages.Quiet, at: Moment) -> Entry:
    person = person_meant(table, table.host, message)
    return new_entry(table, "quieted", at, whose=person, seat=table.seat_of(person), on=message.on)


def starter(table: Table, message: messages.Starter, at: Moment) -> Entry:
    seat_at(table, message.seat)
    if table.phase != "starting" or not table.spec.turns:
        raise Refused("phase", "starter")
    return moved(table, f"@{message.seat}", at)


def start(table: Table, message: messages.Start, at: Moment) -> Entry:  # noqa: ARG001
    if not table.between_games and not table.practice:
        raise Refused("phase", "playing")
    empty = sum(not seat.taken for seat in table.seats)
    if empty:
        raise Refused("seat", "some_empty", empty=empty, seats=len(table.seats))
    if table.opened.get("daily") and table.games:
        raise Refused("daily", "once")
    return new_entry(table, "dealt", at, **at.deal(table))


def close(table: Table, message: messages.Close, at: Moment) -> Entry:  # noqa: ARG001
    """Remove the table. Refused while another person plays against the host: that person may be about to win."""
    playing = [seat for seat in table.seats if seat.person and (seat.gone or not seat.deputy)]
    others = [seat.name for seat in playing if seat.person != table.host]
    if others and not (table.between_games or table.practice or table.spec.team):
        raise Refused("host", "others_play", name=others[0])
    return new_entry(table, "closed", at)


# Acts of anybody.


def sit(table: Table, person: str, name: str, message: messages.Sit, at: Moment, account: bool = False) -> Entry:
    own = table.seat_of(person)
    if own is not None and table.seats[own].deputy:
        return back(table, own, at)
    if table.spec.chat_taboo:
        signals.check_name(name)  # the name may be older than this check
    if own is not None and table.between_games and (table.seats[own].name, table.seats[own].account) != (name, account):
        return _sat(table, at, person, own, name, account)  # under another name, or registered meanwhile
    if own is not None:
        raise Refused("seat", "seated")
    if not table.between_games and not table.latecomers:
        raise Refused("phase", "only_watch")
    wanted = message.seat
    if not table.between_games:
        return _sat(table, at, person, _bots_seat(table, wanted), name, account)
    free = [seat for seat, one in enumerate(table.seats) if not one.taken]
    if wanted is not None:
        seat_at(table, wanted)
    if not free:
        raise Refused("seat", "all_taken")
    if wanted is not None and wanted not in free:
        raise Refused("seat", "taken")
    return _sat(table, at, person, free[0] if wanted is None else wanted, name, account)


def _bots_seat(table: Table, wanted: int | None) -> int:
    """The bot's seat that a latecomer takes: the one named, or the first whose turn is not under way."""
    if wanted is not None and not seat_at(table, wanted).bot:
        raise Refused("seat", "taken")
    bots = [seat for seat, one in enumerate(table.seats) if one.bot and wanted in (None, seat)]
    if not bots:
        raise Refused("seat", "all_taken")
    resting = [seat for seat in bots if table.is_between_turns(seat)]
    if not resting:
        raise Refused("turn", "bot_moves")
    return resting[0]


def _sat(table: Table, at: Moment, person: str, seat: int, name: str, account: bool) -> Entry:
    return new_entry(table, "sat", at, whose=person, seat=seat, name=name, **({"account": True} if account else {}))


SEAT_ACTS: dict[str, Callable[[Table, int, Any, Moment], Entry]] = {
    "undo": undo,
    "say": say,
    "chat": chat,
    "leave": leave,
    "eager": eager,
    "go": go,
    "deputy": deputy_now,
}
HOST_ACTS: dict[str, Callable[[Table, Any, Moment], Entry]] = {
    "bot": bot,
    "clear": clear,
    "host": host,
    "quiet": quiet,
    "starter": starter,
    "start": start,
    "close": close,
    "change": change,
    "latecomers": latecomers,
}
