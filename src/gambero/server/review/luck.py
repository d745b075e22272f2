"""What the luck of a finished game was worth: simulated, once for each deal and each kind of game."""

from collections.abc import Callable
from statistics import mean

from gambero.game import Setup
from gambero.game.replay import replay
from gambero.lab.deal_luck import DEALS, TRIES, any_deal, measurable, this_deal
from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker, Work
from gambero.server.jobs.shared import Shared
from gambero.server.refusal import Refused

MOST_KEPT = 1000


class Luck:
    def __init__(self, pool: Pool) -> None:
        self._shared = Shared(pool, Work.ANALYSIS, MOST_KEPT)

    async def measure(self, asker: Asker, game_id: str, record: str) -> dict[str, float]:
        """Cards that the bot careful leaves of this deal, and of any deal, on average. Raises Refused."""
        kind, left = await self._shared.ask(game_id, asker, left_of, record)
        usual = await self._shared.ask(kind, asker, usually_left, record)
        return {"left": left, "usual": usual, "tries": TRIES}


def left_of(record: str) -> tuple[str, float]:
    """A finished game's kind (game, players, options, layout), and the mean number of cards left of its deal."""
    setup = _setup(record)
    return f"{setup.game} {setup.players} {setup.options} {setup.commands}", _mean(this_deal, setup, TRIES)


def usually_left(record: str) -> float:
    """The mean number of cards left of any deal of the same kind of game."""
    return _mean(any_deal, _setup(record), DEALS)


def _setup(record: str) -> Setup:
    setup = replay(record).setup
    if not measurable(setup):
        raise Refused("game_id", "no_luck")
    return setup


def _mean(play: Callable[[Setup, range], list[int]], setup: Setup, games: int) -> float:
    return mean(play(setup, range(games)))
