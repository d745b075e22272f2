"""What a table does by itself: bots move, clocks run out, empty seats are taken over, go comes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from gambero.errors import IllegalMove
from gambero.server import acts, messages
from gambero.server.entries import Entry, Refused
from gambero.server.live import LiveTable
from gambero.server.thinking import chosen

LEASE_CHECK = 2.0  # seconds: how often a worker asks whether a table is its own to tend
STUCK_PAUSE = 1.5  # seconds a bot that says go leaves everyone to see why


@dataclass
class Duty:
    """Something to do at a moment of the loop's clock."""

    when: float
    do: Callable[[], Awaitable[object]]


class Tender:
    """Runs while somebody is at the table; of several workers with people at it, one tends."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.house = live.house
        self._now = live.house.outside.now
        self._reactions: dict[int, float] = {}  # when each bot of tension acts next

    async def run(self) -> None:
        live, backplane = self.live, self.house.backplane
        while True:
            live.awake.clear()
            duty = None
            if live.connections and await backplane.keeps(live.table.id):
                duty = self._next()
            wait = None if backplane.alone else LEASE_CHECK
            if duty:
                ahead = max(0.0, duty.when - self._time)
                wait = ahead if wait is None else min(ahead, wait)
            if wait == 0 or not await self._woken(wait):
                if duty and duty.when <= self._time:
                    await duty.do()
                elif not backplane.alone:
                    await self._look_around()

    async def _woken(self, wait: float | None) -> bool:
        try:
            await asyncio.wait_for(self.live.awake.wait(), wait)
        except TimeoutError:
            return False
        return True

    async def _look_around(self) -> None:
        """A word of another worker may have been lost: look whether all is still so."""
        async with self.live.lock:
            await self.live.catch_up()
        await self.live.changed_presence()

    @property
    def _time(self) -> float:
        return asyncio.get_running_loop().time()

    def _next(self) -> Duty | None:
        """The first of all that is to be done."""
        table = self.live.table
        if table.closed or table.game is None or table.phase == "over":
            return None
        duties = [self._away(), self._at_once() if table.kind == "tension" else self._in_turns()]
        return min((duty for duty in duties if duty), key=lambda duty: duty.when, default=None)

    def _entry(self, kind: str, **data: object) -> Entry:
        return Entry(self.live.table.id, self.live.table.number + 1, kind, dict(data))

    def _away(self) -> Duty | None:
        """A seat whose person is gone for a while is played by a bot."""
        table = self.live.table
        left = [
            (self.live.gone[seat.person], number)
            for number, seat in enumerate(table.seats)
            if seat.person in self.live.gone and not seat.deputy
        ]
        if not left:
            return None
        since, seat = min(left)
        entry = self._entry("away", seat=seat, bot=acts.deputy_for(table))
        return Duty(since + self.house.settings.away, lambda: self.live.propose(entry))

    # Games with turns.

    def _in_turns(self) -> Duty | None:
        table, game = self.live.table, self.live.table.playing
        seat = game.to_move
        if seat is None:
            return self._starting()
        if table.bot_at(seat):
            return Duty(self.live.last + self._pace(), self._bot_moves)
        if self.live.bot_words is None and self._could_speak():
            return Duty(self._time, self._bots_speak)
        if table.opened["clock"] and table.hurried is None:
            entry = self._entry("timeout", seat=seat)
            left = (table.turn_at - self._now()) / 1000 + table.opened["clock"]
            return Duty(self._time + max(0.0, left), lambda: self.live.propose(entry))
        return None

    def _pace(self) -> float:
        """Bots leave people time to follow; among themselves, with nobody at the table, a little less."""
        return self.house.settings.pace

    def _starting(self) -> Duty | None:
        """C4: bots say how gladly they would start; when all have, that settles it."""
        live, table = self.live, self.live.table
        for seat in range(len(table.seats)):
            if table.bot_at(seat) and seat not in table.eager:
                return Duty(self._time, lambda seat=seat: self._bot_is_eager(seat))  # type: ignore[misc]
        entry = acts.settled(table)
        return Duty(live.last + self._pace(), lambda: live.propose(entry)) if entry else None

    async def _bot_is_eager(self, seat: int) -> None:
        live = self.live
        entry = self._entry("eager", seat=seat, level=1)
        if live.table.is_team:  # in a duel bots do not mind
            bot = live.bots.at(live.table, seat)
            entry.data["level"] = await self.house.thinkers.run(bot.eagerness, live.table.playing.view(seat))
        await live.propose(entry)

    def _could_speak(self) -> bool:
        table = self.live.table
        return (
            table.is_team
            and any(table.bot_at(seat) for seat in range(len(table.seats)) if seat != table.playing.to_move)
            and not table.silent
        )

    async def _bots_speak(self) -> None:
        live = self.live
        number = live.table.number
        spoken = await self.house.thinkers.run(live.bots.words, live.table)
        if number == live.table.number:
            live.bot_words = spoken
            live.tell_words()

    async def _bot_moves(self) -> None:
        live, table = self.live, self.live.table
        seat = table.playing.to_move
        if seat is None:
            return
        if live.bot_words is None and self._could_speak():
            await self._bots_speak()
        number = table.number
        bot = live.bots.at(table, seat)
        move = await self.house.thinkers.run(chosen, bot, table.playing.view(seat), live.words)
        if live.table.number == number:
            await live.propose(self._entry("moved", move=move))

    # Tension.

    def _at_once(self) -> Duty | None:
        live, table = self.live, self.live.table
        phase = table.phase
        if phase == "countdown":
            self._reactions.clear()
            entry = self._entry("began")
            return Duty(self._time + max(0.0, ((table.go_at or 0) - self._now()) / 1000), lambda: live.propose(entry))
        if phase in ("starting", "stuck"):
            starter = table.starter or 0
            if not table.bot_at(starter):
                return None
            entry = self._entry("go", at=0)
            return Duty(live.last + (STUCK_PAUSE if phase == "stuck" else 0.0), lambda: live.propose(entry))
        bots = [seat for seat in range(len(table.seats)) if table.bot_at(seat)]
        for seat in bots:
            if seat not in self._reactions:
                self._reactions[seat] = self._time + live.bots.at(table, seat).reaction()
        if not bots:
            return None
        seat = min(bots, key=self._reactions.__getitem__)
        return Duty(self._reactions[seat], lambda: self._bot_acts(seat))

    async def _bot_acts(self, seat: int) -> None:
        """See the table as it is now, and act on it; whoever is first is first."""
        live, table = self.live, self.live.table
        bot = live.bots.at(table, seat)
        view = table.playing.view(seat)
        if view["moves"]:
            move = await self.house.thinkers.run(chosen, bot, view, {})
            wish = messages.Move(type="move", move=move, after=table.number)
            async with live.lock:
                with suppress(Refused, IllegalMove):  # somebody was first: that is the game
                    await live.store_decided(lambda: acts.move(live.table, seat, wish, self._now()))
        wait = max(0, live.table.waits.get(seat, 0) - self._now()) / 1000
        self._reactions[seat] = self._time + wait + bot.reaction()
