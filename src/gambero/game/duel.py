"""Duel: two players against each other."""

from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from gambero.errors import Refusal
from gambero.game import notation
from gambero.game.decks import DuelDecks
from gambero.game.duel_position import DuelPositions
from gambero.game.events import DuelEvent
from gambero.game.notation import DUEL_PILES, card_of, pile_of
from gambero.game.result import Result
from gambero.game.spec import GameSpec
from gambero.game.turns import TurnGame, laid_event
from gambero.game.views import DuelView
from gambero.rules import duel
from gambero.rules.piles import TRICK, goes_on, step_back

ENDINGS = {duel.FINISHED: "finished", duel.STUCK: "stuck"}


class DuelGame(TurnGame):
    """A duel in progress."""

    law: ClassVar[ModuleType] = duel
    notation = notation.DUEL
    state_type: ClassVar[Any] = duel.DUEL
    start_clause: ClassVar[str] = "D2"

    def _deal(self) -> None:
        duel.set_up(self._table, self.setup.deck_array(), self.setup.options["last_card_wins"])

    def _use(self, table: npt.NDArray[np.void]) -> None:
        super()._use(table)
        self._out_of_decks, self._gift = table["drawn"][0], table["gift"].item

    @property
    def minimum(self) -> int:
        return duel.owed(self._table) if self.to_move is not None else 0

    if TYPE_CHECKING:  # the same methods, with the types of this game

        @property
        def deck(self) -> tuple[tuple[int, ...], ...]: ...

        def view(self, seat: int | None = None) -> DuelView: ...

        def move(self, move: str) -> list[DuelEvent]: ...

    @property
    def stock(self) -> tuple[int, ...]:
        return tuple([duel.CARDS - drawn for drawn in self._out_of_decks.tolist()])

    def _finished(self) -> Result:
        return Result(
            won=None,
            winners=(int(self._state["winner"]),),
            left=tuple(cards + stock for cards, stock in zip(self._counts(), self.stock, strict=True)),
            reason=ENDINGS[int(self._state["outcome"])],
        )

    def _refused(self, reason: str, number: int) -> Refusal:
        card, pile = card_of(number), pile_of(number)
        top, ascends = self.top(pile), bool(duel.ascends(pile))
        lay = {"card": card, "pile": DUEL_PILES[pile], "top": top}
        match reason:
            case "not_held":
                return Refusal(reason, "D2", {**lay, "seat": self.to_move})
            case "does_not_fit":
                back = step_back(ascends, top)
                on_a_card = duel.LOWEST <= back <= duel.HIGHEST
                return Refusal(reason, "C7", {**lay, "ascends": ascends, "back": back if on_a_card else None})
            case "minimum_owed":
                return Refusal(reason, "D3", {"owed": self.minimum})
            case "second_gift":
                return Refusal(reason, "D5", lay)
            case "no_gift":
                untouched = top in (duel.UP, duel.DOWN)
                return Refusal(reason, "D6", {**lay, "ascends": ascends, "untouched": untouched})
        raise AssertionError(f"the duel knows no refusal {reason}")

    def top(self, pile: int) -> int:
        """The top of a pile as the mover names it."""
        return int(duel.top(self._table, pile))

    @property
    def _draws(self) -> int:
        """How many cards the mover draws if the turn ends now."""
        return int(duel.draws(self._table)) if self.to_move is not None else 0

    def _drawn(self, seat: int) -> int:
        return int(self._out_of_decks[seat])

    def _cards_drawn(self, seat: int, since: int) -> list[int]:
        cards: list[int] = self._state["decks"][seat][since : self._drawn(seat)].tolist()
        return cards

    def _lay(self, seat: int, number: int) -> list[dict[str, Any]]:
        card, pile = card_of(number), pile_of(number)
        gift = duel.is_theirs(pile)
        trick = not gift and not goes_on(duel.ascends(pile), self.top(pile), card)
        duel.play(self._table, number)
        return [laid_event(seat, card, DUEL_PILES[pile], trick=trick, gift=gift)]

    def open_table(self) -> dict[str, Any]:
        return {
            "piles": list(self.piles),
            "stock": list(self.stock),
            "hands": self._counts(),
            "turn": {"laid": self._laid(), "gift": bool(self._gift()), "draws": self._draws},
            "silence": False,
        }


DUEL = GameSpec(
    id="duel",
    players=(duel.PLAYERS, duel.PLAYERS),
    options=("last_card_wins",),
    team=False,
    turns=True,
    signals=False,
    chat_taboo=False,
    hints=False,
    commands=False,
    daily=True,
    piles=DUEL_PILES,
    cards=duel.CARDS,
    starts=(duel.UP, duel.DOWN),
    fire_cards=(),
    step_back=TRICK,
    tournament=None,
    decks=DuelDecks(),
    notation=notation.DUEL,
    law=duel,
    game_class=DuelGame,
    bot_method="duel",
    page="duel",
    positions=DuelPositions(),
)
