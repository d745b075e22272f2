"""What the luck of a finished game was worth, measured beside the bots and not in their way."""

import asyncio
from collections.abc import Callable
from statistics import mean

from gambero.game import Setup
from gambero.game.replay import replay
from gambero.lab.luck import DEALS, TRIES, any_deal, measurable, this_deal
from gambero.server.bots.pool import Thinkers
from gambero.server.table.entries import Refused

AT_ONCE = 16  # games, a hundredth of a second or two: a bot that wants to think waits no longer
MOST_KNOWN = 1000


class Luck:
    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._known: dict[str, float] = {}
        self._turn = asyncio.Lock()  # one after the other: the second who asks the same finds it known

    async def of(self, record: str) -> dict[str, float]:
        """Cards that careful leaves of this deal, and of any deal, on average."""
        setup = replay(record).setup
        if not measurable(setup):
            raise Refused("game_id", "luck is measured at team games only")
        kind = f"{setup.game} {setup.players} {setup.options} {setup.commands}"
        async with self._turn:
            left = await self._mean(f"{kind} {setup.deck}", this_deal, setup, TRIES)
            return {"left": left, "usual": await self._mean(kind, any_deal, setup, DEALS), "tries": TRIES}

    async def _mean(self, name: str, play: Callable[[Setup, range], list[int]], setup: Setup, games: int) -> float:
        if name not in self._known:
            left: list[int] = []
            while len(left) < games:
                left += await self._thinkers.run(play, setup, range(len(left), len(left) + AT_ONCE))
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[name] = mean(left)
        return self._known[name]
