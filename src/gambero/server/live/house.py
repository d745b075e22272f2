"""All tables of one worker: opened, loaded into memory when somebody connects, dropped when nobody is left."""

import asyncio
import secrets
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from contextlib import suppress
from contextvars import Context
from functools import partial
from typing import Any

from gambero.bots.talk import Signals
from gambero.game import Game
from gambero.server import chat
from gambero.server.bots.at_table import TableBots
from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Work
from gambero.server.live.addresses import Addresses
from gambero.server.live.analyses import Analyses
from gambero.server.live.answers import Answers
from gambero.server.live.broadcast import Broadcast
from gambero.server.live.caretaker import Caretaker
from gambero.server.live.connections import Connection
from gambero.server.live.describe import describe
from gambero.server.live.ghosts import Ghosts
from gambero.server.live.log import Log
from gambero.server.live.notifier import Notifier
from gambero.server.live.operators import AdminAct, Operators
from gambero.server.live.polling import Polling
from gambero.server.live.presence import Presence
from gambero.server.live.reading import Reader
from gambero.server.live.retention import Retention
from gambero.server.live.sessions import OpenSessions
from gambero.server.live.sharing import Sharing
from gambero.server.live.table import LiveTable
from gambero.server.live.timers import Timers
from gambero.server.live.unhurried import Unhurried
from gambero.server.metrics import Metrics
from gambero.server.notices.public import Poster
from gambero.server.refusal import Refused
from gambero.server.review.hindsight import Hindsight
from gambero.server.review.hints import Hints
from gambero.server.review.luck import Luck
from gambero.server.review.pictures import Pictures
from gambero.server.review.replays import Replays
from gambero.server.review.trying import Trying
from gambero.server.settings import Settings
from gambero.server.sources import ClockSet, Sources
from gambero.server.store import codes, daily, lobby, personal
from gambero.server.store.company import Company
from gambero.server.store.database import Store
from gambero.server.store.lock import ServerLock
from gambero.server.store.names import BlockedWords
from gambero.server.store.people import People, Person
from gambero.server.store.sessions import Sessions
from gambero.server.table import decide
from gambero.server.table.dealing import deal
from gambero.server.table.decision import Moment
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table
from gambero.server.tasks import end
from gambero.server.workers.backplane import RELOAD, SESSION_ENDED, Alone, Backplane, RedisBackplane
from gambero.server.workers.pages import Pages, Place
from gambero.warm import bot_steps

NO_SIGNALS: Mapping[int, Signals] = {}
UPKEEP_PAUSE = 10.0  # seconds until upkeep goes on after a fault
RELOADED_AFTER = 5.0  # seconds after which every worker has heard that a table is to be read again


