"""Somebody who is not here is told that a table waits for them: real requests to a receiver on loopback."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import select

from gambero.server.live import house as houses
from gambero.server.live.house import House
from gambero.server.live.notifier import PAUSES
from gambero.server.notices.webpush import CURVE, _hkdf, decode, encode
from gambero.server.store import notices, schema

from helpers.clocked import Clocks, Person, seated, serving
from helpers.patience import PATIENCE
from helpers.receiver import Post, Receiver
from helpers.serving import Guest, Served

AUTH = b"sixteen bytes it"
BROWSER = ec.generate_private_key(CURVE)
POINT = BROWSER.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
SETTINGS: dict[str, Any] = {"private_addresses": True, "notice_after": 10.0, "pace": 600.0}


@pytest.fixture(autouse=True)
def nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "bot_steps", dict)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as one:
        yield one


def decrypted(post: Post) -> dict[str, Any]:
    """What a browser reads (RFC 8291)."""
    salt, sender, sealed = post.body[:16], post.body[21:86], post.body[86:]
    shared = BROWSER.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
    secret = _hkdf(AUTH, shared, b"WebPush: info\0" + POINT + sender, 32)
    key, nonce = (
        _hkdf(salt, secret, f"Content-Encoding: {name}\0".encode(), size)
        for name, size in (("aes128gcm", 16), ("nonce", 12))
    )
    found: dict[str, Any] = json.loads(AESGCM(key).decrypt(nonce, sealed, None).removesuffix(b"\x02"))
    return found


async def two_people(house: House, receiver: Receiver, *ways: str) -> list[Person]:
    """Anna and Ben at a table without hurry, Anna on turn; Ben wants to be told in these ways, and is gone."""
    ben = await house.people.guest("Ben")
    for way in ways:
        if way == "push":
            about = {"id": "p1", "person": "ben1", "session": ben.person.session, "language": "de", "created": 1}
            keys = {"endpoint": receiver.url("/push"), "key": encode(POINT), "auth": encode(AUTH)}
            await notices.add_browser(house.store, {**about, **keys})
        else:
            row = {"kind": way, "url": receiver.url(f"/{way}"), "site": "https://cards.example", "language": "it"}
            await notices.set_webhook(house.store, "ben1", {**row, "created": 1})
    anna, other = await seated(house, game="duel", days=1)
    await anna.do(type="starter", seat=0)
    await other.live.leave(other.connection)
    return [anna, other]


async def end_turn(anna: Person) -> None:
    game = anna.live.table.playing
    while game.to_move == 0:
        moves = game.moves(0)
        await anna.do(type="move", move="." if "." in moves else moves[0])


async def left(house: House) -> list[tuple[str, int]]:
    """Who is still to be told, and how often that failed."""
    return [(row["person"], row["tries"]) for row in await house.store.rows(select(schema.notices))]


async def test_told_by_push_and_by_webhook_and_no_card_is_in_it(tmp_path: Path, receiver: Receiver) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks, **SETTINGS) as house:
        anna, _ = await two_people(house, receiver, "push", "discord")
        await end_turn(anna)
        await house.notifier.look()
        assert receiver.posts == []  # Ben may be about to come by himself
        clocks.passes(10)
        await house.notifier.look()
        (push,), (discord,) = receiver.at("/push"), receiver.at("/discord")
        table = anna.live.table.id
        assert decrypted(push) == {"title": "Du bist dran", "body": "Mit Anna", "path": f"t/{table}"}
        assert push.headers["content-encoding"] == "aes128gcm"
        assert push.headers["authorization"].endswith(house.notifier.vapid.public)
        told = json.loads(discord.body)["content"]
        assert told == f"gambero: Tocca a te. Con Anna https://cards.example/t/{table}"
        assert not re.search(r"\d", told.replace(table, ""))
        clocks.passes(1000)
        await house.notifier.look()
        assert len(receiver.posts) == 2  # once
        assert await left(house) == []


async def test_who_has_the_page_open_or_has_played_already_is_not_told(tmp_path: Path, receiver: Receiver) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks, **SETTINGS) as house:
        anna, ben = await two_people(house, receiver, "slack")
        await anna.live.join(ben.connection)
        await end_turn(anna)
        clocks.passes(11)
        await house.notifier.look()
        assert (receiver.posts, await left(house)) == ([], [])
        await ben.live.leave(ben.connection)
        clocks.passes(11)
        await house.notifier.look()
        assert receiver.posts == []  # he has seen it


@pytest.mark.parametrize("status", [500, 429, None])
async def test_what_fails_is_tried_again_later_each_time_and_then_given_up(
    tmp_path: Path, receiver: Receiver, status: int | None
) -> None:
    """None: nobody listens there any more."""
    clocks = Clocks()
    async with serving(tmp_path, clocks, **SETTINGS) as house:
        anna, _ = await two_people(house, receiver, "ntfy")
        if status is None:
            row = {"kind": "ntfy", "url": "http://127.0.0.1:1/", "site": "", "language": "en", "created": 1}
            await notices.set_webhook(house.store, "ben1", row)
        receiver.statuses["/ntfy"] = status or 201
        await end_turn(anna)
        clocks.passes(11)
        for tries, pause in enumerate(PAUSES):
            await house.notifier.look()
            await house.notifier.look()
            assert await left(house) == [("ben1", tries + 1)]
            assert len(receiver.posts) == (tries + 1 if status else 0)
            clocks.passes(pause)
    async with serving(tmp_path, clocks, **SETTINGS) as house:  # it is in the store
        await house.notifier.look()
        assert await left(house) == []


async def test_a_browser_that_is_gone_is_removed(tmp_path: Path, receiver: Receiver) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks, **SETTINGS) as house:
        anna, _ = await two_people(house, receiver, "push")
        receiver.statuses["/push"] = 410
        await end_turn(anna)
        clocks.passes(11)
        await house.notifier.look()
        assert await house.store.rows(select(schema.pushes)) == []
        assert await left(house) == []


async def test_no_move_waits_for_a_receiver_that_does_not_answer(tmp_path: Path, receiver: Receiver) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks, **SETTINGS) as house:
        anna, ben = await two_people(house, receiver, "ntfy")
        receiver.answers.clear()
        await end_turn(anna)
        clocks.passes(11)
        looking = asyncio.create_task(house.notifier.look())
        async with asyncio.timeout(PATIENCE):
            while not receiver.posts:
                await asyncio.sleep(0.01)
            await anna.live.join(ben.connection)
            await ben.do(type="move", move=anna.live.table.playing.moves(1)[0])
        assert not looking.done()
        receiver.answers.set()
        await looking


async def test_the_ways_are_set_over_http_and_end_with_the_session(house: Served) -> None:
    ben = await Guest.new(house.url, "Ben")
    told = (await ben.ask("GET", "/api/me/told")).json()
    assert (told["push"], told["webhook"], len(decode(told["key"]))) == (False, None, 65)
    push = {"endpoint": "https://push.example/1", "key": encode(POINT), "auth": encode(AUTH), "language": "fr"}
    assert (await ben.ask("POST", "/api/me/push", push)).json()["push"]
    assert (await ben.ask("POST", "/api/me/push", push)).json()["push"]  # again, as a page does that is opened again
    hook = {"kind": "ntfy", "url": "https://ntfy.sh/mine"}
    assert (await ben.ask("POST", "/api/me/webhook", hook)).json()["webhook"] == hook
    for path, body, reason in (
        ("/api/me/push", {**push, "key": "AAAA"}, "key"),
        ("/api/me/push", {**push, "endpoint": "http://push.example/1"}, "address"),
        ("/api/me/webhook", {**hook, "url": "https://127.0.0.1/x"}, "private"),
        ("/api/me/webhook", {**hook, "url": "https://169.254.169.254/latest"}, "private"),
    ):
        refused = await ben.ask("POST", path, body)
        assert (refused.status_code, refused.json()["reason"]) == (422, reason)
    assert (await ben.ask("DELETE", "/api/me/webhook")).status_code == 204
    assert (await ben.ask("GET", "/api/me/told")).json()["webhook"] is None
    assert (await ben.ask("DELETE", "/api/me/push")).status_code == 204
    assert not (await ben.ask("GET", "/api/me/told")).json()["push"]


async def test_a_browser_is_not_told_after_a_logout(tmp_path: Path, receiver: Receiver) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks, **SETTINGS) as house:
        anna, _ = await two_people(house, receiver, "push")
        await house.store.run(schema.sessions.delete())
        await end_turn(anna)
        clocks.passes(11)
        await house.notifier.look()
        assert receiver.posts == []
        await house.retention.round(pause=0)
        assert await house.store.rows(select(schema.pushes)) == []
