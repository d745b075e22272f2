"""Solve a position of a team game with all cards known: is there a line that beats it?"""

from dataclasses import dataclass
from math import isfinite
from time import perf_counter
from typing import Any

from gambero.arguments import quoted
from gambero.game.base import Game
from gambero.game.team import TeamGame
from gambero.study.search import Found, Search, never

WIDTHS = (64, 512, 4096, 32_768, 262_144)  # positions a level, one after another until a line is found
LONGEST_LINE_WIDTH = 512  # for the line that leaves fewest, where none wins
STEADY = 3  # as many of these widths where the clock has no say
EXACT = 14  # with as few cards unlaid the search is always complete, however long it takes


@dataclass(frozen=True)
class Solution:
    """What can be reached from a position if every card is known.

    `won` is True if `moves` beats the game, False if it is proved that nothing does, None if nothing was found in
    time. Without a win `moves` is the line found that leaves fewest cards; `left` is how many are left at its end.
    """

    won: bool | None
    moves: tuple[str, ...]
    left: int
    seconds: float
    positions: int  # how many were looked at

    def as_json(self) -> dict[str, Any]:
        return {
            "won": self.won,
            "moves": list(self.moves),
            "left": self.left,
            "seconds": round(self.seconds, 3),
            "positions": self.positions,
        }


def solve(game: Game, seconds: float = 10.0) -> Solution:
    """A winning line from here, or a proof that there is none, or the best line found in the time given.

    With at most 14 cards unlaid the answer is always yes or no. The game is not changed.

    >>> import gambero
    >>> solution = gambero.solve(gambero.new("classic", players=3, seed=7))
    >>> solution.won, solution.left
    (True, 0)
    """
    if not isinstance(game, TeamGame):
        raise ValueError(f"game must be a game of classic or extreme, which a team can beat, not {quoted(game)}")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not (isfinite(seconds) and seconds > 0):
        raise ValueError(f"seconds must be a number above 0, not {quoted(seconds)}")
    began = perf_counter()
    if game.over:
        result = game.result
        assert result is not None
        return Solution(bool(result.won), (), cards_left(game), perf_counter() - began, 0)
    search = Search(game.state())
    won, found, looked_at = _widening(search, cards_left(game) <= EXACT, began + seconds)
    moves = _texts(game, found)
    end = game.copy()
    for move in moves:  # the law itself has the last word
        end.move(move)
    assert won is not True or (end.result is not None and end.result.won)
    return Solution(won, moves, cards_left(end), perf_counter() - began, looked_at)


def winning_line(game: TeamGame, seconds: float | None) -> tuple[str, ...] | None:
    """A line that wins from a position of a game that goes on, or None if none was found.

    Without `seconds` the width of the search is the limit, so that the answer does not depend on the machine.
    """
    search, deadline = Search(game.state()), perf_counter() + (seconds or 0.0)
    for width in WIDTHS if seconds else WIDTHS[:STEADY]:
        found = search.run(width, stop=(lambda: perf_counter() > deadline) if seconds else never)
        if found is None or found.won or found.complete:
            return _texts(game, found) if found and found.won else None
    return None


def _texts(game: TeamGame, found: Found) -> tuple[str, ...]:
    return tuple(game.notation.texts[move] for move in found.line)


def _widening(search: Search, exact: bool, deadline: float) -> tuple[bool | None, Found, int]:
    """Wider and wider, until there is an answer or the time is over; the positions looked at are counted."""

    def late() -> bool:
        return perf_counter() > deadline

    looked_at = 0
    won: bool | None = None
    for width in (*WIDTHS, None):
        found = search.run(width, stop=never if exact else late)
        if found is None:
            break
        looked_at += found.positions
        if found.won:
            return True, found, looked_at
        if found.complete:
            won = False
            break
    longest = search.run(LONGEST_LINE_WIDTH, prune=False)
    assert longest is not None
    return won, longest, looked_at + longest.positions


def cards_left(game: TeamGame) -> int:
    """How many cards are in hands and draw pile."""
    return game.stock + sum(len(game.hand(seat)) for seat in range(game.players))
