"""What routes share: the house, who asks, and from where."""

import asyncio
from collections.abc import Coroutine
from functools import lru_cache
from ipaddress import IPv6Network
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Path, Request, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from pydantic import BaseModel, ConfigDict
from starlette.requests import ClientDisconnect

from gambero.server.jobs.queue import Asker, Work
from gambero.server.live.house import House
from gambero.server.refusal import Refused
from gambero.server.store.people import Person
from gambero.server.wire.replies import Refusal

COOKIE = "gambero"
SUBPROTOCOL, TOKEN = "gambero", "token."  # of a WebSocket
ID = "^[A-Za-z0-9_-]{1,16}$"
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal} for status in (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
}
Id = Annotated[str, Path(pattern=ID)]
Answer = TypeVar("Answer")


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


async def house_of(request: Request) -> House:
    """Asynchronous, because FastAPI calls other functions in threads."""
    house: House = request.app.state.house
    return house


def token_of(request: Any) -> str | None:
    """From `Authorization: Bearer …`, from a WebSocket's subprotocols, or from a browser's cookie."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return str(token.strip())
    return offered_token(request) or cookie_of(request)


def offered_token(request: Any) -> str | None:
    """From the subprotocols of a WebSocket: the only header that a page can set, for who else plays at it."""
    offered = (one.strip() for one in request.headers.get("sec-websocket-protocol", "").split(","))
    return next((one.removeprefix(TOKEN) for one in offered if one.startswith(TOKEN)), None)


def cookie_of(request: Any) -> str | None:
    """The first cookie of this name.

    Browsers send the one with the longest path first: ours, if another server runs at the root of the same host.
    Starlette's `request.cookies` would have the last.
    """
    sent = (part.strip().partition("=") for part in request.headers.get("cookie", "").split(";"))
    return next((value for name, _, value in sent if name == COOKIE), None)


def address(request: Any) -> str:
    return network(request.client.host) if request.client else "?"


@lru_cache(maxsize=4096)
def network(host: str) -> str:
    """What limits count as one address. Of IPv6 that is the first half: whoever has one has all of that half."""
    if ":" not in host:
        return host
    try:
        return str(IPv6Network((host.partition("%")[0], 64), strict=False))
    except ValueError:  # a proxy may say anything
        return host


def asker(request: Any, person: str | None) -> Asker:
    """Who asks for work that takes long."""
    where = address(request)
    return Asker(person or where, where)


async def unless_gone(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """The result of some work; if the client disconnects first the work is cancelled, and ClientDisconnect raised."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(_disconnect(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        for one in (task, gone):
            one.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


BEARER = Security(HTTPBearer(auto_error=False, description="The token that POST /api/me answers with."))
COOKIE_KEY = Security(APIKeyCookie(name=COOKIE, auto_error=False, description="What POST /api/me sets in a browser."))


async def known_person(
    request: Request, house: Annotated[House, Depends(house_of)], _bearer: Any = BEARER, _cookie: Any = COOKIE_KEY
) -> Person:
    person = await house.people.by_token(token_of(request))
    if person is None:
        raise Refused("who", "unknown")
    return person


async def admitted_person(
    request: Request, house: Annotated[House, Depends(house_of)], person: Annotated[Person, Depends(known_person)]
) -> Person:
    """The person who asks. Raises Refused if they are banned."""
    check_ban(house, request, person.id)
    return person


def host_of(request: Any) -> str | None:
    """The address that a request comes from; None for a Unix socket."""
    return request.client.host if request.client else None


def check_ban(house: House, request: Any, person: str | None) -> None:
    """Refuse a person who is banned, or whose address is."""
    house.bans.check(person, host_of(request), house.sources.now())


async def person_id(
    request: Request, house: Annotated[House, Depends(house_of)], _bearer: Any = BEARER, _cookie: Any = COOKIE_KEY
) -> str | None:
    """The id of the person who asks; None for somebody without a session."""
    person = await house.people.by_token(token_of(request))
    return person.id if person else None


async def check_opening(request: Request) -> None:
    """Refuse an address that opens too many tables."""
    if await request.app.state.openings.wait(address(request)):
        raise Refused("limit", "tables")


TheHouse = Annotated[House, Depends(house_of)]
Known = Annotated[Person, Depends(admitted_person)]
KnownOrBanned = Annotated[
    Person, Depends(known_person)
]  # for routes about people's own data, which banned people may use too
PersonId = Annotated[str | None, Depends(person_id)]


async def analyst(request: Request, house: TheHouse, person: PersonId) -> Asker:
    """The asker of an analysis of a finished game. Raises Refused if they ask too often, or if too many wait."""
    who = asker(request, person)
    if seconds := await request.app.state.analyses.wait(who):
        raise Refused("limit", "analyses", seconds=seconds)
    house.pool.check(Work.ANALYSIS, who)
    return who


Analyst = Annotated[Asker, Depends(analyst)]
