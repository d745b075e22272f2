"""Classic and extreme: one team against the deck."""

from types import ModuleType
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from gambero.game import sentences
from gambero.game.base import Event
from gambero.game.notation import TEAM, TEAM_PILES
from gambero.game.result import Result
from gambero.game.turns import TurnGame, laid_event
from gambero.rules import classic, commands, fire, team
from gambero.rules.piles import goes_on

REASONS = {
    team.BEATEN: "beaten",
    team.STUCK: "stuck",
    team.FIRE: "fire",
    team.SKULL: "skull",
    team.THREE: "three",
}


class TeamGame(TurnGame):
    law: ClassVar[ModuleType] = classic
    notation = TEAM
    state_type: ClassVar[Any] = team.TEAM
    start_clause = "C4"

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
            reason=REASONS[outcome],
            rating="beaten" if won else "brilliant" if left < team.BRILLIANT else "lost",
        )

    def _sentence(self, refusal: int, number: int) -> str:
        return sentences.team_(refusal, number >> 2, number & 3, self)

    def _sit_at(self, table: npt.NDArray[np.void]) -> None:
        super()._sit_at(table)
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

    def _lay(self, seat: int, number: int) -> list[Event]:
        card, pile = number >> 2, number & 3
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

    def _fire_events(self, pile: int, before: int) -> list[Event]:
        name = TEAM_PILES[pile]
        events: list[Event] = [{"event": "put_out", "pile": name}] if before >> pile & 1 else []
        if self._top_burns(pile):
            events.append({"event": "burning", "pile": name})
        return events

    def _top_burns(self, pile: int) -> bool:
        return bool(fire.burns(int(self._tops[pile])))

    def _command_events(self, card: int, covered: int, pile: int) -> list[Event]:
        events: list[Event] = []
        lifted, laid = self.setup.commands.get(covered), self.setup.commands.get(card)
        if lifted in commands.LASTING:
            events.append({"event": "lifted", "command": lifted, "pile": TEAM_PILES[pile]})
        if laid:
            events.append({"event": "command", "command": laid, "pile": TEAM_PILES[pile]})
        return events

    def open_table(self) -> dict[str, Any]:
        tops, picked = self._tops.tolist(), self._picked()
        known = self.setup.commands
        showing = [known.get(top) for top in tops] if known else []
        return {
            "piles": tops,
            "stock": self.stock,
            "hands": self._counts(),
            "turn": {
                "laid": self._laid(),
                "three": bool(self._three()),
                "skulls": _piles(self._skulls()),
                "picked": TEAM_PILES[picked] if picked >= 0 else None,
            },
            "fires": {"due": _piles(self._due()), "fresh": _piles(self._fresh())},
            "commands": {str(number): name for number, name in sorted(known.items())},
            "in_force": [
                {"pile": TEAM_PILES[pile], "command": name}
                for pile, name in enumerate(showing)
                if name in commands.LASTING
            ],
            "silence": "silence" in showing,
        }


def _piles(bits: int) -> list[str]:
    return [name for pile, name in enumerate(TEAM_PILES) if bits >> pile & 1] if bits else []
