"""Routes about pictures to share: of a finished game, and of a day's deal. Anybody may ask, so no secret is in them."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from gambero.server.http.daily import DailyGame
from gambero.server.http.dependencies import REFUSALS, Id, TheHouse, asker, unless_gone
from gambero.server.store import history
from gambero.server.table.dealing import checked_day, day_of, is_secret

router = APIRouter(prefix="/api/pictures", responses=REFUSALS)
PNG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {"schema": {"type": "string"}}}}}
FOR_A_DAY, FOR_MINUTES = "public, max-age=86400", "public, max-age=300"
TODAY = "today"


def _answer(picture: bytes, kept: str) -> Response:
    return Response(picture, media_type="image/png", headers={"Cache-Control": kept})


@router.get("/games/{game_id}.png", response_class=Response, responses=PNG)
async def game_picture(request: Request, house: TheHouse, game_id: Id) -> Response:
    """How a finished game ended. While a deal of the day is secret: the picture of that day, the same for all."""
    who, now = asker(request, None), house.sources.now()
    day = await history.day_of_game(house.store, game_id)
    if day and is_secret(day[0], now):
        return _answer(await unless_gone(request, house.pictures.of_day(who, day[1], day[0])), FOR_MINUTES)
    record = await history.record(house.store, game_id, None, now)
    return _answer(await unless_gone(request, house.pictures.of_game(who, game_id, record)), FOR_A_DAY)


@router.get("/daily/{game}/{day}.png", response_class=Response, responses=PNG)
async def day_picture(
    request: Request, house: TheHouse, game: DailyGame, day: Annotated[str, Path(max_length=20)]
) -> Response:
    """A day's deal, or `today`'s; nothing of the deal is in it."""
    today = day_of(house.sources.now())
    wanted = today if day == TODAY else checked_day(day, today)
    kept = FOR_MINUTES if day == TODAY else FOR_A_DAY
    return _answer(await unless_gone(request, house.pictures.of_day(asker(request, None), game, wanted)), kept)
