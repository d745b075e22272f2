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
from gambero.bots.talk import Said, hearing
from gambero.game.base import View
from gambero.server.table import Table

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
    """The bots that sit at one table, or play for people who are away."""

    def __init__(self) -> None:
        self._bots: dict[tuple[int, str], Bot] = {}

    def at(self, table: Table, seat: int) -> Bot:
        name = table.bot_at(seat)
        if name is None:
            raise ValueError(f"no bot plays seat {seat}")
        return self._bots.setdefault((seat, name), new_bot(name))

    def forget(self) -> None:
        self._bots.clear()

    def words(self, table: Table) -> dict[int, Said]:
        """What the bots say now to the mover (C15, E3); nothing under silence (E12)."""
        game = table.game
        if game is None or not table.is_team or game.to_move is None or game.players == 1:
            return {}
        spoken = {}
        for seat, _ in enumerate(table.seats):
            if seat != game.to_move and table.bot_at(seat):
                view = game.view(seat)
                if view["hand"] and not view["silence"]:
                    spoken[seat] = self.at(table, seat).says(view)
        return spoken


def chosen(bot: Bot, view: View, said: dict[int, Said]) -> str:
    """A move, by somebody who heard what the others say."""
    return bot.choose(hearing(view, said) if said else view)
