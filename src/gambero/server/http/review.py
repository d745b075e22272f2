"""Routes to try a finished game again, and to look at it together: turns, lines, reasons, shared reviews."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from gambero.server.http.dependencies import ID, REFUSALS, Analyst, Body, Id, Known, PersonId, TheHouse, unless_gone
from gambero.server.http.games import record_of
from gambero.server.wire.replies import Line, Moment, Move, Moves, SharedMoment, SharedReview, Tried, Whys

router = APIRouter(prefix="/api", responses=REFUSALS)
Turn = Annotated[int, Field(ge=0, le=10_000, description="Counted from 0.")]


class TryTurn(Body):
    """All moves of a turn so far."""

    turn: Turn
    moves: Moves


class Compare(Body):
    """Two whole plans for a turn."""

    turn: Turn
    best: Moves
    played: Moves


class PlayLine(Body):
    """Other moves after so many of the game."""

    after: Annotated[int, Field(ge=0, le=10_000)]
    moves: Annotated[list[Move], Field(max_length=400)]


class Lead(Body, Moment):
    """What the followers of a shared review are shown."""

    code: Annotated[str, Field(pattern=ID)] | None = None


@router.post("/games/{game_id}/shared")
async def lead(house: TheHouse, person: Known, game_id: Id, body: Lead) -> SharedReview:
    """Lead others through a finished game: say with every change, and every few seconds, what is shown."""
    await record_of(house, game_id, person.id)
    leader, moment = {"id": person.id, "name": person.name}, body.model_dump(exclude={"code"})
    return SharedReview(code=await house.sharing.lead(game_id, body.code, leader, moment))


@router.get("/games/{game_id}/shared/{code}")
async def follow(house: TheHouse, game_id: Id, code: Id) -> SharedMoment:
    """What whoever leads a shared review shows now."""
    return SharedMoment(**await house.sharing.follow(game_id, code))


@router.post("/games/{game_id}/try")
async def try_turn(
    request: Request, house: TheHouse, person: PersonId, analyst: Analyst, game_id: Id, body: TryTurn
) -> Tried:
    """Lay a turn of a finished game otherwise: where it leads, and once it is over what it is worth."""
    record = await record_of(house, game_id, person)
    work = house.trying.lay(analyst, game_id, record, body.turn, tuple(body.moves))
    return Tried(**await unless_gone(request, work))


@router.post("/games/{game_id}/why")
async def why(
    request: Request, house: TheHouse, person: PersonId, analyst: Analyst, game_id: Id, body: Compare
) -> Whys:
    """Why one plan for a turn of a finished game is better than another, from what the mover could know."""
    record = await record_of(house, game_id, person)
    plans = tuple(body.best), tuple(body.played)
    return Whys(why=await unless_gone(request, house.trying.why(analyst, game_id, record, body.turn, plans)))


@router.post("/games/{game_id}/line")
async def play_line(
    request: Request, house: TheHouse, person: PersonId, analyst: Analyst, game_id: Id, body: PlayLine
) -> Line:
    """Other moves from a point of a finished game on, all cards open."""
    record = await record_of(house, game_id, person)
    work = house.trying.line(analyst, game_id, record, body.after, tuple(body.moves))
    return Line.model_validate({"frames": await unless_gone(request, work)})
