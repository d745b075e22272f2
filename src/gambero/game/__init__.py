"""One game in progress: the law with a log, notation, views, events and records."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, overload

from gambero.game.base import Event, Game, View, seen_by
from gambero.game.duel import DuelGame
from gambero.game.games import GAMES
from gambero.game.result import Result
from gambero.game.setup import Setup, prepared
from gambero.game.spec import GameSpec
from gambero.game.team import TeamGame
from gambero.game.tension import TensionGame
from gambero.game.views import GameId

__all__ = [
    "GAMES",
    "DuelGame",
    "Event",
    "Game",
    "GameId",
    "GameSpec",
    "Result",
    "Setup",
    "TeamGame",
    "TensionGame",
    "View",
    "from_setup",
    "new",
    "new_game",
    "seen_by",
]


@overload
def new(
    game: Literal["classic"],
    *,
    players: int | None = None,
    seed: int | None = None,
    deck: Iterable[int] | None = None,
    professional: bool = False,
    short_hands: bool = False,
    on_fire: bool = False,
) -> TeamGame: ...
@overload
def new(
    game: Literal["extreme"],
    *,
    players: int | None = None,
    seed: int | None = None,
    deck: Iterable[int] | None = None,
    commands: Literal["house", "shuffled"] | Mapping[int, str] | None = None,
    professional: bool = False,
    short_hands: bool = False,
) -> TeamGame: ...
@overload
def new(
    game: Literal["duel"],
    *,
    players: int | None = None,
    seed: int | None = None,
    deck: Iterable[Iterable[int]] | None = None,
    last_card_wins: bool = False,
) -> DuelGame: ...
@overload
def new(
    game: Literal["tension"],
    *,
    players: int | None = None,
    seed: int | None = None,
    deck: Iterable[Sequence[int]] | None = None,
) -> TensionGame: ...
def new(game: GameId, **arguments: Any) -> Game:
    """Deal a new game: `new("classic", players=3, seed=7)`.

    Where a game's id is known only at run time, `new_game` takes any text and checks it all the same.
    """
    return new_game(game, **arguments)


def new_game(game: str, **arguments: Any) -> Game:
    """`new`, for a game whose id and arguments are known only at run time."""
    return from_setup(prepared(game, **arguments))


def from_setup(setup: Setup) -> Game:
    """A game from a setup that is checked already."""
    return setup.spec.game_class(setup)
