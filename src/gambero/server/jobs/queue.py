"""Jobs that wait for a thread: the first class of work first, bounded, and fair to everybody who asks."""

import threading
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, inf
from time import monotonic
from typing import Any, NamedTuple

from gambero.server.refusal import Refused

LONGEST_WAIT = 60  # seconds; nobody is told to come back later than that
FIRST_GUESS = 0.2  # seconds a job takes, until some have been measured


class Work(StrEnum):
    """What a job is for. Where classes share threads, the earlier goes first."""

    TURN = "turn"  # what a bot at a table does
    HINT = "hint"
    ANALYSIS = "analysis"  # of finished games: expert's opinion, luck, replays
    PASSWORD = "password"
    COMPILE = "compile"
    PICTURE = "picture"  # to share
    GHOST = "ghost"  # what bots make of a day's deal


class Asker(NamedTuple):
    """Who waits for a job: a person and their address. A stranger is known by the address alone."""

    person: str
    address: str


@dataclass(frozen=True)
class Bounds:
    """How many jobs of a class may wait: in all, of one person, and from one address."""

    total: float = inf
    person: float = inf
    address: float = inf


# A table never waits for more than a few jobs of its bots, so turns need no bound.
BOUNDS = {
    Work.TURN: Bounds(),
    Work.HINT: Bounds(64, 2, 8),
    Work.ANALYSIS: Bounds(64, 4, 16),
    Work.PASSWORD: Bounds(16, 2, 8),
    Work.COMPILE: Bounds(),
    Work.PICTURE: Bounds(64, 8, 16),
    Work.GHOST: Bounds(8),
}


class Job:
    """A function to call in a thread, and a future for its result."""

    def __init__(self, work: Work, asker: Asker, function: Callable[[], Any]) -> None:
        self.work, self.asker = work, asker
        self._function = function
        self.result: Future[Any] = Future()
        self.asked = monotonic()
        self.started = inf  # when a thread took it, by the monotonic clock

    def run(self) -> None:
        if not self.result.set_running_or_notify_cancel():
            return  # cancelled at the moment it was taken
        self.started = monotonic()
        with suppress(InvalidStateError):  # it exceeded its timeout and was failed meanwhile
            try:
                self.result.set_result(self._function())
            except Exception as error:  # noqa: BLE001  # raised again where the result is awaited
                self.result.set_exception(error)


class ClassQueue:
    """The waiting jobs of one class of work. Addresses take turns; the jobs of one address go first in, first out."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._waiting: dict[str, deque[Job]] = {}  # by address, who is next first
        self.seconds = FIRST_GUESS  # that a job takes, a moving mean
        self.done = self.refused = self.dropped = 0
        self.waited = self.run = 0.0  # seconds of all jobs that are done

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def check(self, asker: Asker | None, threads: int) -> None:
        """Raises Refused, with the seconds to wait, if there is no room for this asker's job, or anybody's."""
        bounds = self._bounds
        if bounds.total == inf:
            return
        waiting = len(self)  # counting costs little where little may wait
        if waiting >= bounds.total:
            raise Refused("busy", "queue", seconds=self._refused(threads))
        if asker is None:
            return
        mine = self._waiting.get(asker.address, ())
        same = sum(one.asker.person == asker.person for jobs in self._waiting.values() for one in jobs)
        if same >= bounds.person or len(mine) >= bounds.address:
            raise Refused("busy", "yours", seconds=self._refused(threads))

    def _refused(self, threads: int) -> int:
        """Count a refusal; returns the seconds after which there may be room."""
        self.refused += 1
        return min(LONGEST_WAIT, max(1, ceil(len(self) * self.seconds / threads)))

    def add(self, job: Job, threads: int) -> None:
        """Raises Refused if there is no room."""
        self.check(job.asker, threads)
        self._waiting.setdefault(job.asker.address, deque()).append(job)

    def pop(self) -> Job | None:
        """The first job of the next address, which then is the last in turn."""
        if not self._waiting:
            return None
        address = next(iter(self._waiting))
        jobs = self._waiting.pop(address)
        job = jobs.popleft()
        if jobs:
            self._waiting[address] = jobs
        return job

    def drop(self, job: Job) -> bool:
        """Take out a job whose result nobody waits for any more; False if it is not in this queue."""
        jobs = self._waiting.get(job.asker.address)
        if not jobs or job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del self._waiting[job.asker.address]
        self.dropped += 1
        return True

    def finished(self, waited: float, seconds: float) -> None:
        self.done += 1
        self.waited += waited
        self.run += seconds
        self.seconds += (seconds - self.seconds) / 16


class Queue:
    """The waiting jobs of one or more classes of work, for some threads; an earlier class goes first."""

    def __init__(self, *works: Work) -> None:
        self.classes = {work: ClassQueue(BOUNDS[work]) for work in works}
        self._changed = threading.Condition()
        self._stopped = False

    def put(self, job: Job, threads: int = 1) -> None:
        """Add a job. Raises Refused if too many wait already; `threads` take jobs from here."""
        with self._changed:
            self.classes[job.work].add(job, threads)
            self._changed.notify_all()  # not every thread takes every class

    def check(self, work: Work, asker: Asker | None, threads: int = 1) -> None:
        """Raises Refused if a job would be refused: this asker's, or without an asker anybody's."""
        with self._changed:
            self.classes[work].check(asker, threads)

    def take(self, works: Collection[Work]) -> Job | None:
        """The next job of these classes, as soon as there is one; None when the queue is stopped."""
        with self._changed:
            while not self._stopped:
                for work, waiting in self.classes.items():
                    if work in works and (job := waiting.pop()):
                        return job
                self._changed.wait()
        return None

    def drop(self, job: Job) -> bool:
        """Take out a job whose result nobody waits for any more; False if it is not in the queue any more."""
        with self._changed:
            return self.classes[job.work].drop(job)

    def finished(self, job: Job) -> None:
        with self._changed:
            started = min(job.started, monotonic())  # one that was cancelled never started
            self.classes[job.work].finished(started - job.asked, monotonic() - started)

    def stop(self) -> None:
        """Threads end after their present job."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
