"""Routes about people: guests, accounts, sessions, and what is kept about them."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import StreamingResponse
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
from gambero.server.store import personal
from gambero.server.store.guest_names import spoken
from gambero.server.store.people import NewSession, Person
from gambero.server.store.sessions import device_of
from gambero.server.store.sharing import share_games, shares_games
from gambero.server.wire.replies import Banned, Me, MySessions, Session, Sharing

DAY = 24 * 3600  # seconds
LONGEST_COOKIE = 400  # days; browsers keep none longer
EXPORT: dict[int | str, dict[str, Any]] = {200: {"content": {"application/json": {"schema": {"type": "object"}}}}}

router = APIRouter(prefix="/api", responses=REFUSALS)
Password = Annotated[str, Field(max_length=1000)]


class Name(Body):
    name: Annotated[str, Field(max_length=200)] | None = None


class Credentials(Body):
    login: Annotated[str, Field(max_length=200)]
    password: Password


class Login(Credentials):
    take_games: bool | None = Field(
        None,
        description="As a guest with games: take them along, or delete them with the guest. If not said, such a login "
        "is refused, so that no game is lost unnoticed.",
    )


class NewPassword(Body):
    old: Password
    new: Password


class ShareGames(Body):
    share_games: bool


def cookie_path(house: House) -> str:
    """The path of the cookie: other pages of the same host are not sent it."""
    return house.settings.root_path or "/"


def me(house: House, request: Request, person: Person, token: str, response: Response) -> Me:
    """Who somebody is, with the cookie and the token that prove it."""
    settings = house.settings
    days = min(LONGEST_COOKIE, (settings.session_days if person.login else settings.guest_days) or LONGEST_COOKIE)
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(days * DAY),
        httponly=True,
        samesite="lax",
        secure=settings.secure,
        path=cookie_path(house),
    )
    ban = house.bans.find(person.id, host_of(request), house.sources.now())
    return Me(
        name=person.name,
        login=person.login,
        token=token,
        registration=settings.registration,
        banned=Banned(cause=ban.cause, until=ban.until) if ban else None,
    )


def me_in_new_session(house: House, request: Request, new: NewSession, response: Response) -> Me:
    """Who somebody with a new session is; the sockets of sessions that ended because of it are closed."""
    house.open_sessions.close(new.ended)
    return me(house, request, new.person, new.token, response)


def device(request: Request) -> str:
    return device_of(request.headers.get("user-agent", ""))


async def check_logins(request: Request) -> None:
    """Refuse an address that tries too many passwords."""
    if await request.app.state.logins.wait(address(request)):
        raise Refused("limit", "logins")


@router.post("/me")
async def hello(request: Request, response: Response, house: TheHouse, body: Name | None = None) -> Me:
    """Who you are; somebody new becomes a guest."""
    token = token_of(request)
    person = await house.people.by_token(token)
    if person is None or token is None:
        check_ban(house, request, None)
        language = spoken(request.headers.get("accept-language", ""))
        guest = await house.people.guest(body.name if body else None, device(request), language)
        return me_in_new_session(house, request, guest, response)
    if body and body.name:
        check_ban(house, request, person.id)
        person = await house.people.rename(person, body.name)
    else:
        person = await house.people.with_own_name(person)
    return me(house, request, person, token, response)


@router.post("/account")
async def register(request: Request, response: Response, house: TheHouse, person: Known, body: Credentials) -> Me:
    """Keep what you have under a name and a password. The answer has a new token; the old one has ended."""
    if not house.settings.registration:
        raise Refused("account", "closed")
    login = await house.people.check_account(person, body.login, body.password)
    if await request.app.state.accounts.wait(address(request)):
        raise Refused("limit", "accounts")
    work = house.people.register(person, login, body.password, device(request), asker(request, person.id))
    return me_in_new_session(house, request, await unless_gone(request, work), response)


@router.post("/login")
async def login(request: Request, response: Response, house: TheHouse, body: Login) -> Me:
    """Come back to an account, from anywhere: a new session. The one that asks, if any, ends.

    A guest who has games says in `take_games` what becomes of them.
    """
    before = await house.people.by_token(token_of(request))
    guest = before if before and not before.login else None
    if guest and body.take_games is None and (games := await personal.games_of(house.store, guest.id)):
        raise Refused("account", "guest_games", games=games)
    await check_logins(request)
    check_ban(house, request, guest.id if guest else None)
    work = house.people.login(body.login, body.password, device(request), asker(request, None))
    session = await unless_gone(request, work)
    if guest and body.take_games:
        await house.take_games(guest, session.person)
    if guest:
        house.spawn(house.forget(guest))
    elif before:
        await house.end_sessions(before, before.session)
    return me_in_new_session(house, request, session, response)


@router.post("/password")
async def change_password(
    request: Request, response: Response, house: TheHouse, person: KnownOrBanned, body: NewPassword
) -> Me:
    """Change your password. All your sessions end; the answer has the token of a new one."""
    house.people.check_change(person, body.new)
    await check_logins(request)
    work = house.people.change_password(person, body.old, body.new, device(request), asker(request, person.id))
    return me_in_new_session(house, request, await unless_gone(request, work), response)


@router.post("/logout", status_code=204)
async def logout(request: Request, response: Response, house: TheHouse) -> None:
    """End this session. Nobody can come back to a guest without a session: a guest is deleted later."""
    if person := await house.people.by_token(token_of(request)):
        await house.end_sessions(person, person.session)
    response.delete_cookie(COOKIE, path=cookie_path(house))


@router.get("/me/sessions")
async def my_sessions(house: TheHouse, person: KnownOrBanned) -> MySessions:
    """Where you are logged in, the latest used first."""
    found = await house.people.sessions.of(person.id, person.login)
    shown = ("id", "device", "created", "used")
    return MySessions(
        sessions=[Session(**{key: row[key] for key in shown}, here=row["id"] == person.session) for row in found]
    )


@router.delete("/me/sessions", status_code=204)
async def log_out_everywhere(response: Response, house: TheHouse, person: KnownOrBanned) -> None:
    """End all your sessions, this one too."""
    await house.end_sessions(person)
    response.delete_cookie(COOKIE, path=cookie_path(house))


@router.delete("/me/sessions/{session}", status_code=204)
async def end_session(house: TheHouse, person: Known, session: Annotated[str, Path(pattern="^[0-9a-f]{16}$")]) -> None:
    """End one of your sessions."""
    if not await house.end_sessions(person, session):
        raise Refused("session", "unknown")


@router.get("/me/sharing")
async def sharing(house: TheHouse, person: KnownOrBanned) -> Sharing:
    """Whether you let your finished games be given out for study."""
    return Sharing(share_games=await shares_games(house.store, person.id))


@router.post("/me/sharing")
async def change_sharing(house: TheHouse, person: KnownOrBanned, body: ShareGames) -> Sharing:
    """Agree that your finished games are given out for study, or take that back."""
    await share_games(house.store, person.id, body.share_games)
    return Sharing(share_games=body.share_games)


@router.get("/me/export", response_class=StreamingResponse, responses=EXPORT)
async def export(house: TheHouse, person: KnownOrBanned) -> StreamingResponse:
    """All that is kept about you, as a file."""
    headers = {"Content-Disposition": 'attachment; filename="gambero.json"'}
    return StreamingResponse(personal.export(house.store, person), media_type="application/json", headers=headers)


@router.delete("/me", status_code=204)
async def delete_me(response: Response, house: TheHouse, person: KnownOrBanned) -> None:
    """Remove the name, the account, what was said, and every link from games to them."""
    await house.forget(person)
    response.delete_cookie(COOKIE, path=cookie_path(house))
