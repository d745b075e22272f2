"""A slow and plain implementation of every game, written from the rules alone, to compare the fast one with.

>>> game = new("classic", players=1, deck=list(range(2, 100)))
>>> game.move("2a")
>>> game.minimum, game.piles
(1, (2, 1, 100, 100))
"""

from typing import Any

from .duel import Duel
from .team import Result, Team, classic, extreme
from .tension import Tension

__all__ = ["Duel", "Result", "Team", "Tension", "new"]


def new(game: str, **options: Any) -> Team | Duel | Tension:
    """A game dealt from an explicit deck; ids and options as in the contract."""
    match game:
        case "classic":
            return classic(**options)
        case "extreme":
            return extreme(**options)
        case "duel":
            return Duel(**options)
        case "tension":
            return Tension(**options)
    raise ValueError(f"game must be classic, extreme, duel or tension, not {game!r}")
