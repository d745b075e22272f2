"""A series of tension games with its score sheet (T12)."""

from typing import Protocol

from gambero.arguments import is_whole, quoted
from gambero.errors import SetupError
from gambero.game.tension import TENSION
from gambero.rules.tension import places, points

FEWEST = TENSION.tournament or 0  # games a player


class Finished(Protocol):
    """The part of a result that a tournament counts; a `gambero.Result` has it."""

    @property
    def winners(self) -> tuple[int, ...]: ...

    @property
    def left(self) -> int | tuple[int, ...]: ...


class Tournament:
    """At least twice as many games as players; the fewest negative points win."""

    def __init__(self, players: int, games: int | None = None) -> None:
        fewest, most = TENSION.players
        if not is_whole(players) or not fewest <= players <= most:
            raise ValueError(f"players must be a number from {fewest} to {most}, not {quoted(players)}")
        least = FEWEST * players
        target = least if games is None else games
        if not is_whole(target) or target < least:
            sentence = f"games must be at least twice the players, {least}, not {quoted(games)} (T12)"
            raise SetupError(sentence, "few_games", fewest=least)
        self.players = players
        self.target = target
        self.sheet: list[tuple[int, ...]] = []

    def add(self, result: Finished) -> None:
        """Enter a finished game."""
        if self.over:
            raise ValueError(f"the tournament is over: all {self.target} games are played")
        left = result.left
        if isinstance(left, int) or len(left) != self.players:
            raise ValueError(f"a game of this tournament has {self.players} players, this result has not")
        self.sheet.append(points(result.winners, left))

    @property
    def games(self) -> int:
        return len(self.sheet)

    @property
    def over(self) -> bool:
        return self.games == self.target

    @property
    def points(self) -> tuple[int, ...]:
        """Negative points by seat, over all games so far."""
        return tuple(sum(row[seat] for row in self.sheet) for seat in range(self.players))

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat; equal points share it."""
        return places(self.points)
