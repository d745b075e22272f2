"""Counts of many games, and the statistics made of them."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from gambero.game.result import Result

Z = 1.96  # of a 95% interval
QUANTILES = (5, 25, 50, 75, 95)


class PlayedGame(NamedTuple):
    """A finished game of a simulation: its number, its result, and its record, which `gambero.replay` reads."""

    number: int
    result: Result
    record: str


@dataclass(frozen=True)
class Tally:
    """Games counted by how they ended. Where seats are no team, left and lost_at are seat 0's."""

    reasons: Counter[str] = field(default_factory=Counter)
    left: Counter[int] = field(default_factory=Counter)  # by cards not laid
    turns: Counter[int] = field(default_factory=Counter)  # by turns begun; tension has moves instead
    lost_at: Counter[int] = field(default_factory=Counter)  # lost games by the turn they were lost in
    wins: Counter[int] = field(default_factory=Counter)  # by seat; a shared win counts for each
    played: tuple[PlayedGame, ...] = ()  # the games themselves, in order; empty unless asked for
    luck: tuple[tuple[bool, float], ...] = ()  # of each game: was it won, how lucky was it; empty unless asked for

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))

    @property
    def games(self) -> int:
        return self.reasons.total()


def counted(result: Result, turns: int) -> Tally:
    """The tally of one game."""
    left = result.left if isinstance(result.left, int) else result.left[0]
    lost = 0 not in result.winners
    return Tally(
        Counter([result.reason]), Counter([left]), Counter([turns]), Counter([turns] * lost), Counter(result.winners)
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a win rate, sensible near 0 and 1 too."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = share + Z * Z / (2 * games)
    spread = Z * math.sqrt(share * (1 - share) / games + (Z / (2 * games)) ** 2)
    whole = 1 + Z * Z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def mean(counts: Mapping[int, int]) -> float:
    games = sum(counts.values())
    return sum(value * count for value, count in counts.items()) / games if games else 0.0


def quantiles(counts: Mapping[int, int]) -> dict[int, int]:
    """For each of QUANTILES the smallest value that at least so many percent of the games do not exceed."""
    found = {}
    games = sum(counts.values())
    for percent in QUANTILES if games else ():
        reached = 0
        for value in sorted(counts):
            reached += counts[value]
            if 100 * reached >= percent * games:
                found[percent] = value
                break
    return found
