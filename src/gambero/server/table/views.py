"""What a seat or a spectator (None) is sent: the whole view, and for each entry what changed."""

from collections.abc import Iterable, Set
from typing import Any

import orjson

from gambero.bots.talk import Signals
from gambero.game.base import Event, seen_by
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table

Viewer = int | None  # a seat, or None for a spectator


def text(message: dict[str, Any]) -> str:
    return orjson.dumps(message).decode()


def open_table(table: Table) -> dict[str, Any]:
    """What everybody at a table may know about it, beside the cards."""
    return {**fields_fixed_by_moves(table), **fields_changed_by_moves(table)}


def fields_fixed_by_moves(table: Table) -> dict[str, Any]:
    """The part of a table that no move changes."""
    opened = table.opened
    return {
        "id": table.id,
        "game": table.kind,
        "players": len(table.seats),
        "options": opened["options"],
        "commands": "own" if isinstance(opened["commands"], dict) else opened["commands"],
        "listed": opened["listed"],
        "code": opened.get("code"),  # a table that is older than codes has none
        "latecomers": table.latecomers,
        "clock": opened["clock"],
        "days": table.days,
        "wait": opened["wait"],
        "speed": opened.get("speed") or "normal",  # tables of lessons, days and earlier versions have none
        "daily": opened["daily"],
        "practice": table.practice,
        "closed": table.closed,
        "closed_by": table.closed_by if table.closed else None,
        "seats": [
            {
                "kind": "bot" if seat.bot else "person" if seat.person else "empty",
                "name": seat.name,
                "bot": seat.bot,
                "deputy": seat.deputy,
                "account": seat.account,
            }
            for seat in table.seats
        ],
        "quiet": [seat for seat, one in enumerate(table.seats) if one.person in table.quiet],
        "host": table.seat_of(table.host),
        "starter": None if table.spec.turns else table.starter,
        "eager": [table.eager.get(seat) for seat in range(len(table.seats))],
        "go_at": table.go_at,
        "games": table.games,
        "commitment": table.deal.get("commitment"),
    }


def fields_changed_by_moves(table: Table) -> dict[str, Any]:
    """The part of a table that a move can change."""
    phase = table.phase
    over = phase == "over"
    return {
        "phase": phase,
        "undo": table.can_undo,
        "hurried": table.hurried,
        "turn_at": table.turn_at if table.limit else None,
        "game_id": table.deal["game_id"] if over and not table.practice else None,
        "reveal": {"deck": table.deal["deck"], "salt": table.deal["salt"]} if over else None,
        "tournament": score_sheet(table),
    }


def score_sheet(table: Table) -> dict[str, Any] | None:
    """The score sheet of a tournament (T12)."""
    series = table.tournament
    if series is None:
        return None
    return {
        "target": series.target,
        "sheet": [list(row) for row in series.sheet],
        "points": list(series.points),
        "places": list(series.places),
        "over": series.over,
    }


def hand_hidden(table: Table) -> bool:
    """T3: nobody looks at a hand of tension before go."""
    return not table.spec.turns and table.phase in ("starting", "countdown") and not table.playing.log


def game_view(table: Table, viewer: Viewer) -> dict[str, Any] | None:
    """The game as a seat or a spectator may see it, with the seat's legal moves; None before the first deal."""
    if table.game is None:
        return None
    view = dict(table.game.view(viewer))
    view["moves"] = _moves(table, viewer)
    if hand_hidden(table):
        view["hand"] = None
    return view


def _moves(table: Table, viewer: Viewer) -> list[str]:
    """The legal moves of a seat; none before go, and none while a bot plays it."""
    if viewer is None or table.phase != "playing" or table.bot_at(viewer):
        return []
    return table.playing.moves(viewer)


def signals_json(signals: dict[int, Signals]) -> dict[str, Signals]:
    """Signals as they travel: by seat, without those that say nothing."""
    return {str(seat): signal for seat, signal in signals.items() if signal["piles"] or signal["commands"]}


def chat_lines(lines: Iterable[dict[str, Any]], muted: Set[str]) -> list[dict[str, Any]]:
    """The chat as it is sent: without the text of people whom the reader has muted, and without their ids."""
    return [_chat_line(line, line["person"] in muted) for line in lines]


def _chat_line(line: dict[str, Any], muted: bool) -> dict[str, Any]:
    public = {key: value for key, value in line.items() if key != "person"}
    return {**public, "text": "" if muted else line["text"], "muted": muted}


