"""Analyses of finished games: each is computed once, however many ask, and sent to all of them line by line."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

import orjson

from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker, Work
from gambero.server.refusal import Refused
from gambero.server.review.analysing import VERSION, Begun, advance, begin
from gambero.server.store.analyses import StoredAnalysis, find_analysis, storing
from gambero.server.store.database import Store
from gambero.server.store.faults import store_refusal
from gambero.server.workers.backplane import Backplane

MOST = 32  # analyses that a worker computes or follows at a time; each takes some megabytes
UNWANTED = 30.0  # seconds for which an analysis without followers waits for a new one before it is given up
PAUSE = 1.0  # seconds between two polls of what another worker has found, and after a full queue
Answer = TypeVar("Answer")


class AnalysisStream:
    """The lines of one analysis so far, for all who follow it; the last line is `done` or `refused`."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.turns = 0  # sent so far
        self.over = False
        self.wanted = asyncio.Event()  # is there a follower?
        self._followers = 0
        self._changed = asyncio.Event()

    async def follow(self) -> AsyncIterator[bytes]:
        """All lines from the first, each as soon as it is there."""
        self._followers += 1
        self.wanted.set()
        try:
            sent = 0
            while sent < len(self.lines) or not self.over:
                if sent == len(self.lines):
                    await self._changed.wait()
                else:
                    sent += 1
                    yield self.lines[sent - 1]
        finally:
            self._followers -= 1
            if not self._followers:
                self.wanted.clear()

    def tell_about(self, turns: int, done: bool) -> None:
        if not self.lines:
            self._tell(orjson.dumps({"type": "about", "turns": turns, "done": done}))

    def tell_turn(self, index: int, review: bytes) -> None:
        """Add a turn's review, which is JSON; one that is there already is left out."""
        if index == self.turns:
            self.turns += 1
            self._tell(b'{"type":"turn","index":%d,' % index + review[1:])

    def end(self, analysis: bytes) -> None:
        self.over = True
        self._tell(b'{"type":"done","analysis":' + analysis + b"}")

    def refuse(self, refused: Refused) -> None:
        if not self.over:
            self.over = True
            self._tell(orjson.dumps({"type": "refused", **refused.as_json()}))

    def _tell(self, line: bytes) -> None:
        self.lines.append(line + b"\n")
        self._changed.set()
        self._changed = asyncio.Event()


class Analyses:
    """The analyses of one worker. The worker with an analysis's lease computes it; others read its note in Redis."""

    def __init__(
        self,
        pool: Pool,
        store: Store,
        backplane: Backplane,
        spawn: Callable[[Coroutine[Any, Any, object]], object],
        fault: Callable[[str, BaseException], None],
    ) -> None:
        self._pool, self._store, self._backplane = pool, store, backplane
        self._spawn, self._fault = spawn, fault
        self._streams: dict[str, AnalysisStream] = {}

    async def ask(self, asker: Asker, game_id: str, record: str) -> AsyncIterator[bytes]:
        """The lines of the analysis of a game, stored or computed now. Raises Refused if too many ask."""
        if found := await find_analysis(self._store, game_id, VERSION):
            return _stored_lines(found).follow()
        if game_id not in self._streams:
            self._make_room()
            self._pool.check(Work.ANALYSIS, asker)
            one = self._streams[game_id] = AnalysisStream()
            self._spawn(self._run(one, asker, game_id, record))
        return self._streams[game_id].follow()

    def close(self) -> None:
        """End all streams: the server stops."""
        for one in self._streams.values():
            one.refuse(Refused("closing", "restart"))

    def _make_room(self) -> None:
        """Raises Refused if there are MOST analyses already; but one without followers is given up instead."""
        if len(self._streams) < MOST:
            return
        unwanted = next((game_id for game_id, one in self._streams.items() if not one.wanted.is_set()), None)
        if unwanted is None:
            raise Refused("busy", "queue", seconds=10)
        self._streams.pop(unwanted).over = True

    async def _run(self, one: AnalysisStream, asker: Asker, game_id: str, record: str) -> None:
        try:
            await self._follow_or_compute(one, asker, game_id, record)
        except Refused as refused:
            one.refuse(refused)
        except Exception as wrong:  # noqa: BLE001  # followers are told, and the next question starts it again
            self._fault("analysis", wrong)
            one.refuse(store_refusal(wrong) or Refused("fault", "try_again"))
        finally:
            one.refuse(Refused("busy", "queue", seconds=1))  # for a follower who came just when it was given up
            if self._streams.get(game_id) is one:
                del self._streams[game_id]
            await self._backplane.release(_key(game_id))

    async def _follow_or_compute(self, one: AnalysisStream, asker: Asker, game_id: str, record: str) -> None:
        while not await self._backplane.holds_lease(_key(game_id)):
            if found := await find_analysis(self._store, game_id, VERSION):
                break
            if note := await self._backplane.noted(_key(game_id)):
                turns, reviews = orjson.loads(note)
                one.tell_about(turns, done=False)
                for index, review in enumerate(reviews):
                    one.tell_turn(index, review.encode())
            await asyncio.sleep(PAUSE)
            if not await self._is_wanted(one):
                return
        found = await find_analysis(self._store, game_id, VERSION) or await self._compute(one, asker, game_id, record)
        if found:
            one.tell_about(found.turns, done=True)
            one.end(found.data.encode())

    async def _compute(self, one: AnalysisStream, asker: Asker, game_id: str, record: str) -> StoredAnalysis | None:
        """Compute in steps and send the lines of each; None if nobody follows any more."""
        begun: Begun = await self._step(asker, game_id, begin, record)
        one.tell_about(begun.turns, done=False)
        reviews: list[bytes] = []
        while await self._is_wanted(one):
            step = await self._step(asker, game_id, advance, begun)
            for review in step.turns:
                one.tell_turn(len(reviews), review)
                reviews.append(review)
            if step.analysis:
                found = StoredAnalysis(begun.turns, step.analysis.decode())
                await self._store.run(storing(self._store, game_id, VERSION, found))
                return found
            if not self._backplane.alone:
                note = orjson.dumps([begun.turns, [review.decode() for review in reviews]])
                await self._backplane.note(_key(game_id), note.decode())
        return None

    async def _step(self, asker: Asker, game_id: str, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a step and keep the lease meanwhile: on a busy machine a step may take longer than a lease lasts."""
        step = asyncio.ensure_future(self._job(asker, function, *arguments))
        try:
            while not step.done():
                await self._backplane.holds_lease(_key(game_id))
                await asyncio.wait({step}, timeout=PAUSE)
        finally:
            step.cancel()
        return step.result()

    async def _job(self, asker: Asker, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Run a step as a job. If the queue is full, it waits for room: an analysis is not refused halfway."""
        while True:
            try:
                return await self._pool.run(Work.ANALYSIS, asker, function, *arguments)
            except Refused as refused:
                if refused.code != "busy":
                    raise
                await asyncio.sleep(PAUSE)

    async def _is_wanted(self, one: AnalysisStream) -> bool:
        """Does anybody follow, or will somebody within UNWANTED seconds?"""
        try:
            async with asyncio.timeout(UNWANTED):
                await one.wanted.wait()
        except TimeoutError:
            return False
        return not one.over


def _stored_lines(found: StoredAnalysis) -> AnalysisStream:
    one = AnalysisStream()
    one.tell_about(found.turns, done=True)
    one.end(found.data.encode())
    return one


def _key(game_id: str) -> str:
    """The name of the lease and of the note; no table has such an id."""
    return f"analysis:{game_id}"
