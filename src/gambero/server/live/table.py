"""A table in memory with the people at it. Everything that happens is stored first, then told, in one order for all."""

import asyncio
from collections import deque
from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from gambero.bots.advice import advise
from gambero.bots.talk import Said, hearing
from gambero.server.bots.pool import Bots
from gambero.server.live.connections import Connection
from gambero.server.store import lobby, results
from gambero.server.store.journal import Row
from gambero.server.table import acts, dealing, views
from gambero.server.table.entries import Entry, Refused
from gambero.server.table.table import Table
from gambero.server.wire import from_client as messages

if TYPE_CHECKING:
    from gambero.server.live.house import House

RECENT = 64  # numbered messages kept for who missed some
TRIES = 20  # how often a move is judged anew because another worker was first
NO_TABLE = "there is no such table: the link may be old, or its host removed it"
SEATING = {"sat", "left", "back", "away"}  # what changes who sits where
LOBBY_NEWS = {"opened", "sat", "bot", "left", "host", "dealt", "began", "closed", "away", "back"}


class LiveTable:
    def __init__(self, house: "House", table: Table) -> None:
        self.house = house
        self.now = house.outside.now
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.bots = Bots(lambda wrong: house.metrics.fault("bot", wrong, table.id))
        self.bot_words: dict[int, Said] | None = None  # not asked yet
        self.here: set[str] = set()  # people connected, here or at another worker
        self.gone: dict[str, float] = {}  # since when somebody is not
        self._looks = 0  # how often it was asked who is here
        self.last = 0.0  # when something happened, by the loop's clock
        self.dropped = False  # no longer the house's
        self.awake = asyncio.Event()
        self._shown = views.Shown(table)
        self._told_presence = ""
        self._told_words = deepcopy(views.said(self.words))
        self._recent: deque[views.News] = deque(maxlen=RECENT)

    # Coming and going.

    async def join(self, connection: Connection) -> bool:
        """Sit a connection down; False if the table left memory meanwhile."""
        async with self.lock:
            await self.catch_up()
            if self.dropped:
                return False
            if self.table.closed:
                raise Refused("table", NO_TABLE)
            if self.table.opened["daily"] == dealing.today() and self.table.seat_of(connection.person) is None:
                raise Refused("secret", "a deal of the day is played unwatched: others still have it before them")
            self.connections.add(connection)
            self._is_here(connection.person)
            await self.house.backplane.present(self.table.id, {one.person for one in self.connections})
            await self._arrived(connection.person)
            connection.seat = self.table.seat_of(connection.person)
            self.send_view(connection)
        await self.changed_presence()
        return True

    def _is_here(self, person: str) -> None:
        """Known before the seat is given back, or the tender would take it away in the same breath."""
        self._looks += 1  # a look that began before knows nothing of it
        self.here.add(person)
        self.gone.pop(person, None)

    async def _arrived(self, person: str) -> None:
        """A bot gives the seat back to whom it played for."""
        for _ in range(TRIES):
            seat = self.table.seat_of(person)
            if seat is None or not self.table.seats[seat].deputy:
                return
            if await self._store(Entry(self.table.id, self.table.number + 1, "back", {"seat": seat})):
                return

    async def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        await self.changed_presence()

    async def changed_presence(self) -> None:
        """Tell who is here, and remember since when somebody is not."""
        await self.house.backplane.present(self.table.id, {one.person for one in self.connections})
        await self.see_who_is_here()

    async def see_who_is_here(self) -> None:
        self._looks += 1
        look = self._looks
        elsewhere = await self.house.backplane.who(self.table.id)
        if look != self._looks:
            return  # somebody came meanwhile, or a later look knows more
        self.here = elsewhere | {one.person for one in self.connections}
        time = asyncio.get_running_loop().time()
        people = {seat.person for seat in self.table.seats if seat.person}
        self.gone = {person: self.gone.get(person, time) for person in people - self.here}
        text = views.text(self._presence())
        if text != self._told_presence:
            self._told_presence = text
            for connection in self.connections:
                connection.send(text)
        self.awake.set()

    def _presence(self) -> dict[str, Any]:
        seats = self.table.seats
        return {
            "type": "here",
            "here": [seat.person in self.here if seat.person else bool(seat.bot) for seat in seats],
            "watching": len(self.here - {seat.person for seat in seats}),
        }

    # What is sent.

    def send_view(self, connection: Connection) -> None:
        """Everything these eyes may see, from now on by number."""
        eyes = connection.seat
        message = {
            "type": "view",
            "n": self.table.number,
            "now": self.now(),
            "you": {"seat": eyes, "name": connection.name, "host": connection.person == self.table.host},
            "table": views.open_table(self.table),
            "view": views.game_view(self.table, eyes),
            "said": views.said(self.words),
            "chat": list(self.table.chat),
            "here": self._presence()["here"],
            "watching": self._presence()["watching"],
        }
        connection.send(views.text(message))

    def sync(self, connection: Connection, after: int | None) -> None:
        """What came after a number, if it is still here, else everything."""
        if after == self.table.number:
            return
        missed = [news for news in self._recent if after is not None and news.number > after]
        if after is None or after > self.table.number or len(missed) != self.table.number - after:
            self.send_view(connection)
            return
        for news in missed:
            connection.send(news.text(connection.seat))

    @property
    def words(self) -> dict[int, Said]:
        return {**(self.bot_words or {}), **self.table.said}

    def tell_words(self) -> None:
        """What is said now, if that is new."""
        said = views.said(self.words)
        if said != self._told_words:
            self._told_words = deepcopy(said)
            text = views.text({"type": "said", "said": said})
            for connection in self.connections:
                connection.send(text)

    def _take(self, entry: Entry) -> views.News:
        """The table goes on by an entry; what there is to tell is written at once, while everything is at hand."""
        return self._shown.news(self.table, entry, self.table.apply(entry))

    def _tell(self, entry: Entry, news: views.News) -> None:
        if entry.kind in ("moved", "undone", "dealt"):
            self.bot_words = None
        self._recent.append(news)
        if entry.kind not in ("chat", "said"):  # talk does not hold up bots
            self.last = asyncio.get_running_loop().time()
        if entry.kind == "dealt":
            self.bots.forget()
        if entry.kind == "back":
            self._is_here(str(self.table.seats[entry.data["seat"]].person))
        seating = entry.kind in SEATING
        for connection in self.connections:
            if seating and connection.seat != self.table.seat_of(connection.person):
                connection.seat = self.table.seat_of(connection.person)  # other eyes see another table
                self.send_view(connection)
            else:
                connection.send(news.text(connection.seat))
        self.tell_words()
        if seating:
            self.house.spawn(self.see_who_is_here())
        self.house.metrics.messages.sent += len(self.connections)

    # What happens.

    async def act(self, connection: Connection, message: messages.Said) -> dict[str, Any]:
        """Do what somebody asks for, and answer; Refused says why not."""
        if isinstance(message, messages.Sync):
            async with self.lock:
                self.sync(connection, message.after)
            return {"n": self.table.number}
        if isinstance(message, messages.Ping):
            return {"now": self.now()}
        if isinstance(message, messages.Hint):
            return {"hint": await self.hint(connection.person)}
        async with self.lock:
            for _ in range(TRIES):
                known = self._known(connection.person, message)
                if known:
                    return {"n": known, "again": True}
                try:
                    entry = self._decided(connection, message)
                except Refused:
                    if await self.catch_up():
                        continue  # another worker knew more
                    raise
                if await self._store(entry):
                    if entry.kind == "wrong":
                        raise Refused("wrong", entry.data["why"], until=entry.data["until"], n=entry.number)
                    return {"n": entry.number}
        raise Refused("busy", "too much happens at once at this table: try again")

    def _decided(self, connection: Connection, message: messages.Said) -> Entry:
        if isinstance(message, messages.Start):
            return self._deal(connection.person)
        return acts.decided(self.table, connection.person, connection.name, message, self.now())

    def _known(self, person: str, message: messages.Said) -> int | None:
        """The number under which a move sent again was stored the first time."""
        if message.id is None or not isinstance(message, messages.Move | messages.Undo):
            return None
        return self.table.ids.get(f"{self.table.seat_of(person)}:{message.id}")

    def _deal(self, person: str) -> Entry:
        if person != self.table.host:
            raise Refused("host", "the host starts the game")
        acts.start(self.table)
        return Entry(self.table.id, self.table.number + 1, "dealt", self.house.deal(self.table))

    async def propose(self, entry: Entry | None) -> bool:
        """Store what the table itself does, unless something else came first."""
        if entry is None:
            return False
        table = self.table
        async with self.lock:
            fits = self.table is table and entry.number == table.number + 1
            return fits and await self._store(entry)

    async def store_decided(self, decide: Callable[[], Entry]) -> None:
        """Store what is decided, judged anew each time another worker was first. The caller holds the lock."""
        for _ in range(TRIES):
            if await self._store(decide()):
                return

    async def _store(self, entry: Entry) -> bool:
        """Store, then tell. False: another worker was first, and the table has caught up with it."""
        if self.dropped:
            raise Refused("busy", "this table was read anew: connect again")
        self._date(entry)
        try:
            news = self._take(entry)
            stored = await self.house.store.append(entry, self._also(entry))
            if not stored:
                await self.rebuild()
                return False
        except BaseException:
            await self.house.drop(self)  # memory is ahead of the store: forget it
            raise
        self._tell(entry, news)
        self.house.backplane.publish(entry.table, entry.number, entry)
        self._wake(entry)
        return True

    def _date(self, entry: Entry) -> None:
        """When it happened, by one look at the clock, and what is counted from there."""
        entry.at = self.now()
        if entry.kind == "go":
            entry.data["at"] = entry.at + int(1000 * self.house.settings.countdown)
        elif entry.kind == "wrong":
            entry.data["until"] = entry.at + int(1000 * self.table.opened["wait"])

    def _wake(self, entry: Entry) -> None:
        """Who tends the table looks whether there is something to do."""
        if entry.kind != "moved" or self._tended():
            self.awake.set()

    def _tended(self) -> bool:
        """May a move give the table something to do? Among people who take their time it does not."""
        table = self.table
        return bool(self.gone or table.opened["clock"] or table.kind == "tension" or table.has_bots)

    def _also(self, entry: Entry) -> list[Row]:
        """What is stored with an entry: the lobby's row, and a finished game."""
        table = self.table
        over = table.phase == "over" and entry.kind in ("moved", "go")
        also = results.rows(self.house.store, table, entry) if over and not table.practice else []
        started = entry.kind == "moved" and entry.data["move"].startswith("@")
        if over or started or entry.kind in LOBBY_NEWS:
            also += lobby.rows(self.house.store, table, entry.at)
        return also

    async def catch_up(self, heard: Entry | None = None) -> bool:
        """Take in what other workers stored, one entry as they told it or all there is. The caller holds the lock."""
        if self.house.backplane.alone:
            return False
        if heard and heard.number == self.table.number + 1:
            entries = [heard]
        else:
            entries = await self.house.store.entries(self.table.id, self.table.number)
        for entry in entries:
            self._tell(entry, self._take(entry))
            self._wake(entry)
        for entry in entries:
            if entry.kind == "away" and entry.data.get("gone"):
                person = str(self.table.seats[entry.data["seat"]].person)
                if any(one.person == person for one in self.connections):
                    await self._arrived(person)  # who came here while that was stored elsewhere
        return bool(entries)

    async def rebuild(self) -> None:
        """Read the log anew, since memory holds an entry that was not stored; tell what others stored."""
        told = self._shown_number
        self.table = Table(self.table.id)
        for entry in await self.house.store.entries(self.table.id):
            if entry.number > told:
                self._tell(entry, self._take(entry))
                continue
            self.table.apply(entry)
            if entry.number == told:
                self._shown = views.Shown(self.table)
        self.awake.set()

    @property
    def _shown_number(self) -> int:
        """The last number that was told: the entry under way is one ahead."""
        return self.table.number - 1

    async def hint(self, person: str) -> dict[str, Any]:
        """What the expert would lay in this seat, from what the seat sees."""
        table = self.table
        seat = table.seat_of(person)
        if not table.is_team:
            raise Refused("game", "hints are for team games")
        if table.opened["daily"]:
            raise Refused("daily", "there are no hints in a deal of the day")
        if seat is None:
            raise Refused("seat", acts.WATCHING)
        if table.phase != "playing" or table.playing.to_move != seat:
            raise Refused("turn", "a hint is for the player whose turn it is")
        view, number = hearing(table.playing.view(seat), self.words), table.number
        advice = await self.house.thinkers.run(advise, view, None, self.house.outside.thought())
        return {"after": number, **advice.as_json()}
