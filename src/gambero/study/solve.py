"""Solve a position of a team game with all cards known: is there a line that beats it?"""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from math import isfinite
from time import perf_counter
from typing import Any

from gambero.arguments import quoted
from gambero.game.base import Game
from gambero.game.team import TeamGame
from gambero.study.search import Found, Search, never

WIDTHS = (64, 512, 4096, 32_768, 262_144)  # positions a level, one after another until a line is found
LONGEST_LINE_WIDTH = 512  # for the line that leaves fewest, where none wins
STEADY = 3  # how many of these widths are tried where there is no time limit
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

    @property
    def sentence(self) -> str:
        """What was found, in words."""
        if self.won:
            return "This can be won"
        if self.won is False:
            return f"This cannot be won, whatever is laid; fewest left: {self.left}"
        return f"No winning line was found in time; fewest left: {self.left}"

    def _repr_html_(self) -> str:
        """What a notebook shows: the answer, and the line, a turn a row as far as turns end by a move."""
        turns = " ".join(self.moves).replace(" . ", " .\n")
        took = f"{self.seconds:.2f} s, {self.positions:,} positions"
        return f"<div><strong>{escape(self.sentence)}</strong> ({took}).<pre>{escape(turns)}</pre></div>"

    def as_json(self) -> dict[str, Any]:
        return {
            "won": self.won,
            "moves": list(self.moves),
            "left": self.left,
            "seconds": round(self.seconds, 3),
            "positions": self.positions,
        }


def solve(game: Game, seconds: float = 10.0, *, clock: Callable[[], float] = perf_counter) -> Solution:
    """A winning line from here, or a proof that there is none, or the best line found in the time given.

    With at most 14 cards unlaid the answer is always yes or no. The game is not changed. `clock` measures the time:
    with `time.thread_time` it is processor time, so that a busy machine does not change the answer.

    >>> import gambero
    >>> solution = gambero.solve(gambero.new("classic", players=3, seed=7))
    >>> solution.won, solution.left
    (True, 0)
    """
    if not isinstance(game, TeamGame):
        raise ValueError(f"game must be a game of classic or extreme, which a team can beat, not {quoted(game)}")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not (isfinite(seconds) and seconds > 0):
        raise ValueError(f"seconds must be a number above 0, not {quoted(seconds)}")
    began = clock()
    if game.over:
        result = game.result
        assert result is not None
        return Solution(bool(result.won), (), cards_left(game), clock() - began, 0)
    search = Search(game.state())
    won, found, looked_at = _widening(search, cards_left(game) <= EXACT, lambda: clock() > began + seconds)
    moves = _texts(game, found)
    end = game.copy()
    for move in moves:  # played by the law itself, which checks each move
        end.move(move)
    assert won is not True or (end.result is not None and end.result.won)
    return Solution(won, moves, cards_left(end), clock() - began, looked_at)


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


def _widening(search: Search, exact: bool, late: Callable[[], bool]) -> tuple[bool | None, Found, int]:
    """Search wider and wider until there is an answer or the time is over; also counts the positions looked at."""
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
