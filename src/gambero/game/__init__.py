"""One game in progress: the law with a memory, notation, views and records."""

from typing import Any

from gambero.game.base import Event, Game, View, seen_by
from gambero.game.duel import DuelGame
from gambero.game.result import Result
from gambero.game.setup import GAMES, Setup, prepared
from gambero.game.team import TeamGame
from gambero.game.tension import TensionGame

__all__ = ["GAMES", "Event", "Game", "Result", "Setup", "View", "new", "seated", "seen_by"]

FACES: dict[str, type[Game]] = {
    "classic": TeamGame,
    "extreme": TeamGame,
    "duel": DuelGame,
    "tension": TensionGame,
}


def new(game: str, **arguments: Any) -> Game:
    """Deal a new game: `new("classic", players=3, seed=7)`."""
    return seated(prepared(game, **arguments))


def seated(setup: Setup) -> Game:
    """A game from a setup that is checked already."""
    return FACES[setup.game](setup)
