"""Routes about people: guests and accounts."""

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from gambero.server.http.dependencies import (
    COOKIE,
    REFUSALS,
    Body,
    Known,
    KnownOrBanned,
    TheHouse,
    address,
    asker,
    check_ban,
    host_of,
    token_of,
    unless_gone,
)
from gambero.server.live.house import House
from gambero.server.refusal import Refused
from gambero.server.store.people import Person
from gambero.server.wire.replies import Me

YEAR = 365 * 24 * 3600  # seconds

router = APIRouter(prefix="/api", responses=REFUSALS)


class Name(Body):
    name: Annotated[str, Field(max_length=200)] | None = None


class Credentials(Body):
    login: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=1000)]


def cookie_path(house: House) -> str:
    """Other pages of the same host are not sent the cookie."""
    return house.settings.root_path or "/"


def me(house: House, request: Request, person: Person, response: Response) -> dict[str, Any]:
    """Who somebody is, with the cookie and the token that prove it."""
    token = house.people.token(person)
    response.set_cookie(
        COOKIE,
        token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=house.settings.secure,
        path=cookie_path(house),
    )
    ban = house.bans.find(person.id, host_of(request), house.sources.now())
    banned = {"cause": ban.cause, "until": ban.until} if ban else None
    return {"name": person.name, "login": person.login, "token": token, "banned": banned}


@router.post("/me")
async def hello(request: Request, response: Response, house: TheHouse, body: Name | None = None) -> Me:
    """Who you are; somebody new becomes a guest."""
    person = await house.people.by_token(token_of(request))
    if person is None:
        check_ban(house, request, None)
        person = await house.people.guest(body.name if body else None)
    elif body and body.name:
        check_ban(house, request, person.id)
        person = await house.people.rename(person, body.name)
    return Me(**me(house, request, person, response))


@router.post("/account")
async def register(request: Request, response: Response, house: TheHouse, person: Known, body: Credentials) -> Me:
    """Keep what you have under a name and a password."""
    login = await house.people.check_account(person, body.login, body.password)
    if await request.app.state.accounts.wait(address(request)):
        raise Refused("limit", "accounts")
    registered = house.people.register(person, login, body.password, asker(request, person.id))
    return Me(**me(house, request, await unless_gone(request, registered), response))


@router.post("/login")
async def login(request: Request, response: Response, house: TheHouse, body: Credentials) -> Me:
    """Come back to an account, from anywhere."""
    if await request.app.state.logins.wait(address(request)):
        raise Refused("limit", "logins")
    check_ban(house, request, None)
    who = asker(request, None)
    person = await unless_gone(request, house.people.login(body.login, body.password, who))
    return Me(**me(house, request, person, response))


@router.post("/logout", status_code=204)
async def logout(response: Response, house: TheHouse) -> None:
    """Forget this browser."""
    response.delete_cookie(COOKIE, path=cookie_path(house))


@router.delete("/me", status_code=204)
async def delete_me(response: Response, house: TheHouse, person: KnownOrBanned) -> None:
    """Remove the name, the account, what was said, and every link from games to them."""
    await house.forget(person)
    response.delete_cookie(COOKIE, path=cookie_path(house))
