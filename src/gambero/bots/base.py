"""What a player is: somebody who chooses a move from a view."""

from abc import ABC, abstractmethod
from typing import ClassVar

from gambero.game.base import View


class Bot(ABC):
    """Chooses from what a seat sees, never from a state."""

    name: ClassVar[str]
    thinks: ClassVar[str]  # one line on how

    def choose(self, view: View, seconds: float | None = None) -> str:
        """A legal move for the seat of this view, within the time given if any."""
        if seconds is not None and not seconds >= 0:
            raise ValueError(f"seconds must not be negative, not {seconds}")
        if not view["moves"]:
            raise ValueError(f"seat {view['seat']} has nothing to move now")
        start = f"@{view['seat']}"
        if start in view["moves"]:
            return start
        return self._choose(view, seconds)

    @abstractmethod
    def _choose(self, view: View, seconds: float | None) -> str: ...
