"""How many sockets an address has, at all workers together where there is Redis."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from gambero.server.workers.backplane import COUNTS_KEPT, Backplane

MOST_AT_ONCE = 1_000  # addresses in one call of Redis


class Addresses:
    """This worker's counts, which it tells the others: at once when one changes, and again before they expire."""

    def __init__(self, backplane: Backplane, spawn: Callable[[Coroutine[Any, Any, object]], object]) -> None:
        self._backplane, self._spawn = backplane, spawn
        self._sockets: Counter[str] = Counter()

    async def connect(self, address: str) -> int:
        """Count a socket; how many its address has now, at this worker alone if nothing is known of the others."""
        self._sockets[address] += 1
        found = await self._backplane.count([(address, self._sockets[address])])
        return found[0] if found else self._sockets[address]

    def disconnect(self, address: str) -> None:
        self._sockets[address] -= 1
        if not self._backplane.alone:
            self._spawn(self._backplane.count([(address, self._sockets[address])]))
        if not self._sockets[address]:
            del self._sockets[address]

    async def run(self) -> None:
        """Tell the others all counts again and again: else they expire, as those of a worker that died do."""
        while True:
            await asyncio.sleep(COUNTS_KEPT / 4)
            counts = list(self._sockets.items())
            for at in range(0, len(counts), MOST_AT_ONCE):
                await self._backplane.count(counts[at : at + MOST_AT_ONCE])
