"""Routes about finished games: lists, records, replays, luck, analysis, what expert would have laid, statistics."""

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from gambero.server.http.dependencies import REFUSALS, Analyst, Id, Known, PersonId, TheHouse, unless_gone
from gambero.server.live.house import House
from gambero.server.review.analysing import VERSION
from gambero.server.store import analyses, daily, history
from gambero.server.wire.replies import GameList, Hindsight, Luck, Replay, SameDeal, SameDeals, Statistics

router = APIRouter(prefix="/api", responses=REFUSALS)
Time = Annotated[int | None, Query(ge=0, le=2**53)]
JSON = "application/json"
TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
NDJSON = "application/x-ndjson"
LINES: dict[int | str, dict[str, Any]] = {200: {"content": {NDJSON: {"schema": {"type": "string"}}}}}
UNBUFFERED = {"X-Accel-Buffering": "no"}  # nginx passes each line on as it comes


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
    you = None if person is None else await history.seat_of(house.store, game_id, person)
    about = orjson.dumps({"id": game_id, "seats": seats, "you": you})
    return Response(about[:-1] + b"," + frames[1:], media_type=JSON)


@router.get("/games/{game_id}/luck")
async def game_luck(request: Request, house: TheHouse, person: PersonId, analyst: Analyst, game_id: Id) -> Luck:
    """What the luck of a finished team game was worth: what a bot leaves of its deal, and of any deal."""
    record = await record_of(house, game_id, person)
    return Luck(**await unless_gone(request, house.luck.measure(analyst, game_id, record)))


@router.get("/games/{game_id}/analysis", response_class=Response, responses=LINES)
async def game_analysis(house: TheHouse, person: PersonId, analyst: Analyst, game_id: Id) -> StreamingResponse:
    """What each turn of a finished game was worth, a JSON object a line, sent as it is computed: see AnalysisLine."""
    lines = await house.analyses.ask(analyst, game_id, await record_of(house, game_id, person))
    return StreamingResponse(lines, media_type=NDJSON, headers=UNBUFFERED)


@router.get("/games/{game_id}/others")
async def game_others(house: TheHouse, person: PersonId, game_id: Id) -> SameDeals:
    """How others played the same deal of the day, the best first; for whoever may see this game's cards."""
    await record_of(house, game_id, person)
    of_day = await history.day_of_game(house.store, game_id)
    if of_day is None:
        return SameDeals(day=None, games=[])
    table = await daily.results(house.store, *of_day, person or "")
    others = [one for one in (*table["results"], *table["late"]) if one["game_id"] != game_id]
    luck = await analyses.luck_of(house.store, [one["game_id"] for one in others], VERSION)
    return SameDeals(day=of_day[0], games=[SameDeal(**one, luck=luck.get(one["game_id"])) for one in others])


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
