"""What a move of a person or a bot leads to: an entry, or the law's refusal."""

from contextlib import suppress
from typing import Any

from gambero.errors import IllegalMove, MalformedMove
from gambero.game.story import signals_text
from gambero.server.refusal import Refused
from gambero.server.table import signals
from gambero.server.table.decision import Decision, Moment, accepted, client_id, new_entry
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table
from gambero.server.wire import from_client as messages


def move(table: Table, seat: int, message: messages.Move, at: Moment) -> Decision:
    """Decide a move. Raises Refused if the law forbids it; in tension a wrong or a late card also leads to an entry."""
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
    return accepted(moved(table, message.move, at, **client_id(seat, message)))


def moved(table: Table, move: str, at: Moment, **data: Any) -> Entry:
    """The entry of a move. The first of a turn also holds what bots signal, if that changed, for the game's record."""
    if table.turn_begins and (bot_signals := _bot_signals(table, at)) != table.bot_signals:
        data["heard"] = bot_signals
    return new_entry(table, "moved", at, move=move, **data)


def _bot_signals(table: Table, at: Moment) -> dict[str, str]:
    """What bots signal, as text by seat. What is no signal is left out: a bot of another package may say anything."""
    found = {}
    for seat, signals_now in at.bot_signals.items():
        with suppress(Refused):
            signals.check(table.playing, signals_now["piles"], signals_now["commands"])
            found[str(seat)] = signals_text(signals_now)
    return found


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
    return accepted(new_entry(table, "moved", at, move=message.move, **client_id(seat, message)))


def _wrong_card(table: Table, seat: int, message: messages.Move, at: Moment, law: IllegalMove) -> Decision:
    """A card that does not fit: refused as late if it fitted what its player saw (T8), else it costs a moment (T13)."""
    first = _earlier_card(table, message)
    if first is not None:
        other, card = first
        entry = new_entry(table, "late", at, seat=seat, move=message.move)
        late = Refused("late", "first", name=table.seats[other].name, seat=other, card=card)
        return Decision(entry, entry.number, late)
    until = at.now + int(1000 * table.opened["wait"])
    entry = new_entry(table, "wrong", at, seat=seat, move=message.move, until=until)
    return Decision(entry, entry.number, Refused.by_law(law, "wrong", until=until, n=entry.number))


def _earlier_card(table: Table, message: messages.Move) -> tuple[int, str] | None:
    """T8: whose card came first, and which, if the card of this message fitted what its player saw; else None."""
    for one in table.recent_moves:
        missed = message.after is None or one.number > message.after
        if one.seat is None or not missed or not one.card[:1].isdigit():
            continue
        if table.playing.at(one.before).can(message.move):
            return one.seat, one.card
    return None
