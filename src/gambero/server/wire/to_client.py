"""The messages a socket is sent, as types; the page's types are written from here.

`table/views.py` builds them as plain data, for speed. A test compares the two.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, TypeAdapter, create_model

from gambero.game.views import GameId

GameName = GameId
Phase = Literal["gathering", "starting", "countdown", "playing", "stuck", "over"]
Pile = Literal["a", "b", "c", "d"]
DuelPile = Literal["a", "c", "A", "C"]  # the mover's own two, the opponent's two
Command = Literal["stop", "skull", "three", "silence", "no_trick", "one_pile", "draw_one"]
Signal = Literal["mine", "small", "free"]
TensionCard = Annotated[tuple[int, int], Field(title="TensionCard")]  # value, step
SeatOrNone = int | None


class WireModel(BaseModel):
    model_config = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Changes:
    """A model of which only the keys that changed are sent."""

    model: type[WireModel]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        fields: dict[str, Any] = {name: (field.annotation, None) for name, field in self.model.model_fields.items()}
        return handler.generate_schema(create_model(f"Changed{self.model.__name__}", __base__=WireModel, **fields))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return {"type": "object", "partial": self.model.__name__}


# People.


class TableSeat(WireModel):
    kind: Literal["empty", "person", "bot"]
    name: str
    bot: str | None
    deputy: str | None


class Sheet(WireModel):
    """The score sheet of a tournament (T12)."""

    target: int
    sheet: list[list[int]]
    points: list[int]
    places: list[int]
    over: bool


class Reveal(WireModel):
    """The deal, once the game is over: 98 cards, two decks of 58, or 73 pairs."""

    deck: list[int] | list[list[int]] | list[TensionCard]
    salt: str


class Practice(WireModel):
    """Which lesson is played, or which finished game, and from which move on."""

    lesson: str | None
    game_id: str | None
    moves: int | None


class TableState(WireModel):
    """What everybody at a table may know about it, beside the cards."""

    id: str
    game: GameName
    players: int
    options: dict[str, bool]
    commands: Literal["house", "shuffled", "own"] | None
    listed: bool
    clock: float | None
    wait: float
    daily: str | None
    practice: Practice | None
    closed: bool
    seats: list[TableSeat]
    host: SeatOrNone
    starter: SeatOrNone
    eager: list[int | None]
    go_at: int | None
    games: int
    commitment: str | None
    phase: Phase
    undo: bool
    hurried: SeatOrNone
    turn_at: int | None
    game_id: str | None
    reveal: Reveal | None
    tournament: Sheet | None


class You(WireModel):
    seat: SeatOrNone
    name: str
    host: bool


class ChatLine(WireModel):
    n: int
    seat: int
    name: str
    text: str
    at: int


class Spoken(WireModel):
    """The signals of one seat; `exact` if it always signals all it could."""

    piles: dict[Pile, Signal]
    commands: list[Command]
    exact: bool


# Cards.


class Result(WireModel):
    won: bool | None
    winners: list[int]
    left: int | list[int]
    reason: Literal["beaten", "stuck", "fire", "skull", "three", "finished", "out"]
    rating: Literal["beaten", "brilliant", "lost"] | None


class Seen(WireModel):
    """What every game's view has."""

    players: int
    options: dict[str, bool]
    seat: SeatOrNone
    to_move: SeatOrNone
    minimum: int
    hands: list[int]
    silence: bool
    moves: list[str]
    log: list[tuple[SeatOrNone, str]]
    over: bool
    result: Result | None


class TeamTurn(WireModel):
    laid: int
    three: bool
    skulls: list[Pile]
    picked: Pile | None


class Fires(WireModel):
    due: list[Pile]
    fresh: list[Pile]


class InForce(WireModel):
    pile: Pile
    command: Command


class TeamView(Seen):
    game: Literal["classic", "extreme"]
    piles: tuple[int, int, int, int]
    stock: int
    hand: list[int] | None
    turn: TeamTurn
    fires: Fires
    commands: dict[str, Command]
    in_force: list[InForce]


class DuelTurn(WireModel):
    """`draws`: how many cards come when the turn ends now."""

    laid: int
    gift: bool
    draws: int


class DuelView(Seen):
    """Piles: seat 0 up, seat 0 down, seat 1 up, seat 1 down."""

    game: Literal["duel"]
    piles: tuple[int, int, int, int]
    stock: list[int]
    hand: list[int] | None
    turn: DuelTurn


class TensionView(Seen):
    """`piles` is the top card, `pile` all of them, bottom first; `hand` is null until go (T3)."""

    game: Literal["tension"]
    piles: TensionCard
    pile: list[TensionCard]
    stock: list[int]
    hand: list[TensionCard] | None


GameView = Annotated[TeamView | DuelView | TensionView, Field(discriminator="game")]


# Events of a game.


class Started(WireModel):
    event: Literal["started"]
    seat: int


class TeamLaid(WireModel):
    event: Literal["laid"]
    seat: int
    card: int
    pile: Pile
    trick: bool


