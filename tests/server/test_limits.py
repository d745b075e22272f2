"""Limits of a connection and of an address: refused with a clear code, configurable, and without effect on others."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from gambero.server.http.limits import MOST_KEYS, Bucket, Limit
from gambero.server.refusal import Refused
from gambero.server.settings import Settings

from helpers.patience import PATIENCE
from helpers.serving import Gone, Guest, Seated, Served

FAR = "127.0.0.2"  # another address of the same machine


async def flood(seat: Seated, message: dict[str, Any], times: int) -> list[dict[str, Any]]:
    """Send without waiting, then collect the answers."""
    names = [f"f{number}" for number in range(times)]
    for name in names:
        await seat.send({**message, "id": name})
    await seat.until(lambda: len([one for one in seat.heard if '"id"' in one or "too many" in one]) >= times)
    return [json.loads(text) for text in seat.heard if '"type":"refused"' in text]


async def test_messages_of_a_connection(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", messages="5") as served:
        anna, bob = await Guest.new(served.url), await Guest.new(served.url, "Bob")
        table = await anna.open("duel")
        first, second = await anna.at(table), await bob.at(table)
        refused = await flood(first, {"type": "ping"}, 60)
        assert 1 <= len(refused) <= 50  # how many depends on how fast they come
        assert {one["code"] for one in refused} == {"limit"}
        assert refused[0]["why"] == "too many messages: at most 5 a second"
        late = [int(one["id"].removeprefix("f")) for one in refused]  # each answers the message with its id
        assert late == sorted(set(late))
        assert late[0] >= 10  # so many at once are no flood
        assert (await second.do("sit"))["type"] == "ok"  # a flood at the same table is nobody else's
        await first.until(lambda: first.table["seats"][1]["name"] == "Bob")  # and who floods is still told


async def test_who_goes_on_and_on_is_cut_off_alone(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", messages="5") as served:
        anna, bob = await Guest.new(served.url), await Guest.new(served.url, "Bob")
        table = await anna.open("duel")
        first, second = await anna.at(table), await bob.at(table)
        with pytest.raises(Gone):
            await flood(first, {"type": "ping"}, 400)
        assert first.closed == 1008
        assert '"too many messages, again and again"' in first.heard[-1]
        assert (await second.do("sit"))["type"] == "ok"
        again = await anna.at(table)
        assert (await again.do("ping"))["type"] == "ok"


async def test_chat_of_a_connection(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", chats="0.005") as served:
        anna = await Guest.new(served.url)
        seat = await anna.at(await anna.open("duel"))
        answers = [await seat.do("chat", text="ciao") for _ in range(4)]
        assert [one.get("code") for one in answers] == [None, "limit", "limit", "limit"]
        assert answers[1]["why"] == "not so fast: a few words at a time"
        assert (await seat.do("ping"))["type"] == "ok"


async def test_the_size_of_a_message(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", message_size="300") as served:
        anna, bob = await Guest.new(served.url), await Guest.new(served.url, "Bob")
        table = await anna.open("duel")
        first, second = await anna.at(table), await bob.at(table)
        await first.socket.send(" " * 301)
        await first.until(lambda: None in first.answers)
        assert first.answers[None]["code"] == "size"
        assert first.answers[None]["why"] == "a message has at most 300 characters, not 301"
        assert (await first.do("ping"))["type"] == "ok"
        await first.socket.send(" " * 1_100_000)  # this is not even read
        with pytest.raises(Gone):
            await first.until(lambda: False)
        assert first.closed == 1009
        assert (await second.do("sit"))["type"] == "ok"


async def test_connections_of_an_address(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", connections="2") as served:
        anna = await Guest.new(served.url)
        table = await anna.open("duel")
        first, second = await anna.at(table), await anna.at(table)
        address = f"{served.url.replace('http', 'ws', 1)}/ws/tables/{table}"
        third = await connect(address, additional_headers=anna.headers, open_timeout=PATIENCE)
        refused = json.loads(await third.recv())
        assert (refused["code"], refused["why"]) == ("limit", "too many connections from your address")
        await third.wait_closed()
        assert third.close_code == 1008
        async with connect(
            address, additional_headers=anna.headers, local_addr=(FAR, 0), open_timeout=PATIENCE
        ) as other:
            assert json.loads(await other.recv())["type"] == "view"
        await second.close()
        while True:  # as soon as the server has noticed, there is room again
            async with connect(address, additional_headers=anna.headers, open_timeout=PATIENCE) as fourth:
                if json.loads(await fourth.recv())["type"] == "view":
                    break
        assert (await first.do("ping"))["type"] == "ok"


def test_tables_opened_from_an_address(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", tables="3") as served:
        with httpx.Client(base_url=served.url, timeout=PATIENCE) as one:
            one.post("/api/me")
            answers = [one.post("/api/tables", json={"game": "duel"}) for _ in range(4)]
            answers.append(one.post("/api/daily/classic/2026-01-01"))
        assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 2
        assert answers[3].json() == Refused("limit", "tables").as_json()
        with httpx.Client(
            base_url=served.url, transport=httpx.HTTPTransport(local_address=FAR), timeout=PATIENCE
        ) as other:
            other.post("/api/me")
            assert other.post("/api/tables", json={"game": "duel"}).status_code == 201


def test_of_a_forwarded_list_the_last_address_that_is_no_proxy_counts(tmp_path: Path) -> None:
    """What stands before it, a client may have written."""

    def opened(source: str, forwarded: str) -> int:
        far = httpx.HTTPTransport(local_address=source)
        with httpx.Client(base_url=served.url, transport=far, timeout=PATIENCE) as client:
            client.post("/api/me")
            body = {"game": "duel"}
            return client.post("/api/tables", json=body, headers={"X-Forwarded-For": forwarded}).status_code

    with Served(tmp_path / "games.db", tables="1", proxies="127.0.0.1, 10.1.0.0/16") as served:
        assert opened("127.0.0.1", "192.0.2.1, 203.0.113.5") == 201
        assert opened("127.0.0.1", "192.0.2.2, 203.0.113.5") == 429
        assert opened("127.0.0.1", "192.0.2.3, 203.0.113.5, 10.1.2.3") == 429  # by a proxy before the proxy
        assert opened("127.0.0.1", "203.0.113.5, 203.0.113.6") == 201
        assert opened(FAR, "192.0.2.4") == 201
        assert opened(FAR, "192.0.2.5") == 429  # no proxy: whatever it says


@pytest.mark.parametrize("proxies", ["*", "10.0.0.1/8", "proxy.example", "127.0.0.1,"])
def test_proxies_are_addresses_or_networks(proxies: str) -> None:
    with pytest.raises(ValueError, match="proxies must be addresses or networks, as"):
        Settings(proxies=proxies).checked()


def test_logins_from_an_address(tmp_path: Path) -> None:
    with (
        Served(tmp_path / "games.db", logins="2") as served,
        httpx.Client(base_url=served.url, timeout=PATIENCE) as one,
    ):
        body = {"login": "nobody", "password": "wrong password"}
        answers = [one.post("/api/login", json=body) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [401, 401, 429]
        assert answers[2].json() == Refused("limit", "logins").as_json()


async def test_requests_of_an_address(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", requests="5") as served:
        anna = await Guest.new(served.url)
        seat = await anna.at(await anna.open(start=True))
        async with httpx.AsyncClient(base_url=served.url, timeout=PATIENCE) as one:
            answers = await asyncio.gather(*(one.get("/healthz") for _ in range(60)))
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert refused[0].json() == Refused("limit", "requests", rate=5.0).as_json()
        far = httpx.AsyncHTTPTransport(local_address=FAR)
        async with httpx.AsyncClient(base_url=served.url, transport=far, timeout=PATIENCE) as other:
            assert (await other.get("/healthz")).status_code == 200
        await seat.play(seat.view["moves"][0])  # who sits at a table does not notice


def test_a_request_of_many_bytes(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", body_size="100") as served:
        answer = httpx.post(f"{served.url}/api/me", json={"name": "x" * 100}, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["why"]) == (413, "a request has at most 100 bytes")
        assert httpx.post(f"{served.url}/api/me", json={"name": "Anna"}, timeout=PATIENCE).status_code == 200


async def test_zero_sets_no_limit(house: Served) -> None:
    """The shared server has every rate at 0."""

    anna = await Guest.new(house.url)
    tables = [await anna.open("duel") for _ in range(3)]
    seat = await anna.at(tables[0])
    assert await flood(seat, {"type": "ping"}, 300) == []
    assert await flood(seat, {"type": "chat", "text": "ciao"}, 20) == []


def test_every_limit_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["messages", "chats", "requests", "connections", "tables", "logins", "message_size", "body_size"]
    given = {f"GAMBERO_{name.upper()}": str(number) for number, name in enumerate(names, 7)}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = Settings.read(messages=0).checked()
    assert settings.messages == 0, "a flag goes before the environment"
    settings = Settings.read(messages=None).checked()
    assert [getattr(settings, name) for name in names] == list(range(7, 15))
    monkeypatch.setenv("GAMBERO_TABLES", "many")
    with pytest.raises(ValueError, match="GAMBERO_TABLES must be a number, not 'many'"):
        Settings.read()
    with pytest.raises(ValueError, match="logins must not be negative"):
        Settings(tables=1, logins=-1).checked()


def test_a_bucket_fills_as_time_goes_by() -> None:
    bucket = Bucket(2.0, 3.0, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5) for _ in range(2)] == [True, False]
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]


def test_even_the_smallest_limit_lets_one_through() -> None:
    bucket = Bucket(0.01, 0.05, 0.0)
    assert [bucket.take(0.0), bucket.take(0.0), bucket.take(100.0)] == [True, False, True]


def test_addresses_that_went_are_forgotten() -> None:
    time = [0.0]
    limit = Limit(1.0, 2.0, lambda: time[0])
    for number in range(MOST_KEYS + 1):
        assert limit.allows(f"address {number}")
    time[0] = 10.0
    assert limit.allows("another")
    assert len(limit) == 1
