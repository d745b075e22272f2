"""The analysis of a finished game as types: `study` makes it, and it is sent a line at a time as it is computed."""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from gambero.server.wire.replies import Refusal
from gambero.server.wire.to_client import GameName, WireModel

Judgement = Literal["inaccuracy", "mistake", "blunder"]
Rank = Literal["masterly", "expert", "strong", "good", "learning", "untested"]


class TurnReviewed(WireModel):
    """One turn; chances are those of the seat that took it, from 0 to 1."""

    seat: int
    first: int  # place of its first move in the log
    moves: list[str]
    best: list[str]
    chance: float  # of the best plan
    played: float  # of what was played
    error: float
    noise: float  # standard error of `error`
    gap: float  # between the two best plans
    luck: float  # the team's, or in a duel seat 0's
    forced: bool
    decision: bool
    judgement: Judgement | None


class SeatReviewed(WireModel):
    decisions: int
    error: float  # mean over these
    accuracy: float  # 0 to 100
    rank: Rank


class GameAnalysis(WireModel):
    """`chances` are the team's, or in a duel seat 0's: before each turn, and last the result."""

    game: GameName
    players: int
    chances: list[float]
    turns: list[TurnReviewed]
    seats: list[SeatReviewed]
    luck: float
    skill: float
    turning_points: list[int]
    winnable: int | None  # the last turn at whose start the game could still be won, all cards known
    line: list[str]  # that win
    seconds: float


class PaceSeat(WireModel):
    """How a seat of tension played: counts, and seconds."""

    laid: int
    drew: int
    mistakes: int  # wrong cards
    late: int  # cards that fitted until somebody was quicker
    unused: float  # seconds for which a card that fitted lay in the hand
    longest: float  # the longest of these times
    best_run: int  # cards laid without anybody else's between them


class PaceAct(WireModel):
    """What a seat did, and when; `seat` is null where the bottom card was turned up."""

    at: float  # seconds since go
    seat: int | None
    act: Literal["laid", "drew", "face_down", "turned_up", "mistake", "late"]
    move: str


class PaceWait(WireModel):
    """A card that fitted lay unused in a hand, from when to when."""

    seat: int
    since: float
    until: float


class GamePace(WireModel):
    """Tension: pace instead of chances."""

    game: GameName
    players: int
    seconds: float
    seats: list[PaceSeat]
    timeline: list[PaceAct]
    waits: list[PaceWait]


class AnalysisAbout(WireModel):
    """The first line. `done`: the analysis was stored before, so the last line follows at once."""

    type: Literal["about"]
    turns: int
    done: bool


class AnalysisTurn(TurnReviewed):
    type: Literal["turn"]
    index: int


class AnalysisDone(WireModel):
    type: Literal["done"]
    analysis: GameAnalysis | GamePace


class AnalysisRefused(Refusal):
    type: Literal["refused"]


AnalysisLine = Annotated[
    AnalysisAbout | AnalysisTurn | AnalysisDone | AnalysisRefused,
    Field(discriminator="type"),
]
READER: TypeAdapter[Any] = TypeAdapter(AnalysisLine)
