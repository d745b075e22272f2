"""Duel: two players against each other."""

from types import ModuleType
from typing import Any, ClassVar

from gambero.game import sentences
from gambero.game.base import Event
from gambero.game.notation import DUEL, DUEL_PILES
from gambero.game.result import Result
from gambero.game.turns import TurnGame, laid_event
from gambero.rules import duel
from gambero.rules.piles import goes_on

REASONS = {duel.FINISHED: "finished", duel.STUCK: "stuck"}


class DuelGame(TurnGame):
    law: ClassVar[ModuleType] = duel
    notation = DUEL
    state_type: ClassVar[Any] = duel.DUEL
    start_clause = "D2"

    def _deal(self) -> None:
        duel.set_up(self._table, self.setup.deck_array(), self.setup.options["last_card_wins"])

    @property
    def minimum(self) -> int:
        return duel.owed(self._table) if self.to_move is not None else 0

    @property
    def stock(self) -> tuple[int, ...]:
        return tuple(duel.CARDS - drawn for drawn in self._state["drawn"].tolist())

    def _finished(self) -> Result:
        return Result(
            won=None,
            winners=(int(self._state["winner"]),),
            left=tuple(cards + stock for cards, stock in zip(self._counts(), self.stock, strict=True)),
            reason=REASONS[int(self._state["outcome"])],
        )

    def _sentence(self, refusal: int, number: int) -> str:
        return sentences.duel_(refusal, number >> 2, number & 3, self)

    def top(self, pile: int) -> int:
        """The top of a pile as the mover names it."""
        return int(duel.top(self._table, pile))

    @property
    def _draws(self) -> int:
        """How many cards come when the turn ends now."""
        return int(duel.draws(self._table)) if self.to_move is not None else 0

    def _drawn(self, seat: int) -> int:
        return int(self._state["drawn"][seat])

    def _cards_drawn(self, seat: int, since: int) -> list[int]:
        cards: list[int] = self._state["decks"][seat][since : self._drawn(seat)].tolist()
        return cards

    def _lay(self, seat: int, number: int) -> list[Event]:
        card, pile = number >> 2, number & 3
        gift = duel.is_theirs(pile)
        trick = not gift and not goes_on(duel.ascends(pile), self.top(pile), card)
        duel.play(self._table, number)
        return [laid_event(seat, card, DUEL_PILES[pile], trick=trick, gift=gift)]

    def open_table(self) -> dict[str, Any]:
        return {
            "piles": list(self.piles),
            "stock": list(self.stock),
            "hands": self._counts(),
            "turn": {"laid": int(self._state["laid"]), "gift": bool(self._state["gift"]), "draws": self._draws},
            "silence": False,
        }
