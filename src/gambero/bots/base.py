"""What a player is: somebody who chooses a move from a view."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import ClassVar

from gambero.arguments import check_seconds, quoted
from gambero.bots.talk import Said, nothing
from gambero.game.base import View


class Bot(ABC):
    """Chooses from what a seat sees, never from a state. One method for each kind of game."""

    name: ClassVar[str]
    thinks: ClassVar[str]  # one line on how
    takes_weights: ClassVar[bool] = False  # whether it is made with weights=FILE

    def __init__(self, seed: int | None = None) -> None:
        self.chance = Random(seed)  # a generator of its own; the same seed thinks the same

    def choose(self, view: View, seconds: float | None = None) -> str:
        """A move for the seat of this view, within the time given if any."""
        check_seconds(seconds)
        if not isinstance(view, Mapping) or "moves" not in view:
            raise ValueError(f"view must be what a game's view(seat) gives, not {quoted(view)}")
        if not view["moves"]:
            raise ValueError(f"seat {view['seat']} has nothing to move now")
        if view["game"] == "tension":
            return self.tension(view)
        start = f"@{view['seat']}"
        if start in view["moves"]:
            return start
        return self.duel(view, seconds) if view["game"] == "duel" else self.team(view, seconds)

    def says(self, view: View) -> Said:  # noqa: ARG002  # the silent say nothing
        """What the seat of this view tells the others in a team game; under silence nothing (E12)."""
        return nothing()

    def eagerness(self, view: View) -> int:  # noqa: ARG002  # no opinion
        """How gladly this seat would start a team game: 0, 1 or 2 (C4)."""
        return 1

    def reaction(self) -> float:
        """Seconds until this player's next act in tension, drawn anew each time."""
        return self.chance.lognormvariate(0.4, 0.3)

    @abstractmethod
    def team(self, view: View, seconds: float | None) -> str:
        """A move in classic or extreme."""

    @abstractmethod
    def duel(self, view: View, seconds: float | None) -> str:
        """A move in the duel."""

    @abstractmethod
    def tension(self, view: View) -> str:
        """A move in tension; it may be a wrong one, as people make them."""
