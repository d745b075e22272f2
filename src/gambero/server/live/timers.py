"""How long things at a table last, by this worker's monotonic clock.

The times in a log are wall times. A wall clock can be set, and two machines never agree, so no duration is measured by
it: a worker measures from the moment at which it heard of an entry.
"""

from typing import Any

from gambero.server.sources import Sources
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table

AGREES = 1000  # milliseconds by which a time of the log and a measured one may differ though no clock was set


class Timers:
    """The turn's clock, the countdown and the waits of tension."""

    def __init__(self, table: Table, sources: Sources) -> None:
        """Of a table that was just read from its log.

        A turn that by the wall clock began in the future, or should be over, begins anew: either the clock was set, or
        nobody was here to play. At a table without hurry nobody needs to be here: a turn that should be over is over.
        A countdown or a wait is never longer than it was at first.
        """
        self._sources = sources
        time, now = sources.monotonic(), sources.now()
        elapsed, limit = max(0.0, (now - table.turn_at) / 1000), table.limit or 0.0
        self._turn = time - (elapsed if elapsed < limit or table.days else 0.0)  # when this turn began
        self._go = time + _within((table.go_at or 0) - now, table.countdown)  # when the countdown ends
        waits = {seat: _within(until - now, 1000 * table.opened["wait"]) for seat, until in table.waits.items()}
        self._waits = {seat: time + left for seat, left in waits.items() if left}  # until when a seat waits (T13)

    def applied(self, table: Table, entry: Entry) -> None:
        """Start the timers of an entry that the table has just applied."""
        time = self._sources.monotonic()
        if table.turn_number == entry.number:
            self._turn = time
        if entry.kind == "go":
            self._go = time + table.countdown / 1000
        elif entry.kind == "wrong":
            self._waits[entry.data["seat"]] = time + (entry.data["until"] - entry.at) / 1000
        elif entry.kind == "dealt":
            self._waits.clear()

    def turn_left(self, limit: float) -> float:
        """Seconds that are left of a turn that may take so many."""
        return max(0.0, self._turn + limit - self._sources.monotonic())

    @property
    def countdown_left(self) -> float:
        """Tension: seconds until everybody begins."""
        return max(0.0, self._go - self._sources.monotonic())

    def wait_left(self, seat: int) -> float:
        """T13: seconds that a seat must still wait after a wrong card."""
        return max(0.0, self._waits.get(seat, 0.0) - self._sources.monotonic())

    @property
    def waiting(self) -> frozenset[int]:
        """T13: the seats that must still wait."""
        return frozenset(seat for seat in self._waits if self.wait_left(seat)) if self._waits else frozenset()

    def wall_times(self, table: Table, now: int) -> dict[str, Any]:
        """The times of a table by the wall clock as it is now, where they are not what the log says."""
        time = self._sources.monotonic()
        found: dict[str, Any] = {}
        if table.limit:
            found["turn_at"] = _wall_time(table.turn_at, now + 1000 * (self._turn - time))
        if table.phase == "countdown" and table.go_at is not None:
            found["go_at"] = _wall_time(table.go_at, now + 1000 * (self._go - time))
        return found


def _within(left: float, most: float) -> float:
    """Milliseconds left by the wall clock as seconds, not below 0 and not above what there was at first."""
    return min(max(0.0, left), most) / 1000


def _wall_time(stored: int, measured: float) -> int:
    return stored if abs(stored - measured) < AGREES else int(measured)
