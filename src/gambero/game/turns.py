"""What the games with turns have in common: a start, a mover, hands as sets of numbers."""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from gambero.errors import Refusal
from gambero.game.base import Game
from gambero.game.refusals import NAMES
from gambero.game.shown import Hand, Piles
from gambero.rules import team
from gambero.rules.moves import END, START
from gambero.rules.refusals import ALLOWED

# The cards that each value of a hand's first, second, … byte stands for: a view lists a hand at every move.
CARDS_IN_BYTE = [
    [[8 * place + bit for bit in range(8) if value >> bit & 1] for value in range(256)]
    for place in range(team.HIGHEST // 8 + 1)
]


class TurnGame(Game):
    """A game in which one seat moves at a time."""

    def _use(self, table: npt.NDArray[np.void]) -> None:
        super()._use(table)
        self._on = table["seat"].item
        self._laid = table["laid"].item
        self._hands = table["hands"][0]

    @property
    def to_move(self) -> int | None:
        seat: int = self._on()
        return None if seat < 0 or self._outcome() else seat

    @property
    def piles(self) -> tuple[int, ...]:
        return Piles(self._state["tops"].tolist())

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat, sorted; a list that a notebook shows as cards."""
        return Hand(self._hand(self._seat(seat)))

    def laid_in_turn(self) -> list[str]:
        """The cards laid in the turn that is going on, or that the game ended in, as moves."""
        moves = [move for _, move in self._log[self._ends[-1] if self._ends else 0 :] if move[0].isdigit()]
        return moves if self._ends else [*self._begun, *moves]

    def _hand(self, seat: int) -> list[int]:
        cards: list[int] = []
        for eight, held in zip(CARDS_IN_BYTE, self._hands[seat].tobytes(), strict=False):
            if held:
                cards += eight[held]
        return cards

    def _mover(self, number: int) -> int | None:
        return None if number >= START else self._on()

    def _may_move(self, seat: int) -> bool:
        return self.to_move in (None, seat)

    def _refusal(self, number: int) -> Refusal | None:
        started = self._on() >= 0
        if number >= START:
            return self._start_refusal(number - START, started)
        if not started:
            return Refusal(
                "not_started", self.start_clause, {"move": self.notation.texts[number], "seats": self.players}
            )
        refused = self.law.verify(self._table, number)
        return None if refused == ALLOWED else self._refused(NAMES[refused], number)

    def _start_refusal(self, seat: int, started: bool) -> Refusal | None:
        if started:
            return Refusal("already_started", self.start_clause, {"move": f"@{seat}"})
        if seat >= self.players:
            return Refusal("no_such_seat", "", {"move": f"@{seat}", "seats": self.players})
        return None

    def _play(self, number: int) -> list[dict[str, Any]]:
        if number >= START:
            self.law.play(self._table, number)
            return [{"event": "started", "seat": number - START}, *self._next_turn()]
        seat = self._on()
        drawn = self._drawn(seat)
        if number == END:
            self.law.play(self._table, number)
            events: list[dict[str, Any]] = [{"event": "ended", "seat": seat}]
        else:
            events = self._lay(seat, number)
        if self._drawn(seat) > drawn:
            cards = self._cards_drawn(seat, drawn)
            events.append({"event": "drew", "seat": seat, "count": len(cards), "cards": cards})
        if self._laid() == 0:
            events += self._next_turn()
        return events

    def _next_turn(self) -> list[dict[str, Any]]:
        self._ends.append(len(self._log))
        if self.over:
            return []
        return [{"event": "turn", "seat": self.to_move, "minimum": self.minimum}]

    start_clause: ClassVar[str]  # the rule by which players agree who starts: C4 or D2

    @abstractmethod
    def _refused(self, reason: str, number: int) -> Refusal:
        """A refusal of the law with its clause and values."""

    @abstractmethod
    def _drawn(self, seat: int) -> int:
        """How many cards have left the seat's draw pile."""

    @abstractmethod
    def _cards_drawn(self, seat: int, since: int) -> list[int]: ...

    @abstractmethod
    def _lay(self, seat: int, number: int) -> list[dict[str, Any]]:
        """Lay a card; returns the events."""

    def _counts(self) -> list[int]:
        hands: list[list[int]] = self._hands.tolist()
        return [low.bit_count() + high.bit_count() for low, high in hands[: self.players]]


def laid_event(seat: int, card: int, pile: str, **details: Any) -> dict[str, Any]:
    return {"event": "laid", "seat": seat, "card": card, "pile": pile, **details}
