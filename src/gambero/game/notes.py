"""What is noted during a game for its record, beside the moves: times, signals at the start of turns, refused cards."""

from collections.abc import Mapping
from typing import Literal, Self

from gambero.game.story import NOTHING, Said, Story, Tried, parse_signals, signals_text
from gambero.game.views import Signals


class Notes:
    """Times are milliseconds since `zero`: the deal, or the first go where everyone plays at once."""

    def __init__(self) -> None:
        self.zero: int | None = None
        self._times: list[int] = []
        self._signals: list[tuple[int, dict[int, str]]] = []  # after so many moves: all signals, as text by seat
        self._tried: list[Tried] = []

    @classmethod
    def after(cls, story: Story, at: int) -> Self:
        """Notes that go on at this time where a record ended."""
        notes = cls()
        notes._times, notes._tried = [*story.times], [*story.tried]
        for place in dict.fromkeys(said.place for said in story.said):
            notes.signalled(place, story.signals(place))
        notes.zero = at - notes._last()
        return notes

    def begin(self, at: int) -> None:
        if self.zero is None:
            self.zero = at

    def moved(self, at: int) -> None:
        self._times.append(self._since(at))

    def back_to(self, moves: int) -> None:
        """Forget the notes of moves that were taken back; so many moves are left."""
        del self._times[moves:]
        self._signals = [noted for noted in self._signals if noted[0] <= moves]

    def signalled(self, moves: int, signals: Mapping[int, Signals]) -> None:
        """Note what is signalled before the first move of a turn; a second note there replaces the first."""
        if self._signals and self._signals[-1][0] == moves:
            self._signals.pop()
        texts = {seat: text for seat, one in sorted(signals.items()) if (text := signals_text(one)) != NOTHING}
        if texts or (self._signals and self._signals[-1][1]):
            self._signals.append((moves, texts))

    def tried(self, moves: int, move: str, why: Literal["wrong", "late"], at: int) -> None:
        self._tried.append(Tried(moves, move, why, self._since(at)))

    def _since(self, at: int) -> int:
        """Milliseconds since zero; never less than the last time noted."""
        return max(self._last(), at - (self.zero or 0))

    def _last(self) -> int:
        return max(self._times[-1] if self._times else 0, self._tried[-1].at if self._tried else 0)

    def story(self, moves: int) -> Story:
        """All notes, for the record of a game with so many moves; times are left out if some are missing."""
        said: list[Said] = []
        before: dict[int, str] = {}
        for place, texts in self._signals:
            said += [
                Said(place, seat, parse_signals(texts[seat]) if seat in texts else None)
                for seat in sorted({*before, *texts})
                if before.get(seat) != texts.get(seat)
            ]
            before = texts
        return Story(tuple(self._times), tuple(said), tuple(self._tried)).of(moves)
