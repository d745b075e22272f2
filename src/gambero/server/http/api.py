"""The HTTP side: who you are, tables, the lobby, finished games, the deal of the day."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response, Security
from fastapi.responses import PlainTextResponse
from fastapi.security import APIKeyCookie, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from gambero.bots import bot_class, thoughts
from gambero.game import GAMES
from gambero.game.setup import prepared
from gambero.server.live.house import House
from gambero.server.refusal import Refused
from gambero.server.review import hindsight
from gambero.server.store import history, lobby
from gambero.server.store.people import Person
from gambero.server.table.dealing import checked_day, day_of, layout
from gambero.server.wire.replies import (
    Bot,
    DayTable,
    GameKind,
    GameList,
    Hindsight,
    Lobby,
    Luck,
    Me,
    MyTables,
    Opened,
    Refusal,
    Replay,
    Rules,
    Statistics,
)
from gambero.server.wire.to_client import Command
from gambero.tournament import Tournament

COOKIE = "gambero"
ID = "^[A-Za-z0-9_-]{1,16}$"
YEAR = 365 * 24 * 3600
REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Refusal} for code in (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
}

router = APIRouter(prefix="/api", responses=REFUSALS)
GameName = Literal["classic", "extreme", "duel", "tension"]
DailyGame = Literal["classic", "extreme", "duel"]
Id = Annotated[str, Path(pattern=ID)]
CardNumber = Annotated[str, Field(pattern="^[1-9][0-9]?$")]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Name(Body):
    name: Annotated[str, Field(max_length=200)] | None = None


class Credentials(Body):
    login: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=1000)]


class OpenTable(Body):
    """A table to be opened. Whoever opens it is its host, and sits at seat 0 unless there is a bot for every seat."""

    game: GameName
    players: int | None = Field(None, description="How many seats; the fewest the game takes if not said.")
    options: Annotated[dict[str, bool], Field(max_length=8)] = {}
    commands: Literal["house", "shuffled"] | Annotated[dict[CardNumber, Command], Field(max_length=98)] | None = Field(
        None,
        description="Extreme (E1): which cards carry commands; a layout of one's own names 28 by number.",
    )
    listed: bool = Field(False, description="Shown in the lobby, or found by its link only.")
    clock: Annotated[float, Field(ge=5, le=3600)] | None = Field(None, description="Seconds a turn.")
    wait: Annotated[float, Field(ge=0, le=10)] = Field(0.5, description="Tension: seconds a wrong card costs (T13).")
    tournament: Annotated[int, Field(ge=1, le=1000)] | None = Field(None, description="Tension: how many games (T12).")
    bots: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=5)] = []
    start: bool = Field(False, description="Deal at once; every seat must be taken.")


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def token_of(request: Any) -> str | None:
    """From a browser's cookie, or from `Authorization: Bearer …`."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    cookie: str | None = request.cookies.get(COOKIE)
    return token.strip() if scheme.lower() == "bearer" else cookie


BEARER = Security(HTTPBearer(auto_error=False, description="The token that POST /api/me answers with."))
BISCUIT = Security(APIKeyCookie(name=COOKIE, auto_error=False, description="What POST /api/me sets in a browser."))


async def somebody(
    request: Request, house: Annotated[House, Depends(house_of)], _bearer: Any = BEARER, _cookie: Any = BISCUIT
) -> Person:
    person = await house.people.of(token_of(request))
    if person is None:
        raise Refused("who", "unknown")
    return person


async def anybody(
    request: Request, house: Annotated[House, Depends(house_of)], _bearer: Any = BEARER, _cookie: Any = BISCUIT
) -> str | None:
    """Who asks, where nobody has to say so."""
    person = await house.people.of(token_of(request))
    return person.id if person else None


TheHouse = Annotated[House, Depends(house_of)]
Anybody = Annotated[str | None, Depends(anybody)]
Somebody = Annotated[Person, Depends(somebody)]


