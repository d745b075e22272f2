"""What the luck of a finished game was worth: simulated in the bots' pool, in small jobs."""

import asyncio
from collections.abc import Callable
from statistics import mean

from gambero.game import Setup
from gambero.game.replay import replay
from gambero.lab.deal_luck import DEALS, TRIES, any_deal, measurable, this_deal
from gambero.server.bots.pool import Pool
from gambero.server.refusal import Refused

GAMES_A_JOB = 16  # a hundredth of a second or two, so that bots do not wait
MOST_KNOWN = 1000


class Luck:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._known: dict[str, float] = {}
        self._lock = asyncio.Lock()  # one at a time, so that the same question is simulated once

    async def measure(self, record: str) -> dict[str, float]:
        """Cards that the bot careful leaves of this deal, and of any deal, on average."""
        setup = replay(record).setup
        if not measurable(setup):
            raise Refused("game_id", "no_luck")
        kind = f"{setup.game} {setup.players} {setup.options} {setup.commands}"
        async with self._lock:
            left = await self._mean(f"{kind} {setup.deck}", this_deal, setup, TRIES)
            return {"left": left, "usual": await self._mean(kind, any_deal, setup, DEALS), "tries": TRIES}

    async def _mean(self, name: str, play: Callable[[Setup, range], list[int]], setup: Setup, games: int) -> float:
        if name not in self._known:
            left: list[int] = []
            while len(left) < games:
                left += await self._pool.run(play, setup, range(len(left), len(left) + GAMES_A_JOB))
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[name] = mean(left)
        return self._known[name]
