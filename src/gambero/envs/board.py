"""Board: a game in progress, with what each seat sees of it as arrays."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from gambero.bots.talk import Signals
from gambero.envs import fields
from gambero.envs.actions import actions_of
from gambero.envs.kernels import duel, team, tension
from gambero.game import Game, GameSpec
from gambero.game.notation import TEAM_PILES
from gambero.rules.commands import NAMES

Seen = dict[str, npt.NDArray[Any]]
WORDS = {"mine": 1, "small": 2, "free": 3}


class Board(ABC):
    """A game, the history that its law's record does not hold, and what was said."""

    fields: ClassVar[fields.Fields]
    history_size: ClassVar[int]

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = actions_of(game.spec)
        self.table = game.table
        self.history = np.zeros(self.history_size, np.uint8)
        self.scratch = np.empty(game.law.MOST_MOVES, np.int64)

    def move(self, text: str) -> list[Any]:
        """Play a move, and note it; returns what happened."""
        events = self.game.move(text)
        self._note(self.game.notation.numbers[text])
        return events

    def see(self, seat: int) -> Seen:
        """What a seat sees, and what it may do, in new arrays."""
        seen = np.empty(self.fields.size, np.uint8)
        mask = np.empty(len(self.actions), np.int8)
        self._see(seat, seen, mask)
        return {"observation": seen, "action_mask": mask}

    @abstractmethod
    def _note(self, number: int) -> None: ...

    @abstractmethod
    def _see(self, seat: int, seen: npt.NDArray[np.uint8], mask: npt.NDArray[np.int8]) -> None: ...


class TeamBoard(Board):
    fields = fields.TEAM
    history_size = team.HISTORY

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.said = np.zeros((team.SEATS, team.SAID), np.uint8)
        team.begin_at(self.table, self.history)

    def _note(self, number: int) -> None:
        team.note_at(self.table, self.history, number, self.game.last_move[0] or 0)

    def _see(self, seat: int, seen: npt.NDArray[np.uint8], mask: npt.NDArray[np.int8]) -> None:
        team.observe_at(self.table, self.history, self.said, seat, self.scratch, seen, mask)

    @property
    def laid(self) -> int:
        """How many cards were laid."""
        return int(self.history[team.LAID])

    def hear(self, signals: dict[int, Signals]) -> None:
        """Take down what the seats say now, instead of what they said before."""
        self.said[:] = 0
        for seat, words in signals.items():
            row = self.said[seat]
            for pile, word in words["piles"].items():
                row[team.WORDS + TEAM_PILES.index(pile)] = WORDS[word]
            for command in words["commands"]:
                row[team.HELD + NAMES.index(command)] = 1
            row[team.EXACT] = words["exact"]

    def hear_eagerness(self, seat: int, level: int) -> None:
        """C4: take down how gladly a seat would start."""
        self.said[seat, team.EAGER] = 1 + level


class DuelBoard(Board):
    fields = fields.DUEL
    history_size = duel.HISTORY

    def _note(self, number: int) -> None:
        duel.note_at(self.table, self.history, number, self.game.last_move[0] or 0)

    def _see(self, seat: int, seen: npt.NDArray[np.uint8], mask: npt.NDArray[np.int8]) -> None:
        duel.observe_at(self.table, self.history, seat, self.scratch, seen, mask)


class TensionBoard(Board):
    fields = fields.TENSION
    history_size = tension.HISTORY

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.waits = [0] * game.players  # ticks that each seat must still wait (T13)

    def _note(self, number: int) -> None:
        tension.note_at(self.history, number, self.game.moves_made - 1)

    def _see(self, seat: int, seen: npt.NDArray[np.uint8], mask: npt.NDArray[np.int8]) -> None:
        wait = self.waits[seat]
        tension.observe_at(self.table, self.history, self.game.moves_made, seat, wait, seen, mask)
        result = self.game.result
        for winner in result.winners if result else ():
            seen[self.fields.at("winners") + (winner - seat) % self.game.players] = 1


BOARDS: dict[str, type[Board]] = {"team": TeamBoard, "duel": DuelBoard, "tension": TensionBoard}


def board_of(game: Game) -> Board:
    return BOARDS[game.spec.page](game)


def fields_of(spec: GameSpec) -> fields.Fields:
    """The fields of a game's observations."""
    return BOARDS[spec.page].fields
