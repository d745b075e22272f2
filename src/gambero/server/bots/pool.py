"""Bots at tables: they think in threads of lower priority, from views alone, off the event loop."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from math import inf
from queue import SimpleQueue
from time import monotonic
from typing import Any, TypeVar

from gambero.arguments import quoted
from gambero.bots import Bot
from gambero.bots import bot as new_bot
from gambero.bots.talk import EAGERNESS, Said, hearing, nothing
from gambero.game.base import View
from gambero.game.notation import TENSION
from gambero.server.table.table import HURRIED

PLAIN = "greedy"  # who moves for a bot that cannot
SLOW = 2.0  # seconds, for a bot that does not say how quick it is
LONG = 2.0  # seconds: for whoever thinks longer somebody else takes up what other tables want
AT_MOST = 8  # who think long at the same time, so that a machine that is only slow gets no slower
Thought = TypeVar("Thought")


class Wish:
    """Something to think about, and the answer when there is one."""

    def __init__(self, think: Callable[[], Any]) -> None:
        self._think = think
        self.answer: Future[Any] = Future()
        self.since = inf  # when somebody began to think about it

    def fulfil(self) -> None:
        if not self.answer.set_running_or_notify_cancel():
            return  # nobody waits for it any more
        self.since = monotonic()
        with suppress(InvalidStateError):  # it took too long, and was given up
            try:
                self.answer.set_result(self._think())
            except Exception as wrong:  # noqa: BLE001  # whoever asked is told
                self.answer.set_exception(wrong)


Wishes = SimpleQueue[Wish | None]  # None: it is time to go


class Thinker(threading.Thread):
    """Takes up wish after wish. A daemon: who never comes back from a thought does not hold up the end."""

    def __init__(self, wishes: Wishes) -> None:
        super().__init__(name="thinker", daemon=True)
        self._wishes = wishes
        self.wish: Wish | None = None
        self.relieved = False

    def run(self) -> None:
        _step_back()
        while not self.relieved and (wish := self._wishes.get()):
            self.wish = wish
            wish.fulfil()
            self.wish = None


class Thinkers:
    """A few threads for all bots of a worker; the compiled parts of a thought run outside Python's lock."""

    def __init__(self, threads: int, patience: float) -> None:
        self._patience = patience
        self._wishes: Wishes = SimpleQueue()
        self._warm_since = inf
        self._thinkers = [Thinker(self._wishes) for _ in range(threads or max(1, (os.cpu_count() or 2) - 1))]
        self._others: list[Thinker] = []  # who compiles, and who was relieved

    def start(self) -> None:
        for thinker in self._thinkers:
            thinker.start()

    async def warm_up(self, steps: Iterable[Callable[[], None]]) -> None:
        """Compile beside the others. As long as that goes on, any thought may have to wait for it."""
        wishes: Wishes = SimpleQueue()
        self._others.append(Thinker(wishes))
        self._others[-1].start()
        try:
            for step in steps:
                await _answered(wishes, step)
        finally:
            wishes.put(None)
            self._warm_since = monotonic()

    async def run(self, thought: Callable[..., Thought], *about: Any) -> Thought:
        """Raises TimeoutError if there is no answer in time."""
        return await _answered(self._wishes, lambda: thought(*about))

    async def watch(self) -> None:
        """Whoever thinks long is relieved, so that nobody else's bots wait; who is lost in a thought is given up."""
        while True:
            await asyncio.sleep(min(1.0, self._patience / 4))
            self._others = [thinker for thinker in self._others if thinker.is_alive()]
            for place, thinker in enumerate(self._thinkers):
                long = min(LONG, self._patience) if len(self._awaited()) < AT_MOST else self._patience
                if self._thinks_for(thinker, long):
                    self._relieve(place)
            for thinker, wish in self._awaited():
                if self._thinks_for(thinker, self._patience):
                    with suppress(InvalidStateError):  # it came at the last moment
                        wish.answer.set_exception(TimeoutError("no answer"))

    def _thinks_for(self, thinker: Thinker, seconds: float) -> bool:
        """Longer than that, without the time in which it may have waited for the compiler?"""
        wish = thinker.wish
        return wish is not None and monotonic() - max(wish.since, self._warm_since) > seconds

    def _relieve(self, place: int) -> None:
        """Somebody else takes the place of who only ends this thought; its answer still counts."""
        self._thinkers[place].relieved = True
        self._others.append(self._thinkers[place])
        self._thinkers[place] = Thinker(self._wishes)
        self._thinkers[place].start()

    def _awaited(self) -> list[tuple[Thinker, Wish]]:
        """Who was relieved, and the answers that are still waited for."""
        return [(one, wish) for one in self._others if (wish := one.wish) and not wish.answer.done()]

    @property
    def busy(self) -> bool:
        """Does somebody still think?"""
        return any(thinker.wish for thinker in (*self._thinkers, *self._others))

    def stop(self) -> None:
        for _ in self._thinkers:
            self._wishes.put(None)


