"""The bots at one table. They see views only; a bot that fails or does not answer never stops the table."""

from collections.abc import Callable
from typing import Any, TypeVar

from gambero.arguments import quoted
from gambero.bots import Bot
from gambero.bots import bot as new_bot
from gambero.bots.talk import EAGERNESS, Signals, no_signals, with_signals
from gambero.game import GAMES
from gambero.game.base import View
from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker, Work
from gambero.server.table.table import HURRIED

SUBSTITUTE = "greedy"  # plays the move of a bot that fails
SLOW = 2.0  # seconds, for a bot whose reaction time fails
Answer = TypeVar("Answer")


class TableBots:
    """Bots by seat and name, their own or in place of people who are away.

    Each method runs one job in the pool. An exception of a bot is reported and a substitute answers; a bot that exceeds
    the pool's timeout is replaced for the rest of the game. Where jobs wait, the hosts of tables take turns, so that
    somebody with many tables does not go before the others.
    """

    def __init__(self, pool: Pool, report: Callable[[BaseException], None], host: str) -> None:
        self._pool = pool
        self._report = report
        self._asker = Asker(host, host)
        self._bots: dict[tuple[int, str], Bot] = {}
        self._replaced: set[tuple[int, str]] = set()  # bots that did not answer in time

    def new_game(self) -> None:
        """Bots start a game without memory of the last."""
        self._bots.clear()

    async def eagerness(self, seat: int, name: str, view: View) -> int:
        """How gladly a bot would start (C4)."""
        return await self._run(self._ask, seat, name, lambda bot: EAGERNESS[bot.eagerness(view)], 1)

    async def signals(self, seat: int, name: str, view: View) -> Signals:
        """What a bot signals to the mover (C15, E3)."""
        return await self._run(self._ask, seat, name, lambda bot: bot.says(view), no_signals())

    async def move(self, seat: int, name: str, view: View, signals: dict[int, Signals]) -> str:
        """A move of a bot that has heard what the others signal."""
        return await self._run(self._move, seat, name, with_signals(view, signals))

    async def act(self, seat: int, name: str, view: View) -> tuple[str | None, float]:
        """Tension: a move, which may be wrong, or None if there is none; and the seconds until the bot acts again."""
        return await self._run(self._act, seat, name, view)

    async def reaction(self, seat: int, name: str) -> float:
        """Tension: seconds until a bot acts again."""
        return await self._run(self._reaction, seat, name)

    async def _run(self, job: Callable[..., Answer], seat: int, name: str, *arguments: Any) -> Answer:
        try:
            return await self._pool.run(Work.TURN, self._asker, job, seat, name, *arguments)
        except TimeoutError as error:
            self._report(error)
            self._replaced.add((seat, name))
            self._bots.pop((seat, name), None)
            return await self._pool.run(Work.TURN, self._asker, job, seat, name, *arguments)

    # In a worker.

    def _move(self, seat: int, name: str, view: View) -> str:
        return self._ask(seat, name, lambda bot: _chosen(bot, name, view), None) or new_bot(SUBSTITUTE).choose(view)

    def _act(self, seat: int, name: str, view: View) -> tuple[str | None, float]:
        return self._move(seat, name, view) if view["moves"] else None, self._reaction(seat, name)

    def _reaction(self, seat: int, name: str) -> float:
        return self._ask(seat, name, lambda bot: float(bot.reaction()), SLOW)

    def _ask(self, seat: int, name: str, question: Callable[[Bot], Answer], fallback: Answer) -> Answer:
        try:
            return question(self._bot(seat, name))
        except Exception as error:  # noqa: BLE001  # whatever it is, the table goes on
            self._report(error)
            return fallback

    def _bot(self, seat: int, name: str) -> Bot:
        if (seat, name) not in self._bots:
            self._bots[seat, name] = new_bot(HURRIED if (seat, name) in self._replaced else name)
        return self._bots[seat, name]


def _chosen(bot: Bot, name: str, view: View) -> str | None:
    """The bot's move. Where everyone plays at once it may be a wrong one, but it must be a move of the game."""
    move = bot.choose(view)
    spec = GAMES[view["game"]]
    if move not in view["moves"] and (spec.turns or move not in spec.notation.numbers):
        raise ValueError(f"{name} wants to play {quoted(move)}")
    return move
