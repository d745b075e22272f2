"""The thread pool in which bots think: low priority, off the event loop, with a timeout for each job."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from math import inf
from queue import SimpleQueue
from time import monotonic
from typing import Any, TypeVar

LONG = 2.0  # seconds: jobs longer than this get an extra worker, so that other tables do not wait
MOST_EXTRA = 8  # extra workers at a time, so that a slow machine gets no slower
Answer = TypeVar("Answer")


class Job:
    """A function to call in a worker, and a future for its result."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self._function = function
        self.result: Future[Any] = Future()
        self.started = inf  # when a worker took it, by the monotonic clock

    def run(self) -> None:
        if not self.result.set_running_or_notify_cancel():
            return  # cancelled while it was queued
        self.started = monotonic()
        with suppress(InvalidStateError):  # it exceeded its timeout and was failed meanwhile
            try:
                self.result.set_result(self._function())
            except Exception as error:  # noqa: BLE001  # raised again where the result is awaited
                self.result.set_exception(error)


JobQueue = SimpleQueue[Job | None]  # None tells a worker to end


class Worker(threading.Thread):
    """Runs job after job. A daemon, so that a job that never returns does not keep the process alive."""

    def __init__(self, jobs: JobQueue) -> None:
        super().__init__(name="bot worker", daemon=True)
        self._jobs = jobs
        self.job: Job | None = None
        self.retired = False  # ends after its present job

    def run(self) -> None:
        _lower_priority()
        while not self.retired and (job := self._jobs.get()):
            self.job = job
            job.run()
            self.job = None


class Pool:
    """The workers for all bots of a server process; compiled code runs without Python's lock."""

    def __init__(self, threads: int, timeout: float) -> None:
        self._timeout = timeout
        self._jobs: JobQueue = SimpleQueue()
        self._warm_since = inf
        self._workers = [Worker(self._jobs) for _ in range(threads or max(1, (os.cpu_count() or 2) - 1))]
        self._extra: list[Worker] = []  # the worker that compiles, and retired workers

    def start(self) -> None:
        for worker in self._workers:
            worker.start()

    async def warm_up(self, steps: Iterable[Callable[[], None]]) -> None:
        """Compile in a worker of its own. Until that is done any job may have to wait for the compiler."""
        jobs: JobQueue = SimpleQueue()
        self._extra.append(Worker(jobs))
        self._extra[-1].start()
        try:
            for step in steps:
                await _result(jobs, step)
        finally:
            jobs.put(None)
            self._warm_since = monotonic()

    async def run(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Call a function in a worker. Raises TimeoutError if the job exceeds the pool's timeout."""
        return await _result(self._jobs, lambda: function(*arguments))

    async def watch(self) -> None:
        """Replace the worker of a long job; a job that exceeds its timeout is failed."""
        while True:
            await asyncio.sleep(min(1.0, self._timeout / 4))
            self._extra = [worker for worker in self._extra if worker.is_alive()]
            for place, worker in enumerate(self._workers):
                long = min(LONG, self._timeout) if len(self._unfinished()) < MOST_EXTRA else self._timeout
                if self._runs_longer(worker, long):
                    self._replace(place)
            for worker, job in self._unfinished():
                if self._runs_longer(worker, self._timeout):
                    with suppress(InvalidStateError):  # it finished at this moment
                        job.result.set_exception(TimeoutError("no answer"))

    def _runs_longer(self, worker: Worker, seconds: float) -> bool:
        """Does its job take longer than that, not counting time in which it may have waited for the compiler?"""
        job = worker.job
        return job is not None and monotonic() - max(job.started, self._warm_since) > seconds

    def _replace(self, place: int) -> None:
        """Retire a worker: it ends after its job, whose result still counts, and a new worker takes its place."""
        self._workers[place].retired = True
        self._extra.append(self._workers[place])
        self._workers[place] = Worker(self._jobs)
        self._workers[place].start()

    def _unfinished(self) -> list[tuple[Worker, Job]]:
        """Retired workers whose jobs somebody still waits for."""
        return [(worker, job) for worker in self._extra if (job := worker.job) and not job.result.done()]

    @property
    def busy(self) -> bool:
        """Does any worker run a job?"""
        return any(worker.job for worker in (*self._workers, *self._extra))

    def stop(self) -> None:
        for _ in self._workers:
            self._jobs.put(None)


async def _result(jobs: JobQueue, function: Callable[[], Answer]) -> Answer:
    job = Job(function)
    jobs.put(job)
    answer: Answer = await asyncio.wrap_future(job.result)
    return answer


def _lower_priority() -> None:
    """People's moves come first; only on Linux has a thread a priority of its own."""
    if hasattr(os, "setpriority") and os.uname().sysname == "Linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