class DuelLaid(WireModel):
    event: Literal["laid"]
    seat: int
    card: int
    pile: DuelPile
    trick: bool
    gift: bool


class TensionLaid(WireModel):
    event: Literal["laid"]
    seat: int
    card: TensionCard


class PutOut(WireModel):
    event: Literal["put_out"]
    pile: Pile


class Burning(WireModel):
    event: Literal["burning"]
    pile: Pile


class CommandLaid(WireModel):
    event: Literal["command"]
    command: Command
    pile: Pile


class CommandLifted(WireModel):
    event: Literal["lifted"]
    command: Command
    pile: Pile


class TurnEnded(WireModel):
    event: Literal["ended"]
    seat: int


class Drew(WireModel):
    """`cards` is null for everybody but who drew them."""

    event: Literal["drew"]
    seat: int
    count: int
    cards: list[int] | list[TensionCard] | None


class TurnBegan(WireModel):
    event: Literal["turn"]
    seat: int
    minimum: int


class TurnedUp(WireModel):
    event: Literal["turned_up"]
    card: TensionCard


class LastLaid(WireModel):
    event: Literal["last"]
    seat: int


class GameOver(Result):
    event: Literal["over"]


GameEvent = (
    Started
    | TeamLaid
    | DuelLaid
    | TensionLaid
    | PutOut
    | Burning
    | CommandLaid
    | CommandLifted
    | TurnEnded
    | Drew
    | TurnBegan
    | TurnedUp
    | LastLaid
    | GameOver
)


# Entries of a table's log.


class SatDown(WireModel):
    kind: Literal["sat"]
    seat: int
    name: str


class BotChanged(WireModel):
    """A bot was seated, or plays for somebody."""

    kind: Literal["bot", "away"]
    seat: int
    bot: str


class SeatChanged(WireModel):
    """A person got up, is back, ran out of time or signalled; or a card was taken back."""

    kind: Literal["left", "back", "timeout", "said", "undone"]
    seat: int


class TableChanged(WireModel):
    kind: Literal["host", "began", "closed"]


class Dealt(WireModel):
    kind: Literal["dealt"]
    commitment: str


class BecameEager(WireModel):
    kind: Literal["eager"]
    seat: int
    level: int


class Moved(WireModel):
    kind: Literal["moved"]
    seat: SeatOrNone
    move: str


class Chatted(ChatLine):
    kind: Literal["chat"]


class GoSaid(WireModel):
    kind: Literal["go"]
    at: int


class WentWrong(WireModel):
    kind: Literal["wrong"]
    seat: int
    move: str
    until: int


What = Annotated[
    SatDown | BotChanged | SeatChanged | TableChanged | Dealt | BecameEager | Moved | Chatted | GoSaid | WentWrong,
    Field(discriminator="kind"),
]


# A hint.


class Plan(WireModel):
    """The rest of a turn: what each card costs, and the chance that the game is won."""

    moves: list[str]
    costs: list[int]
    chance: float


class Reason(WireModel):
    why: Literal["trick", "puts_out", "keeps_pile", "keeps_trick", "heeds", "despite", "minimum", "wins", "lost"]
    pile: Pile | None = None
    seat: int | None = None
    cards: int | None = None


class Advice(WireModel):
    after: int
    best: Plan
    others: list[Plan]
    why: list[Reason]
    words: str


# The messages.


class ViewMessage(WireModel):
    """Everything a seat or spectator may see."""

    type: Literal["view"]
    n: int
    now: int
    you: You
    table: TableState
    view: GameView | None
    said: dict[str, Spoken]
    chat: list[ChatLine]
    here: list[bool]
    watching: int


class NewsMessage(WireModel):
    """What an entry changed, to be merged into the last view; a deal brings a whole view."""

    type: Literal["news"]
    n: int
    at: int
    what: What
    events: list[GameEvent]
    table: Annotated[Any, Changes(TableState)]
    view: Annotated[Any, Changes(TeamView)] | Annotated[Any, Changes(DuelView)] | Annotated[Any, Changes(TensionView)]


class SaidMessage(WireModel):
    type: Literal["said"]
    said: dict[str, Spoken]


class HereMessage(WireModel):
    type: Literal["here"]
    here: list[bool]
    watching: int


class OkMessage(WireModel):
    type: Literal["ok"]
    id: str | None
    n: int | None = None
    again: bool | None = None
    now: int | None = None
    hint: Advice | None = None


class RefusedMessage(WireModel):
    """A message was not done: `code` and `reason` say why, `values` hold what goes with that reason."""

    type: Literal["refused"]
    id: str | None
    code: str
    reason: str
    clause: str
    values: dict[str, Any]
    why: str


class ByeMessage(WireModel):
    type: Literal["bye"]
    why: str
    reconnect: bool


ServerMessage = Annotated[
    ViewMessage | NewsMessage | SaidMessage | HereMessage | OkMessage | RefusedMessage | ByeMessage,
    Field(discriminator="type"),
]
READER: TypeAdapter[Any] = TypeAdapter(ServerMessage)
