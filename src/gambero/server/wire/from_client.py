"""The messages a client may send over its socket, as types that validate them."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, model_validator

from gambero.server.wire.strengths import Speed
from gambero.server.wire.table_setup import TableSetup, reject_bool

LONGEST_ID = 64
SeatNumber = Annotated[int, Field(ge=0, le=4)]
Number = Annotated[int, Field(ge=0, le=2**53)]  # of an entry
ShortName = Annotated[str, Field(max_length=64)]


class Message(BaseModel):
    """The client chooses `id`: the answer carries it, and a move sent again under the same id is not played twice."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[str, Field(min_length=1, max_length=LONGEST_ID)] | None = None


class Move(Message):
    """Play a move, as text. With `after`, only if nothing has happened since that number."""

    type: Literal["move"]
    move: Annotated[str, Field(max_length=16)]
    after: Number | None = None


class Undo(Message):
    """Take back the last card of the turn, if nothing new was seen since."""

    type: Literal["undo"]


class Say(Message):
    """All signals of the seat about piles and its commands; they replace those before."""

    type: Literal["say"]
    piles: Annotated[dict[ShortName, ShortName], Field(max_length=8)] = {}
    commands: Annotated[list[ShortName], Field(max_length=8)] = []


class Chat(Message):
    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=500)]


class AboutPerson(Message):
    """Somebody at the table, named by their seat, or by the number of a line they wrote."""

    seat: SeatNumber | None = None
    line: Number | None = None

    @model_validator(mode="after")
    def one_of_both(self) -> Self:
        if (self.seat is None) == (self.line is None):
            raise ValueError("name a seat or a line")
        return self


class Mute(AboutPerson):
    """Hide what somebody writes, for yourself alone, here and at other tables; or show it again."""

    type: Literal["mute"]
    on: bool = True


class Quiet(AboutPerson):
    """The host mutes somebody's chat at this table, or ends that; signals are not muted."""

    type: Literal["quiet"]
    on: bool = True


class Report(AboutPerson):
    """Report a chat line, or the name at a seat, to the operators; `words` says why."""

    type: Literal["report"]
    words: Annotated[str, Field(max_length=300)] = ""


class Sit(Message):
    """Take a seat: the one named, or the first that is free."""

    type: Literal["sit"]
    seat: SeatNumber | None = None


class Leave(Message):
    """Get up; in the middle of a game a bot plays on, and gives the seat back on return."""

    type: Literal["leave"]


class SeatBot(Message):
    """Put a bot on an empty seat, or in place of another bot."""

    type: Literal["bot"]
    seat: SeatNumber
    bot: ShortName


class Clear(Message):
    """The host empties a seat, a bot's or a person's, before a game."""

    type: Literal["clear"]
    seat: SeatNumber


class Change(Message, TableSetup):
    """The host says anew what is played, before a game; who sits here keeps a seat."""

    type: Literal["change"]
    speed: Speed | None = Field(None, description="How fast bots play; as before if not said.")


class Latecomers(Message):
    """The host lets people take bots' seats in the middle of a game, between two turns, or ends that."""

    type: Literal["latecomers"]
    on: bool = True


class Deputy(Message):
    """Let a bot play now for a person who is not connected, without waiting for the minute."""

    type: Literal["deputy"]
    seat: SeatNumber


class PassHost(Message):
    """Hand the host's rights to the person at a seat."""

    type: Literal["host"]
    seat: SeatNumber


class Start(Message):
    """The host deals: the first game or the next with the same seats."""

    type: Literal["start"]


class Eager(Message):
    """How gladly the seat would start: 0 rather not, 1 if need be, 2 gladly (C4)."""

    type: Literal["eager"]
    level: Annotated[Literal[0, 1, 2], BeforeValidator(reject_bool)]


class Starter(Message):
    """The host settles who starts (C4, D2)."""

    type: Literal["starter"]
    seat: SeatNumber


class Go(Message):
    """Tension: the starter says go (T4, T10)."""

    type: Literal["go"]


class Hint(Message):
    """What the expert would lay, told to the asker alone."""

    type: Literal["hint"]


class Close(Message):
    """The host removes the table."""

    type: Literal["close"]


class Sync(Message):
    """Ask for the news after this number; without one, for a whole view."""

    type: Literal["sync"]
    after: Number | None = None


class Ping(Message):
    type: Literal["ping"]


ClientMessage = (
    Move
    | Undo
    | Say
    | Chat
    | Mute
    | Quiet
    | Report
    | Sit
    | Leave
    | SeatBot
    | Clear
    | Change
    | Latecomers
    | Deputy
    | PassHost
    | Start
    | Eager
    | Starter
    | Go
    | Hint
    | Close
    | Sync
    | Ping
)
READER: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])
