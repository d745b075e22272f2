"""What a table does by itself: bots move, clocks run out, empty seats are taken over, go comes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from gambero.errors import IllegalMove
from gambero.server.live.table import LiveTable
from gambero.server.practice import tables as practice
from gambero.server.table import acts
from gambero.server.table.entries import Entry, Refused
from gambero.server.wire import from_client as messages
from gambero.server.workers.backplane import LEASE_CHECK

STUCK_PAUSE = 1.5  # seconds a bot that says go leaves everyone to see why
Answer = TypeVar("Answer")


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
        self._looked = 0.0  # when it last looked what other workers did

    async def run(self) -> None:
        live, backplane = self.live, self.house.backplane
        while True:
            live.awake.clear()
            duty = None
            if live.connections:
                duty = self._next() if await backplane.keeps(live.table.id) else self._speaking()
            wait = None if backplane.alone else LEASE_CHECK
            if duty:
                ahead = max(0.0, duty.when - self._time)
                wait = ahead if wait is None else min(ahead, wait)
            woken = wait != 0 and await self._woken(wait)
            if not woken and duty and duty.when <= self._time:
                await duty.do()
            if not backplane.alone and self._time >= self._looked + LEASE_CHECK:
                await self._look_around()

    async def _woken(self, wait: float | None) -> bool:
        try:
            async with asyncio.timeout(wait):  # unlike wait_for, it never swallows that the house closes
                await self.live.awake.wait()
        except TimeoutError:
            return False
        return True

    async def _look_around(self) -> None:
        """A word of another worker may have been lost: look whether all is still so, and say who is here again."""
        self._looked = self._time
        async with self.live.lock:
            await self.live.catch_up()
        await self.live.changed_presence()

    @property
    def _time(self) -> float:
        return asyncio.get_running_loop().time()

    def _next(self) -> Duty | None:
        """The first of all that is to be done."""
        table = self.live.table
        if table.closed:
            return None
        if table.between_games:
            return self._host_gone()
        duties = [self._away(), self._at_once() if table.kind == "tension" else self._in_turns()]
        return min((duty for duty in duties if duty), key=lambda duty: duty.when, default=None)

    def _entry(self, kind: str, **data: object) -> Entry:
        return Entry(self.live.table.id, self.live.table.number + 1, kind, dict(data))

    def _host_gone(self) -> Duty | None:
        """Between games a host who is gone for a while hands the table on, to the first person who is there."""
        table = self.live.table
        since = self.live.gone.get(table.host or "")
        here = [seat.person for seat in table.seats if seat.person in self.live.here]
        if since is None or not here:
            return None
        entry = self._entry("host", person=here[0])
        return Duty(since + self.house.settings.away, lambda: self.live.propose(entry))

    def _away(self) -> Duty | None:
        """A seat whose person is gone for a while is played by a bot; a deal of the day waits."""
        table = self.live.table
        if table.opened["daily"]:
            return None
        left = [
            (self.live.gone[seat.person], number)
            for number, seat in enumerate(table.seats)
            if seat.person in self.live.gone and not seat.deputy
        ]
        if not left:
            return None
        since, seat = min(left)
        entry = self._entry("away", seat=seat, bot=acts.deputy_for(table), gone=True)
        return Duty(since + self.house.settings.away, lambda: self.live.propose(entry))

    # Games with turns.

    def _in_turns(self) -> Duty | None:
        table, game = self.live.table, self.live.table.playing
        seat = game.to_move
        if seat is None:
            return self._starting()
        if table.bot_at(seat):
            return None if practice.waits(table) else Duty(self.live.last + self._pace(), self._bot_moves)
        speaking = self._speaking()
        if speaking is None and table.opened["clock"]:
            entry = self._entry("timeout", seat=seat)
            left = (table.turn_at - self._now()) / 1000 + table.opened["clock"]
            return Duty(self._time + max(0.0, left), lambda: self.live.propose(entry))
        return speaking

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
        live, table = self.live, self.live.table
        name, level = table.bot_at(seat), 1
        if name and table.is_team:  # in a duel bots do not mind
            level = await self._asked(live.bots.eagerness, seat, name, table.playing.view(seat))
        await live.propose(self._entry("eager", seat=seat, level=level))

    def _speaking(self) -> Duty | None:
        """Bots speak to the mover of a team game, once for each position."""
        if self.live.bot_words is not None or not self._speakers():
            return None
        return Duty(self._time, self._bots_speak)

    def _speakers(self) -> list[tuple[int, str]]:
        """Bots with something to say and somebody to say it to; nobody under silence (E12)."""
        table = self.live.table
        if not table.is_team or table.phase != "playing" or table.silent:
            return []
        seats = [seat for seat in range(len(table.seats)) if seat != table.playing.to_move]
        return [(seat, name) for seat in seats if (name := table.bot_at(seat)) and table.playing.hand(seat)]

    async def _bots_speak(self) -> None:
        live, position = self.live, self._position()
        speakers = [(seat, name, live.table.playing.view(seat)) for seat, name in self._speakers()]
        spoken = await asyncio.gather(*(self._asked(live.bots.words, *speaker) for speaker in speakers))
        if self._position() == position:
            live.bot_words = {seat: words for (seat, _, _), words in zip(speakers, spoken, strict=True)}
            live.tell_words()

    async def _bot_moves(self) -> None:
        live = self.live
        if self._speaking():
            await self._bots_speak()
        table, position = live.table, self._position()
        seat = table.playing.to_move
        name = None if seat is None else table.bot_at(seat)
        if seat is None or name is None:
            return
        move = practice.reply(table) or await self._asked(
            live.bots.move, seat, name, table.playing.view(seat), live.words
        )
        if self._position() == position:
            await live.propose(self._entry("moved", move=move))

    async def _asked(self, ask: Callable[..., Answer], seat: int, name: str, *about: Any) -> Answer:
        """What a bot answers; for one that does not, another does from now on."""
        think = self.house.thinkers.run
        try:
            return await think(ask, seat, name, *about)
        except TimeoutError as wrong:
            self.live.bots.give_up(seat, name, wrong)
            return await think(ask, seat, name, *about)

    def _position(self) -> tuple[int, list[Any]]:
        """What a thought is about: words that came meanwhile do not make it void."""
        table = self.live.table
        return table.games, table.playing.log

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
        if practice.lesson_at(table):
            reply = self._entry("moved", move=practice.reply(table))
            return None if practice.waits(table) else Duty(live.last + self._pace(), lambda: live.propose(reply))
        bots = {seat: name for seat in range(len(table.seats)) if (name := table.bot_at(seat))}
        if not bots:
            return None
        for seat, name in bots.items():
            if seat not in self._reactions:
                return Duty(self._time, lambda seat=seat, name=name: self._bot_gets_ready(seat, name))  # type: ignore[misc]
        seat = min(bots, key=self._reactions.__getitem__)
        return Duty(self._reactions[seat], lambda: self._bot_acts(seat, bots[seat]))

    async def _bot_gets_ready(self, seat: int, name: str) -> None:
        self._reactions[seat] = self._time + await self._asked(self.live.bots.reaction, seat, name)

    async def _bot_acts(self, seat: int, name: str) -> None:
        """See the table as it is now, and act on it; whoever is first is first."""
        live, table, number = self.live, self.live.table, self.live.table.number
        move, reaction = await self._asked(live.bots.act, seat, name, table.playing.view(seat))
        if move:
            wish = messages.Move(type="move", move=move, after=number)
            async with live.lock:
                with suppress(Refused, IllegalMove):  # somebody was first: that is the game
                    await live.store_decided(lambda: acts.move(live.table, seat, wish, self._now()))
        wait = max(0, live.table.waits.get(seat, 0) - self._now()) / 1000
        self._reactions[seat] = self._time + wait + reaction
