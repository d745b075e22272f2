"""Routes about finished games: lists, records, replays, luck, what expert would have laid, statistics."""

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from gambero.server.http.dependencies import REFUSALS, Analyst, Id, Known, PersonId, TheHouse, unless_gone
from gambero.server.live.house import House
from gambero.server.store import history
from gambero.server.wire.replies import GameList, Hindsight, Luck, Replay, Statistics

router = APIRouter(prefix="/api", responses=REFUSALS)
Time = Annotated[int | None, Query(ge=0, le=2**53)]
JSON = "application/json"
TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}


async def record_of(house: House, game_id: str, person: str | None) -> str:
    return await history.record(house.store, game_id, person, house.sources.now())


@router.get("/games")
async def my_games(house: TheHouse, person: Known, before: Time = None) -> GameList:
    """Your finished games, the latest first; `before` a time goes on to older ones."""
    return GameList(games=await history.played(house.store, person.id, before, house.metrics.skip))


@router.get("/games/{game_id}/record", response_class=Response, responses=TEXT)
async def game_record(house: TheHouse, person: PersonId, game_id: Id) -> PlainTextResponse:
    """A finished game as text, with deck and salt: `gambero verify` checks it."""
    return PlainTextResponse(await record_of(house, game_id, person))


@router.get("/games/{game_id}", response_model=Replay)
async def game_replay(
    request: Request,
    house: TheHouse,
    person: PersonId,
    analyst: Analyst,
    game_id: Id,
    seat: Annotated[int | None, Query(ge=0, le=4)] = None,
    everything: Annotated[bool, Query(alias="open")] = False,
) -> Response:
    """A finished game step by step: as a seat saw it, as a spectator did, or with all cards open."""
    record = await record_of(house, game_id, person)
    frames = await unless_gone(request, house.replays.frames(analyst, game_id, record, seat, everything))
    seats = await history.seats(house.store, game_id)
    return Response(orjson.dumps({"id": game_id, "seats": seats})[:-1] + b"," + frames[1:], media_type=JSON)


@router.get("/games/{game_id}/luck")
async def game_luck(request: Request, house: TheHouse, person: PersonId, analyst: Analyst, game_id: Id) -> Luck:
    """What the luck of a finished team game was worth: what a bot leaves of its deal, and of any deal."""
    record = await record_of(house, game_id, person)
    return Luck(**await unless_gone(request, house.luck.measure(analyst, game_id, record)))


@router.get("/games/{game_id}/expert")
async def game_hindsight(
    request: Request,
    house: TheHouse,
    person: PersonId,
    analyst: Analyst,
    game_id: Id,
    moves: Annotated[int, Query(ge=0, le=10_000)],
    seat: Annotated[int | None, Query(ge=0, le=4)] = None,
) -> Hindsight:
    """What expert would have laid after so many moves, from what the player on turn saw; in tension, `seat`."""
    record = await record_of(house, game_id, person)
    return Hindsight(**await unless_gone(request, house.hindsight.would_lay(analyst, game_id, record, moves, seat)))


@router.get("/statistics")
async def my_statistics(house: TheHouse, person: Known) -> Statistics:
    """What came of your games. A win counts if you played it yourself; a lost game counts, whoever played it."""
    return await history.statistics(house.store, person.id, house.metrics.skip)
