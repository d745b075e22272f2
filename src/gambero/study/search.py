"""The solver's search: level by level, a level being all positions with the same number of cards laid."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gambero.rules import classic
from gambero.rules.moves import END, START
from gambero.rules.team import PLAYING
from gambero.study import beam
from gambero.study.positions import POSITION, pack_game

SLICE = 8192  # positions expanded at a time
KEYS = 1 << 16  # places for keys, at first

Rows = npt.NDArray[np.void]


@dataclass(frozen=True)
class Found:
    """What a search came to: a line that wins, or else the line that laid most."""

    won: bool
    complete: bool  # nothing was left out: if no win was found, there is none
    line: list[int]  # moves as the law's numbers
    positions: int  # how many were looked at


def never() -> bool:
    return False


class Search:
    """Searches from one position of a team game that goes on."""

    def __init__(self, table: Rows) -> None:
        """`table` is the law's record, as `Game.state` gives it."""
        self._table = table
        self._found = np.zeros(SLICE * beam.MOST_FOLLOWING, beam.FOLLOWING)
        self._seen = np.zeros(KEYS, np.uint64)
        self._ways: list[list[int]] = []  # for each first position the moves before the first lay
        self._first = np.zeros(0, POSITION)
        self._short: list[int] = []  # moves that lose before any card is laid
        for way in self._ways_to_begin():
            here = table.copy()
            for move in way:
                classic.play(here, move)
            if here[0]["outcome"] != PLAYING:
                self._short = way
                continue
            position = np.zeros(1, POSITION)
            pack_game(here, position)
            self._first = np.concatenate([self._first, position])
            self._ways.append(way)

    def _ways_to_begin(self) -> list[list[int]]:
        """The moves that may come before the first lay: who starts; or none, or the end of a turn already begun."""
        found = np.empty(classic.MOST_MOVES, np.int64)
        legal = found[: classic.legal(self._table, found)].tolist()
        starts = [[move] for move in legal if move >= START]
        return starts or [[], *([END] for move in legal if move == END)]

    def run(self, width: int | None, *, prune: bool = True, stop: Callable[[], bool] = never) -> Found | None:
        """Search with so many positions a level, all of them for None; None if `stop` said so in between.

        `prune` leaves out what is certainly lost, so the line of a search without a win is not the longest one then.
        """
        levels: list[Rows] = []  # the lays chosen at each level
        positions, complete, looked_at = self._first, True, 0
        longest = (0, np.zeros(0, beam.FOLLOWING))  # the level of the last lay that loses, and that lay
        while len(positions):
            lost = np.zeros(1, beam.FOLLOWING)
            lost[0]["parent"] = -1
            found = self._follow(positions, width, prune, lost, stop)
            if found is None:
                return None
            won, chosen, count = found
            looked_at += count
            if won:
                return Found(True, True, self._line(levels, chosen), looked_at)
            if lost[0]["parent"] >= 0:
                longest = (len(levels), lost)
            complete &= count == len(chosen)
            grown = np.zeros(len(chosen), POSITION)
            beam.grow(self._table, positions, chosen, grown)
            levels.append(chosen)
            positions = grown
        level, lost = longest
        return Found(False, complete, self._line(levels[:level], lost) if len(lost) else self._short, looked_at)

    def _follow(
        self, positions: Rows, width: int | None, prune: bool, lost: Rows, stop: Callable[[], bool]
    ) -> tuple[bool, Rows, int] | None:
        """Whether the game is won, the best lays that follow a level, and how many there were; None if stopped."""
        self._seen[:] = 0
        parts: list[Rows] = []
        count = at = 0
        while at < len(positions):
            if stop():
                return None
            some = positions[at : at + SLICE]
            listed = beam.expand(self._table, some, at, prune, self._found, lost, self._seen, count)
            if listed == beam.WON:
                return True, self._found[:1].copy(), count
            if listed == beam.FULL:
                self._seen = np.zeros(4 * len(self._seen), np.uint64)
                return self._follow(positions, width, prune, lost, stop)
            count += listed
            parts.append(best(self._found[:listed], width))
            at += SLICE
        return False, best(np.concatenate(parts), width), count

    def _line(self, levels: list[Rows], last: Rows) -> list[int]:
        """The moves that lead to the one lay in `last`."""
        line: list[int] = []
        follows = last[0]
        for chosen in [*reversed(levels), None]:
            line += [END] * int(follows["ends"]) + [int(follows["move"])]
            if chosen is not None:
                follows = chosen[int(follows["parent"])]
        return [*self._ways[int(follows["parent"])], *reversed(line)]


def best(lays: Rows, width: int | None) -> Rows:
    """The most promising of some lays, as many as `width`."""
    if width is None or len(lays) <= width:
        return lays.copy()
    return lays[np.argpartition(lays["score"], -width)[-width:]]
