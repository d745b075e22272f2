"""Tension: everyone at once."""

from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from gambero.errors import Refusal
from gambero.game import notation
from gambero.game.base import Game
from gambero.game.decks import TensionDecks
from gambero.game.events import TensionEvent
from gambero.game.notation import PAIRS, card_text
from gambero.game.refusals import NAMES
from gambero.game.result import Result
from gambero.game.shown import Hand, TopCard
from gambero.game.spec import GameSpec
from gambero.game.tension_position import TensionPositions
from gambero.game.views import TensionView
from gambero.rules import tension
from gambero.rules.refusals import ALLOWED

ENDINGS = {tension.OUT: "out", tension.STUCK: "stuck"}


class TensionGame(Game):
    """A game of tension in progress."""

    law: ClassVar[ModuleType] = tension
    notation = notation.TENSION
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
        return TopCard(PAIRS[self.top])

    @property
    def top(self) -> int:
        return int(tension.top_kind(self._table))

    if TYPE_CHECKING:  # the same methods, with the types of this game

        @property
        def deck(self) -> tuple[tuple[int, int], ...]: ...

        def view(self, seat: int | None = None) -> TensionView: ...

        def move(self, move: str) -> list[TensionEvent]: ...

    def _use(self, table: npt.NDArray[np.void]) -> None:
        super()._use(table)
        self._share, self._bottom, self._height = (table[field].item for field in ("share", "bottom", "height"))
        self._hands, self._held, self._ring = table["hands"][0], table["held"][0], table["pile"][0]
        self._drawn = table["drawn"][0]

    @property
    def stock(self) -> tuple[int, ...]:
        share = self._share()
        return tuple([share - drawn for drawn in self._drawn.tolist()[: self.players]])

    def hand(self, seat: int) -> list[tuple[int, int]]:
        """The cards of a seat as (value, step), sorted; a list that a notebook shows as cards."""
        return Hand(self._hand(self._seat(seat)))

    def _plain_hand(self, seat: int) -> list[list[int]]:
        return [list(card) for card in self._hand(seat)]

    def _hand(self, seat: int) -> list[tuple[int, int]]:
        counts = self._hands[seat].tolist()
        return [pair for pair, count in zip(PAIRS, counts, strict=True) if count for _ in range(count)]

    def _mover(self, number: int) -> int | None:
        return None if number == tension.TURN_UP else number // tension.SEAT

    def _of_seat(self, numbers: list[int], seat: int | None) -> list[int]:
        if seat is None:
            return numbers
        return [number for number in numbers if number == tension.TURN_UP or number // tension.SEAT == seat]

    def _refusal(self, number: int) -> Refusal | None:
        seat = self._mover(number)
        if seat is not None and seat >= self.players:
            return Refusal("no_such_seat", "", {"move": self.notation.texts[number], "seats": self.players})
        refused = tension.verify(self._table, number)
        return None if refused == ALLOWED else self._refused(NAMES[refused], seat or 0, number % tension.SEAT)

    def _refused(self, reason: str, seat: int, act: int) -> Refusal:
        top, card = card_text(PAIRS[self.top]), card_text(PAIRS[act]) if act < tension.KINDS else ""
        match reason:
            case "not_held":
                return Refusal(reason, "T3", {"card": card, "seat": seat, "top": top})
            case "does_not_fit":
                fits = sorted({PAIRS[kind][0] for kind in range(tension.KINDS) if tension.fits(self.top, kind)})
                return Refusal(reason, "T5", {"card": card, "top": top, "fits": fits})
            case "last_card_face_down":
                return Refusal(reason, "T11", {"card": card, "seat": seat})
            case "not_the_last_card":
                return Refusal(reason, "T11", {"seat": seat, "left": len(self._hand(seat)) + self.stock[seat]})
            case "stack_empty":
                return Refusal(reason, "T9", {"seat": seat})
            case "someone_can_play":
                return Refusal(reason, "T10", {"top": top})
        raise AssertionError(f"tension knows no refusal {reason}")

    def _play(self, number: int) -> list[dict[str, Any]]:
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
            reason=ENDINGS[int(self._state["outcome"])],
        )

    def open_table(self) -> dict[str, Any]:
        return {
            "piles": list(self.piles),
            "pile": [list(PAIRS[kind]) for kind in self._discards()],
            "stock": list(self.stock),
            "hands": self._held.tolist()[: self.players],
            "silence": False,
        }

    def _discards(self) -> list[int]:
        """The discard pile, bottom first."""
        ring, bottom = self._ring.tolist(), self._bottom()
        return [*ring, *ring][bottom : bottom + self._height()]


TENSION = GameSpec(
    id="tension",
    players=(2, tension.MAX_PLAYERS),
    options=(),
    team=False,
    turns=False,
    signals=False,
    chat_taboo=False,
    hints=False,
    commands=False,
    daily=False,
    piles="",
    cards=tension.CARDS,
    starts=(),
    fire_cards=(),
    step_back=0,
    tournament=2,
    decks=TensionDecks(),
    notation=notation.TENSION,
    law=tension,
    game_class=TensionGame,
    bot_method="tension",
    page="tension",
    positions=TensionPositions(),
)
