"""Routes about the deal of the day."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import AfterValidator

from gambero.game import GAMES
from gambero.server.http.dependencies import REFUSALS, Known, TheHouse, check_opening
from gambero.server.http.tables import OpenTable, checked
from gambero.server.store import history
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
    """The results of a day, each person's first finished try."""
    today = day_of(house.sources.now())
    results = await history.table_of_the_day(house.store, checked_day(day, today), game, person.id)
    return DayTable(**results, today=today)


@router.post("/daily/{game}/{day}", status_code=201)
async def play_day(request: Request, house: TheHouse, person: Known, game: DailyGame, day: Day) -> Opened:
    """Play a day's deal: everybody gets the same cards. The duel is against the expert."""
    wanted = checked_day(day, day_of(house.sources.now()))
    check_opening(request)
    bots = [OPPONENT] * (GAMES[game].players[0] - 1)
    opened = checked(OpenTable(game=game, bots=bots)) | {"daily": wanted}
    return Opened(id=await house.open(opened, person, bots, start=True))
