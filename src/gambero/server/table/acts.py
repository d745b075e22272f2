"""From what somebody at a table wants to what goes into its log, or the sentence that refuses it."""

from collections.abc import Callable
from typing import Any

from gambero.bots import bot_class
from gambero.errors import IllegalMove, MalformedMove
from gambero.server.table import signals as words
from gambero.server.table.entries import Entry, Refused
from gambero.server.table.table import Seat, Table
from gambero.server.wire import from_client as messages

WATCHING = "you are watching this table: take a seat first"
TIME_IS_UP = "your time is up: a bot plays the rest of this turn"
PLAYING = ("move", "undo", "eager", "go")  # what a bot does for somebody


def move(table: Table, seat: int, message: messages.Move, now: int) -> Entry:
    """A move by the law's word; in tension a wrong card costs a moment, and a late one tells who was first."""
    phase = table.phase
    if phase == "gathering":
        raise Refused("phase", "nothing is dealt yet: the host starts the game")
    if phase in ("countdown", "stuck") or (phase == "starting" and table.kind == "tension"):
        raise Refused(
            "phase", "wait for go (T4)" if phase != "stuck" else "everyone stops until go is said again (T10)"
        )
    if message.after is not None and message.after != table.number and table.kind != "tension":
        raise Refused("stale", f"something happened since {message.after}: this is {table.number}", n=table.number)
    game = table.playing
    if table.kind == "tension":
        return _at_once(table, seat, message, now)
    if message.move.startswith("@"):
        raise Refused("phase", "who starts is settled by saying how gladly, or by the host (C4)")
    if game.to_move is not None and game.to_move != seat:
        raise Refused("turn", f"it is not your turn: {table.seats[game.to_move].name or 'seat'} is on")
    _judged(table, message.move)
    return _entry(table, "moved", move=message.move, **_named(seat, message))


def _judged(table: Table, text: str) -> None:
    try:
        table.playing.check(text)
    except MalformedMove as wrong:
        raise Refused("malformed", str(wrong)) from None
    except IllegalMove as wrong:
        raise Refused("illegal", str(wrong)) from None


def _at_once(table: Table, seat: int, message: messages.Move, now: int) -> Entry:
    owner, _, act = message.move.partition(":")
    if owner != str(seat) and message.move != "^":
        raise Refused("seat", f"your moves begin with {seat}: since yours is seat {seat}")
    until = table.waits.get(seat, 0)
    if now < until:
        raise Refused("wait", "a wrong card costs a moment (T13)", until=until)
    if message.move == "^":
        raise Refused("phase", "the bottom card goes on top when the starter says go (T10)")
    try:
        _judged(table, message.move)
    except Refused as refusal:
        if refusal.code != "illegal" or not act[:1].isdigit() or table.playing.over:
            raise
        first = _first(table, message)
        if first is not None:
            other, card = first
            why = f"{table.seats[other].name}'s {card} was first: take your card back (T8)"
            raise Refused("late", why, seat=other, card=card) from None
        return _entry(table, "wrong", seat=seat, move=message.move, until=0, why=refusal.why)  # dated when stored
    return _entry(table, "moved", move=message.move, **_named(seat, message))


def _first(table: Table, message: messages.Move) -> tuple[int, str] | None:
    """Whose card came before, if this one fitted what its player saw."""
    log = table.playing.log
    for number, place in table.lately:
        owner, card = log[place][0], log[place][1].partition(":")[2]
        missed = message.after is None or number > message.after
        if owner is not None and missed and card[:1].isdigit() and table.playing.before(place).can(message.move):
            return owner, card
    return None


def undo(table: Table, seat: int, message: messages.Undo, now: int) -> Entry:  # noqa: ARG001
    if table.game is None or table.game.to_move != seat:
        raise Refused("turn", "only the player whose turn it is may take cards back")
    if not table.undo:
        raise Refused("undo", "nothing can be taken back: no card laid in this turn, or something new was seen")
    return _entry(table, "undone", **_named(seat, message))


def say(table: Table, seat: int, message: messages.Say, now: int) -> Entry:  # noqa: ARG001
    if not table.is_team:
        raise Refused("game", f"{table.kind} has no signals: the chat is free")
    if table.between_games:
        raise Refused("phase", "there are no piles to talk about: nothing is being played")
    if table.silent:
        raise Refused("silence", words.SILENCE)
    words.checked(table.playing, message.piles, message.commands)
    return _entry(table, "said", seat=seat, piles=message.piles, commands=message.commands)


def chat(table: Table, seat: int, message: messages.Chat, now: int) -> Entry:  # noqa: ARG001
    text = " ".join(message.text.split())
    if not text:
        raise Refused("chat", "there is nothing in it to read")
    if table.is_team and not table.between_games:
        if table.silent:
            raise Refused("silence", words.SILENCE)
        words.chat_checked(text)
    return _entry(table, "chat", person=table.seats[seat].person, seat=seat, text=text)


def leave(table: Table, seat: int, message: messages.Leave, now: int) -> Entry:  # noqa: ARG001
    if table.between_games:
        return _entry(table, "left", seat=seat)
    if table.seats[seat].deputy:
        raise Refused("seat", "a bot plays for you already")
    if table.opened["daily"]:
        raise Refused("daily", "nobody plays a deal of the day for you: close the page and come back when you like")
    return _entry(table, "away", seat=seat, bot=deputy_for(table))


def deputy_for(table: Table) -> str:
    """A good teammate; an opponent of middling strength."""
    return "expert" if table.is_team else "careful"