class House:
    """A worker's tables, and what they share: store, backplane, threads for jobs, and background tasks."""

    people: People
    company: Company
    open_sessions: OpenSessions
    retention: Retention

    def __init__(
        self,
        settings: Settings,
        sources: Sources | None = None,
        backplane: Backplane | None = None,
        place: Place | None = None,
    ) -> None:
        self.settings = settings
        self.sources = sources or Sources()
        self._clock_set = ClockSet(self.sources)
        self.worker = secrets.token_hex(4)
        self.store = Store(settings.database_url)
        self._reader = Reader(self.store)
        self.backplane = backplane or (RedisBackplane(settings.redis, self.worker) if settings.redis else Alone())
        self.lock = ServerLock(settings.database_url, shared=not self.backplane.alone)
        self.pool = Pool(settings.bot_threads, settings.bot_timeout)
        self.luck, self.hindsight, self.replays = Luck(self.pool), Hindsight(self.pool), Replays(self.pool)
        self.trying, self.pictures = Trying(self.pool), Pictures(self.pool)
        self.sharing = Sharing(self.backplane, self.sources)
        self.answers = Answers(self.sources, Hints(self.pool, self.sources), self.store, settings.reports)
        self.tables: dict[str, LiveTable] = {}
        self.metrics = Metrics(lambda: len(self.tables), self.pool.counts, place.number if place else None)
        self.analyses = Analyses(self.pool, self.store, self.backplane, self.spawn, self.metrics.fault)
        self.pages = Pages(place, self.metrics.page)
        self.store.journal.written = self.metrics.commits.written
        self.operators = Operators(
            self.store,
            self.worker,
            self.sources.now,
            act=self._carry_out,
            describe=lambda: describe(self),
            fault=partial(self.metrics.fault, "operators"),
            reports_kept=settings.reports_kept,
        )
        self.bans = self.operators.bans
        self.closing = False
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._caretakers: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._secret = ""
        self._countdown = int(1000 * settings.countdown)
        self.addresses = Addresses(self.backplane, self.spawn)
        self.notifier = Notifier(
            self.store,
            self.backplane,
            Poster(settings.private_addresses),
            self.sources.now,
            settings.notice_after,
            self.tables.values,
            self.metrics.told,
        )
        self.ghosts = Ghosts(self.pool, self.store, self.backplane, self.spawn, self.metrics.fault)
        self.unhurried = Unhurried(self.store, self.backplane, self.sources.now, self.live, self.metrics.fault)

    async def start(self) -> None:
        self.lock.take()
        await self.store.start()
        self._secret = await self.store.secret("deals")
        self.company = Company(self.store, await self.store.secret("company"), self.sources.now, self.metrics.skip)
        now, settings = self.sources.now, self.settings
        await self.notifier.start(settings.contact)
        sessions = Sessions(self.store, now, settings.session_days, settings.guest_days)
        blocked = BlockedWords.read(settings.blocked_words)
        self.people = People(self.store, sessions, blocked, now, partial(self.pool.run, Work.PASSWORD))
        self.open_sessions = OpenSessions(self.tables, sessions, self.backplane)
        self.retention = Retention(self.store, self.backplane, sessions, now, settings.chat_days, self.forget)
        await self.operators.start()
        await self.backplane.start(self._receive)
        await asyncio.to_thread(chat.warm)  # else the first message would block the event loop
        self.pool.start()
        works = self._sweep(), self.operators.run(), self.pool.watch(), self.pages.run()
        for work in (*works, self.pool.warm_up(bot_steps().values())):
            self.spawn(work)
        if not self.backplane.alone:
            polling = Polling(self.tables, self.store, self.backplane, self._receive, self.metrics.fault)
            for poll in (polling.poll_logs, polling.poll_presence):
                self.spawn(polling.run(poll))
            self.spawn(self.addresses.run())
        for upkeep in (self.open_sessions.keep_polling, self.retention.run, self.unhurried.run, self.notifier.run):
            self.spawn(self._keep_doing(upkeep))

    async def stop(self) -> None:
        self.farewell()
        for live in self.tables.values():
            live.end()
        while running := [*self._tasks, *self._loading.values()]:
            await end(*running)
        self.pool.stop()
        await self.notifier.stop()
        await self.operators.stop()
        await self.backplane.stop()
        await self.store.stop()
        self.lock.release()

    def farewell(self) -> None:
        """Tell every client to connect again in a moment."""
        self.closing = True
        self.analyses.close()
        for live in self.tables.values():
            for connection in list(live.presence.connections):
                connection.send('{"type":"bye","why":"the server restarts: connect again","reconnect":true}')
                connection.end()

    async def ready(self) -> None:
        await self.store.ready()
        await self.backplane.ready()

    def spawn(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[Any]:
        """Run a coroutine as a background task; it is cancelled when the server stops."""
        no_request = Context()  # so that its log lines do not carry the id of the request that started it
        task = asyncio.get_running_loop().create_task(work, context=no_request)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (wrong := task.exception()):
            self.metrics.fault("house", wrong)

    # Tables.

    def deal(self, table: Table) -> dict[str, Any]:
        return deal(table, self._secret, self.sources)

    def deal_alone(self, opened: dict[str, Any]) -> Game:
        """A game dealt as at a table with this first entry, without a table."""
        table = Table("")
        table.apply(Entry("", 1, "opened", {**opened, "host": None}))
        table.apply(Entry("", 2, "dealt", self.deal(table)))
        return table.playing

    def moment(
        self,
        waiting: Collection[int] = (),
        bot_signals: Mapping[int, Signals] = NO_SIGNALS,
        gone: Collection[str] = (),
    ) -> Moment:
        """What decisions need beside the table, now; `waiting` seats laid a wrong card (T13), `gone` people left."""
        now, clock_set = self.sources.now(), self._clock_set.by()
        return Moment(now, self._countdown, self.deal, waiting, bot_signals, gone, clock_set)

    async def open(
        self, opened: dict[str, Any], person: Person, bots: list[str], start: bool, own_seat: int = 0
    ) -> str:
        """Open a table with its host and bots seated, dealt if wanted, in one transaction; returns its id."""
        person, account = await self.people.with_own_name(person), person.login is not None
        table, entries = decide.opening(
            self.sources.new_id(), opened, person.id, person.name, bots, start, own_seat, self.moment(), account
        )
        extra_rows = [*lobby.rows(self.store, table, entries[-1].at), *codes.rows(self.store, table)]
        await self.store.begin(entries, [*extra_rows, *daily.try_row(table)])
        self.metrics.opened.inc()
        return table.id

    async def live(self, table_id: str) -> LiveTable:
        """The table in memory; read from its log if it is not there yet."""
        if table_id in self.tables:
            return self.tables[table_id]
        if table_id not in self._loading:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> LiveTable:
        closed = await lobby.is_closed(self.store, table_id)  # its log may be long, and anybody can ask for it
        table = Table(table_id) if closed else await self._reader.table(table_id)
        if not table.number or table.closed:
            raise Refused("table", "unknown")
        if self.closing:
            raise Refused("closing", "restart")
        live = self._live(table)
        self.tables[table_id] = live
        self._caretakers[table_id] = self.spawn(self._take_care(live))
        return live

    def _live(self, table: Table) -> LiveTable:
        presence, timers = Presence(table.id, table.seats, self.backplane), Timers(table, self.sources)
        return LiveTable(
            table,
            log=Log(self.store, self.backplane, self._reader, self.metrics.messages),
            presence=presence,
            broadcast=Broadcast(table, presence, timers, self.sources.now, self.metrics.messages),
            bots=TableBots(self.pool, lambda error: self.metrics.fault("bot", error, table.id), table.host or table.id),
            timers=timers,
            moment=self.moment,
            spawn=self.spawn,
            drop=self.drop,
        )

    async def _take_care(self, live: LiveTable) -> None:
        """Run a caretaker, and another after a fault: without one a table has no bots and no clocks.

        After a fault the lease is given up, since another worker may succeed. A CancelledError without a call of
        `cancel` comes from something that this task awaits, and is a fault like others.
        """
        task = asyncio.current_task()
        while not live.dropped:
            try:
                await Caretaker(live, self.backplane, self.settings).run()
            except (Exception, asyncio.CancelledError) as wrong:
                if isinstance(wrong, asyncio.CancelledError) and task and task.cancelling():
                    raise
                self.metrics.fault("caretaker", wrong, live.table.id)
                self.spawn(self.backplane.release(live.table.id))
                await asyncio.sleep(1)

    def drop(self, live: LiveTable) -> None:
        """Remove a table from memory; its connections are closed, and clients connect again.

        They are closed in the loop's next step, so that whoever acted is first sent why that failed.
        """
        table_id = live.table.id
        live.end()
        for connection in list(live.presence.connections):
            asyncio.get_running_loop().call_soon(connection.end)
        if self.tables.get(table_id) is live:
            del self.tables[table_id]
            self.spawn(self._release(table_id, self._caretakers.pop(table_id)))

    async def _release(self, table_id: str, caretaker: asyncio.Task[None]) -> None:
        """End the caretaker of a dropped table, then give its lease up."""
        await end(caretaker)
        await self.backplane.release(table_id)

    async def _keep_doing(self, upkeep: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run an endless task, and start it again after a fault, such as a store that does not answer."""
        while True:
            try:
                await upkeep()
            except asyncio.CancelledError:
                raise
            except Exception as wrong:  # noqa: BLE001
                self.metrics.fault("upkeep", wrong)
                await asyncio.sleep(UPKEEP_PAUSE)

    # People.

    async def end_sessions(self, person: Person, session: str | None = None) -> bool:
        """End one session of a person, or all, and close their sockets; False if there was none."""
        ended = await self.people.sessions.end(person.id, session)
        self.open_sessions.close(ended)
        return bool(ended)

    async def forget(self, person: Person) -> None:
        """Delete a person everywhere; tables with their name or text are read again, at other workers too."""
        await self.end_sessions(person)
        changed = await personal.delete_person(self.store, person.id)
        await self._read_again(changed, changed)
        self.spawn(self._forget_rest(person))

    async def _forget_rest(self, person: Person) -> None:
        """Delete what tables in memory, also of other workers, stored before they were read again."""
        await asyncio.sleep(RELOADED_AFTER)
        changed = await personal.delete_person(self.store, person.id)
        await self._read_again(changed, changed)

    async def take_games(self, guest: Person, account: Person) -> None:
        """Give an account all that a guest has played."""
        changed, nameless = await personal.move_games(self.store, guest.id, account)
        await self._read_again(changed, nameless)

    async def _read_again(self, tables: Iterable[str], renamed: Collection[str]) -> None:
        """Read tables whose logs have changed again, at every worker; some have other names in the lobby too."""
        for table_id in tables:
            if live := self.tables.get(table_id):
                self.drop(live)
            if table_id in renamed:
                try:
                    await self.store.run(lobby.renamed(await self._reader.table(table_id)))
                except (ValueError, LookupError, TypeError, AttributeError) as wrong:  # a log that cannot be read
                    self.metrics.fault("forget", wrong, table_id)
            self.backplane.publish(table_id, RELOAD)

    async def _carry_out(self, act: AdminAct) -> None:
        """Do at this worker's tables what an operator did in the database. Other workers do it at theirs."""
        if act["act"] == "ban":
            self._enforce_bans()
        elif act["act"] == "close" and (live := self.tables.get(act["subject"])):
            for entry in await self.store.entries(live.table.id, live.table.number):
                await self._follow(live, entry.number, entry)
        elif act["act"] == "rename":
            for live in list(self.tables.values()):
                for connection in live.presence.connections:
                    if connection.person == act["subject"]:
                        connection.name = act["data"]["name"]
                if live.table.id in act["data"]["tables"]:
                    self.drop(live)

    def _enforce_bans(self) -> None:
        """Close the sockets of people who are banned now, and tell them why."""
        now = self.sources.now()
        for live in self.tables.values():
            for connection in list(live.presence.connections):
                if ban := self.bans.find(connection.person, connection.host, now):
                    connection.refuse(ban.refusal())

    async def leave(self, live: LiveTable, connection: Connection) -> None:
        with suppress(KeyError):
            await live.leave(connection)

    async def _sweep(self) -> None:
        """Drop idle tables from memory; the log has them."""
        while True:
            await asyncio.sleep(min(10.0, max(0.2, self.settings.idle / 4)))
            time = asyncio.get_running_loop().time()
            for live in list(self.tables.values()):
                idle = live.table.closed or time - live.last > self.settings.idle
                if idle and not live.presence.connections and not live.lock.locked():
                    self.drop(live)

    def _receive(self, table_id: str, number: int, entry: Entry | None) -> None:
        """Another worker stored an entry, or people came or went there. Known entries are ignored."""
        if number == SESSION_ENDED:
            self.open_sessions.close_here({table_id})
        live = self.tables.get(table_id)
        if live and not 0 < number <= live.table.number:
            self.spawn(self._follow(live, number, entry))

    async def _follow(self, live: LiveTable, number: int, entry: Entry | None) -> None:
        try:
            if number == RELOAD:
                self.drop(live)
            elif number:
                async with live.lock:
                    if number > live.table.number:
                        await live.catch_up(entry)
            else:
                await live.look_up_presence()
        except Exception as wrong:  # noqa: BLE001  # the next message is handled all the same
            self.metrics.fault("heard", wrong, live.table.id)
