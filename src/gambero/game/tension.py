"""Tension: everyone at once."""

from types import ModuleType
from typing import Any, ClassVar

from gambero.game import sentences
from gambero.game.base import Event, Game
from gambero.game.notation import PAIRS, TENSION
from gambero.game.result import Result
from gambero.rules import tension
from gambero.rules.refusals import ALLOWED

REASONS = {tension.OUT: "out", tension.STUCK: "stuck"}


class TensionGame(Game):
    law: ClassVar[ModuleType] = tension
    notation = TENSION
    state_type: ClassVar[Any] = tension.TENSION

    def _deal(self) -> None:
        tension.set_up(self._table, self.setup.deck_array(), self.players)

    @property
    def to_move(self) -> None:
        return None

    @property
    def minimum(self) -> int:
        return 0

    @property
    def piles(self) -> tuple[int, ...]:
        return PAIRS[self.top]

    @property
    def top(self) -> int:
        return int(tension.shown(self._table))

    @property
    def stock(self) -> tuple[int, ...]:
        share = int(self._state["share"])
        return tuple(share - drawn for drawn in self._state["drawn"][: self.players].tolist())

    def _hand(self, seat: int) -> list[tuple[int, int]]:
        counts = self._state["hands"][seat].tolist()
        return [PAIRS[kind] for kind, count in enumerate(counts) for _ in range(count)]

    def _mover(self, number: int) -> int | None:
        return None if number == tension.TURN_UP else number // tension.SEAT

    def _of_seat(self, numbers: list[int], seat: int | None) -> list[int]:
        return [number for number in numbers if seat is None or self._mover(number) in (None, seat)]

    def _why_not(self, number: int) -> str | None:
        seat = self._mover(number)
        if seat is not None and seat >= self.players:
            return f"{self.notation.texts[number]} names no seat of this table: they are 0 to {self.players - 1}"
        refusal = tension.verify(self._table, number)
        return None if refusal == ALLOWED else sentences.tension_(refusal, seat, number % tension.SEAT, self)

    def _play(self, number: int) -> list[Event]:
        seat, act = self._mover(number), number % tension.SEAT
        drawn = self._state["drawn"].tolist()
        tension.play(self._table, number)
        if seat is None:
            return [{"event": "turned_up", "card": list(self.piles)}]
        if act == tension.DRAW:
            card = list(PAIRS[self._state["stacks"][seat][drawn[seat]]])
            return [{"event": "drew", "seat": seat, "count": 1, "cards": [card]}]
        if act == tension.LAST:
            return [{"event": "last", "seat": seat}]
        return [{"event": "laid", "seat": seat, "card": list(PAIRS[act])}]

    def _finished(self) -> Result:
        left = tuple(
            cards + stock for cards, stock in zip(self._state["held"][: self.players].tolist(), self.stock, strict=True)
        )
        winner = int(self._state["winner"])
        return Result(
            won=None,
            winners=(winner,) if winner >= 0 else tension.fewest(left),
            left=left,
            reason=REASONS[int(self._state["outcome"])],
        )

    def open_table(self) -> dict[str, Any]:
        return {
            "piles": list(self.piles),
            "pile": [list(PAIRS[kind]) for kind in self._discards()],
            "stock": list(self.stock),
            "hands": self._state["held"][: self.players].tolist(),
            "silence": False,
        }

    def _discards(self) -> list[int]:
        """The discard pile, bottom first."""
        ring, bottom, height = self._state["pile"].tolist(), int(self._state["bottom"]), int(self._state["height"])
        return [ring[(bottom + i) % len(ring)] for i in range(height)]
