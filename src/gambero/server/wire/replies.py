"""The answers over HTTP, as types; the OpenAPI schema and the page's types are written from here."""

from typing import Any

from pydantic import BaseModel

from gambero.server.wire.to_client import Advice, GameEvent, GameName, GameView, Phase, Result, TableSeat, TensionCard


class Refusal(BaseModel):
    """Why not: stable words for programs, the clause of the rules if any, values, and an English sentence."""

    code: str
    reason: str
    clause: str
    values: dict[str, Any]
    why: str


class Banned(BaseModel):
    """Why somebody may not play here, and until when; null: until further notice."""

    cause: str
    until: int | None


class Me(BaseModel):
    name: str
    login: str | None
    token: str
    banned: Banned | None
    registration: bool  # can a guest make an account here?


class Session(BaseModel):
    """Where you are known: times are milliseconds since 1970; `here` is the session that asks."""

    id: str
    device: str  # browser and system; empty if it came without
    created: int
    used: int
    here: bool


class MySessions(BaseModel):
    sessions: list[Session]


class Opened(BaseModel):
    id: str


class Bot(BaseModel):
    name: str
    thinks: str
    games: list[GameName]


class Bots(BaseModel):
    bots: list[Bot]


class GameKind(BaseModel):
    players: tuple[int, int]
    options: list[str]


class Games(BaseModel):
    games: dict[str, GameKind]
    bots: list[Bot]


class TableSummary(BaseModel):
    id: str
    game: GameName
    players: int
    options: dict[str, bool]
    phase: Phase
    seats: list[TableSeat]
    clock: float | None
    daily: str | None
    games: int
    tournament: bool


class MyTables(BaseModel):
    tables: list[TableSummary]


class Lobby(BaseModel):
    open: list[TableSummary]
    playing: list[TableSummary]


class SeatPlayed(BaseModel):
    name: str
    bot: str | None
    won: bool
    deputy: float  # the share of the moves that a bot made in place of the person, from 0 to 1
    own: bool  # the person made half of the moves or more, and played to the end


class FinishedGame(BaseModel):
    id: str
    game: GameName
    options: dict[str, bool]
    players: int
    result: Result
    seat: int
    won: bool
    seats: list[SeatPlayed]
    finished: int


class GameList(BaseModel):
    games: list[FinishedGame]


class Frame(BaseModel):
    """The table after a move; `hands` are everybody's, if all cards were asked for."""

    move: str | None
    seat: int | None
    events: list[GameEvent]
    view: GameView
    hands: list[list[int]] | list[list[TensionCard]] | None


class Replay(BaseModel):
    id: str
    game: GameName
    players: int
    seats: list[SeatPlayed]
    frames: list[Frame]


class Luck(BaseModel):
    """Cards that the bot careful leaves on average: of this deal, tried so many times, and of any deal."""

    left: float
    usual: float
    tries: int


class Hindsight(BaseModel):
    """What expert would have played at a moment; in team games with its chances and reasons."""

    seat: int
    moves: list[str]
    advice: Advice | None


class Counted(BaseModel):
    game: GameName
    options: dict[str, bool]
    company: str
    games: int
    wins: int
    left: float
    brilliant: int
    fewest: int | None


class Lately(BaseModel):
    game: GameName
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
    newcomer: bool  # no finished game before that day; ranked after all others
    late: bool  # finished when the cards were open to all
    you: bool


class DayTable(BaseModel):
    day: str
    game: GameName
    today: str
    results: list[DayResult]  # the table of the day
    late: list[DayResult]  # ranked apart
    you: DayResult | None
