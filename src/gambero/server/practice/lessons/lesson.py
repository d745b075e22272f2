"""What a lesson is: a deal, the moves that lead up to it, and a line to play from there."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gambero.game import Game, new_game
from gambero.server.practice.lessons import deals

PART = re.compile(r"\([^)]*\)|\S+")


@dataclass(frozen=True)
class Step:
    """One act of the learner: what is expected (a hint shows the first), and what is refused but worth trying."""

    expect: tuple[str, ...]
    refused: tuple[str, ...]

    def as_json(self) -> dict[str, list[str]]:
        return {"expect": list(self.expect), "refused": list(self.refused)}


@dataclass(frozen=True)
class Reply:
    """A move of another seat, due once the learner has made so many moves and given so many signals."""

    move: str
    moves: int
    signals: int


@dataclass(frozen=True)
class Lesson:
    """The learner sits at seat 0. `line` is all that happens from `before` on: the learner's acts one by one, `20a|21a`
    where either will do, `!38a` for a move that is refused, and in brackets what the other seats play by themselves.
    Acts that are no moves are `eager:2`, `go`, `say:a=mine`, `say:stop` and `chat:words`."""

    id: str
    game: str
    line: str
    hands: tuple[str, ...] = ("",)  # cards by seat; what is missing is filled up
    then: tuple[str, ...] = ("",)  # what is drawn next; in the duel by seat
    before: str = ""
    top: str = ""  # tension: the card face up
    clauses: tuple[str, ...] = ()  # its id if none is named
    options: tuple[str, ...] = ()
    last: bool = False  # played down to these hands, nothing left to draw
    waiting: bool = False  # tension: go is not said yet
    tournament: int | None = None

    @property
    def shows(self) -> tuple[str, ...]:
        return self.clauses or (self.id,)

    @property
    def players(self) -> int:
        return len(self.hands)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        steps: list[Step] = []
        refused: list[str] = []
        for part in PART.findall(self.line):
            if part.startswith("!"):
                refused.append(part[1:])
            elif not part.startswith("("):
                steps.append(Step(tuple(part.split("|")), tuple(refused)))
                refused.clear()
        return tuple(steps)

    @cached_property
    def replies(self) -> tuple[Reply, ...]:
        replies: list[Reply] = []
        moves = signals = 0
        for part in PART.findall(self.line):
            if part.startswith("("):
                replies += [Reply(move, moves, signals) for move in part[1:-1].split()]
            elif part.startswith("say:"):
                signals += 1
            elif part[0] not in "!ge":  # neither refused nor go nor eager
                moves += 1
        return tuple(replies)

    def opened(self) -> Game:
        """The game where the lesson begins."""
        deck, before = deals.dealt(self)
        options: dict[str, Any] = dict.fromkeys(self.options, True)
        game = new_game(self.game, players=self.players, deck=deck, **options)
        for move in before:
            game.move(move)
        return game

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "game": self.game,
            "players": self.players,
            "options": list(self.options),
            "clauses": list(self.shows),
            "steps": [step.as_json() for step in self.steps],
        }