async def _answered(wishes: Wishes, think: Callable[[], Thought]) -> Thought:
    wish = Wish(think)
    wishes.put(wish)
    answer: Thought = await asyncio.wrap_future(wish.answer)
    return answer


def _step_back() -> None:
    """People's moves come first: on Linux a thread has a priority of its own."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Bots:
    """The bots at one table, or in place of people who are away. A fault in one is noted, and the table goes on."""

    def __init__(self, fault: Callable[[BaseException], None]) -> None:
        self._fault = fault
        self._bots: dict[tuple[int, str], Bot] = {}
        self._lost: set[tuple[int, str]] = set()  # who did not answer, and is not asked again

    def forget(self) -> None:
        self._bots.clear()

    def give_up(self, seat: int, name: str, wrong: TimeoutError) -> None:
        """Somebody else plays for a bot that did not answer."""
        self._fault(wrong)
        self._lost.add((seat, name))
        self._bots.pop((seat, name), None)

    def eagerness(self, seat: int, name: str, view: View) -> int:
        """How gladly a bot would start (C4)."""
        return self._spared(1, lambda: EAGERNESS[self._at(seat, name).eagerness(view)])

    def words(self, seat: int, name: str, view: View) -> Said:
        """What a bot says to the mover (C15, E3)."""
        return self._spared(nothing(), lambda: self._at(seat, name).says(view))

    def move(self, seat: int, name: str, view: View, said: dict[int, Said]) -> str:
        """A move, by somebody who heard what the others say; in tension it may be a wrong one."""
        return self._spared(None, self._chosen, seat, name, hearing(view, said)) or new_bot(PLAIN).choose(view)

    def act(self, seat: int, name: str, view: View) -> tuple[str | None, float]:
        """In tension: a move, if there is any, and the seconds until the next."""
        return self.move(seat, name, view, {}) if view["moves"] else None, self.reaction(seat, name)

    def reaction(self, seat: int, name: str) -> float:
        """Seconds until a bot acts again in tension."""
        return self._spared(SLOW, lambda: float(self._at(seat, name).reaction()))

    def _at(self, seat: int, name: str) -> Bot:
        if (seat, name) not in self._bots:
            self._bots[seat, name] = new_bot(HURRIED if (seat, name) in self._lost else name)
        return self._bots[seat, name]

    def _chosen(self, seat: int, name: str, view: View) -> str:
        move = self._at(seat, name).choose(view)
        if move not in view["moves"] and (view["game"] != "tension" or move not in TENSION.numbers):
            raise ValueError(f"{name} wants to play {quoted(move)}")
        return move

    def _spared(self, instead: Thought, thought: Callable[..., Thought], *about: Any) -> Thought:
        try:
            return thought(*about)
        except Exception as wrong:  # noqa: BLE001  # whatever it is, the others want to play on
            self._fault(wrong)
            return instead
