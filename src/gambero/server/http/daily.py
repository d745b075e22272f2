"""Routes about the deal of the day."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import AfterValidator
from sqlalchemy.exc import IntegrityError

from gambero.game import GAMES
from gambero.server.http.dependencies import REFUSALS, Known, TheHouse, check_opening
from gambero.server.http.tables import OpenTable, checked
from gambero.server.store import daily
from gambero.server.table.dealing import DAY, checked_day, day_of
from gambero.server.wire.replies import DayPlace, DayTable, Ghost, MyDay, MyDays, Opened, WeekTable
from gambero.server.wire.to_client import GameName

router = APIRouter(prefix="/api", responses=REFUSALS)
OPPONENT = "expert"
SHOWN = 120 * DAY  # milliseconds: how far back a person's days are told


def has_daily(game: GameName) -> GameName:
    if not GAMES[game].daily:
        raise ValueError(f"{game} has no deal of the day")
    return game


DailyGame = Annotated[GameName, AfterValidator(has_daily)]
Day = Annotated[str, Path(max_length=20)]


@router.get("/daily/{game}/{day}")
async def day_table(house: TheHouse, person: Known, game: DailyGame, day: Day) -> DayTable:
    """The results of a day, each person's first try; apart, those finished when the cards were open to all.

    Whoever has finished the deal also sees what bots made of it.
    """
    today = day_of(house.sources.now())
    wanted = checked_day(day, today)
    results = await daily.results(house.store, wanted, game, person.id)
    ghosts: list[dict[str, Any]] = []
    if results["you"]:
        opened, bots = day_s_table(game, wanted)
        ghosts = await house.ghosts.of(wanted, game, lambda: house.deal_alone(opened), bots)
    coming = results["you"] is not None and house.ghosts.coming(ghosts)
    return DayTable(**results, today=today, ghosts=[Ghost(**one) for one in ghosts], ghosts_coming=coming)


def day_s_table(game: GameName, day: str) -> tuple[dict[str, Any], list[str]]:
    """The data of the first entry of a table for a day's deal, and the bots at its other seats."""
    bots = [OPPONENT] * (GAMES[game].players[0] - 1)
    return checked(OpenTable(game=game, bots=bots)) | {"daily": day}, bots


@router.get("/daily/{game}/{day}/week")
async def week_table(house: TheHouse, person: Known, game: DailyGame, day: Day) -> WeekTable:
    """The table of the week, Monday to Sunday, to which a day belongs."""
    wanted = checked_day(day, day_of(house.sources.now()))
    return WeekTable(**await daily.week(house.store, wanted, game, person.id))


@router.get("/days")
async def my_days(house: TheHouse, person: Known) -> MyDays:
    """Your deals of the day: days in a row, what came of each, and your places of yesterday."""
    now = house.sources.now()
    today, since, yesterday = day_of(now), day_of(now - SHOWN), day_of(now - DAY)
    streak, best = daily.streaks(await daily.days_in_time(house.store, person.id), today)
    days = [MyDay(**one) for one in await daily.days_of(house.store, person.id, since)]
    places = []
    for game in (one.game for one in days if one.day == yesterday and not one.late):
        table = await daily.results(house.store, yesterday, game, person.id)
        places.append(DayPlace(game=game, place=table["you"]["place"], of=len(table["results"])))
    return MyDays(today=today, streak=streak, best_streak=best, days=days, yesterday=places)


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
        table, bots = day_s_table(game, wanted)
        about = {"counts": first is None, "newcomer": await daily.is_newcomer(house.store, person.id, wanted)}
        opened = table | about
        try:
            return Opened(id=await house.open(opened, person, bots, start=True))
        except IntegrityError:  # the same person opened it elsewhere just now
            first = await daily.first_try(house.store, wanted, game, person.id)
            if first is None:
                raise
    response.status_code = 200
    return Opened(id=first[0])