class Snapshot:
    """What was last sent of a table, so that news carries only what changed."""

    def __init__(self, table: Table) -> None:
        self.table = open_table(table)
        self.game = _open_game(table)
        self.mover = _mover(table)

    def news(self, table: Table, entry: Entry, events: list[Event]) -> "News":
        """What an applied entry changed, for everybody and for each seat."""
        table_changes = changed(
            self.table, fields_changed_by_moves(table) if entry.kind == "moved" else open_table(table)
        )
        now_game, mover = _open_game(table), _mover(table)
        common: dict[str, Any] = {
            "type": "news",
            "n": entry.number,
            "at": entry.at,
            "what": _what(table, entry, self.mover),
            "table": table_changes,
            "view": changed(self.game, now_game),
        }
        own: dict[Viewer, dict[str, Any]] = {}
        if entry.kind == "moved" and table.spec.turns:
            own = {seat: {"moves": _moves(table, seat)} for seat in {self.mover, mover} if seat is not None}
            if self.mover is not None:  # no other hand has changed
                own[self.mover]["hand"] = table.playing.hand(self.mover)
        elif entry.kind in ("moved", "undone", "go", "began", "timeout", "away", "back"):
            own = {seat: _own(table, seat) for seat in range(len(table.seats))}
        if entry.kind == "dealt":  # another game: send it whole
            own = {viewer: game_view(table, viewer) or {} for viewer in (None, *range(len(table.seats)))}
        elif entry.kind == "go":  # cards may have been turned up, which is no seat's move
            common["view"]["log"] = table.playing.log
        self.table.update(table_changes)
        self.game, self.mover = now_game, mover
        if entry.kind != "chat":
            return News(common, own, events)
        line = _line_of(table, entry)
        hidden = line["seat"] is None and not table.reads_asides(entry.number)
        return News(common, own, events, line, range(len(table.seats)) if hidden else ())


class News:
    """One numbered message, rendered once per audience; only the JSON strings are kept."""

    __slots__ = ("_author", "_hidden_from", "_muted", "_texts", "number")

    def __init__(
        self,
        common: dict[str, Any],
        own: dict[Viewer, dict[str, Any]],
        events: list[Event],
        line: dict[str, Any] | None = None,
        hidden_from: Iterable[int] = (),
    ) -> None:
        """`line` is the chat line that this is about, if it is about one; some seats may not read it yet."""
        self.number: int = common["n"]
        secret = [event["seat"] for event in events if "cards" in event]
        view = common["view"]
        self._texts = {
            viewer: text({**common, "view": {**view, **own.get(viewer, {})}, "events": seen_by(events, viewer)})
            for viewer in {None, *own, *secret}
        }
        self._hidden_from = frozenset(hidden_from)
        if self._hidden_from:
            self._texts |= dict.fromkeys(self._hidden_from, text({**common, "what": {"kind": "aside"}, "events": []}))
        self._author, self._muted = None, ""
        if line:
            self._author = line["person"]
            self._muted = text({**common, "what": {"kind": "chat", **_chat_line(line, muted=True)}, "events": []})

    @property
    def hidden(self) -> bool:
        """Is it about a line that people with a seat may not read yet?"""
        return bool(self._hidden_from)

    def text(self, viewer: Viewer, muted: Set[str] = frozenset()) -> str:
        """The message for a seat or spectator who has muted these people."""
        if self._author in muted and viewer not in self._hidden_from:
            return self._muted
        return self._texts.get(viewer) or self._texts[None]


def _open_game(table: Table) -> dict[str, Any]:
    """What a spectator sees of the cards, without the log: each news carries its move in `what`."""
    game = table.game
    if game is None:
        return {}
    result = game.result
    return {
        "to_move": game.to_move,
        "minimum": game.minimum,
        **game.open_table(),
        "over": game.over,
        "result": None if result is None else result.as_json(),
    }


def _mover(table: Table) -> int | None:
    return table.game.to_move if table.game else None


def _own(table: Table, seat: int) -> dict[str, Any]:
    hand = None if hand_hidden(table) else table.playing.hand(seat)
    return {"hand": hand, "moves": _moves(table, seat)}


def changed(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The diff: keys that are new or have another value."""
    return {key: value for key, value in now.items() if key not in before or before[key] != value}


def _line_of(table: Table, entry: Entry) -> dict[str, Any]:
    """The line of the chat that an entry has just added."""
    return (table.asides if entry.data["seat"] is None else table.chat)[-1]


def _what(table: Table, entry: Entry, mover: int | None) -> dict[str, Any]:
    """An entry as everybody may see it."""
    data = entry.data
    what: dict[str, Any] = {"kind": entry.kind}
    if entry.kind == "moved":
        seat = mover if table.spec.turns else table.playing.last_move[0]
        return {**what, "seat": seat, "move": data["move"]}
    if entry.kind == "undone":
        return {**what, "seat": mover}
    if entry.kind == "chat":
        return {**what, **_chat_line(_line_of(table, entry), muted=False)}
    kept = ("seat", "name", "bot", "level", "at", "until", "move", "commitment", "on")
    return {**what, **{key: data[key] for key in kept if key in data}}
