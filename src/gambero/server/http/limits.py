"""Rate limits for a connection, a person or an address: token buckets."""

import time
from collections.abc import Callable
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


class WorkLimit:
    """A rate for each person, and several times that for each address, since a family or a class shares one."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._people = Limit(rate, BURST * rate, clock)
        self._addresses = Limit(PEOPLE_AT_ADDRESS * rate, PEOPLE_AT_ADDRESS * BURST * rate, clock)

    def wait(self, asker: Asker) -> int:
        """Whole seconds until this may be asked again; 0 if it may be asked now."""
        for limit, key in ((self._people, asker.person), (self._addresses, asker.address)):
            if not limit.allows(key):
                return limit.wait(key)
        return 0
