"""Bot: a player, which chooses a move from a view."""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from gambero.arguments import check_seconds, quoted
from gambero.bots.talk import Signals, no_signals
from gambero.game import GAMES
from gambero.game.base import View
from gambero.game.setup import Setup
from gambero.game.views import DuelView, TeamView, TensionView

Counts = npt.NDArray[np.int64]


class TeamGames(Protocol):
    """Plays team games number first to last − 1 of a seed, one bot at all seats, and counts them in two arrays.

    `by_left` is counted by outcome and cards left, `by_turns` by outcome and turns begun.
    """

    def __call__(
        self, setup: Setup, seed: int, first: int, last: int, by_left: Counts, by_turns: Counts, /
    ) -> object: ...


class Bot:
    """A player. It chooses from a view, never from a state.

    A bot writes a method for each kind of game that it plays: `team` (classic and extreme), `duel`, `tension`.
    """

    name: ClassVar[str]
    thinks: ClassVar[str] = ""  # one line on how it plays
    takes_weights: ClassVar[bool] = False  # whether it is made with weights=FILE
    team_games: ClassVar[TeamGames | None] = None  # whole games inside a kernel, for simulations: docs/data.md

    def __init__(self, seed: int | None = None) -> None:
        self.chance = Random(seed)  # the bot's own generator: the same seed plays the same

    @classmethod
    @cache  # asked at every move
    def games(cls) -> tuple[str, ...]:
        """The ids of the games this bot plays: those whose method it writes."""
        return tuple(
            spec.id for spec in GAMES.values() if getattr(cls, spec.bot_method) is not getattr(Bot, spec.bot_method)
        )

    @classmethod
    def check_plays(cls, game: str) -> None:
        """Raise ValueError unless this bot plays this game."""
        if game not in cls.games():
            plays = ", ".join(cls.games()) or "no game at all"
            raise ValueError(f"bot {getattr(cls, 'name', cls.__name__)} does not play {game}; it plays {plays}")

    def choose(self, view: View, seconds: float | None = None) -> str:
        """A move for the seat of this view, within the time given if any."""
        if seconds is not None:
            check_seconds(seconds)
        if (type(view) is not dict and not isinstance(view, Mapping)) or "moves" not in view:
            raise ValueError(f"view must be what a game's view(seat) gives, not {quoted(view)}")
        if not view["moves"]:
            raise ValueError(f"seat {view['seat']} has nothing to move now")
        spec = GAMES[view["game"]]
        if getattr(type(self), spec.bot_method) is getattr(Bot, spec.bot_method):
            self.check_plays(spec.id)
        method: Callable[..., str] = getattr(self, spec.bot_method)
        if not spec.turns:
            return method(view)
        start = f"@{view['seat']}"
        if view["to_move"] is None and start in view["moves"]:
            return start
        return method(view, seconds)

    def says(self, view: View) -> Signals:  # noqa: ARG002  # says nothing unless a bot overrides it
        """What the seat of this view tells the others in a team game; under silence nothing (E12)."""
        return no_signals()

    def eagerness(self, view: View) -> int:  # noqa: ARG002  # no opinion
        """How gladly this seat would start a team game: 0, 1 or 2 (C4)."""
        return 1

    def reaction(self) -> float:
        """Seconds until this player's next act in tension, drawn anew each time."""
        return self.chance.lognormvariate(0.4, 0.3)

    def team(self, view: TeamView, seconds: float | None) -> str:
        """A move in classic or extreme."""
        raise NotImplementedError

    def duel(self, view: DuelView, seconds: float | None) -> str:
        """A move in the duel."""
        raise NotImplementedError

    def tension(self, view: TensionView) -> str:
        """A move in tension. It may be illegal: people lay wrong cards too, and T13 says what that costs."""
        raise NotImplementedError
