"""What is played at a table and how, as whoever opens it says it, and its host may say it anew before a game."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from gambero.server.wire.to_client import Command, GameName

CardNumber = Annotated[str, Field(pattern="^[1-9][0-9]?$")]


def reject_bool(number: Any) -> Any:
    """bool is an int in Python; refuse true and false where a number is asked for."""
    if isinstance(number, bool):
        raise ValueError("a number, not true or false")
    return number


class TableSetup(BaseModel):
    game: GameName
    players: int | None = Field(None, description="How many seats; the fewest the game takes if not said.")
    options: dict[str, bool] = Field(default_factory=dict, max_length=8)
    commands: Literal["house", "shuffled"] | Annotated[dict[CardNumber, Command], Field(max_length=98)] | None = Field(
        None,
        description="Extreme (E1): which cards carry commands; a layout of one's own names 28 by number.",
    )
    listed: bool = Field(False, description="Shown in the lobby, or found by its link only.")
    clock: Annotated[float, Field(ge=5, le=3600)] | None = Field(None, description="Seconds a turn.")
    days: Annotated[Literal[0, 1, 3], BeforeValidator(reject_bool)] | None = Field(
        None, description="Without hurry: days a turn may take, 0 for any number. Nobody's seat is taken over before."
    )
    wait: Annotated[float, Field(ge=0, le=10)] = Field(0.5, description="Tension: seconds a wrong card costs (T13).")
    tournament: Annotated[int, Field(ge=1, le=1000)] | None = Field(None, description="Tension: how many games (T12).")
