"""Play, watch, study and automate a family of card games.

>>> import gambero
>>> game = gambero.new("classic", players=2, seed=7)
>>> game.hand(0)
[8, 17, 32, 47, 48, 53, 73]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gambero.errors import IllegalMove, MalformedMove, RecordError

if TYPE_CHECKING:
    from gambero.bots import bot
    from gambero.game import Game, Result, new
    from gambero.game.replay import replay
    from gambero.lab.simulation.simulate import simulate
    from gambero.tournament import Tournament

__all__ = [
    "Game",
    "IllegalMove",
    "MalformedMove",
    "RecordError",
    "Result",
    "Tournament",
    "bot",
    "new",
    "replay",
    "simulate",
]

# Numba takes half a second to come in, so it does when a game does, not before.
_HOMES = {
    "Game": "gambero.game",
    "Result": "gambero.game",
    "Tournament": "gambero.tournament",
    "bot": "gambero.bots",
    "new": "gambero.game",
    "replay": "gambero.game.replay",
    "simulate": "gambero.lab.simulation.simulate",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gambero' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
