"""Rate limits for a connection, a person or an address: token buckets, shared by all workers where there is Redis."""

import time
from collections.abc import Awaitable, Callable
from math import ceil

from gambero.server.jobs.queue import Asker

MOST_KEYS = 10_000  # above this, full buckets are removed
BURST = 10  # seconds' worth of work that may be asked for at once
PEOPLE_AT_ADDRESS = 5


class Bucket:
    """A token bucket: it fills at a rate and holds a burst."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: float, time: float) -> None:
        self._rate, self._burst, self._since = rate, max(burst, 1.0), time
        self._left = self._burst

    def take(self, time: float) -> bool:
        self._left = min(self._burst, self._left + (time - self._since) * self._rate)
        self._since = time
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self) -> float:
        """Seconds from the last try until there is something to take."""
        return max(0.0, 1 - self._left) / self._rate

    def full(self, time: float) -> bool:
        return self._left + (time - self._since) * self._rate >= self._burst


class Limit:
    """A bucket for each key; full ones are removed. A rate of 0 means no limit."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: dict[str, Bucket] = {}
        self._most = MOST_KEYS

    def __len__(self) -> int:
        """How many keys have a bucket."""
        return len(self._buckets)

    def allows(self, key: str) -> bool:
        if not self._rate:
            return True
        time = self._clock()
        if len(self._buckets) > self._most:
            self._buckets = {key: one for key, one in self._buckets.items() if not one.full(time)}
            self._most = max(MOST_KEYS, 2 * len(self._buckets))  # so that cleaning up stays rare
        return self._buckets.setdefault(key, Bucket(self._rate, self._burst, time)).take(time)

    def wait(self, key: str) -> int:
        """Whole seconds until a key that was just refused is allowed again."""
        return max(1, ceil(self._buckets[key].wait()))


Take = Callable[[str, float, float], Awaitable[float | None]]  # key, rate, burst: seconds to wait, None if not known


async def alone(_key: str, _rate: float, _burst: float) -> None:
    """There are no other workers to ask."""


class SharedLimit:
    """A limit that all workers share. If Redis does not answer, each worker counts for itself.

    A worker's own count comes first: what is too much for one is too much for all, and Redis is not asked.
    """

    def __init__(
        self, name: str, rate: float, burst: float, take: Take = alone, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._name, self._rate, self._burst, self._take = name, rate, max(burst, 1.0), take
        self._own = Limit(rate, burst, clock)

    async def wait(self, key: str) -> int:
        """Whole seconds until this may be asked again; 0 if it may be asked now."""
        if not self._rate:
            return 0
        if not self._own.allows(key):
            return self._own.wait(key)
        return ceil(await self._take(f"{self._name}:{key}", self._rate, self._burst) or 0)


class WorkLimit:
    """A rate for each person, and several times that for each address, since a family or a class shares one."""

    def __init__(self, name: str, rate: float, take: Take = alone, clock: Callable[[], float] = time.monotonic) -> None:
        shared = PEOPLE_AT_ADDRESS * rate
        self._people = SharedLimit(f"{name}:person", rate, BURST * rate, take, clock)
        self._addresses = SharedLimit(f"{name}:address", shared, BURST * shared, take, clock)

    async def wait(self, asker: Asker) -> int:
        """Whole seconds until this may be asked again; 0 if it may be asked now."""
        return await self._people.wait(asker.person) or await self._addresses.wait(asker.address)
