"""Routes about people one has played with, and invitations to tables."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from gambero.server.http.dependencies import REFUSALS, Body, Id, Known, TheHouse, address
from gambero.server.refusal import Refused
from gambero.server.wire.replies import Invitations, Invited, MyCompany

router = APIRouter(prefix="/api", responses=REFUSALS)
Handle = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]


class Invite(Body):
    """Whom to invite, as `GET /api/company` names them."""

    who: list[Handle] = Field(min_length=1, max_length=20)


@router.get("/company")
async def company(house: TheHouse, person: Known) -> MyCompany:
    """People you have finished a game with, the latest first. Only you see this list."""
    return MyCompany(people=await house.company.people(person.id))


@router.post("/tables/{table}/invitations", status_code=201)
async def invite(request: Request, house: TheHouse, person: Known, table: Id, body: Invite) -> Invited:
    """Invite people you have played with to a table where you sit."""
    if seconds := await request.app.state.invitations.wait(address(request)):
        raise Refused("limit", "invitations", seconds=seconds)
    return Invited(invited=await house.company.invite(person.id, table, body.who))


@router.get("/invitations")
async def invitations(house: TheHouse, person: Known) -> Invitations:
    """To which tables you are invited, and by whom."""
    return Invitations(invitations=await house.company.invitations(person.id))


@router.delete("/invitations/{table}", status_code=204)
async def decline(house: TheHouse, person: Known, table: Id, mute: bool = False) -> None:
    """Put an invitation away; with `mute`, all of that person's, and what they write at tables."""
    await house.company.decline(person.id, table, mute)
