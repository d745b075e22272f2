"""The answers over HTTP, as types; the OpenAPI schema and the page's types are written from here."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from gambero.server.wire.strengths import Level
from gambero.server.wire.to_client import (
    Advice,
    GameEvent,
    GameName,
    GameView,
    Phase,
    Result,
    SeatSignals,
    TableSeat,
    TensionCard,
)

MOST_IN_TURN = 64  # moves: a player alone may lay a whole hand again and again
Move = Annotated[str, Field(max_length=8)]
Moves = Annotated[list[Move], Field(max_length=MOST_IN_TURN)]


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


class Sharing(BaseModel):
    """Whether your finished games may be given out for study, without your name."""

    share_games: bool


class Webhook(BaseModel):
    kind: Literal["discord", "slack", "ntfy"]
    url: str


class Told(BaseModel):
    """How you are told that a table waits for you; `key` is the server's, for a browser's subscription."""

    key: str
    push: bool  # in this browser
    webhook: Webhook | None


class Session(BaseModel):
    """A device on which you are logged in; times are milliseconds since 1970, `here` is the session that asks."""

    id: str
    device: str  # browser and system; empty if it did not say
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
    level: Level | None = None  # as which it is offered to people


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
    days: int | None = None  # at a table without hurry: days a turn may take, 0 for any number
    waits_for: list[int] = []  # there: the seats whose people are to act
    due: int | None = None  # there: when a bot plays for them, milliseconds since 1970


class MyTable(TableSummary):
    seat: int | None  # yours; null if it is not known


class MyTables(BaseModel):
    tables: list[MyTable]


class Companion(BaseModel):
    """Somebody you have finished a game with: `who` names them in an invitation, for you alone."""

    who: str
    name: str
    games: int
    last: int


class MyCompany(BaseModel):
    people: list[Companion]


class Invited(BaseModel):
    invited: int


class Invitation(BaseModel):
    table: TableSummary
    by: str
    at: int


class Invitations(BaseModel):
    invitations: list[Invitation]


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
    said: dict[str, SeatSignals] = {}  # by seat, where the record tells it


class Replay(BaseModel):
    id: str
    game: GameName
    players: int
    seats: list[SeatPlayed]
    you: int | None  # the seat of who asks
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


class Why(BaseModel):
    """A reason for a plan, or against what was played instead; which other fields it has depends on `why`."""

    why: Literal[
        "jumps", "ignored", "spends_trick", "gift", "keeps_gift", "lost", "trick", "puts_out", "keeps_pile",
        "keeps_trick", "heeds", "despite", "minimum", "wins", "lays_more",
    ]  # fmt: skip
    pile: str | None = None
    seat: int | None = None
    cards: int | None = None
    card: int | None = None


class Whys(BaseModel):
    why: list[Why]


class Verdict(BaseModel):
    """A turn that was tried, compared with expert's plan: chances to win, in the same deals of the unseen cards."""

    moves: list[str]
    best: list[str]
    chance: float  # of the best plan
    played: float  # of what was tried
    noise: float  # standard error of the difference
    solved: bool  # as good as the best, or nearly
    why: list[Why]


class Tried(BaseModel):
    """Where a tried turn leads: the mover's view, and the verdict once the turn is over."""

    seat: int
    view: GameView
    verdict: Verdict | None


class SharedReview(BaseModel):
    code: str


class Moment(BaseModel):
    """What the leader of a shared review shows."""

    frame: Annotated[int, Field(ge=0, le=10_000, description="Moves made.")]
    begins: bool = Field(description="The turn that begins here is meant, not the one that ends.")
    plan: Literal["played", "best", "tried"]
    open: bool = Field(description="All hands.")
    tried: Moves = Field(description="What the leader has laid in this turn so far, trying it again.")
    hindsight: bool = Field(description="Frames are of the line that wins with all cards known.")


class SharedMoment(Moment):
    """What followers see, and who leads."""

    name: str


class Line(BaseModel):
    """Other moves from a point of a finished game on, all cards open."""

    frames: list[Frame]


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


class SameDeal(DayResult):
    """Somebody's first try at the same deal; its luck in points from −1 to 1, if it has been analysed."""

    luck: float | None


class SameDeals(BaseModel):
    """How others played the same deal; without a day it was no deal of the day, and nobody else had it."""

    day: str | None
    games: list[SameDeal]


class Ghost(BaseModel):
    """What a bot made of a day's deal."""

    bot: str
    won: bool
    score: int


class DayTable(BaseModel):
    day: str
    game: GameName
    today: str
    results: list[DayResult]  # the table of the day
    late: list[DayResult]  # ranked apart
    you: DayResult | None
    ghosts: list[Ghost]  # for whoever has finished the deal
    ghosts_coming: bool  # some are still being computed


class MyDay(BaseModel):
    day: str
    game: GameName
    won: bool
    score: int
    late: bool


class DayPlace(BaseModel):
    game: GameName
    place: int
    of: int


class MyDays(BaseModel):
    """Your deals of the day: `streak` counts days in a row of which you finished any deal in time."""

    today: str
    streak: int
    best_streak: int
    days: list[MyDay]  # of the last months, the latest first
    yesterday: list[DayPlace]


class WeekResult(BaseModel):
    place: int
    name: str
    days: int
    wins: int
    score: int
    you: bool


class WeekTable(BaseModel):
    """Of Monday to Sunday: most days won first, then most days played, then the lowest sum of scores."""

    game: GameName
    first: str
    last: str
    results: list[WeekResult]
