"""Jobs that wait for a thread: which goes first, how many may wait, and what becomes of those nobody waits for."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from gambero.server.jobs import pool
from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import BOUNDS, Asker, Job, Queue, Work
from gambero.server.jobs.shared import Shared
from gambero.server.metrics import Metrics
from gambero.server.refusal import Refused

from helpers.patience import PATIENCE

ANNA, BOB = Asker("anna", "1.1.1.1"), Asker("bob", "2.2.2.2")


def some(number: int) -> Asker:
    return Asker(f"person {number}", f"address {number}")


class Door:
    """A pool of one thread a kind, and jobs that wait in it until the door is opened; `order` is how they were run."""

    def __init__(self) -> None:
        self.pool = Pool(1, 60.0)
        self.order: list[str] = []
        self.opened = threading.Event()
        self._tasks: list[asyncio.Task[Any]] = []

    def ask(self, work: Work, asker: Asker, name: str) -> asyncio.Task[str]:
        task = asyncio.create_task(self.pool.run(work, asker, self.job, name))
        self._tasks.append(task)
        return task

    def job(self, name: str) -> str:
        assert self.opened.wait(PATIENCE)
        self.order.append(name)
        return name

    async def close(self, *works: Work) -> None:
        """Have a job stand at the door in the thread of each of these."""
        for work in works:
            self.ask(work, Asker("first", "first"), f"first {work}")
            await self.until(lambda work=work: self.count(work).running == 1)  # type: ignore[misc]

    def count(self, work: Work) -> Any:
        return next(count for count in self.pool.counts() if count.work == work)

    async def until(self, so: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so():
                await asyncio.sleep(0.001)

    async def open(self) -> list[str]:
        """All jobs in the order in which they were run."""
        self.opened.set()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return [name for name in self.order if not name.startswith("first")]


@asynccontextmanager
async def closed(*works: Work) -> AsyncIterator[Door]:
    door = Door()
    door.pool.start()
    await door.close(*works)
    try:
        yield door
    finally:
        await door.open()
        door.pool.stop()


def test_a_bots_turn_goes_before_all_hints_that_wait() -> None:
    queue = Queue(Work.TURN, Work.HINT)
    hints = [Job(Work.HINT, some(number), list) for number in range(40)]
    turn = Job(Work.TURN, ANNA, list)
    for job in (*hints, turn):
        queue.put(job)
    assert [queue.take(list(queue.classes)) for _ in range(41)] == [turn, *hints]


async def test_no_other_work_takes_the_last_thread_of_the_bots() -> None:
    async with closed(Work.HINT, Work.ANALYSIS, Work.PASSWORD) as door:
        for number in range(200):
            door.ask(Work.HINT, some(number), "hint")
            door.ask(Work.ANALYSIS, some(number), "analysis")
            door.ask(Work.PASSWORD, some(number), "password")
        await asyncio.sleep(0)
        assert await door.pool.run(Work.TURN, ANNA, lambda: "moved") == "moved"
        assert door.count(Work.HINT)[1:3] == (BOUNDS[Work.HINT].total, 1)
        assert door.count(Work.ANALYSIS)[1:3] == (BOUNDS[Work.ANALYSIS].total, 1)
        assert door.count(Work.PASSWORD)[1:3] == (BOUNDS[Work.PASSWORD].total, 1)


@pytest.mark.parametrize("work", [Work.HINT, Work.ANALYSIS, Work.PASSWORD])
async def test_what_is_too_much_is_refused_at_once(work: Work) -> None:
    """Of one person, of one address, and of all; with the seconds after which it may be tried again."""
    total, person, address = (int(bound) for bound in vars(BOUNDS[work]).values())

    async def refusal(asker: Asker) -> str:
        with pytest.raises(Refused) as refused:
            await door.pool.run(work, asker, list)
        assert refused.value.code == "busy"
        assert 1 <= refused.value.as_json()["values"]["seconds"] <= 60
        return refused.value.reason

    async with closed(work) as door:
        for _ in range(person):
            door.ask(work, ANNA, "")
        await door.until(lambda: door.count(work).waiting == person)
        assert await refusal(ANNA) == await refusal(Asker("anna", "elsewhere")) == "yours"
        for number in range(address):
            door.ask(work, Asker(f"guest {number}", BOB.address), "")
        await door.until(lambda: door.count(work).waiting == person + address)
        assert await refusal(BOB) == "yours"
        for number in range(total - person - address):
            door.ask(work, some(number), "")
        await door.until(lambda: door.count(work).waiting == total)
        assert await refusal(Asker("carla", "3.3.3.3")) == "queue"
        assert door.count(work).refused == 4


async def test_the_turns_of_bots_are_never_refused() -> None:
    async with closed() as door:
        for _ in range(1000):
            door.ask(Work.TURN, ANNA, "")
        await door.until(lambda: door.count(Work.TURN).running == 2)  # any thread of the bots takes turns
        assert door.count(Work.TURN)[1] == 998


@pytest.mark.parametrize("work", [Work.HINT, Work.ANALYSIS, Work.PASSWORD])
async def test_who_asks_for_much_does_not_go_before_others(work: Work) -> None:
    async with closed(work) as door:
        for name, asker in (("a1", ANNA), ("a2", ANNA), ("b1", BOB), ("b2", BOB), ("c", some(3))):
            door.ask(work, asker, name)
        await door.until(lambda: door.count(work).waiting == 5)
        assert await door.open() == ["a1", "b1", "c", "a2", "b2"]


async def test_what_nobody_waits_for_is_dropped_and_leaves_room() -> None:
    async with closed(Work.ANALYSIS) as door:
        most = int(BOUNDS[Work.ANALYSIS].person)
        asked = [door.ask(Work.ANALYSIS, ANNA, f"{number}") for number in range(most)]
        await door.until(lambda: door.count(Work.ANALYSIS).waiting == most)
        asked[1].cancel()
        await asyncio.gather(asked[1], return_exceptions=True)
        assert door.count(Work.ANALYSIS).waiting == most - 1
        assert door.count(Work.ANALYSIS).dropped == 1
        door.ask(Work.ANALYSIS, ANNA, "again")
        await door.until(lambda: door.count(Work.ANALYSIS).waiting == most)
        assert await door.open() == ["0", *map(str, range(2, most)), "again"]


# Equal questions.


async def test_equal_questions_share_one_job_and_its_answer_is_kept() -> None:
    async with closed(Work.ANALYSIS) as door:
        shared = Shared(door.pool, Work.ANALYSIS, 10)
        asked = [asyncio.create_task(shared.ask("why", some(number), door.job, "why")) for number in range(200)]
        await door.until(lambda: door.count(Work.ANALYSIS).waiting)
        assert door.count(Work.ANALYSIS).waiting == 1
        door.opened.set()
        assert await asyncio.gather(*asked) == ["why"] * 200
        assert await shared.ask("why", ANNA, door.job, "something else") == "why"
        assert await shared.ask("who", ANNA, door.job, "who") == "who"
        assert await door.open() == ["why", "who"]


async def test_a_shared_job_is_dropped_with_the_last_who_waits() -> None:
    async with closed(Work.ANALYSIS) as door:
        shared = Shared(door.pool, Work.ANALYSIS, 10)
        first, second = (asyncio.create_task(shared.ask("why", one, door.job, "why")) for one in (ANNA, BOB))
        await door.until(lambda: door.count(Work.ANALYSIS).waiting == 1)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert door.count(Work.ANALYSIS).waiting == 1
        second.cancel()
        third = asyncio.create_task(shared.ask("why", BOB, door.job, "asked anew"))
        await asyncio.gather(second, return_exceptions=True)
        assert door.count(Work.ANALYSIS).dropped == 1
        door.opened.set()
        assert await third == "asked anew"


async def test_an_answer_that_is_there_when_all_are_gone_is_kept() -> None:
    async with closed() as door:
        shared = Shared(door.pool, Work.ANALYSIS, 10)
        asked = asyncio.create_task(shared.ask("why", ANNA, door.job, "why"))
        await door.until(lambda: door.count(Work.ANALYSIS).running == 1)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        door.opened.set()
        await door.until(lambda: door.count(Work.ANALYSIS).done == 1)
        await asyncio.sleep(0)
        assert await shared.ask("why", ANNA, door.job, "something else") == "why"


async def test_faults_and_refusals_are_not_kept_and_of_answers_the_last() -> None:
    async with closed() as door:
        door.opened.set()
        shared = Shared(door.pool, Work.ANALYSIS, 2)
        with pytest.raises(ZeroDivisionError):
            await shared.ask(0, ANNA, lambda: 1 / 0)
        for key in (0, 1, 0, 2):
            assert await shared.ask(key, ANNA, lambda key=key: key) == key
        assert await shared.ask(0, ANNA, lambda: -1) == 0
        assert await shared.ask(1, ANNA, lambda: -1) == -1


async def test_operators_see_what_waits_and_what_runs() -> None:
    async with closed(Work.ANALYSIS) as door:
        for number in range(3):
            door.ask(Work.ANALYSIS, some(number), "")
        await door.until(lambda: door.count(Work.ANALYSIS).waiting == 3)
        page = Metrics(lambda: 0, door.pool.counts).page().decode()
        assert 'gambero_jobs_waiting{work="analysis"} 3.0' in page
        assert 'gambero_jobs_running{work="analysis"} 1.0' in page
        assert 'gambero_jobs_waiting{work="turn"} 0.0' in page
        assert 'gambero_jobs_refused_total{work="password"} 0.0' in page


async def test_bots_do_not_wait_for_others_that_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until all is compiled no job exceeds its timeout, but a long one gets an extra thread as ever."""
    monkeypatch.setattr(pool, "LONG", 0.0)
    async with closed() as door:
        blocked = [door.ask(Work.TURN, some(number), f"first {number}") for number in range(2)]
        await door.until(lambda: door.count(Work.TURN).running == 2)  # all threads for turns
        quick = asyncio.create_task(door.pool.run(Work.TURN, ANNA, str.upper, "played"))
        watching = asyncio.create_task(door.pool.watch())
        async with asyncio.timeout(PATIENCE):
            assert await quick == "PLAYED"
        assert not any(task.done() for task in blocked)
        watching.cancel()
