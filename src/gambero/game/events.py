"""What `Game.move` gives, as types: what happened, in order, told apart by "event"."""

from typing import Literal

from typing_extensions import TypedDict  # typing's own cannot be read by pydantic before Python 3.12

from gambero.game.views import Command, DuelPile, Pile, Result, TensionCard, closed


@closed
class Started(TypedDict):
    """C4, D2: this seat starts."""

    event: Literal["started"]
    seat: int


@closed
class TeamLaid(TypedDict):
    event: Literal["laid"]
    seat: int
    card: int
    pile: Pile
    trick: bool  # C8: a step back


@closed
class DuelLaid(TypedDict):
    event: Literal["laid"]
    seat: int
    card: int
    pile: DuelPile
    trick: bool
    gift: bool  # D5: on a pile of the opponent's


@closed
class TensionLaid(TypedDict):
    event: Literal["laid"]
    seat: int
    card: TensionCard


@closed
class PutOut(TypedDict):
    """F3: a fire was covered."""

    event: Literal["put_out"]
    pile: Pile


@closed
class Burning(TypedDict):
    """F1: a fire card was laid."""

    event: Literal["burning"]
    pile: Pile


@closed
class CommandLaid(TypedDict):
    event: Literal["command"]
    command: Command
    pile: Pile


@closed
class CommandLifted(TypedDict):
    """E11: a lasting command was covered."""

    event: Literal["lifted"]
    command: Command
    pile: Pile


@closed
class TurnEnded(TypedDict):
    """The mover said so; a turn that ends by itself has no such event."""

    event: Literal["ended"]
    seat: int


@closed
class Drew(TypedDict):
    """`cards` is null for everybody but who drew them."""

    event: Literal["drew"]
    seat: int
    count: int
    cards: list[int] | None


@closed
class TensionDrew(TypedDict):
    event: Literal["drew"]
    seat: int
    count: int
    cards: list[TensionCard] | None


@closed
class TurnBegan(TypedDict):
    event: Literal["turn"]
    seat: int
    minimum: int


@closed
class TurnedUp(TypedDict):
    """T10: the bottom card went on top."""

    event: Literal["turned_up"]
    card: TensionCard


@closed
class LastLaid(TypedDict):
    """T11: the last card, face down."""

    event: Literal["last"]
    seat: int


@closed
class GameOver(Result):
    event: Literal["over"]


TurnEvent = Started | TurnEnded | Drew | TurnBegan | GameOver
TeamEvent = TurnEvent | TeamLaid | PutOut | Burning | CommandLaid | CommandLifted
DuelEvent = TurnEvent | DuelLaid
TensionEvent = TensionLaid | TensionDrew | TurnedUp | LastLaid | GameOver
GameEvent = TeamEvent | DuelEvent | TensionEvent
