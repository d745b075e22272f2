"""Routes about practice: lessons, and finished games tried again from any move."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field, model_validator

from gambero.server.http.dependencies import REFUSALS, Body, Known, TheHouse, check_opening
from gambero.server.http.games import record_of
from gambero.server.practice import tables as practice
from gambero.server.practice.lessons import LESSONS
from gambero.server.refusal import Refused
from gambero.server.store import history
from gambero.server.table.checks import check_bot
from gambero.server.wire.replies import Opened
from gambero.server.wire.to_client import GameName

router = APIRouter(prefix="/api", responses=REFUSALS)


class LessonStep(BaseModel):
    """One act of the learner: any of `expect`. Those in `refused` are refused, and worth trying to see why."""

    expect: list[str]
    refused: list[str]


class LessonShown(BaseModel):
    id: str
    game: GameName
    players: int
    options: list[str]
    clauses: list[str]
    steps: list[LessonStep]


class Lessons(BaseModel):
    lessons: list[LessonShown]


class Practise(Body):
    """Either a lesson, or a finished game from one of its moves on."""

    lesson: Annotated[str, Field(max_length=16)] | None = None
    game_id: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,16}$")] | None = None
    moves: Annotated[int, Field(ge=0, le=10_000, description="How many moves of the game are made already.")] = 0
    bots: Annotated[str, Field(max_length=64)] | None = Field(
        None, description="Who plays the other seats; without, they wait for people, and the host deals."
    )
    seat: Annotated[int, Field(ge=0, le=4)] | None = Field(None, description="Yours; as in that game if not said.")

    @model_validator(mode="after")
    def one_of_two(self) -> "Practise":
        if (self.lesson is None) == (self.game_id is None):
            raise ValueError("name a lesson or a game_id")
        return self


@router.get("/lessons")
async def lessons() -> Lessons:
    """Every lesson with its steps: the learner sits at seat 0, and the others play what the lesson says."""
    return Lessons.model_validate({"lessons": [lesson.as_json() for lesson in LESSONS.values()]})


@router.post("/practice", status_code=201)
async def practise(request: Request, house: TheHouse, person: Known, body: Practise) -> Opened:
    """Open a table from a known deal, to try things out; nothing there counts."""
    await check_opening(request)
    if body.lesson is not None:
        opened, bots = practice.open_lesson(body.lesson)
        return Opened(id=await house.open(opened, person, bots, start=True))
    game_id = body.game_id or ""
    opened = practice.open_game(await record_of(house, game_id, person.id), game_id, body.moves)
    players = opened["players"]
    seat = body.seat
    if seat is None:
        seat = await history.seat_of(house.store, game_id, person.id) or 0
    if seat >= players:
        raise Refused("seat", "unknown", last=players - 1, seat=seat)
    bots = [body.bots] * (players - 1) if body.bots else []
    for bot in bots:
        check_bot(bot, opened["game"])
    return Opened(id=await house.open(opened, person, bots, start=len(bots) == players - 1, own_seat=seat))
