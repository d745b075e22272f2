"""Classic and extreme: one team against the deck."""

from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from gambero.errors import Refusal
from gambero.game.decks import TeamDecks
from gambero.game.events import TeamEvent
from gambero.game.notation import TEAM, TEAM_PILES, card_of, pile_of
from gambero.game.result import Result
from gambero.game.spec import GameSpec
from gambero.game.team_position import TeamPositions
from gambero.game.turns import TurnGame, laid_event
from gambero.game.views import TeamView
from gambero.rules import classic, commands, fire, team
from gambero.rules.piles import TRICK, goes_on, step_back

ENDINGS = {
    team.BEATEN: "beaten",
    team.STUCK: "stuck",
    team.FIRE: "fire",
    team.SKULL: "skull",
    team.THREE: "three",
}


class TeamGame(TurnGame):
    """Classic or extreme in progress."""

    law: ClassVar[ModuleType] = classic
    notation = TEAM
    state_type: ClassVar[Any] = team.TEAM
    start_clause: ClassVar[str] = "C4"

    def _deal(self) -> None:
        options = self.setup.options
        classic.set_up(
            self._table,
            self.setup.deck_array(),
            self.players,
            options["professional"],
            options["short_hands"],
            options.get("on_fire", False),
            commands.as_table(self.setup.commands),
        )

    @property
    def minimum(self) -> int:
        return classic.owed(self._table) if self.to_move is not None else 0

    if TYPE_CHECKING:  # the same methods, with the types of this game

        @property
        def deck(self) -> tuple[int, ...]: ...

        def view(self, seat: int | None = None) -> TeamView: ...

        def move(self, move: str) -> list[TeamEvent]: ...

    @property
    def stock(self) -> int:
        return team.CARDS - self._drawn(0)

    def _finished(self) -> Result:
        outcome = int(self._state["outcome"])
        won = outcome == team.BEATEN
        left = self.stock + sum(self._counts())
        return Result(
            won=won,
            winners=tuple(range(self.players)) if won else (),
            left=left,
            reason=ENDINGS[outcome],
            rating="beaten" if won else "brilliant" if left < team.BRILLIANT else "lost",
        )

    def _refused(self, reason: str, number: int) -> Refusal:
        card, pile = card_of(number), pile_of(number)
        lay = {"card": card, **self._pile_and_top(pile)}
        match reason:
            case "not_held":
                return Refusal(reason, "C3", {**lay, "seat": self.to_move})
            case "does_not_fit":
                ascends = bool(classic.ascends(pile))
                back = step_back(ascends, lay["top"])
                on_a_card = team.LOWEST <= back <= team.HIGHEST
                return Refusal(reason, "C7", {**lay, "ascends": ascends, "back": back if on_a_card else None})
            case "backward_barred":
                return Refusal(reason, "E13", lay)
            case "minimum_owed":
                return Refusal(reason, "C13", {"owed": self.minimum})
            case "fire_is_due":
                return Refusal(reason, "F6", {"fires": self._piles_and_tops(self._due())})
            case "other_pile_picked":
                picked = self._pile_and_top(self._picked())
                return Refusal(reason, "E14", {**lay, "picked": picked["pile"], "picked_top": picked["top"]})
            case "stop_under_three":
                return Refusal(reason, "E9", {**lay, "laid": self._laid()})
            case "three_too_late":
                return Refusal(reason, "E10", {**lay, "laid": self._laid()})
            case "skull_left_open":
                return Refusal(reason, "E6", {"card": card, "skulls": self._piles_and_tops(self._skulls())})
            case "skull_open":
                return Refusal(reason, "E6", {"skulls": self._piles_and_tops(self._skulls())})
            case "three_unfulfilled":
                return Refusal(reason, "E8", {"laid": self._laid()})
        raise AssertionError(f"the team games know no refusal {reason}")

    def _pile_and_top(self, pile: int) -> dict[str, Any]:
        return {"pile": TEAM_PILES[pile], "top": int(self._tops[pile])}

    def _piles_and_tops(self, bits: int) -> list[dict[str, Any]]:
        return [self._pile_and_top(TEAM_PILES.index(name)) for name in _piles(bits)]

    def _use(self, table: npt.NDArray[np.void]) -> None:
        super()._use(table)
        self._out_of_deck = table["drawn"].item
        self._tops = table["tops"][0]
        self._due, self._fresh = table["due"].item, table["fresh"].item
        self._three, self._skulls, self._picked = table["three"].item, table["skulls"].item, table["picked"].item

    def _drawn(self, seat: int) -> int:  # noqa: ARG002  # one draw pile for all
        drawn: int = self._out_of_deck()
        return drawn

    def _cards_drawn(self, seat: int, since: int) -> list[int]:
        cards: list[int] = self._state["deck"][since : self._drawn(seat)].tolist()
        return cards

    def _lay(self, seat: int, number: int) -> list[dict[str, Any]]:
        card, pile = card_of(number), pile_of(number)
        top = int(self._tops[pile])
        burning = self._burning() if self.setup.options.get("on_fire") else 0
        trick = not goes_on(classic.ascends(pile), top, card)
        classic.play(self._table, number)
        events = [laid_event(seat, card, TEAM_PILES[pile], trick=trick)]
        if self.setup.options.get("on_fire"):
            events += self._fire_events(pile, burning)
        if self.setup.commands:
            events += self._command_events(card, top, pile)
        return events

    def _burning(self) -> int:
        return int(self._due() | self._fresh())

    def _fire_events(self, pile: int, before: int) -> list[dict[str, Any]]:
        name = TEAM_PILES[pile]
        events: list[dict[str, Any]] = [{"event": "put_out", "pile": name}] if before >> pile & 1 else []
        if self._top_burns(pile):
            events.append({"event": "burning", "pile": name})
        return events

    def _top_burns(self, pile: int) -> bool:
        return bool(fire.burns(int(self._tops[pile])))

    def _command_events(self, card: int, covered: int, pile: int) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = []
        lifted, laid = self.setup.commands.get(covered), self.setup.commands.get(card)
        if lifted in commands.LASTING:
            events.append({"event": "lifted", "command": lifted, "pile": TEAM_PILES[pile]})
        if laid:
            events.append({"event": "command", "command": laid, "pile": TEAM_PILES[pile]})
        return events

    def open_table(self) -> dict[str, Any]:
        tops, picked, skulls = self._tops.tolist(), self._picked(), self._skulls()
        due, fresh = self._due(), self._fresh()
        known = self.setup.commands
        showing = [known.get(top) for top in tops] if known else []
        return {
            "piles": tops,
            "stock": self.stock,
            "hands": self._counts(),
            "turn": {
                "laid": self._laid(),
                "three": bool(self._three()),
                "skulls": _piles(skulls) if skulls else [],
                "picked": TEAM_PILES[picked] if picked >= 0 else None,
            },
            "fires": {"due": _piles(due) if due else [], "fresh": _piles(fresh) if fresh else []},
            "commands": {str(number): name for number, name in sorted(known.items())} if known else {},
            "in_force": [
                {"pile": TEAM_PILES[pile], "command": name}
                for pile, name in enumerate(showing)
                if name in commands.LASTING
            ]
            if known
            else [],
            "silence": "silence" in showing,
        }


def _piles(bits: int) -> list[str]:
    return [name for pile, name in enumerate(TEAM_PILES) if bits >> pile & 1]


CLASSIC = GameSpec(
    id="classic",
    players=(1, team.MAX_PLAYERS),
    options=("professional", "short_hands", "on_fire"),
    team=True,
    turns=True,
    signals=True,
    chat_taboo=True,
    hints=True,
    commands=False,
    daily=True,
    piles=TEAM_PILES,
    cards=team.CARDS,
    starts=(classic.UP, classic.DOWN),
    fire_cards=fire.CARDS,
    step_back=TRICK,
    tournament=None,
    decks=TeamDecks(),
    notation=TEAM,
    law=classic,
    game_class=TeamGame,
    bot_method="team",
    page="team",
    positions=TeamPositions(),
)
EXTREME = replace(CLASSIC, id="extreme", options=("professional", "short_hands"), commands=True, fire_cards=())
