"""Rate limits for a connection or an address: token buckets."""

import time
from collections.abc import Callable

MOST_KEYS = 10_000  # above this, full buckets are removed


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
