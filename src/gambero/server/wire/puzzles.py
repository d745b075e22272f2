"""Puzzles over HTTP, as types; the OpenAPI schema and the page's types are written from here."""

from typing import Literal

from pydantic import BaseModel

from gambero.server.wire.replies import Why
from gambero.server.wire.to_client import GameName, GameView, SeatSignals

PuzzleKind = Literal["best_turn", "lay_all"]
PuzzleTheme = Literal["step_back", "patience", "last_cards", "heed", "fire", "order", "gift"]


class PuzzlePosition(BaseModel):
    """A puzzle after some moves of an answer: what the mover sees, or in a `lay_all` every hand and the draw pile."""

    view: GameView
    complete: bool  # the answer can be judged
    hands: list[list[int]] | None
    stock: list[int] | None  # next card first
    said: dict[str, SeatSignals]


class PuzzleShown(BaseModel):
    id: str
    kind: PuzzleKind
    game: GameName
    rating: int
    seat: int  # who is to move
    position: PuzzlePosition
    solved: bool | None  # by you; null: not tried, or not decided


class PuzzlePerson(BaseModel):
    """Your rating and your results."""

    rating: int
    deviation: int
    tries: int
    solved: int
    streak: int  # days in a row
    today: str
    today_solved: bool | None
    best_run: int


class PuzzleGiven(BaseModel):
    puzzle: PuzzleShown
    you: PuzzlePerson


class PuzzlePlan(BaseModel):
    moves: list[str]
    chance: float


class PuzzleVerdict(BaseModel):
    """Whether an answer is right. `right` is null while a line can still win; then nothing else is told."""

    right: bool | None
    solution: list[str]
    chance: float | None  # of the answer
    best: float | None  # of the solution
    others: list[PuzzlePlan]  # the next best plans
    why: list[Why]
    winning: int | None  # endgames: how many first moves win
    legal: int | None  # endgames: how many first moves are legal


class PuzzleRun(BaseModel):
    """Three minutes against the clock."""

    id: str
    left: float  # seconds
    solved: int
    missed: int
    puzzle: PuzzleShown | None  # null: it is over


class PuzzleAnswered(BaseModel):
    verdict: PuzzleVerdict
    you: PuzzlePerson
    gained: int | None  # points of your rating; null: it was not rated
    run: PuzzleRun | None


class PuzzleHint(BaseModel):
    """The first tells what it is about, the second how many cards go where, the third the first card."""

    number: int
    themes: list[PuzzleTheme] | None = None
    cards: int | None = None
    piles: list[str] | None = None
    first: str | None = None
