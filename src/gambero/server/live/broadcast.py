"""What the connections of a table are sent, each as its seat may see it."""

from collections import deque
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from gambero.bots.talk import Signals
from gambero.game.base import Event
from gambero.server.live.connections import Connection
from gambero.server.live.presence import Presence
from gambero.server.live.timers import Timers
from gambero.server.metrics import Messages
from gambero.server.table import views
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table

RECENT = 64  # numbered messages kept for clients that missed some
CHANGES_SEATS = {"sat", "left", "back", "away", "changed"}  # whether a person plays a seat


class Broadcast:
    def __init__(
        self, table: Table, presence: Presence, timers: Timers, now: Callable[[], int], counts: Messages
    ) -> None:
        self._presence = presence
        self._timers = timers
        self._now = now
        self._counts = counts
        self._recent: deque[views.News] = deque(maxlen=RECENT)
        self._presence_sent = ""
        self._signals_sent = deepcopy(views.signals_json(table.all_signals({})))
        self.number = table.number  # of the last entry that was sent
        self.reset(table)

    def reset(self, table: Table) -> None:
        """Start from this table: connections have been sent it as it is now."""
        self._snapshot = views.Snapshot(table)
        self._presence.set_seats(table.seats)

    def render(self, table: Table, entry: Entry, events: list[Event]) -> views.News:
        """The news of an entry that was just applied; sent only when it is stored."""
        return self._snapshot.news(table, entry, events)

    def tell(self, table: Table, entry: Entry, news: views.News, signals: dict[int, Signals]) -> None:
        """Send the news of a stored entry; whoever has another seat now gets a whole view.

        After a change of the game everybody gets one.

        So does whoever has muted somebody, when seats change: the view says at which seats they are.
        """
        self.number = entry.number
        self._recent.append(news)
        if entry.kind == "changed":
            self._recent.clear()  # who missed it needs a whole view
        if entry.kind in CHANGES_SEATS or entry.kind == "bot":
            self._presence.set_seats(table.seats)
        for connection in self._viewers:
            moved = entry.kind in CHANGES_SEATS and not connection.screen
            seat = table.seat_of(connection.person) if moved else connection.seat
            if entry.kind == "changed" or connection.seat != seat or (connection.muted and entry.kind in CHANGES_SEATS):
                connection.seat = seat
                self.send_view(table, connection, signals)
            else:
                self._send_news(connection, news)
        if table.asides and table.phase == "over" and entry.kind in ("moved", "go"):
            self._tell_asides(table)
        self.tell_signals(signals)
        self._counts.sent += len(self._presence.connections)

    def send_view(self, table: Table, connection: Connection, signals: dict[int, Signals]) -> None:
        """Send everything the connection's seat may see."""
        presence, now = self._presence.message(), self._now()
        message: dict[str, Any] = {
            "type": "view",
            "n": table.number,
            "now": now,
            "you": {
                "seat": connection.seat,
                "name": connection.name,
                "host": connection.person == table.host and not connection.screen,
                "muted": [seat for seat, one in enumerate(table.seats) if one.person in connection.muted],
            },
            "table": views.open_table(table) | self._timers.wall_times(table, now),
            "view": views.game_view(table, connection.seat),
            "said": views.signals_json(signals),
            "chat": self._chat(table, connection),
            "here": presence["here"],
            "watching": presence["watching"],
        }
        connection.viewed = True
        connection.send(views.text(message))

    def _chat(self, table: Table, connection: Connection) -> list[dict[str, Any]]:
        """The chat as a connection may read it; a screen stands before players too."""
        return views.chat_lines(table.lines_for(0 if connection.screen else connection.seat), connection.muted)

    @property
    def _viewers(self) -> list[Connection]:
        """Connections that have a view. A new one may still wait for its first while other workers' entries come in."""
        return [connection for connection in self._presence.connections if connection.viewed]

    def sync(self, table: Table, connection: Connection, after: int | None, signals: dict[int, Signals]) -> None:
        """Send what came after a number, or a whole view if that is not kept any more."""
        if after == table.number:
            return
        missed = [news for news in self._recent if after is not None and news.number > after]
        if after is None or after > table.number or len(missed) != table.number - after:
            self.send_view(table, connection, signals)
            return
        for news in missed:
            self._send_news(connection, news)

    def _send_news(self, connection: Connection, news: views.News) -> None:
        """Send a numbered message; a screen, which players see, is not sent what they may not read yet."""
        reader = 0 if connection.screen and news.hidden else connection.seat
        connection.send(news.text(reader, connection.muted))

    def _tell_asides(self, table: Table) -> None:
        """The game is over: send the whole chat to who has not been sent what spectators wrote."""
        for connection in self._viewers:
            if connection.seat is not None or connection.screen:
                connection.send(views.text({"type": "chat", "chat": self._chat(table, connection)}))

    def tell_signals(self, signals: dict[int, Signals]) -> None:
        """Send all signals, if they changed."""
        sendable = views.signals_json(signals)
        if sendable != self._signals_sent:
            self._signals_sent = deepcopy(sendable)
            self._send_all({"type": "said", "said": sendable})

    def tell_presence(self) -> None:
        """Send who is here, if that changed."""
        message = self._presence.message()
        text = views.text(message)
        if text != self._presence_sent:
            self._presence_sent = text
            self._send_all(message)

    def _send_all(self, message: dict[str, Any]) -> None:
        text = views.text(message)
        for connection in self._viewers:
            connection.send(text)
