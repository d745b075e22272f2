"""The messages a socket is sent, as types; the page's types are written from here.

`table/views.py` builds them as plain data, for speed. A test compares the two.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, TypeAdapter, create_model
from typing_extensions import is_typeddict

from gambero.game.events import GameEvent as GameEvent
from gambero.game.views import Command as Command
from gambero.game.views import DuelPile as DuelPile
from gambero.game.views import DuelView, GameId, TeamView, TensionView
from gambero.game.views import Pile as Pile
from gambero.game.views import Result as Result
from gambero.game.views import Signal as Signal
from gambero.game.views import TensionCard as TensionCard
from gambero.server.wire.strengths import Speed as Speed

GameName = GameId
Phase = Literal["gathering", "starting", "countdown", "playing", "stuck", "over"]
SeatOrNone = int | None


class WireModel(BaseModel):
    model_config = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Changes:
    """A model or a TypedDict of which only the keys that changed are sent."""

    model: Any

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        if is_typeddict(self.model):
            kinds = get_type_hints(self.model, include_extras=True)
        else:
            kinds = {name: field.annotation for name, field in self.model.model_fields.items()}
        fields: dict[str, Any] = {name: (kind, None) for name, kind in kinds.items()}
        return handler.generate_schema(create_model(f"Changed{self.model.__name__}", __base__=WireModel, **fields))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        return {"type": "object", "partial": self.model.__name__}


# People.


class TableSeat(WireModel):
    kind: Literal["empty", "person", "bot"]
    name: str
    bot: str | None
    deputy: str | None
    account: bool = False  # a person with an account: nobody else may have a name that looks like theirs


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
    code: str | None
    latecomers: bool
    clock: float | None
    days: Literal[0, 1, 3] | None  # without hurry: days a turn may take, 0 for any number
    wait: float
    speed: Speed
    daily: str | None
    practice: Practice | None
    closed: bool
    closed_by: Literal["host", "admin"] | None
    seats: list[TableSeat]
    quiet: list[int]
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
    muted: list[int]


class ChatLine(WireModel):
    """A line of the chat; its text is empty if you muted its author. A spectator has no seat."""

    n: int
    seat: SeatOrNone
    name: str
    account: bool
    text: str
    at: int
    muted: bool


class SeatSignals(WireModel):
    """The signals of one seat; `exact` if it signals all it could, so that what it leaves out tells something too."""

    piles: dict[Pile, Signal]
    commands: list[Command]
    exact: bool


# The game: its views and events are the library's own types.

GameView = Annotated[TeamView | DuelView | TensionView, Field(discriminator="game")]


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
    kind: Literal["host", "began", "closed", "changed", "aside"]


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


class Quieted(WireModel):
    """The host muted somebody, or ended that; `seat` is null if they have none."""

    kind: Literal["quieted"]
    seat: SeatOrNone
    on: bool


class LatecomersLet(WireModel):
    """The host lets people take bots' seats in a game, or ended that."""

    kind: Literal["latecomers"]
    on: bool


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


class CameLate(WireModel):
    """T8: somebody else's card was first."""

    kind: Literal["late"]
    seat: int
    move: str


What = Annotated[
    SatDown
    | BotChanged
    | SeatChanged
    | TableChanged
    | Dealt
    | BecameEager
    | Moved
    | Quieted
    | LatecomersLet
    | Chatted
    | GoSaid
    | CameLate
    | WentWrong,
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
    signal: Signal | None = None  # what that seat said of the pile
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
    said: dict[str, SeatSignals]
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
    said: dict[str, SeatSignals]


class ChatMessage(WireModel):
    """The whole chat: the game is over, and what spectators wrote can be read by all."""

    type: Literal["chat"]
    chat: list[ChatLine]


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
    """What a message asked for was not done: `code` and `reason` say why, `values` hold the details of that reason."""

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
    ViewMessage | NewsMessage | SaidMessage | ChatMessage | HereMessage | OkMessage | RefusedMessage | ByeMessage,
    Field(discriminator="type"),
]
READER: TypeAdapter[Any] = TypeAdapter(ServerMessage)
