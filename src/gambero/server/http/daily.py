"""Routes about the deal of the day."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import AfterValidator
from sqlalchemy.exc import IntegrityError

from gambero.game import GAMES
from gambero.server.http.dependencies import REFUSALS, Known, TheHouse, check_opening
from gambero.server.http.tables import OpenTable, checked
from gambero.server.store import daily
from gambero.server.table.dealing import checked_day, day_of
from gambero.server.wire.replies import DayTable, Opened
from gambero.server.wire.to_client import GameName

router = APIRouter(prefix="/api", responses=REFUSALS)
OPPONENT = "expert"


def has_daily(game: GameName) -> GameName:
    if not GAMES[game].daily:
        raise ValueError(f"{game} has no deal of the day")
    return game


DailyGame = Annotated[GameName, AfterValidator(has_daily)]
Day = Annotated[str, Path(max_length=20)]


@router.get("/daily/{game}/{day}")
async def day_table(house: TheHouse, person: Known, game: DailyGame, day: Day) -> DayTable:
    """The results of a day, each person's first try; apart, those finished when the cards were open to all."""
    today = day_of(house.sources.now())
    return DayTable(**await daily.results(house.store, checked_day(day, today), game, person.id), today=today)


@router.post("/daily/{game}/{day}", status_code=201)
async def play_day(
    request: Request, response: Response, house: TheHouse, person: Known, game: DailyGame, day: Day
) -> Opened:
    """Play a day's deal: everybody gets the same cards. The duel is against the expert.

    The first try counts: as long as it is not over, you get its table again (200). Later tries count for nothing.
    """
    wanted = checked_day(day, day_of(house.sources.now()))
    first = await daily.first_try(house.store, wanted, game, person.id)
    if first is None or not first[1]:
        await check_opening(request)
        bots = [OPPONENT] * (GAMES[game].players[0] - 1)
        about = {"counts": first is None, "newcomer": await daily.is_newcomer(house.store, person.id, wanted)}
        opened = checked(OpenTable(game=game, bots=bots)) | {"daily": wanted, **about}
        try:
            return Opened(id=await house.open(opened, person, bots, start=True))
        except IntegrityError:  # the same person opened it elsewhere just now
            first = await daily.first_try(house.store, wanted, game, person.id)
            if first is None:
                raise
    response.status_code = 200
    return Opened(id=first[0])
