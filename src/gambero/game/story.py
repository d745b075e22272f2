"""What a record can hold beside the moves: when they came, what players signalled, and cards that were refused."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal

from gambero.game.views import Signals

NOTHING = "-"  # instead of signals: the seat signals nothing any more
EXACT = "exact"  # the seat signals all it could, so what it does not say tells something too


@dataclass(frozen=True)
class Said:
    """What a seat signals once `place` moves are made; None: it signals nothing any more."""

    place: int
    seat: int
    signals: Signals | None


@dataclass(frozen=True)
class Tried:
    """A card of tension that was refused after `place` moves: a wrong one (T13), or one that came too late (T8)."""

    place: int
    move: str
    why: Literal["wrong", "late"]
    at: int  # milliseconds, as in `Story.times`


@dataclass(frozen=True)
class Story:
    """What happened beside the moves.

    `times` has the milliseconds at which each move came, since the deal, or where everyone plays at once since go;
    it is empty if nobody noted them.
    """

    times: tuple[int, ...] = ()
    said: tuple[Said, ...] = ()
    tried: tuple[Tried, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.times or self.said or self.tried)

    def of(self, moves: int) -> "Story":
        """As much of it as fits a game of so many moves; times are left out if some are missing."""
        timed = len(self.times) == moves
        said = tuple(said for said in self.said if said.place <= moves)
        return Story(self.times if timed else (), said, self.tried if timed else ())

    def signals(self, place: int) -> dict[int, Signals]:
        """What each seat signalled when so many moves were made."""
        until = bisect_right(self.said, place, key=lambda said: said.place)
        latest = {said.seat: said.signals for said in self.said[:until]}
        return {seat: signals for seat, signals in latest.items() if signals is not None}


def parse_signals(text: str) -> Signals:
    """Signals from their text in a record; the text was checked before."""
    found: Signals = {"piles": {}, "commands": [], "exact": False}
    for word in text.split():
        pile, _, signal = word.partition("=")
        if signal:
            found["piles"][pile] = signal
        elif word == EXACT:
            found["exact"] = True
        elif word != NOTHING:
            found["commands"].append(word)
    return found


def signals_text(signals: Signals | None) -> str:
    """Signals as text, as a record has them: `a=mine c=small stop exact`."""
    if signals is None:
        return NOTHING
    piles = [f"{pile}={word}" for pile, word in sorted(signals["piles"].items())]
    return " ".join([*piles, *sorted(set(signals["commands"])), *([EXACT] if signals["exact"] else [])]) or NOTHING
