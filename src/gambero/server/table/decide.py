"""What an act at a table leads to: the next entry of its log, complete and dated, or a refusal.

All acts are decided here: those of people (`decide`), and those of the table itself (at the end: bots, clocks,
takeovers). Nothing is stored or sent; the time and new cards are arguments.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from gambero.bots import bot_class
from gambero.errors import IllegalMove, MalformedMove
from gambero.server.refusal import Refused
from gambero.server.table import signals
from gambero.server.table.dealing import is_secret
from gambero.server.table.entries import ADMIN, Entry
from gambero.server.table.table import MOST_UNDOS, Seat, Table
from gambero.server.wire import from_client as messages

LINES_BEFORE, LINES_AFTER = 10, 5  # of the chat that are kept with a report
PLAYED_BY_DEPUTY = ("move", "undo", "eager", "go")  # what a bot does for a person who is away


@dataclass(frozen=True, slots=True)
class Moment:
    """What a decision needs beside the table."""

    now: int  # milliseconds since 1970
    countdown: int  # milliseconds from go to the first card of tension
    deal: Callable[[Table], dict[str, Any]]  # the data of a new deal
    waiting: Collection[int] = ()  # T13: seats that must still wait after a wrong card


@dataclass(frozen=True, slots=True)
class Decision:
    """An entry to store; None if the act was done before, under `number`.

    With a `refusal` the entry is stored and the act refused all the same (T13: a wrong card).
    """

    entry: Entry | None
    number: int
    refusal: Refused | None = None


def decide(table: Table, person: str, name: str, message: messages.ClientMessage, at: Moment) -> Decision:
    """What a message of a person leads to; raises Refused."""
    known = _repeated(table, person, message)
    if known:
        return Decision(None, known)
    if table.closed:
        raise Refused("closed", "by_admin") if table.closed_by == ADMIN else Refused("closed", "by_host")
    if isinstance(message, messages.Move):
        return move(table, _playing_seat(table, person, message), message, at)
    if isinstance(message, messages.Sit):
        return _stored(sit(table, person, name, message, at))
    if message.type in OF_HOST:
        if person != table.host:
            raise Refused("host", "starts") if message.type == "start" else Refused("host", "only")
        return _stored(OF_HOST[message.type](table, message, at))
    return _stored(OF_SEAT[message.type](table, _playing_seat(table, person, message), message, at))


def _stored(entry: Entry) -> Decision:
    return Decision(entry, entry.number)


def opening(
    table_id: str,
    opened: dict[str, Any],
    person: str,
    name: str,
    bots: list[str],
    start: bool,
    own_seat: int,
    at: Moment,
) -> tuple[Table, list[Entry]]:
    """A new table and its first entries: host and bots seated, and cards dealt if wanted.

    With a bot for every seat, the host watches.
    """
    table = Table(table_id)
    entries: list[Entry] = []

    def add(entry: Entry) -> None:
        table.apply(entry)
        entries.append(entry)

    add(_entry(table, "opened", at, whose=person, **opened, host=person))
    seats = list(range(opened["players"]))
    if len(bots) < len(seats):
        if table.spec.chat_taboo:
            signals.check_name(name)
        add(_entry(table, "sat", at, whose=person, seat=own_seat, name=name))
        seats.remove(own_seat)
    for seat, bot_name in zip(seats, bots, strict=False):
        add(_entry(table, "bot", at, seat=seat, bot=bot_name))
    if start:
        add(_entry(table, "dealt", at, **at.deal(table)))
    return table, entries


def _repeated(table: Table, person: str, message: messages.ClientMessage) -> int | None:
    """The number under which a move or undo that is sent again was stored the first time."""
    if message.id is None or not isinstance(message, messages.Move | messages.Undo):
        return None
    return table.ids.get(f"{table.seat_of(person)}:{message.id}")


def _playing_seat(table: Table, person: str, message: messages.ClientMessage) -> int:
    """The seat of a person, unless a bot plays it and this is what the bot does."""
    seat = table.seat_of(person)
    if seat is None:
        raise Refused("seat", "watching")
    if message.type in PLAYED_BY_DEPUTY and table.bot_at(seat):
        raise Refused("turn", "deputy") if table.seats[seat].deputy else Refused("turn", "time_up")
    return seat


# What may be seen and asked for, though it leads to no entry.


def check_join(table: Table, person: str, at: Moment) -> None:
    """May this person connect to the table, to play or to watch?"""
    if table.closed:
        raise Refused("table", "unknown")
    day = table.opened["daily"]
    if day and is_secret(day, at.now) and table.seat_of(person) is None:
        raise Refused("secret", "unwatched")


def hint_seat(table: Table, person: str) -> int:
    """The seat of a person who may ask for a hint now."""
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
    """What somebody reports: a line, or the name at a seat, with the chat around it."""
    about = person_meant(table, person, message)
    around = [line for line in table.chat if message.line is None or line["n"] <= message.line][-LINES_BEFORE - 1 :]
    if message.line is not None:
        around += [line for line in table.chat if line["n"] > message.line][:LINES_AFTER]
    names = [seat.name for seat in table.seats if seat.person == about]
    names += [line["name"] for line in table.chat if line["n"] == message.line]
    return {
        "table_id": table.id,
        "reporter": person,
        "about": about,
        "name": names[0],
        "line": message.line or 0,
        "words": " ".join(message.words.split()),
        "lines": around,
    }


# Moves.


def move(table: Table, seat: int, message: messages.Move, at: Moment) -> Decision:
    """A move that the law allows; in tension a wrong card costs a moment, and a late one is told who was first."""
    phase = table.phase
    if phase == "gathering":
        raise Refused("phase", "not_dealt")
    if phase == "stuck":
        raise Refused("phase", "stuck")
    if phase == "countdown" or (phase == "starting" and not table.spec.turns):
        raise Refused("phase", "wait_for_go")
    if not table.spec.turns:
        return _move_at_once(table, seat, message, at)
    if message.after is not None and message.after != table.number:
        raise Refused("stale", "newer", after=message.after, n=table.number)
    game = table.playing
    if message.move.startswith("@"):
        raise Refused("phase", "start_move")
    if game.to_move is not None and game.to_move != seat:
        raise Refused("turn", "not_yours", seat=game.to_move, name=table.seats[game.to_move].name or "seat")
    try:
        game.check(message.move)
    except IllegalMove as law:
        raise Refused.by_law(law) from None
    return _stored(_entry(table, "moved", at, move=message.move, **_id(seat, message)))


def _move_at_once(table: Table, seat: int, message: messages.Move, at: Moment) -> Decision:
    """A move where everyone plays at once (tension)."""
    owner, _, act = message.move.partition(":")
    if owner != str(seat) and message.move != "^":
        raise Refused("seat", "own_moves", seat=seat)
    if seat in at.waiting:
        raise Refused("wait", "wrong_card", until=table.waits.get(seat, at.now))
    if message.move == "^":
        raise Refused("phase", "bottom_card")
    try:
        table.playing.check(message.move)
    except IllegalMove as law:
        if isinstance(law, MalformedMove) or not act[:1].isdigit() or table.playing.over:
            raise Refused.by_law(law) from None
        return _wrong_card(table, seat, message, at, law)
    return _stored(_entry(table, "moved", at, move=message.move, **_id(seat, message)))


def _wrong_card(table: Table, seat: int, message: messages.Move, at: Moment, law: IllegalMove) -> Decision:
    """A card that does not fit: refused as late if it fitted what its player saw (T8), else it costs a moment (T13)."""
    first = _first(table, message)
    if first is not None:
        other, card = first
        raise Refused("late", "first", name=table.seats[other].name, seat=other, card=card)
    until = at.now + int(1000 * table.opened["wait"])
    entry = _entry(table, "wrong", at, seat=seat, move=message.move, until=until)
    return Decision(entry, entry.number, Refused.by_law(law, "wrong", until=until, n=entry.number))


def _first(table: Table, message: messages.Move) -> tuple[int, str] | None:
    """Whose card came before, and which, if this one fitted what its player saw."""
    for one in table.lately:
        missed = message.after is None or one.number > message.after
        if one.seat is None or not missed or not one.card[:1].isdigit():
            continue
        if table.playing.at(one.before).can(message.move):
            return one.seat, one.card
    return None


# Other acts of a seat.


def undo(table: Table, seat: int, message: messages.Undo, at: Moment) -> Entry:
    if table.game is None or table.game.to_move != seat:
        raise Refused("turn", "undo")
    if not table.undo:
        raise Refused("undo", "nothing")
    if not table.can_undo:
        raise Refused("undo", "too_many", most=MOST_UNDOS)
    return _entry(table, "undone", at, **_id(seat, message))


def say(table: Table, seat: int, message: messages.Say, at: Moment) -> Entry:
    if not table.spec.signals:
        raise Refused("game", "no_signals", game=table.kind)
    if table.between_games:
        raise Refused("phase", "no_piles")
    if table.silent:
        raise Refused("silence", "in_force")
    signals.check(table.playing, message.piles, message.commands)
    piles, commands = signals.in_canonical_form(message.piles, message.commands)
    return _entry(table, "said", at, seat=seat, piles=piles, commands=commands)


def chat(table: Table, seat: int, message: messages.Chat, at: Moment) -> Entry:
    text = " ".join(message.text.split())
    if not text:
        raise Refused("chat", "empty")
    check_may_chat(table, table.seats[seat].person)
    if table.spec.chat_taboo and not table.between_games:
        if table.silent:
            raise Refused("silence", "in_force")
        signals.check_chat(text, table.written_by(seat))
    return _entry(table, "chat", at, whose=table.seats[seat].person, seat=seat, text=text)


def check_may_chat(table: Table, person: str | None) -> None:
    """Refuse whoever the host has taken the word from: what they write reaches nobody."""
    if person in table.quiet:
        raise Refused("chat", "quiet")


def leave(table: Table, seat: int, message: messages.Leave, at: Moment) -> Entry:  # noqa: ARG001
    if table.between_games:
        return _entry(table, "left", at, seat=seat)
    if table.seats[seat].deputy:
        raise Refused("seat", "deputy_already")
    if table.opened["daily"]:
        raise Refused("daily", "no_deputy")
    return _entry(table, "away", at, seat=seat, bot=_deputy(table))


def _deputy(table: Table) -> str:
    """The bot that plays for a person who is away: a good teammate, or an opponent of middling strength."""
    return "expert" if table.spec.team else "careful"


def eager(table: Table, seat: int, message: messages.Eager, at: Moment) -> Entry:
    if table.phase != "starting" or not table.spec.turns:
        raise Refused("phase", "starter")
    return _entry(table, "eager", at, seat=seat, level=message.level)


def go(table: Table, seat: int, message: messages.Go, at: Moment) -> Entry:  # noqa: ARG001
    if table.spec.turns or table.phase not in ("starting", "stuck"):
        raise Refused("phase", "go")
    starter = table.starter
    if seat != starter:
        raise Refused("host", "says_go", seat=starter, name=table.seats[starter].name)
    return bot_go(table, at)


# Acts of the host.


def bot(table: Table, message: messages.SeatBot, at: Moment) -> Entry:
    seat = _seat(table, message.seat)
    if seat.person and not table.between_games:
        raise Refused("seat", "person_playing", name=seat.name)
    if seat.person:
        raise Refused("seat", "person", name=seat.name)
    if not table.between_games:
        raise Refused("phase", "seats_fixed")
    check_bot(message.bot, table.kind)
    return _entry(table, "bot", at, seat=message.seat, bot=message.bot)


def clear(table: Table, message: messages.Clear, at: Moment) -> Entry:
    if not _seat(table, message.seat).taken:
        raise Refused("seat", "empty")
    if not table.between_games:
        raise Refused("phase", "seats_fixed")
    return _entry(table, "left", at, seat=message.seat)


def host(table: Table, message: messages.PassHost, at: Moment) -> Entry:
    person = _seat(table, message.seat).person
    if person is None:
        raise Refused("seat", "not_a_person")
    return pass_host(table, person, at)


def quiet(table: Table, message: messages.Quiet, at: Moment) -> Entry:
    person = person_meant(table, table.host, message)
    return _entry(table, "quieted", at, whose=person, seat=table.seat_of(person), on=message.on)


def person_meant(table: Table, by: str | None, message: messages.AboutPerson) -> str:
    """The person whom somebody mutes, quiets or reports: not a bot, and not themselves."""
    if message.seat is not None:
        seat = _seat(table, message.seat)
        if not seat.taken:
            raise Refused("seat", "empty")
        person = seat.person
    else:
        line = next((line for line in table.chat if line["n"] == message.line), None)
        if line is None:
            raise Refused("about", "no_such_line")
        person = line["person"]
    if person is None:
        raise Refused("about", "nobody")
    if person == by:
        raise Refused("about", "yourself")
    return person


def starter(table: Table, message: messages.Starter, at: Moment) -> Entry:
    _seat(table, message.seat)
    if table.phase != "starting" or not table.spec.turns:
        raise Refused("phase", "starter")
    return _entry(table, "moved", at, move=f"@{message.seat}")


def start(table: Table, message: messages.Start, at: Moment) -> Entry:  # noqa: ARG001
    if not table.between_games and not table.practice:
        raise Refused("phase", "playing")
    empty = sum(not seat.taken for seat in table.seats)
    if empty:
        raise Refused("seat", "some_empty", empty=empty, seats=len(table.seats))
    if table.opened.get("daily") and table.games:
        raise Refused("daily", "once")
    return _entry(table, "dealt", at, **at.deal(table))


def close(table: Table, message: messages.Close, at: Moment) -> Entry:  # noqa: ARG001
    """Remove the table; not during a game against somebody who is still playing, who may be about to win it."""
    others = [seat.name for seat in table.seats if seat.person and seat.person != table.host and not seat.deputy]
    if others and not (table.between_games or table.practice or table.spec.team):
        raise Refused("host", "others_play", name=others[0])
    return _entry(table, "closed", at)


# Acts of anybody.


def sit(table: Table, person: str, name: str, message: messages.Sit, at: Moment) -> Entry:
    own = table.seat_of(person)
    if own is not None and table.seats[own].deputy:
        return back(table, own, at)
    if table.spec.chat_taboo:
        signals.check_name(name)  # it may be from before names were checked
    if own is not None and table.between_games and table.seats[own].name != name:
        return _entry(table, "sat", at, whose=person, seat=own, name=name)  # under another name
    if own is not None:
        raise Refused("seat", "seated")
    if not table.between_games:
        raise Refused("phase", "only_watch")
    wanted = message.seat
    free = [seat for seat, one in enumerate(table.seats) if not one.taken]
    if wanted is not None:
        _seat(table, wanted)
    if not free:
        raise Refused("seat", "all_taken")
    if wanted is not None and wanted not in free:
        raise Refused("seat", "taken")
    return _entry(table, "sat", at, whose=person, seat=free[0] if wanted is None else wanted, name=name)


OF_SEAT: dict[str, Callable[[Table, int, Any, Moment], Entry]] = {
    "undo": undo,
    "say": say,
    "chat": chat,
    "leave": leave,
    "eager": eager,
    "go": go,
}
OF_HOST: dict[str, Callable[[Table, Any, Moment], Entry]] = {
    "bot": bot,
    "clear": clear,
    "host": host,
    "quiet": quiet,
    "starter": starter,
    "start": start,
    "close": close,
}


# What the table does by itself, unasked.


def back(table: Table, seat: int, at: Moment) -> Entry:
    """A person is back at a seat that a bot played."""
    return _entry(table, "back", at, seat=seat)


def take_over(table: Table, seat: int, at: Moment) -> Entry:
    """A bot plays the seat of a person who is not connected."""
    return _entry(table, "away", at, seat=seat, bot=_deputy(table), gone=True)


def pass_host(table: Table, person: str, at: Moment) -> Entry:
    return _entry(table, "host", at, whose=person, person=person)


def time_out(table: Table, seat: int, at: Moment) -> Entry:
    return _entry(table, "timeout", at, seat=seat)


def begin(table: Table, at: Moment) -> Entry:
    """The countdown of tension is over."""
    return _entry(table, "began", at)


def bot_go(table: Table, at: Moment) -> Entry:
    """T4, T10: everybody may lay a card from the same moment on."""
    return _entry(table, "go", at, at=at.now + at.countdown)


def bot_eager(table: Table, seat: int, level: int, at: Moment) -> Entry:
    return _entry(table, "eager", at, seat=seat, level=level)


def bot_move(table: Table, text: str, at: Moment) -> Entry:
    """A move of the bot on turn, which the law allows."""
    return _entry(table, "moved", at, move=text)


def settled_starter(table: Table) -> int | None:
    """C4: when all have said how gladly they would start, the gladdest starts; of equals, the first person."""
    if table.phase != "starting" or not table.spec.turns or len(table.eager) < len(table.seats):
        return None
    most = max(table.eager.values())
    glad = [seat for seat, level in table.eager.items() if level == most]
    people = [seat for seat in glad if not table.bot_at(seat)]
    return (people or glad)[0]


def check_bot(name: str, game: str) -> None:
    """Refuse a bot that is not installed, or does not play this game."""
    try:
        games = bot_class(name).games()
    except ValueError as wrong:
        raise Refused("bot", "unknown", bot=name, problem=str(wrong)) from None
    if game not in games:
        raise Refused("bot", "other_game", bot=name, game=game, games=list(games))


def _seat(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise Refused("seat", "unknown", last=len(table.seats) - 1, seat=seat)
    return table.seats[seat]


def _id(seat: int, message: messages.Message) -> dict[str, str]:
    """The client's id of a move, stored so that a move sent again is not played again."""
    return {"id": f"{seat}:{message.id}"} if message.id else {}


def _entry(table: Table, kind: str, at: Moment, /, whose: str | None = None, **data: Any) -> Entry:
    """The next entry of the log; `whose` is the person whose name, text or id is in it."""
    return Entry(table.id, table.number + 1, kind, data, whose, at.now)
