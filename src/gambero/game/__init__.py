"""One game in progress: the law with a memory, notation, views and records."""

from typing import Any

from gambero.game.base import Event, Game, View, seen_by
from gambero.game.games import GAMES
from gambero.game.result import Result
from gambero.game.setup import Setup, prepared
from gambero.game.spec import GameSpec

__all__ = ["GAMES", "Event", "Game", "GameSpec", "Result", "Setup", "View", "new", "seated", "seen_by"]


def new(game: str, **arguments: Any) -> Game:
    """Deal a new game: `new("classic", players=3, seed=7)`."""
    return seated(prepared(game, **arguments))


def seated(setup: Setup) -> Game:
    """A game from a setup that is checked already."""
    return setup.spec.face(setup)
