"""What `Game.view` gives, as types: one TypedDict for each kind of game, told apart by "game".

Views are plain JSON data. Arrays of fixed length are lists at run time, so they are typed as lists here; `Items` tells
tools that read JSON schemas how long they are and what is in them.
"""

from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict  # typing's own cannot be read by pydantic before Python 3.12

GameId = Literal["classic", "extreme", "duel", "tension"]
Pile = Literal["a", "b", "c", "d"]
DuelPile = Literal["a", "c", "A", "C"]
Command = Literal["stop", "skull", "three", "silence", "no_trick", "one_pile", "draw_one"]
Signal = Literal["mine", "small", "free"]  # leave it to me, small steps only, free for you


class Items:
    """Marks a list of fixed length for JSON schemas: the schema of each item, in order."""

    def __init__(self, *schemas: dict[str, Any]) -> None:
        self.schemas = list(schemas)

    def __get_pydantic_json_schema__(self, _core: Any, _handler: Any) -> dict[str, Any]:
        size = len(self.schemas)
        return {"type": "array", "prefixItems": self.schemas, "minItems": size, "maxItems": size}


_NUMBER = {"type": "integer"}
_SEAT_OR_NONE = {"anyOf": [_NUMBER, {"type": "null"}]}

FourTops = Annotated[list[int], Items(_NUMBER, _NUMBER, _NUMBER, _NUMBER)]
TensionCard = Annotated[list[int], Items(_NUMBER, _NUMBER)]  # value, step
LogRow = Annotated[list[Any], Items(_SEAT_OR_NONE, {"type": "string"})]  # seat, or None for the whole table; move


class Signals(TypedDict):
    """What one seat tells the others: a signal by pile, and in extreme which commands it holds (C15, E3).

    `exact` is set by players that always say all they would say, so that their silence can be trusted too.
    """

    piles: dict[str, str]
    commands: list[str]
    exact: bool


class ResultData(TypedDict):
    """A `gambero.Result` as plain data."""

    won: bool | None
    winners: list[int]
    left: int | list[int]
    reason: Literal["beaten", "stuck", "fire", "skull", "three", "finished", "out"]
    rating: Literal["beaten", "brilliant", "lost"] | None


class CommonView(TypedDict):
    """What the views of all games have."""

    players: int
    options: dict[str, bool]
    seat: int | None  # whose view it is; None: a spectator's
    to_move: int | None
    minimum: int  # cards that the mover still owes in this turn
    hands: list[int]  # how many cards each seat holds
    silence: bool  # E12
    moves: list[str]  # what this seat may play now
    log: list[LogRow]
    over: bool
    result: ResultData | None


class TeamTurn(TypedDict):
    laid: int
    three: bool
    skulls: list[Pile]  # piles with an open skull
    picked: Pile | None  # the pile that a one_pile binds this turn to


class Fires(TypedDict):
    due: list[Pile]  # to be covered in this turn
    fresh: list[Pile]  # laid in this turn


class InForce(TypedDict):
    pile: Pile
    command: Command


class TeamView(CommonView):
    """Classic and extreme."""

    game: Literal["classic", "extreme"]
    piles: FourTops
    stock: int
    hand: list[int] | None
    turn: TeamTurn
    fires: Fires
    commands: dict[str, Command]  # by number, as text
    in_force: list[InForce]
    said: NotRequired[dict[str, Signals]]  # by seat, as text; `bots.talk.with_signals` adds it


class DuelTurn(TypedDict):
    laid: int
    gift: bool
    draws: int  # how many cards the mover draws if the turn ends now


class DuelView(CommonView):
    """Piles: seat 0 up, seat 0 down, seat 1 up, seat 1 down."""

    game: Literal["duel"]
    piles: FourTops
    stock: list[int]
    hand: list[int] | None
    turn: DuelTurn


class TensionView(CommonView):
    """`piles` is the top card, `pile` the whole discard pile, bottom first."""

    game: Literal["tension"]
    piles: TensionCard
    pile: list[TensionCard]
    stock: list[int]
    hand: list[TensionCard] | None


GameView = TeamView | DuelView | TensionView
