"""What a table does by itself: bots move, clocks run out, bots take seats over, countdowns end."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gambero.server.live.table import LiveTable
from gambero.server.practice import tables as practice
from gambero.server.refusal import Refused
from gambero.server.settings import Settings
from gambero.server.table import own_acts
from gambero.server.table.decision import Moment
from gambero.server.table.entries import Entry
from gambero.server.table.signals import without_doubles
from gambero.server.table.strengths import slowness
from gambero.server.table.table import is_silent
from gambero.server.wire import from_client as messages
from gambero.server.workers.backplane import Backplane

AFTER_BOTS = 30.0  # seconds that a duty may take in addition to the timeouts of two bots
STUCK_PAUSE = 1.5  # seconds a bot waits before it says go again, so that people see why


@dataclass
class Duty:
    """Something to do at a time of the event loop's clock."""

    when: float
    do: Callable[[], Awaitable[object]]


class Caretaker:
    """Works while the table wants care. Of several workers with people at a table, the one with the lease runs it."""

    def __init__(self, live: LiveTable, backplane: Backplane, settings: Settings) -> None:
        self.live = live
        self._backplane = backplane
        self._settings = settings
        self._longest = 2 * settings.bot_timeout + AFTER_BOTS  # seconds that a duty may take
        self._reactions: dict[int, float] = {}  # when each bot of tension acts next

    async def run(self) -> None:
        """Until the table leaves memory. Raises TimeoutError if something takes far too long, as it never should."""
        live, backplane = self.live, self._backplane
        while not live.dropped:
            live.awake.clear()
            duty = None
            if live.wants_care:
                async with asyncio.timeout(self._longest):
                    leased = await backplane.holds_lease(live.table.id)
                duty = self._next() if leased else self._signalling()
            wait = max(0.0, duty.when - self._time) if duty else None
            woken = wait != 0 and await self._woken(wait)
            if not woken and duty and duty.when <= self._time:
                async with asyncio.timeout(self._longest):
                    await duty.do()

    async def _woken(self, timeout: float | None) -> bool:
        try:
            async with asyncio.timeout(timeout):  # unlike wait_for, it never swallows a cancellation
                await self.live.awake.wait()
        except TimeoutError:
            return False
        return True

    @property
    def _time(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def _slowness(self) -> float:
        return slowness(self.live.table.opened.get("speed"))

    @property
    def _pause(self) -> float:
        """Seconds that a bot leaves people to follow the last card."""
        return self._settings.pace * self._slowness

    def _next(self) -> Duty | None:
        """The duty that is due first; None if there is none."""
        table = self.live.table
        if table.closed:
            return None
        if table.between_games:
            return self._host_gone()
        duties = [self._away(), self._in_turns() if table.spec.turns else self._at_once()]
        return min((duty for duty in duties if duty), key=lambda duty: duty.when, default=None)

    def _propose(self, when: float, entry: Callable[[Moment], Entry]) -> Duty:
        """Store an entry then, unless something else has happened by that time."""
        table, number = self.live.table, self.live.table.number
        return Duty(when, lambda: self.live.propose(table, number, entry))

    def _host_gone(self) -> Duty | None:
        """Between games, a host who is gone for a while hands the table on to the first person who is here."""
        table, presence = self.live.table, self.live.presence
        since = presence.gone.get(table.host or "")
        here = [seat.person for seat in table.seats if seat.person and seat.person in presence.here]
        if since is None or not here:
            return None
        return self._propose(since + self._settings.away, lambda at: own_acts.pass_host(table, here[0], at))

    def _away(self) -> Duty | None:
        """A bot takes over the seat of a person who is gone for a while.

        A deal of the day, and a table without hurry, wait instead.
        """
        table, gone = self.live.table, self.live.presence.gone
        if table.opened["daily"] or table.days is not None:
            return None
        left = [
            (gone[seat.person], number)
            for number, seat in enumerate(table.seats)
            if seat.person in gone and not seat.deputy
        ]
        if not left:
            return None
        since, seat = min(left)
        return self._propose(since + self._settings.away, lambda at: own_acts.take_over(table, seat, at))

    # Games with turns.

    def _in_turns(self) -> Duty | None:
        live, table = self.live, self.live.table
        seat = table.playing.to_move
        if seat is None:
            return self._starting()
        if table.bot_at(seat):
            return None if practice.waits(table) else Duty(live.last + self._pause, self._bot_moves)
        signalling = self._signalling()
        if signalling is None and table.limit:
            left = live.timers.turn_left(table.limit)
            return self._propose(self._time + left, lambda at: own_acts.time_out(table, seat, at))
        return signalling

    def _starting(self) -> Duty | None:
        """C4: bots say how gladly they would start; when all have, that settles it."""
        live, table = self.live, self.live.table
        for seat in range(len(table.seats)):
            if table.bot_at(seat) and seat not in table.eager:
                return Duty(self._time, lambda seat=seat: self._bot_is_eager(seat))  # type: ignore[misc]
        starter, when = own_acts.settled_starter(table), live.last + self._settings.pace
        if starter is None and table.days and table.limit:  # whoever has said nothing in time does not mind
            starter, when = own_acts.gladdest(table), self._time + live.timers.turn_left(table.limit)
        if starter is None:
            return None
        return self._propose(when, lambda at: own_acts.bot_move(table, f"@{starter}", at))

    async def _bot_is_eager(self, seat: int) -> None:
        live, table = self.live, self.live.table
        name, level = table.bot_at(seat), 1
        if name and table.spec.signals:  # in a duel bots do not mind
            level = await live.bots.eagerness(seat, name, table.playing.view(seat))
        await live.propose(table, table.number, lambda at: own_acts.bot_eager(table, seat, level, at))

    def _signalling(self) -> Duty | None:
        """Bots signal to the mover of a team game, once for each position that cannot be taken back."""
        live, table = self.live, self.live.table
        if live.bots_asked or not table.spec.signals or table.phase != "playing" or not table.has_bots:
            return None
        return Duty(self._time, self._bots_signal)

    async def _bots_signal(self) -> None:
        """Ask all bots but the mover; none in a turn that began under silence (E12)."""
        live, table, position = self.live, self.live.table, self._settled_position()
        game = table.settled
        seats = [] if is_silent(game) else [seat for seat in range(len(table.seats)) if seat != game.to_move]
        asked = [(seat, name, game.view(seat)) for seat in seats if (name := table.bot_at(seat)) and game.hand(seat)]
        signals = await asyncio.gather(*(live.bots.signals(*one) for one in asked))
        if self._settled_position() == position:
            heard = zip(asked, signals, strict=True)
            live.bot_signals = {seat: without_doubles(signal, game) for (seat, _, _), signal in heard}
            live.bots_asked = True
            live.broadcast.tell_signals(live.signals)

    def _settled_position(self) -> tuple[Any, ...]:
        """What bots' signals depend on: the moves that cannot be taken back, and which bots play."""
        table = self.live.table
        bots = [table.bot_at(seat) for seat in range(len(table.seats))]
        return table.games, table.playing.log[: table.settled_moves], bots

    async def _bot_moves(self) -> None:
        live = self.live
        if self._signalling():
            await self._bots_signal()
        table, position = live.table, self._position()
        seat = table.playing.to_move
        name = None if seat is None else table.bot_at(seat)
        if seat is None or name is None:
            return
        move = practice.reply(table) or await live.bots.move(seat, name, table.playing.view(seat), live.signals)
        if self._position() == position and live.table.bot_at(seat):  # its person may be back
            number = live.table.number  # talk may have come meanwhile, and does not matter
            await live.propose(live.table, number, lambda at: own_acts.bot_move(live.table, move, at))

    def _position(self) -> tuple[int, list[Any]]:
        """What a bot's move depends on. Talk does not change it."""
        table = self.live.table
        return table.games, table.playing.log

    # Tension.

    def _at_once(self) -> Duty | None:
        live, table = self.live, self.live.table
        phase = table.phase
        if phase == "countdown":
            self._reactions.clear()
            return self._propose(self._time + live.timers.countdown_left, lambda at: own_acts.begin(table, at))
        if phase in ("starting", "stuck"):
            if not table.bot_at(table.starter):
                return None
            pause = STUCK_PAUSE if phase == "stuck" else 0.0
            return self._propose(live.last + pause, lambda at: own_acts.bot_go(table, at))
        if practice.lesson_at(table):
            reply = practice.reply(table)
            if reply is None or practice.waits(table):
                return None
            return self._propose(live.last + self._pause, lambda at: own_acts.bot_move(table, reply, at))
        bots = {seat: name for seat in range(len(table.seats)) if (name := table.bot_at(seat))}
        if not bots:
            return None
        for seat, name in bots.items():
            if seat not in self._reactions:
                return Duty(self._time, lambda seat=seat, name=name: self._bot_gets_ready(seat, name))  # type: ignore[misc]
        seat = min(bots, key=self._reactions.__getitem__)
        return Duty(self._reactions[seat], lambda: self._bot_acts(seat, bots[seat]))

    async def _bot_gets_ready(self, seat: int, name: str) -> None:
        self._reactions[seat] = self._time + self._slowness * await self.live.bots.reaction(seat, name)

    async def _bot_acts(self, seat: int, name: str) -> None:
        """Let a bot choose a move for the table as it is now; others may move meanwhile, so it is checked then."""
        live, table, number = self.live, self.live.table, self.live.table.number
        move, reaction = await live.bots.act(seat, name, table.playing.view(seat))
        if move:
            with suppress(Refused):  # another card was first
                await live.act_of_bot(seat, messages.Move(type="move", move=move, after=number))
        self._reactions[seat] = self._time + live.timers.wait_left(seat) + self._slowness * reaction
