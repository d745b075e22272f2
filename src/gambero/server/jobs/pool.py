"""The threads that run jobs: of lower priority, off the event loop, with a timeout for each job.

Bots' turns and hints share threads, turns first, and one more thread is for turns alone. Analysis and passwords have
threads of their own. So no number of other jobs keeps a bot waiting, and a known amount of memory is enough for
passwords.
"""

import asyncio
import os
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import InvalidStateError
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from gambero.server.jobs.queue import Asker, Job, Queue, Work

LONG = 2.0  # seconds: bots' jobs longer than this get an extra thread, so that other tables do not wait
MOST_EXTRA = 8  # extra threads at a time, so that a slow machine gets no slower
# How much lower the priority of a class of work is than the event loop's, on Linux's scale. Little: a thread that holds
# Python's lock holds up the event loop, and on a machine with other programs a thread at 10 or 15 is rarely run.
LOWER = {
    Work.TURN: 1,
    Work.HINT: 1,
    Work.ANALYSIS: 3,
    Work.PASSWORD: 1,
    Work.COMPILE: 3,
    Work.PICTURE: 3,
    Work.GHOST: 5,
}
OURSELVES = Asker("", "")  # the asker of jobs that the server starts by itself
Answer = TypeVar("Answer")


class Worker(threading.Thread):
    """Runs job after job. A daemon, so that a job that never returns does not keep the process alive."""

    def __init__(self, queue: Queue, works: Collection[Work]) -> None:
        super().__init__(name="worker", daemon=True)
        self._queue = queue
        self.works = works  # what it takes
        self.job: Job | None = None
        self.retired = False  # ends after its present job

    def run(self) -> None:
        _lower_priority(min(LOWER[work] for work in self.works))
        while not self.retired and (job := self._queue.take(self.works)):
            self.job = job
            job.run()
            self.job = None
            self._queue.finished(job)


class Crew:
    """The workers of one queue. Where it has several classes, one more worker is for the first class alone."""

    def __init__(self, queue: Queue, threads: int, extra: int = 0) -> None:
        self.queue, self.threads = queue, threads
        self._most_extra = extra  # workers for jobs that take long, besides these
        works = list(queue.classes)
        self._workers = [Worker(queue, works) for _ in range(threads)]
        if len(works) > 1:
            self._workers.append(Worker(queue, works[:1]))
        self._retired: list[Worker] = []

    def start(self) -> None:
        for worker in self._workers:
            worker.start()

    @property
    def running(self) -> list[Job]:
        return [job for worker in (*self._workers, *self._retired) if (job := worker.job)]

    def watch(self, warm_since: float, timeout: float) -> None:
        """Replace the worker of a long job; a job that exceeds its timeout is failed.

        A job that waits for the compiler is long too: bots whose code is compiled do not wait for it.
        """
        self._retired = [worker for worker in self._retired if worker.is_alive()]
        for place, worker in enumerate(self._workers):
            long = min(LONG, timeout) if len(self._unfinished()) < self._most_extra else timeout
            if worker.job and _seconds(worker.job, 0.0) > long:
                self._replace(place)
        for job in self._unfinished():
            if _seconds(job, warm_since) > timeout:
                with suppress(InvalidStateError):  # it finished at this moment
                    job.result.set_exception(TimeoutError("no answer"))

    def _replace(self, place: int) -> None:
        """Retire a worker: it ends after its job, whose result still counts, and a new worker takes its place."""
        self._workers[place].retired = True
        self._retired.append(self._workers[place])
        self._workers[place] = Worker(self.queue, self._workers[place].works)
        self._workers[place].start()

    def _unfinished(self) -> list[Job]:
        """Jobs of retired workers that somebody still waits for."""
        return [job for worker in self._retired if (job := worker.job) and not job.result.done()]


class Count(NamedTuple):
    """The counts of one class of work."""

    work: str
    waiting: int
    running: int
    done: int
    refused: int
    dropped: int  # taken out of the queue, because whoever asked was gone
    waited: float  # seconds, of all that are done
    run: float


class Pool:
    """All threads for jobs of a server process; compiled code runs without Python's lock."""

    def __init__(self, threads: int, timeout: float) -> None:
        threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self._timeout = timeout
        self._warm_since = inf
        self._crews = [
            Crew(Queue(Work.TURN, Work.HINT), threads, MOST_EXTRA),
            Crew(Queue(Work.ANALYSIS), max(1, threads // 2)),
            Crew(Queue(Work.PASSWORD), 1),
            Crew(Queue(Work.COMPILE), 1),
            Crew(Queue(Work.PICTURE), 1),
            Crew(Queue(Work.GHOST), 1),
        ]
        self._crew = {work: crew for crew in self._crews for work in crew.queue.classes}

    def start(self) -> None:
        for crew in self._crews:
            crew.start()

    async def warm_up(self, steps: Iterable[Callable[[], None]]) -> None:
        """Compile what bots need, in a thread. Until that is done, any job may have to wait for the compiler."""
        try:
            for step in steps:
                await self.run(Work.COMPILE, OURSELVES, step)
        finally:
            self._crew[Work.COMPILE].queue.stop()
            self._warm_since = monotonic()

    async def run(self, work: Work, asker: Asker, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Call a function in a thread; if this is cancelled before a thread has taken the job, it never runs.

        Raises Refused if too many jobs wait, and TimeoutError if the job exceeds the pool's timeout.
        """
        job = self.submit(work, asker, function, *arguments)
        try:
            answer: Answer = await asyncio.wrap_future(job.result)
        except asyncio.CancelledError:
            self.drop(job)
            raise
        return answer

    def submit(self, work: Work, asker: Asker, function: Callable[..., Any], *arguments: Any) -> Job:
        """Put a job into its queue. Raises Refused if too many wait."""
        job = Job(work, asker, lambda: function(*arguments))
        crew = self._crew[work]
        crew.queue.put(job, crew.threads)
        return job

    def check(self, work: Work, asker: Asker | None = None) -> None:
        """Raises Refused if a job would be refused: this asker's, or without an asker anybody's."""
        crew = self._crew[work]
        crew.queue.check(work, asker, crew.threads)

    def drop(self, job: Job) -> bool:
        """Take a job out of its queue; False if it is not there any more."""
        return self._crew[job.work].queue.drop(job)

    async def watch(self) -> None:
        """Look for jobs that take long or exceed their timeout, again and again."""
        while True:
            await asyncio.sleep(min(1.0, self._timeout / 4))
            for crew in self._crews:
                crew.watch(self._warm_since, self._timeout)

    @property
    def busy(self) -> bool:
        """Does any thread run a job?"""
        return any(crew.running for crew in self._crews)

    def counts(self) -> Iterator[Count]:
        for crew in self._crews:
            running = [job.work for job in crew.running]
            for work, jobs in crew.queue.classes.items():
                counts = len(jobs), running.count(work), jobs.done, jobs.refused, jobs.dropped
                yield Count(work, *counts, jobs.waited, jobs.run)

    def stop(self) -> None:
        for crew in self._crews:
            crew.queue.stop()


def _seconds(job: Job, warm_since: float) -> float:
    """How long a job runs, not counting time in which it may have waited for the compiler."""
    return monotonic() - max(job.started, warm_since)


def _lower_priority(by: int) -> None:
    """People's moves come first; only on Linux has a thread a priority of its own."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + by)
