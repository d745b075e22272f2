"""Signals as actions, with talk=True: they follow the moves of a team game.

Before the start every seat but 0 says how gladly it would start (C4). Before each turn every seat but the mover's
speaks, clockwise, until it says that it is done; under silence nobody does (E12). Others hear what was said as a set:
its order would carry a number (C15).
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.bots.talk import EAGERNESS, PILE_SIGNALS, Signals, no_signals
from gambero.envs.board import TeamBoard
from gambero.game.notation import TEAM_PILES
from gambero.rules.commands import NAMES

DONE = "done"
TALK = (
    *(f"{pile}:{word}" for pile in TEAM_PILES for word in PILE_SIGNALS),
    *(f"hold:{name}" for name in NAMES),
    DONE,
    *(f"eager:{level}" for level in EAGERNESS),
)
EAGER = TALK.index("eager:0")


@dataclass
class Talk:
    """Who speaks at a table now, and what was said in this turn."""

    board: TeamBoard
    speakers: list[int] = field(default_factory=list)
    said: dict[int, Signals] = field(default_factory=dict)

    def begin(self) -> None:
        """The cards are dealt: who would start?"""
        game = self.board.game
        self.speakers = list(range(1, game.players)) if game.to_move is None else []

    def begin_turn(self) -> None:
        """A turn has begun: everybody else with cards speaks, unless there is silence."""
        game = self.board.game
        mover, self.speakers = game.to_move, []
        if mover is not None and not game.view(None)["silence"]:
            seats = ((mover + step) % game.players for step in range(1, game.players))
            self.speakers = [seat for seat in seats if game.hand(seat)]
        self.hear({})

    def hear(self, said: dict[int, Signals]) -> None:
        """Forget what was said before, and take this down."""
        self.said = said
        self.board.hear(said)

    @property
    def starting(self) -> bool:
        return self.board.game.to_move is None

    def mask(self) -> npt.NDArray[np.int8]:
        """What the speaker may say now."""
        mask = np.zeros(len(TALK), np.int8)
        if self.starting:
            mask[EAGER:] = 1
            return mask
        words = self.said.get(self.speakers[0], no_signals())
        known = set(self.board.game.commands.values())
        for place, text in enumerate(TALK[:EAGER]):
            about, _, word = text.partition(":")
            spoken = about in words["piles"] if about != "hold" else word not in known or word in words["commands"]
            mask[place] = not spoken
        return mask

    def say(self, action: int) -> None:
        """Let the speaker say something; one who is done makes room for the next."""
        seat, text = self.speakers[0], TALK[action]
        about, _, word = text.partition(":")
        if text == DONE or about == "eager":
            self.speakers.pop(0)
            if about == "eager":
                self.board.hear_eagerness(seat, int(word))
            return
        words: Any = self.said.setdefault(seat, no_signals())
        if about == "hold":
            words["commands"] = sorted([*words["commands"], word])
        else:
            words["piles"][about] = word
        self.board.hear(self.said)
