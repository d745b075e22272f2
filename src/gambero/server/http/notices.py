"""Routes about where somebody wants to be told that it is their turn."""

import secrets
from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import Field

from gambero.server.http.dependencies import REFUSALS, Body, Known, KnownOrBanned, TheHouse
from gambero.server.live.house import House
from gambero.server.notices.public import LONGEST, check_address
from gambero.server.notices.webpush import is_key
from gambero.server.refusal import Refused
from gambero.server.store import notices
from gambero.server.store.people import Person
from gambero.server.wire.replies import Told, Webhook

router = APIRouter(prefix="/api/me", responses=REFUSALS)
Address = Annotated[str, Field(max_length=LONGEST)]
Language = Annotated[str, Field(pattern="^[a-z]{2,8}$")]


class Browser(Body):
    """Where a browser can be reached, as its push service says; `key` and `auth` in base64url."""

    endpoint: Address
    key: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=32)]
    language: Language = "en"


class NewWebhook(Body):
    kind: Literal["discord", "slack", "ntfy"]
    url: Address
    language: Language = "en"


async def told(house: House, person: Person) -> Told:
    browsers = await notices.browsers(house.store, person.id)
    hook = await notices.webhook(house.store, person.id)
    return Told(
        key=house.notifier.vapid.public,
        push=any(one["session"] == person.session for one in browsers),
        webhook=Webhook(kind=hook["kind"], url=hook["url"]) if hook else None,
    )


@router.get("/told")
async def how_told(house: TheHouse, person: Known) -> Told:
    """How you are told that a table without hurry waits for you, and the key for a browser's subscription."""
    return await told(house, person)


@router.post("/push")
async def add_push(house: TheHouse, person: Known, body: Browser) -> Told:
    """Be told in this browser, by Web Push, as long as this session lasts."""
    check_address(body.endpoint, house.settings.private_addresses)
    if not is_key(body.key, body.auth):
        raise Refused("webhook", "key")
    about = {"person": person.id, "session": person.session, "created": house.sources.now()}
    await notices.add_browser(house.store, {**body.model_dump(), **about, "id": secrets.token_hex(8)})
    return await told(house, person)


@router.delete("/push", status_code=204)
async def remove_push(house: TheHouse, person: KnownOrBanned) -> None:
    """Be told in this browser no more."""
    await notices.remove_browser(house.store, person.id, person.session)


@router.post("/webhook")
async def set_webhook(request: Request, house: TheHouse, person: Known, body: NewWebhook) -> Told:
    """Be told by a message to an address of yours, at Discord, Slack or ntfy."""
    check_address(body.url, house.settings.private_addresses)
    site = f"{request.url.scheme}://{request.url.netloc}{house.settings.root_path}"
    row = {**body.model_dump(), "site": site, "created": house.sources.now()}
    await notices.set_webhook(house.store, person.id, row)
    return await told(house, person)


@router.delete("/webhook", status_code=204)
async def remove_webhook(house: TheHouse, person: KnownOrBanned) -> None:
    await notices.set_webhook(house.store, person.id, None)
