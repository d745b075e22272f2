"""What the HTTP side answers, as types: the OpenAPI page and the web app's types come from here."""

from typing import Any

from pydantic import BaseModel


class Refusal(BaseModel):
    """Why not: a stable word for programs, a sentence for people."""

    code: str
    why: str


class Me(BaseModel):
    name: str
    login: str | None
    token: str


class Opened(BaseModel):
    id: str


class Bot(BaseModel):
    name: str
    thinks: str


class GameKind(BaseModel):
    players: tuple[int, int]
    options: list[str]


class Rules(BaseModel):
    games: dict[str, GameKind]
    bots: list[Bot]


class SeatShown(BaseModel):
    kind: str
    name: str
    bot: str | None
    deputy: str | None


class TableSummary(BaseModel):
    id: str
    game: str
    players: int
    options: dict[str, bool]
    phase: str
    seats: list[SeatShown]
    clock: float | None
    daily: str | None
    games: int
    tournament: bool


class Lobby(BaseModel):
    open: list[TableSummary]
    playing: list[TableSummary]


class FinishedGame(BaseModel):
    id: str
    game: str
    options: dict[str, Any]
    players: int
    result: dict[str, Any]
    seat: int
    won: bool
    names: list[str]
    finished: int


class GameList(BaseModel):
    games: list[FinishedGame]


class ReplaySeat(BaseModel):
    name: str
    bot: str | None
    won: bool


class Frame(BaseModel):
    move: str | None
    seat: int | None
    events: list[dict[str, Any]]
    view: dict[str, Any]


class Replay(BaseModel):
    id: str
    game: str
    players: int
    seats: list[ReplaySeat]
    frames: list[Frame]


class Counted(BaseModel):
    game: str
    options: dict[str, Any]
    company: str
    games: int
    wins: int
    left: float
    brilliant: int
    fewest: int | None


class Lately(BaseModel):
    game: str
    won: bool
    finished: int


class Statistics(BaseModel):
    games: int
    streak: int
    best_streak: int
    by: list[Counted]
    last: list[Lately]


class DayResult(BaseModel):
    place: int
    name: str
    won: bool
    score: int
    game_id: str
    you: bool


class DayTable(BaseModel):
    day: str
    game: str
    today: str
    results: list[DayResult]
    you: DayResult | None
