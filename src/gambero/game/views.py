"""What `Game.view` gives, as types: one TypedDict for each kind of game, told apart by "game".

Views are plain JSON data. Arrays of fixed length are lists at run time, so they are typed as lists here; `Fixed` says
how long they are and what is in them. The server's messages and the page's types are made of these types, too.
"""

from typing import Annotated, Any, Literal, TypeVar

from typing_extensions import TypedDict  # typing's own cannot be read by pydantic before Python 3.12

GameId = Literal["classic", "extreme", "duel", "tension"]
Pile = Literal["a", "b", "c", "d"]
DuelPile = Literal["a", "c", "A", "C"]  # the mover's own two, the opponent's two
Command = Literal["stop", "skull", "three", "silence", "no_trick", "one_pile", "draw_one"]
Signal = Literal["mine", "small", "free"]  # leave it to me, small steps only, free for you

T = TypeVar("T")


class Fixed:
    """Marks a list of fixed length: pydantic reads it, and writes its JSON schema, as this tuple."""

    def __init__(self, kind: Any, title: str | None = None) -> None:
        self.kind = kind
        self.title = {"title": title} if title else {}

    def __get_pydantic_core_schema__(self, _source: Any, handler: Any) -> Any:
        return handler(self.kind)

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> Any:
        return handler(core) | self.title


def closed(kind: T) -> T:
    """Marks a TypedDict: pydantic refuses keys that it has not, so that nothing more is ever sent."""
    kind.__pydantic_config__ = {"extra": "forbid"}  # type: ignore[attr-defined]
    return kind


FourTops = Annotated[list[int], Fixed(tuple[int, int, int, int])]
TensionCard = Annotated[list[int], Fixed(tuple[int, int], "TensionCard")]  # value, step
LogRow = Annotated[list[Any], Fixed(tuple[int | None, str])]  # seat, or None for the whole table; move


@closed
class Signals(TypedDict):
    """What one seat tells the others: a signal by pile, and in extreme which commands it holds (C15, E3).

    `exact` is set by players that always say all they would say, so that their silence can be trusted too,
    except about a pile on which a card was laid in this turn.
    """

    piles: dict[str, str]
    commands: list[str]
    exact: bool


@closed
class Result(TypedDict):
    """A `gambero.Result` as plain data."""

    won: bool | None
    winners: list[int]
    left: int | list[int]
    reason: Literal["beaten", "stuck", "fire", "skull", "three", "finished", "out"]
    rating: Literal["beaten", "brilliant", "lost"] | None


@closed
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
    result: Result | None


@closed
class TeamTurn(TypedDict):
    laid: int
    three: bool
    skulls: list[Pile]  # piles with an open skull
    picked: Pile | None  # the pile that a one_pile binds this turn to


@closed
class Fires(TypedDict):
    due: list[Pile]  # to be covered in this turn
    fresh: list[Pile]  # laid in this turn


@closed
class InForce(TypedDict):
    pile: Pile
    command: Command


@closed
class TeamView(CommonView):
    """Classic and extreme."""

    # Signals of the others are added by `bots.talk.with_signals` and read by `signals_in`.

    game: Literal["classic", "extreme"]
    piles: FourTops
    stock: int
    hand: list[int] | None
    turn: TeamTurn
    fires: Fires
    commands: dict[str, Command]  # by number, as text
    in_force: list[InForce]


@closed
class DuelTurn(TypedDict):
    laid: int
    gift: bool
    draws: int  # how many cards the mover draws if the turn ends now


@closed
class DuelView(CommonView):
    """Piles: seat 0 up, seat 0 down, seat 1 up, seat 1 down."""

    game: Literal["duel"]
    piles: FourTops
    stock: list[int]
    hand: list[int] | None
    turn: DuelTurn


@closed
class TensionView(CommonView):
    """`piles` is the top card, `pile` the whole discard pile, bottom first. A server hides `hand` until go (T3)."""

    game: Literal["tension"]
    piles: TensionCard
    pile: list[TensionCard]
    stock: list[int]
    hand: list[TensionCard] | None


GameView = TeamView | DuelView | TensionView
