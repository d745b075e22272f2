"""Routes about tables: the lobby, opening one, and which games and bots there are."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import Field

from gambero.bots import listed
from gambero.game import GAMES
from gambero.server.http.dependencies import REFUSALS, Body, Known, TheHouse, address, check_opening
from gambero.server.refusal import Refused
from gambero.server.store import codes, lobby
from gambero.server.table.changing import checked_setup
from gambero.server.table.checks import check_bot
from gambero.server.table.strengths import level_of
from gambero.server.wire.replies import Bot, Bots, GameKind, Games, Lobby, MyTables, Opened
from gambero.server.wire.strengths import Speed
from gambero.server.wire.table_setup import TableSetup

router = APIRouter(prefix="/api", responses=REFUSALS)
Code = Annotated[str, Path(pattern="^[A-Za-z]{5}$")]


class OpenTable(Body, TableSetup):
    """A table to be opened. Whoever opens it is its host, and sits at seat 0 unless there is a bot for every seat."""

    bots: list[Annotated[str, Field(max_length=64)]] = Field(default_factory=list, max_length=5)
    speed: Speed = Field("normal", description="How fast bots play.")
    start: bool = Field(False, description="Deal at once; every seat must be taken.")


@router.get("/lobby")
async def lobby_now(house: TheHouse) -> Lobby:
    """Tables with a free seat, and games to watch."""
    return await lobby.listed(house.store, house.sources.now(), house.metrics.skip)


@router.get("/tables/mine")
async def my_tables(house: TheHouse, person: Known) -> MyTables:
    """Tables where you have a seat and that are not over, the latest first: to go on where you left."""
    return MyTables(tables=await lobby.tables_of(house.store, person.id, house.metrics.skip))


@router.get("/codes/{code}")
async def table_of_code(request: Request, house: TheHouse, person: Known, code: Code) -> Opened:  # noqa: ARG001
    """The table with a code of five letters, in upper or lower case. There is a limit for each address."""
    if seconds := await request.app.state.codes.wait(address(request)):
        raise Refused("limit", "codes", seconds=seconds)
    return Opened(id=await codes.table_of(house.store, code, house.sources.now()))


@router.post("/tables", status_code=201)
async def open_table(request: Request, house: TheHouse, person: Known, body: OpenTable) -> Opened:
    """Open a table. Its id is its link; connect to /ws/tables/{id}."""
    opened = checked(body)
    await check_opening(request)
    opened["code"] = await codes.free(house.store, house.sources.new_code)
    return Opened(id=await house.open(opened, person, body.bots, body.start))


def checked(body: OpenTable) -> dict[str, Any]:
    """The data of the table's first entry. Raises Refused."""
    setup = checked_setup(body)
    players = setup["players"]
    for bot in body.bots:
        check_bot(bot, body.game)
    if len(body.bots) > players:
        raise Refused("seat", "too_many_bots", seats=players, bots=len(body.bots))
    if body.start and len(body.bots) + 1 < players:
        raise Refused("seat", "start_needs_all")
    return {**setup, "speed": body.speed, "daily": None}


@router.get("/bots")
async def bots() -> Bots:
    """Every bot that is installed, other packages' too, with how it thinks, the games it plays and its level."""
    found = [info for info in listed() if info.fault is None]
    return Bots(
        bots=[
            Bot(name=info.name, thinks=info.thinks, games=list(info.games), level=level_of(info.name)) for info in found
        ]
    )


@router.get("/games-and-bots")
async def games_and_bots() -> Games:
    """Which games there are, with their options and numbers of players, and who plays."""
    games = {game: GameKind(players=spec.players, options=list(spec.options)) for game, spec in GAMES.items()}
    return Games(games=games, bots=(await bots()).bots)
