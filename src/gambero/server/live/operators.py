"""What operators do with `gambero admin`, as a running server hears of it: through the database, every second.

Two small queries a second cost next to nothing, need neither Redis nor an open port, and reach every worker on every
machine.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from gambero.server.live.bans import Bans
from gambero.server.store import audit, bans, questions, reports
from gambero.server.store.database import Store
from gambero.server.tasks import end_after

POLL = 1.0  # seconds
AFTER_FAULT = 5.0  # seconds
STOP_TIMEOUT = 1.0  # seconds to wait for the database when the server stops
HOUR = 3600 * 1000

AdminAct = dict[str, Any]


class Operators:
    """Polls the database for operators' acts and questions.

    `act` does what an act needs at this worker, `describe` gives the answer to a question.
    """

    def __init__(
        self,
        store: Store,
        worker: str,
        now: Callable[[], int],
        act: Callable[[AdminAct], Awaitable[None]],
        describe: Callable[[], Awaitable[dict[str, Any]]],
        fault: Callable[[BaseException], None],
        reports_kept: float,
    ) -> None:
        self._store, self._worker, self._now = store, worker, now
        self._act, self._describe, self._fault = act, describe, fault
        self._reports_kept = reports_kept
        self.bans = Bans()
        self._number = 0  # of the last act that is done here
        self._alive_at = self._cleaned_at = 0.0
        self._started = False

    async def start(self) -> None:
        """Read the bans before anybody is let in."""
        self._number = await audit.last(self._store)
        self.bans.replace(await bans.all_bans(self._store))
        await questions.alive(self._store, self._worker, self._now())
        self._started = True

    async def stop(self) -> None:
        """Remove this worker's heartbeat; if the database does not answer, it expires."""
        if self._started:
            await end_after(STOP_TIMEOUT, questions.gone(self._store, self._worker))

    async def run(self) -> None:
        while True:
            try:
                await self._poll()
                await asyncio.sleep(POLL)
            except Exception as wrong:  # noqa: BLE001  # the database may be back in a moment
                self._fault(wrong)
                await asyncio.sleep(AFTER_FAULT)

    async def _poll(self) -> None:
        acts = await audit.after(self._store, self._number)
        if acts:
            self.bans.replace(await bans.all_bans(self._store))
        for act in acts:
            await self._act(act)
            self._number = act["number"]
        for question in await questions.unanswered(self._store, self._worker):
            await questions.answer(self._store, question, self._worker, await self._describe())
        time = asyncio.get_running_loop().time()
        if time - self._alive_at > questions.HEARTBEAT:
            self._alive_at = time
            await questions.alive(self._store, self._worker, self._now())
        if time - self._cleaned_at > HOUR / 1000:
            self._cleaned_at = time
            oldest = self._now() - int(24 * HOUR * self._reports_kept)
            await self._store.run(bans.ended(oldest), reports.handled_before(oldest))