def address(request: Any) -> str:
    return request.client.host if request.client else "?"


def me(house: House, person: Person, response: Response) -> dict[str, Any]:
    """Who somebody is, with the cookie and the token that prove it."""
    token = house.people.token(person)
    response.set_cookie(
        COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=house.settings.secure, path="/"
    )
    return {"name": person.name, "login": person.login, "token": token}


# People.


@router.post("/me")
async def hello(request: Request, response: Response, house: TheHouse, body: Name | None = None) -> Me:
    """Who you are; somebody new becomes a guest."""
    person = await house.people.of(token_of(request))
    if person is None:
        person = await house.people.guest(body.name if body else None)
    elif body and body.name:
        person = await house.people.rename(person, body.name)
    return Me(**me(house, person, response))


@router.post("/account")
async def register(response: Response, house: TheHouse, person: Somebody, body: Credentials) -> Me:
    """Keep what you have under a name and a password."""
    return Me(**me(house, await house.people.register(person, body.login, body.password), response))


@router.post("/login")
async def login(request: Request, response: Response, house: TheHouse, body: Credentials) -> Me:
    """Come back to an account, from anywhere."""
    if not request.app.state.logins.allows(address(request)):
        raise Refused("limit", "logins")
    return Me(**me(house, await house.people.login(body.login, body.password), response))


@router.post("/logout", status_code=204)
async def logout(response: Response) -> None:
    """Forget this browser."""
    response.delete_cookie(COOKIE, path="/")


@router.delete("/me", status_code=204)
async def delete_me(response: Response, house: TheHouse, person: Somebody) -> None:
    """Remove the name, the account, what was said, and every link from games to them."""
    await house.forget(person)
    response.delete_cookie(COOKIE, path="/")


# Tables.


@router.get("/lobby")
async def lobby_now(house: TheHouse) -> Lobby:
    """Tables with a free seat, and games to watch."""
    return Lobby.model_validate(await lobby.shown(house.store, house.sources.now()))


@router.get("/tables/mine")
async def my_tables(house: TheHouse, person: Somebody) -> MyTables:
    """Tables where you have a seat and that are not over, the latest first: to go on where you left."""
    return MyTables.model_validate({"tables": await lobby.of(house.store, person.id)})


@router.post("/tables", status_code=201)
async def open_table(request: Request, house: TheHouse, person: Somebody, body: OpenTable) -> Opened:
    """Open a table. Its id is its link; connect to /ws/tables/{id}."""
    opened = checked(body)
    if not request.app.state.openings.allows(address(request)):
        raise Refused("limit", "tables")
    return Opened(id=await house.open(opened, person, body.bots, body.start))


def checked(body: OpenTable) -> dict[str, Any]:
    """What the table's first entry holds; refused in the law's own words."""
    try:
        options: dict[str, Any] = dict(body.options)
        setup = prepared(body.game, players=body.players, seed=0, commands=layout(body.commands), **options)
        if body.tournament is not None and body.game != "tension":
            raise ValueError("a tournament is a series of tension games (T12)")
        if body.tournament is not None:
            Tournament(setup.players, body.tournament)
    except ValueError as wrong:
        raise Refused("options", "refused", problem=str(wrong)) from None
    check_bots(body.bots)
    if len(body.bots) > setup.players:
        raise Refused("seat", "too_many_bots", seats=setup.players, bots=len(body.bots))
    if body.start and len(body.bots) + 1 < setup.players:
        raise Refused("seat", "start_needs_all")
    commands = (body.commands or "house") if body.game == "extreme" else None
    return {
        "game": body.game,
        "players": setup.players,
        "options": dict(setup.options),
        "commands": commands,
        "listed": body.listed,
        "clock": body.clock,
        "wait": body.wait,
        "tournament": body.tournament,
        "daily": None,
    }


