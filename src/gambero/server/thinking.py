"""Bots at tables: they think in threads of lower priority, from views alone, off the event loop."""

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from gambero.bots import Bot
from gambero.bots import bot as new_bot
from gambero.bots.talk import EAGERNESS, Said, hearing, nothing
from gambero.errors import shown
from gambero.game.base import View
from gambero.game.notation import TENSION

PLAIN = "greedy"  # who moves for a bot that cannot
SLOW = 2.0  # seconds, for a bot that does not say how quick it is
Thought = TypeVar("Thought")


class Thinkers:
    """A few threads for all bots of a worker; the compiled parts of a thought run outside Python's lock."""

    def __init__(self, threads: int) -> None:
        count = threads or max(1, (os.cpu_count() or 2) - 1)
        self._pool = ThreadPoolExecutor(count, "thinker", initializer=_step_back)

    async def run(self, thought: Callable[..., Thought], *about: Any) -> Thought:
        return await asyncio.get_running_loop().run_in_executor(self._pool, thought, *about)

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


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

    def forget(self) -> None:
        self._bots.clear()

    def eagerness(self, seat: int, name: str, view: View) -> int:
        """How gladly a bot would start (C4)."""
        return self._spared(1, lambda: EAGERNESS[self._at(seat, name).eagerness(view)])

    def words(self, speakers: list[tuple[int, str, View]]) -> dict[int, Said]:
        """What bots say to the mover (C15, E3)."""
        return {seat: self._spared(nothing(), self._says, seat, name, view) for seat, name, view in speakers}

    def move(self, seat: int, name: str, view: View, said: dict[int, Said]) -> str:
        """A move, by somebody who heard what the others say; in tension it may be a wrong one."""
        return self._spared(None, self._chosen, seat, name, hearing(view, said)) or new_bot(PLAIN).choose(view)

    def reaction(self, seat: int, name: str) -> float:
        """Seconds until a bot acts again in tension."""
        return self._spared(SLOW, lambda: float(self._at(seat, name).reaction()))

    def _at(self, seat: int, name: str) -> Bot:
        if (seat, name) not in self._bots:
            self._bots[seat, name] = new_bot(name)
        return self._bots[seat, name]

    def _says(self, seat: int, name: str, view: View) -> Said:
        return self._at(seat, name).says(view)

    def _chosen(self, seat: int, name: str, view: View) -> str:
        move = self._at(seat, name).choose(view)
        if move not in view["moves"] and (view["game"] != "tension" or move not in TENSION.numbers):
            raise ValueError(f"{name} wants to play {shown(move)}")
        return move

    def _spared(self, instead: Thought, thought: Callable[..., Thought], *about: Any) -> Thought:
        try:
            return thought(*about)
        except Exception as wrong:  # noqa: BLE001  # whatever it is, the others want to play on
            self._fault(wrong)
            return instead
