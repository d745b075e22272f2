"""The turns of a game as people took them."""

from typing import NamedTuple

from gambero.game.base import Game


class Turn(NamedTuple):
    """What one seat did in one turn."""

    seat: int
    first: int  # place of its first move in the log
    moves: tuple[str, ...]


def taken(game: Game) -> list[Turn]:
    """The turns of a game so far; the last one may be unfinished. The choice of who starts is not a turn."""
    found, first, log = [], 0, game.log
    for moves in game.turns:
        seat = log[first][0]
        if seat is not None:
            found.append(Turn(seat, first, tuple(moves)))
        first += len(moves)
    return found
