"""Looking after a site with `gambero admin`: on both stores, while servers run, at every worker."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import RowMapping
from websockets.asyncio.client import connect

from gambero.server.live.bans import Bans
from gambero.server.store.bans import network

from helpers.operating import admin, operate, operate_text
from helpers.patience import PATIENCE
from helpers.serving import Guest, Seated, Served

BANNED = 4403


@pytest.fixture
def running(database: str) -> Iterator[Served]:
    """One server, on each of the stores."""
    with Served(database) as server:
        yield server


@pytest.fixture
def two(postgres_url: str, redis_url: str) -> Iterator[tuple[Served, Served]]:
    """Two workers of one house."""
    with Served(postgres_url, redis_url) as one, Served(postgres_url, redis_url) as other:
        yield one, other


async def from_address(url: str, host: str, path: str, **body: Any) -> httpx.Response:
    """A request that a proxy on the same machine passes on for somebody else."""
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, headers={"X-Forwarded-For": host}) as client:
        return await client.post(path, json=body)


async def person_of(database: str, name: str) -> str:
    """The id of somebody who is connected."""
    found = {row["person"] for row in await operate(database, "people") if row["name"] == name}
    assert len(found) == 1
    return str(found.pop())


async def refusal(seat: Seated) -> dict[str, Any]:
    """What a socket was told last before it was closed."""
    assert await seat.closing() == BANNED
    return dict(json.loads(seat.heard[-1]))


async def test_an_operator_sees_tables_and_people_and_bans_one(running: Served) -> None:
    anna, ben = await Guest.new(running.url, "Anna"), await Guest.new(running.url, "Ben")
    table = await anna.open("classic", players=3, bots=["greedy"])
    first, second = await anna.at(table), await ben.at(table)
    assert (await second.do("sit"))["type"] == "ok"
    (shown,) = await operate(running.database, "tables")
    assert (shown["id"], shown["phase"], len(shown["connected"])) == (table, "gathering", 2)
    assert [seat["name"] for seat in shown["seats"]] == ["Anna", "greedy", "Ben"]
    people = await operate(running.database, "people")
    assert [(one["name"], one["address"], one["seat"]) for one in people] == [
        ("Anna", "127.0.0.1", 0),
        ("Ben", "127.0.0.1", 2),
    ]

    who = await person_of(running.database, "Ben")
    await operate(running.database, "ban", who[:8], "--for", "7d", "--reason", "insults, again and again")
    refused = await refusal(second)
    assert (refused["code"], refused["reason"], refused["id"]) == ("banned", "person", None)
    assert refused["values"]["cause"] == "insults, again and again"
    assert refused["values"]["end"] in refused["why"]
    assert not first.closed  # nobody else is meant

    again = await ben.ask("POST", "/api/tables", {"game": "classic"})
    assert (again.status_code, again.json()["code"], again.json()["values"]) == (403, "banned", refused["values"])
    assert await refused_socket(ben, table) == BANNED
    assert (await ben.ask("POST", "/api/me", {"name": "Other"})).status_code == 403
    me = await ben.ask("POST", "/api/me")  # who is banned still learns it, and may go
    assert me.json()["banned"] == {"cause": "insults, again and again", "until": refused["values"]["until"]}
    (listed,) = await operate(running.database, "bans")
    assert (listed["who"], listed["until"]) == (who, refused["values"]["until"])

    await operate(running.database, "unban", who, "--reason", "said sorry")
    await heard(lambda: ben.ask("POST", "/api/tables", {"game": "classic"}), 201)
    log = await operate(running.database, "log")
    assert [(act["admin"], act["act"], act["subject"], act["reason"]) for act in log] == [
        ("tester", "unban", who, "said sorry"),
        ("tester", "ban", who, "insults, again and again"),
    ]


async def heard(ask: Callable[[], Awaitable[httpx.Response]], status: int) -> None:
    """Ask until a server has heard of what an operator did."""
    async with asyncio.timeout(PATIENCE):
        while (await ask()).status_code != status:
            await asyncio.sleep(0.2)


async def refused_socket(guest: Guest, table: str) -> int | None:
    address = f"{guest.url.replace('http', 'ws', 1)}/ws/tables/{table}"
    async with connect(address, additional_headers=guest.headers, open_timeout=PATIENCE) as socket:
        await socket.recv()
        await socket.wait_closed()
        return socket.close_code


@pytest.mark.parametrize(
    ("banned", "inside", "outside"),
    [("203.0.113.0/24", "203.0.113.77", "203.0.114.1"), ("2001:db8:1::/48", "2001:db8:1:2::3", "2001:db8:2::3")],
)
async def test_a_banned_range_gets_no_guest_no_login_and_no_account(
    running: Served, banned: str, inside: str, outside: str
) -> None:
    await operate(running.database, "ban", banned, "--reason", "spam")
    await heard(lambda: from_address(running.url, inside, "/api/me"), 403)
    refused = (await from_address(running.url, inside, "/api/login", login="a", password="b" * 8)).json()
    assert (refused["code"], refused["reason"], refused["values"]["until"]) == ("banned", "address", None)
    assert refused["why"] == "nobody at your address may play here until further notice: spam"
    token = (await from_address(running.url, outside, "/api/me")).json()["token"]
    headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": inside}
    async with httpx.AsyncClient(base_url=running.url, headers=headers, timeout=PATIENCE) as client:
        account = await client.post("/api/account", json={"login": "Anna", "password": "long enough"})
        assert (account.status_code, account.json()["code"]) == (403, "banned")
        assert (await client.delete("/api/me")).status_code == 204  # what is theirs stays theirs


async def test_a_ban_reaches_the_sockets_of_every_worker(two: tuple[Served, Served]) -> None:
    one, other = two
    ben = await Guest.new(one.url, "Ben")
    table = await ben.open("classic", players=2)
    seats = [await ben.at(table, one.url), await ben.at(table, other.url)]
    who = await person_of(one.database, "Ben")
    workers = (await operate(one.database, "status"))["workers"]
    assert len(workers) == 2
    await operate(one.database, "ban", who, "--reason", "enough")
    for seat in seats:
        assert (await refusal(seat))["values"]["cause"] == "enough"


async def test_an_operator_closes_a_table(running: Served) -> None:
    anna = await Guest.new(running.url, "Anna")
    table = await anna.open("classic", players=2, listed=True)
    seat = await anna.at(table)
    await operate(running.database, "close", table, "--reason", "asked for by the school")
    await seat.until(lambda: seat.table["closed"])
    assert seat.table["closed_by"] == "admin"
    answer = await seat.do("chat", text="hello?")
    assert (answer["code"], answer["reason"]) == ("closed", "by_admin")
    assert (await anna.ask("GET", "/api/lobby")).json() == {"open": [], "playing": []}
    assert (await anna.ask("GET", "/api/tables/mine")).json() == {"tables": []}
    assert "no such table" in await operate_text(running.database, "close", "nowhere", code=2)
    assert "closed already" in await operate_text(running.database, "close", table, code=2)


async def test_another_name_stands_everywhere(running: Served) -> None:
    anna, ben = await Guest.new(running.url, "Anna"), await Guest.new(running.url, "Rude Name")
    table = await anna.open("classic", players=2, listed=True)
    seat, other = await anna.at(table), await ben.at(table)
    assert (await other.do("sit"))["type"] == "ok"
    watched = await anna.open("duel")
    watcher = await ben.at(watched)
    who = await person_of(running.database, "Rude Name")
    await operate(running.database, "rename", who, "Calm Crab", "--reason", "a rude name")
    await seat.closing()  # the table is read again
    seat = await anna.at(table)
    assert seat.table["seats"][1]["name"] == "Calm Crab"
    assert (await ben.ask("POST", "/api/me")).json()["name"] == "Calm Crab"
    lobby = (await anna.ask("GET", "/api/lobby")).json()
    assert "Rude" not in str(lobby)
    assert (await watcher.do("sit"))["type"] == "ok"
    await watcher.until(lambda: watcher.you["seat"] == 1)
    assert watcher.table["seats"][1]["name"] == "Calm Crab"


async def test_status_tells_in_words_what_the_server_knows(running: Served) -> None:
    anna = await Guest.new(running.url, "Anna")
    await anna.at(await anna.open("classic", players=2, bots=["greedy"]))
    words = await operate_text(running.database, "status")
    assert "ready." in words
    assert "1 people through 1 sockets at 1 tables in memory" in words
    assert "turns of bots: " in words
    assert "of at most 64" in words
    assert "Faults since its start: none." in words
    assert running.stop() == 0
    assert "No server runs on this database." in await operate_text(running.database, "status", code=1)
    assert await operate(running.database, "people") == []


async def test_who_is_deleted_leaves_no_trace_with_operators(running: Served) -> None:
    ben = await Guest.new(running.url, "Ben")
    await ben.at(await ben.open("duel"))
    who = await person_of(running.database, "Ben")
    await operate(running.database, "rename", who, "Benjamin")
    await operate(running.database, "ban", who, "--reason", "enough")
    assert (await ben.ask("DELETE", "/api/me")).status_code == 204
    assert await operate(running.database, "bans") == []
    log = await operate(running.database, "log")
    assert [(act["act"], act["subject"], act["data"]) for act in log] == [
        ("ban", "deleted", {}),
        ("rename", "deleted", {}),
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["ban", "nobody", "--reason", "x"], "'nobody' is nobody"),
        (["ban", "10.0.0.1"], "--reason must say why"),
        (["ban", "10.0.0.1", "--reason", "x" * 201], "at most 200 letters"),
        (["ban", "10.0.0.1", "--reason", "x", "--for", "soon"], "--for must be a time as 30m"),
        (["ban", "10.0.0.1", "--reason", "x", "--for", "0d"], "--for must be a time as 30m"),
        (["ban", "0.0.0.0/0", "--reason", "x"], "a range must be /8 or narrower"),
        (["ban", "::/0", "--reason", "x"], "a range must be /19 or narrower"),
        (["unban", "10.0.0.1"], "10.0.0.1 is not banned"),
        (["rename", "abcdef", "x"], "'abcdef' is nobody"),
        (["handle", "7"], "report 7 is not there"),
        (["log", "--last", "0"], "--last"),
    ],
)
def test_bad_input_ends_with_one_line(house: Served, arguments: list[str], complaint: str) -> None:
    said = admin(house.database, *arguments, code=2)
    assert said.startswith("gambero: ")
    assert said.count("\n") == 1
    assert complaint in said


def test_it_is_a_command_of_its_own(house: Served) -> None:
    command = [sys.executable, "-m", "gambero", "admin", "--database", house.database, "tables"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_database_that_is_not_there_is_not_made(tmp_path: Any) -> None:
    missing = tmp_path / "nothing.db"
    assert "there is no database" in admin(str(missing), "bans", code=2)
    assert not missing.exists()


# Addresses.


def banned_at(*ranges: str) -> Bans:
    bans = Bans()
    rows: Any = [{"who": network(one), "kind": "address", "cause": "x", "until": None} for one in ranges]
    bans.replace(rows)
    return bans


@pytest.mark.parametrize(
    ("ban", "host", "hit"),
    [
        ("10.1.2.3", "10.1.2.3", True),
        ("10.1.2.3", "10.1.2.4", False),
        ("10.1.2.3/8", "10.200.0.1", True),  # the host's own bits do not count
        ("10.0.0.0/8", "::ffff:10.1.1.1", True),  # the same address, as an IPv6 socket shows it
        ("::ffff:10.0.0.0/104", "10.1.1.1", True),
        ("2001:db8::/32", "2001:db8:ffff::1", True),
        ("2001:db8::/32", "2001:db9::1", False),
        ("fe80::/64", "fe80::1%eth0", True),
        ("10.0.0.0/8", "a proxy's nonsense", False),
        ("10.0.0.0/8", None, False),
    ],
)
def test_an_address_is_found_in_its_range(ban: str, host: str | None, hit: bool) -> None:
    assert bool(banned_at("192.0.2.0/24", ban).find(None, host, 0)) is hit


def test_a_ban_ends_by_itself() -> None:
    bans = Bans()
    rows: list[RowMapping | Any] = [{"who": "a" * 32, "kind": "person", "cause": "x", "until": 1000}]
    bans.replace(rows)
    assert bans.find("a" * 32, None, 999)
    assert not bans.find("a" * 32, None, 1000)
    assert not bans.find("b" * 32, None, 0)
