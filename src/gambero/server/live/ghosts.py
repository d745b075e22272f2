"""Ghosts of a day's deal: computed once, when somebody who has played it first asks, and stored."""

from collections.abc import Callable, Coroutine
from typing import Any

from gambero.game import Game
from gambero.server.jobs.pool import OURSELVES, Pool
from gambero.server.jobs.queue import Work
from gambero.server.refusal import Refused
from gambero.server.review.ghosts import GHOSTS, play_out
from gambero.server.store import daily
from gambero.server.store.database import Store
from gambero.server.workers.backplane import Backplane


class Ghosts:
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
        self._begun: set[tuple[str, str]] = set()  # days and games that were computed here, or are

    async def of(self, day: str, game: str, deal: Callable[[], Game], others: list[str]) -> list[dict[str, Any]]:
        """The ghosts that are known. If some are missing they are computed in the background, with these other bots."""
        found = await daily.ghosts(self._store, day, game)
        missing = [name for name in GHOSTS if name not in {one["bot"] for one in found}]
        if missing and (day, game) not in self._begun:
            self._begun.add((day, game))
            self._spawn(self._compute(day, game, missing, deal, others))
        return found

    def coming(self, found: list[dict[str, Any]]) -> bool:
        """Are some still being computed?"""
        return len(found) < len(GHOSTS)

    async def _compute(self, day: str, game: str, bots: list[str], deal: Callable[[], Game], others: list[str]) -> None:
        """One job for each bot. What fails is left out: a ghost is an extra."""
        if not await self._backplane.holds_lease(f"ghosts:{game}:{day}"):
            return
        for name in bots:
            try:
                won, score = await self._pool.run(Work.GHOST, OURSELVES, play_out, deal(), [name, *others])
            except (Refused, TimeoutError, ValueError) as wrong:
                self._fault("ghosts", wrong)
                continue
            await daily.add_ghost(self._store, day, game, name, won, score)