def eager(table: Table, seat: int, message: messages.Eager, now: int) -> Entry:  # noqa: ARG001
    if table.phase != "starting" or table.kind == "tension":
        raise Refused("phase", "who starts is settled after the deal and before the first card (C4)")
    return _entry(table, "eager", seat=seat, level=message.level)


def go(table: Table, seat: int, message: messages.Go, now: int) -> Entry:  # noqa: ARG001
    if table.kind != "tension" or table.phase not in ("starting", "stuck"):
        raise Refused("phase", "go is said at the start of tension and when nobody can play (T4, T10)")
    if seat != table.starter:
        raise Refused("host", f"{table.seats[table.starter or 0].name} says go")
    return _entry(table, "go", at=0)  # dated when stored


# Acts of the host.


def bot(table: Table, message: messages.SeatBot) -> Entry:
    seat = _seat(table, message.seat)
    if seat.person and not table.between_games:
        raise Refused("seat", f"{seat.name} sits there: a bot takes over only when somebody is gone")
    if seat.person:
        raise Refused("seat", f"{seat.name} sits there: clear the seat first")
    if not table.between_games:
        raise Refused("phase", "seats change before a game, not in the middle")
    try:
        bot_class(message.bot)
    except ValueError as wrong:
        raise Refused("bot", str(wrong)) from None
    return _entry(table, "bot", seat=message.seat, bot=message.bot)


def clear(table: Table, message: messages.Clear) -> Entry:
    if not _seat(table, message.seat).taken:
        raise Refused("seat", "nobody sits there")
    if not table.between_games:
        raise Refused("phase", "seats change before a game, not in the middle")
    return _entry(table, "left", seat=message.seat)


def host(table: Table, message: messages.PassHost) -> Entry:
    person = _seat(table, message.seat).person
    if person is None:
        raise Refused("seat", "only a person can be host")
    return Entry(table.id, table.number + 1, "host", {"person": person})


def starter(table: Table, message: messages.Starter) -> Entry:
    _seat(table, message.seat)
    if table.phase != "starting" or table.kind == "tension":
        raise Refused("phase", "who starts is settled after the deal and before the first card (C4)")
    return _entry(table, "moved", move=f"@{message.seat}")


def start(table: Table) -> None:
    """May cards be dealt now?"""
    if not table.between_games and not table.practice:
        raise Refused("phase", "a game is being played here")
    empty = sum(not seat.taken for seat in table.seats)
    if empty:
        raise Refused("seat", f"{empty} of {len(table.seats)} seats are empty: wait for friends or add bots")
    if table.opened.get("daily") and table.games:
        raise Refused("daily", "a deal of the day is played once at a table; open it again for another try")


def close(table: Table, message: messages.Close) -> Entry:  # noqa: ARG001
    return _entry(table, "closed")


# Acts of anybody.


def sit(table: Table, person: str, name: str, message: messages.Sit) -> Entry:
    own = table.seat_of(person)
    if own is not None and table.seats[own].deputy:
        return _entry(table, "back", seat=own)
    if own is not None and table.between_games and table.seats[own].name != name:
        return _entry(table, "sat", person=person, seat=own, name=name)  # under another name
    if own is not None:
        raise Refused("seat", "you have a seat at this table")
    if not table.between_games:
        raise Refused("phase", "a game is being played: you can watch, and sit down after it")
    wanted = message.seat
    free = [seat for seat, one in enumerate(table.seats) if not one.taken]
    if wanted is not None:
        _seat(table, wanted)
    if not free or (wanted is not None and wanted not in free):
        raise Refused("seat", "that seat is taken" if free else "every seat is taken: you can watch")
    return _entry(table, "sat", person=person, seat=free[0] if wanted is None else wanted, name=name)


OF_SEAT: dict[str, Callable[[Table, int, Any, int], Entry]] = {
    "move": move,
    "undo": undo,
    "say": say,
    "chat": chat,
    "leave": leave,
    "eager": eager,
    "go": go,
}
OF_HOST: dict[str, Callable[[Table, Any], Entry]] = {
    "bot": bot,
    "clear": clear,
    "host": host,
    "starter": starter,
    "close": close,
}


def decided(table: Table, person: str, name: str, message: messages.Said, now: int) -> Entry:
    """The entry that this message leads to, not yet stored."""
    if table.closed:
        raise Refused("closed", "this table was removed by its host")
    if isinstance(message, messages.Sit):
        return sit(table, person, name, message)
    seat = table.seat_of(person)
    if message.type in OF_HOST:
        if person != table.host:
            raise Refused("host", "only the host may do that")
        return OF_HOST[message.type](table, message)
    if seat is None:
        raise Refused("seat", WATCHING)
    if message.type in PLAYING and table.bot_at(seat):
        raise Refused("turn", "a bot plays for you: sit down again" if table.seats[seat].deputy else TIME_IS_UP)
    return OF_SEAT[message.type](table, seat, message, now)


def settled(table: Table) -> Entry | None:
    """C4: once all have said how gladly they would start, the gladdest does; of equals people, who said so first."""
    if table.phase != "starting" or table.kind == "tension" or len(table.eager) < len(table.seats):
        return None
    most = max(table.eager.values())
    glad = [seat for seat, level in table.eager.items() if level == most]
    people = [seat for seat in glad if not table.bot_at(seat)]
    return _entry(table, "moved", move=f"@{(people or glad)[0]}")


def _seat(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise Refused("seat", f"this table has the seats 0 to {len(table.seats) - 1}, not {seat}")
    return table.seats[seat]


def _named(seat: int, message: messages.Message) -> dict[str, str]:
    return {"id": f"{seat}:{message.id}"} if message.id else {}


def _entry(table: Table, kind: str, person: str | None = None, **data: Any) -> Entry:
    return Entry(table.id, table.number + 1, kind, data, person)
