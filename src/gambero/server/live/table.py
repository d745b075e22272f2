"""A table in memory with the people at it. An entry is stored first, then told, in one order for everybody."""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any

from gambero.bots.talk import Signals, with_signals
from gambero.game.base import View
from gambero.server.bots.at_table import TableBots
from gambero.server.live.broadcast import CHANGES_SEATS, Broadcast
from gambero.server.live.connections import Connection
from gambero.server.live.log import Log
from gambero.server.live.presence import Presence
from gambero.server.live.timers import Timers
from gambero.server.refusal import Refused
from gambero.server.table import checks, decide, moves, own_acts, views
from gambero.server.table.decision import Decision, Moment
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table
from gambero.server.wire import from_client as messages

TRIES = 20  # how often an act is decided again because another worker was first


class LiveTable:
    """Decides acts one at a time, stores their entries and tells them.

    While an entry is being stored, `table` is that one entry ahead of the store, because what is stored and sent with
    an entry depends on the table after it. Nobody is told of it before the store has answered: whoever reads `table`
    to tell somebody holds `lock`. If another worker took the number, the table is rebuilt from the log; if storing
    fails, the table is dropped from memory and read again when somebody comes.
    """

    def __init__(
        self,
        table: Table,
        *,
        log: Log,
        presence: Presence,
        broadcast: Broadcast,
        bots: TableBots,
        timers: Timers,
        moment: Callable[[Collection[int], Mapping[int, Signals], Collection[str]], Moment],
        spawn: Callable[[Coroutine[Any, Any, object]], object],
        drop: Callable[["LiveTable"], None],
    ) -> None:
        self.table = table
        self.log, self.presence, self.broadcast, self.bots, self.timers = log, presence, broadcast, bots, timers
        self._moment, self._spawn, self._drop = moment, spawn, drop
        self.lock = asyncio.Lock()
        self.bot_signals: dict[int, Signals] = {}  # about the settled game, by seat
        self.bots_asked = False  # have all bots been asked for their signals about it?
        self._time = asyncio.get_running_loop().time  # asked once: it is a system call
        self.last = self._time()  # when something other than talk happened
        self.dropped = False  # no longer in memory
        self.awake = asyncio.Event()  # set when the caretaker may have something to do

    @property
    def signals(self) -> dict[int, Signals]:
        """What bots and people signal, by seat."""
        return self.table.all_signals(self.bot_signals)

    @property
    def wants_care(self) -> bool:
        """Should a caretaker work here? While somebody is connected; at a table without hurry, always."""
        return bool(self.presence.connections) or self.table.days is not None

    def moment(self) -> Moment:
        """What decisions need beside the table, now."""
        return self._moment(self.timers.waiting, self.bot_signals, self.presence.gone)

    def end(self) -> None:
        """The table leaves memory: nothing more is stored, and the caretaker ends as soon as it notices."""
        self.dropped = True
        self.awake.set()

    # Coming and going.

    async def join(self, connection: Connection) -> bool:
        """Add a connection and send it a view; False if the table left memory meanwhile."""
        async with self.lock:
            await self.catch_up()
            if self.dropped:
                return False
            checks.check_join(self.table, connection.person, self.moment())
            self.presence.add(connection)
            await self.presence.announce()
            if not connection.screen:
                await self._give_seat_back(connection.person)
                connection.seat = self.table.seat_of(connection.person)
            self.broadcast.send_view(self.table, connection, self.signals)
        await self.update_presence()
        return True

    async def leave(self, connection: Connection) -> None:
        self.presence.connections.discard(connection)
        await self.update_presence()

    async def update_presence(self) -> None:
        """Tell other workers who is connected here, and everybody at the table who is connected anywhere."""
        await self.presence.announce()
        await self.look_up_presence()

    def learn_presence(self, lookup: int, elsewhere: set[str] | None) -> None:
        """Take the answer of a poll: who is connected to other workers."""
        presence = self.presence
        before = presence.here, set(presence.gone)
        if presence.learn(lookup, elsewhere) and before != (presence.here, set(presence.gone)):
            self.broadcast.tell_presence()
            self.awake.set()

    async def look_up_presence(self) -> None:
        if await self.presence.look_up():
            self.broadcast.tell_presence()
            self.awake.set()

    async def _back_after_all(self, person: str) -> None:
        """Give back a seat that a bot took over though its person is connected here: another worker did not know it."""
        async with self.lock:
            if not self.dropped and self.presence.is_connected(person):
                await self._give_seat_back(person)

    async def _give_seat_back(self, person: str) -> None:
        """The bot that played for a person stops. The caller holds the lock."""
        for _ in range(TRIES):
            seat = self.table.seat_of(person)
            if seat is None or not self.table.seats[seat].deputy:
                return
            if await self._store(own_acts.back(self.table, seat, self.moment())):
                return

    # Acts.

    async def act(self, connection: Connection, message: messages.ClientMessage) -> dict[str, Any]:
        """Do what a message asks for; returns the fields of the answer `ok`. Raises Refused."""
        person = connection.person
        async with self.lock:
            decision = await self._decide_and_store(
                lambda: decide.decide(self.table, person, connection.name, message, self.moment(), connection.account)
            )
        if decision.refusal:
            raise decision.refusal
        return {"n": decision.number, **({} if decision.entry else {"again": True})}

    async def act_of_bot(self, seat: int, move: messages.Move) -> None:
        """A bot's move where everyone plays at once. Raises Refused: another card was first."""
        async with self.lock:
            if not self.table.bot_at(seat):
                return  # its person is back
            await self._decide_and_store(lambda: moves.move(self.table, seat, move, self.moment()))

    async def _decide_and_store(self, decide_again: Callable[[], Decision]) -> Decision:
        """Decide, and again each time another worker was first. The caller holds the lock."""
        for _ in range(TRIES):
            try:
                decision = decide_again()
            except Refused:
                if await self.catch_up():
                    continue  # decided on an outdated table
                raise
            if decision.entry is None or await self._store(decision.entry):
                return decision
        raise Refused("busy", "crowded")

    async def propose(self, table: Table, number: int, entry: Callable[[Moment], Entry]) -> bool:
        """Store what the table does by itself, if it still stands at this number; False if not."""
        async with self.lock:
            unchanged = self.table is table and table.number == number
            return unchanged and await self._store(entry(self.moment()))

    async def sync(self, connection: Connection, after: int | None) -> int:
        """Send what came after a number; returns the present number."""
        async with self.lock:
            self.broadcast.sync(self.table, connection, after, self.signals)
            return self.table.number

    async def view_for_hint(self, person: str) -> tuple[View, int]:
        """What the seat of a person who may ask for a hint sees, and the number of the last entry. Raises Refused."""
        async with self.lock:
            seat = checks.hint_seat(self.table, person)
            return with_signals(self.table.playing.view(seat), self.signals), self.table.number

    # Muting and reporting.

    async def mute(self, person: str, muted: set[str]) -> None:
        """Send a person's connections a view without the chat of those whom they have muted."""
        async with self.lock:
            for connection in self.presence.connections:
                if connection.person == person:
                    connection.muted = muted
                    self.broadcast.send_view(self.table, connection, self.signals)

    async def person_meant(self, person: str, message: messages.AboutPerson) -> str:
        """Whom a person mutes. Raises Refused."""
        async with self.lock:
            return checks.person_meant(self.table, person, message)

    async def report(self, person: str, message: messages.Report) -> dict[str, Any]:
        """What a person reports, with the chat around it, as it is kept. Raises Refused."""
        async with self.lock:
            return checks.report(self.table, person, message)

    # Storing and telling.

    async def _store(self, entry: Entry) -> bool:
        """Store, then tell. False: another worker was first, and the table has caught up with it."""
        if self.dropped:
            raise Refused("busy", "reloaded")
        try:
            news = self._apply(entry)  # from here on memory is ahead of the store
            if not await self.log.append(self.table, entry):
                await self._rebuild()
                return False
        except BaseException:
            self._drop(self)
            raise
        self._tell(entry, news)
        return True

    def _apply_and_tell(self, entry: Entry) -> None:
        self._tell(entry, self._apply(entry))

    def _apply(self, entry: Entry) -> views.News:
        events = self.table.apply(entry)
        self.timers.applied(self.table, entry)  # now: the caretaker may read the table before the store answers
        return self.broadcast.render(self.table, entry, events)

    def _tell(self, entry: Entry, news: views.News) -> None:
        if entry.kind in ("dealt", "changed") or (entry.kind == "moved" and not self.table.undo):
            self.bot_signals, self.bots_asked = {}, False
        elif entry.kind in CHANGES_SEATS:
            self.bots_asked = False
        if entry.kind not in ("chat", "said"):  # bots do not wait for talk
            self.last = self._time()
        if entry.kind == "dealt":
            self.bots.new_game()
        if entry.kind == "back":
            self.presence.arrived(str(self.table.seats[entry.data["seat"]].person))
        self.broadcast.tell(self.table, entry, news, self.signals)
        if entry.kind in CHANGES_SEATS:
            self._spawn(self.look_up_presence())
        if entry.kind == "away" and entry.data.get("gone"):
            person = str(self.table.seats[entry.data["seat"]].person)
            if self.presence.is_connected(person):  # here, though another worker does not know it
                self._spawn(self._back_after_all(person))
        if entry.kind != "moved" or self._needs_caretaker():
            self.awake.set()

    def _needs_caretaker(self) -> bool:
        """May a move give the caretaker something to do? Not among people who are all here and have no clock."""
        table = self.table
        return bool(
            self.presence.gone or table.limit or table.days is not None or not table.spec.turns or table.has_bots
        )

    async def catch_up(self, published: Entry | None = None) -> bool:
        """Apply and tell what other workers stored; False if that is nothing. The caller holds the lock."""
        before = self.table.number
        await self.log.newer(self.table, self._apply_and_tell, published)
        return self.table.number > before

    async def _rebuild(self) -> None:
        """Read the log again, since memory has an entry that was not stored; tell what others stored."""
        self.table = await self.log.until(self.broadcast.number, self.table.id)
        self.broadcast.reset(self.table)
        await self.log.rest(self.table, self._apply_and_tell)
        self.awake.set()
