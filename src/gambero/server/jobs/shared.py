"""Answers that are the same for everybody: equal questions share one job, and its answer is kept."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker, Job, Work

Answer = TypeVar("Answer")


class Question:
    """A job under way, and how many wait for its answer."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.answer: asyncio.Future[Any] = asyncio.wrap_future(job.result)
        self.waiting = 0


class Shared:
    """Questions of one kind. The answers asked for last are kept, as many as `most`."""

    def __init__(self, pool: Pool, work: Work, most: int) -> None:
        self._pool, self._work, self._most = pool, work, most
        self._asked: dict[Hashable, Question] = {}
        self._kept: dict[Hashable, Any] = {}  # what was asked for last is last

    async def ask(self, key: Hashable, asker: Asker, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """The answer to a question: kept, or from the job of whoever asked before, or from a new job. Raises Refused.

        If everybody who waits is cancelled before a thread has taken the job, it never runs.
        """
        if key in self._kept:
            self._kept[key] = self._kept.pop(key)
            answer: Answer = self._kept[key]
            return answer
        question = self._asked.get(key) or self._new(key, self._pool.submit(self._work, asker, function, *arguments))
        question.waiting += 1
        try:
            answer = await asyncio.shield(question.answer)
        finally:
            question.waiting -= 1
            if not question.waiting and not question.answer.done() and self._pool.drop(question.job):
                question.answer.cancel()
                self._asked.pop(key, None)
        return answer

    def _new(self, key: Hashable, job: Job) -> Question:
        question = self._asked[key] = Question(job)

        def keep(done: asyncio.Future[Any]) -> None:
            if self._asked.get(key) is question:
                del self._asked[key]
            if not done.cancelled() and done.exception() is None:
                self._kept[key] = done.result()
                while len(self._kept) > self._most:
                    del self._kept[next(iter(self._kept))]

        question.answer.add_done_callback(keep)
        return question