def check_bots(names: list[str]) -> None:
    for name in names:
        try:
            bot_class(name)
        except ValueError as wrong:
            raise Refused("bot", "unknown", bot=name, problem=str(wrong)) from None


@router.get("/games-and-bots")
async def games_and_bots() -> Rules:
    """Which games there are, with their options and numbers of players, and who plays."""
    games = {game: GameKind(players=spec.players, options=list(spec.options)) for game, spec in GAMES.items()}
    return Rules(games=games, bots=[Bot(name=name, thinks=thinks) for name, thinks in thoughts()[0].items()])


# Finished games.


Moment = Annotated[int | None, Query(ge=0, le=2**53)]


@router.get("/games")
async def my_games(house: TheHouse, person: Somebody, before: Moment = None) -> GameList:
    """Your finished games, the latest first; `before` a time goes on to older ones."""
    return GameList.model_validate({"games": await history.played(house.store, person.id, before)})


TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}


@router.get("/games/{game_id}/record", response_class=Response, responses=TEXT)
async def game_record(house: TheHouse, person: Anybody, game_id: Id) -> PlainTextResponse:
    """A finished game as text, with deck and salt: `gambero verify` checks it."""
    return PlainTextResponse(await history.record(house.store, game_id, person, day_of(house.sources.now())))


@router.get("/games/{game_id}")
async def game_replay(
    house: TheHouse,
    person: Anybody,
    game_id: Id,
    seat: Annotated[int | None, Query(ge=0, le=4)] = None,
    everything: Annotated[bool, Query(alias="open")] = False,
) -> Replay:
    """A finished game step by step: as a seat saw it, as a spectator did, or with all cards open."""
    record = await history.record(house.store, game_id, person, day_of(house.sources.now()))
    return Replay(**await history.replayed(house.store, game_id, record, seat, everything))


@router.get("/games/{game_id}/luck")
async def game_luck(house: TheHouse, person: Anybody, game_id: Id) -> Luck:
    """What the luck of a finished team game was worth: what a bot leaves of its deal, and of any deal."""
    return Luck(**await house.luck.of(await history.record(house.store, game_id, person, day_of(house.sources.now()))))


@router.get("/games/{game_id}/expert")
async def game_hindsight(
    house: TheHouse,
    person: Anybody,
    game_id: Id,
    moves: Annotated[int, Query(ge=0, le=10_000)],
    seat: Annotated[int | None, Query(ge=0, le=4)] = None,
) -> Hindsight:
    """What expert would have laid after so many moves, from what the player on turn saw; in tension, `seat`."""
    record = await history.record(house.store, game_id, person, day_of(house.sources.now()))
    return Hindsight(**await hindsight.would_lay(house.pool, record, moves, seat))


@router.get("/statistics")
async def my_statistics(house: TheHouse, person: Somebody) -> Statistics:
    return Statistics(**await history.statistics(house.store, person.id))


# The deal of the day.

Day = Annotated[str, Path(max_length=20)]


@router.get("/daily/{game}/{day}")
async def day_table(house: TheHouse, person: Somebody, game: DailyGame, day: Day) -> DayTable:
    """The results of a day, each person's first finished try."""
    today = day_of(house.sources.now())
    results = await history.table_of_the_day(house.store, checked_day(day, today), game, person.id)
    return DayTable(**results, today=today)


@router.post("/daily/{game}/{day}", status_code=201)
async def play_day(request: Request, house: TheHouse, person: Somebody, game: DailyGame, day: Day) -> Opened:
    """Play a day's deal: everybody gets the same cards. The duel is against the expert."""
    wanted = checked_day(day, day_of(house.sources.now()))
    if not request.app.state.openings.allows(address(request)):
        raise Refused("limit", "tables")
    opened = checked(OpenTable(game=game, bots=["expert"] if game == "duel" else []))
    opened["daily"] = wanted
    return Opened(id=await house.open(opened, person, ["expert"] if game == "duel" else [], start=True))
