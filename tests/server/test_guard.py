"""Whose page asks, what every answer carries, and what no answer ever tells."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from gambero.server.live.connections import RESTART

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served

ELSEWHERE = "https://elsewhere.example"
ALLOWED = "https://friends.example"
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
MARKUP = '<img src=x onerror="a">'
TELLTALES = ("Traceback", 'File "', ".py", "site-packages", "sqlalchemy", "sqlite")


def asked(url: str, method: str, path: str, **more: Any) -> httpx.Response:
    return httpx.request(method, url + path, timeout=PATIENCE, **more)


# Origins.


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_a_page_of_another_site_may_not_write(house: Served, method: str) -> None:
    for origin in (ELSEWHERE, "null", "http://[", "http://", "", house.url + ".elsewhere.example", "file://"):
        answer = asked(house.url, method, "/api/me", headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin"), origin
        assert "set-cookie" not in answer.headers


def test_the_own_page_and_programs_may(house: Served) -> None:
    assert asked(house.url, "POST", "/api/me", headers={"Origin": house.url}).status_code == 200
    assert asked(house.url, "POST", "/api/me").status_code == 200
    assert asked(house.url, "GET", "/api/lobby", headers={"Origin": ELSEWHERE}).status_code == 200


async def knock(url: str, table: str, guest: Guest, origin: str | None) -> int:
    """The status with which a socket is opened or refused."""
    headers = guest.headers if origin is None else {**guest.headers, "Origin": origin}
    try:
        async with connect(
            f"{url.replace('http', 'ws', 1)}/ws/tables/{table}", additional_headers=headers, open_timeout=PATIENCE
        ) as socket:
            await socket.recv()
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


async def test_sockets_are_for_the_own_page_for_programs_and_for_friends(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", origins=f"https://other.example, {ALLOWED}") as served:

        async def knocks() -> None:
            anna = await Guest.new(served.url)
            table = await anna.open()
            for origin in (None, served.url, ALLOWED, "https://other.example"):
                assert await knock(served.url, table, anna, origin) == 101, origin
            for origin in (ELSEWHERE, "null", "http://[", "", f"{ALLOWED}.example"):
                assert await knock(served.url, table, anna, origin) == 403, origin

        await knocks()
        assert asked(served.url, "POST", "/api/me", headers={"Origin": ALLOWED}).status_code == 200
        assert asked(served.url, "POST", "/api/me", headers={"Origin": ELSEWHERE}).status_code == 403


# What every answer carries.

ANSWERS: list[tuple[str, str, dict[str, Any], int]] = [
    ("GET", "/api/lobby", {}, 200),
    ("GET", "/api", {}, 200),
    ("GET", "/healthz", {}, 200),
    ("GET", "/metrics", {}, 200),
    ("POST", "/api/me", {}, 200),
    ("POST", "/api/logout", {}, 204),
    ("GET", "/api/games", {}, 401),
    ("POST", "/api/me", {"headers": {"Origin": ELSEWHERE}}, 403),
    ("GET", "/api/nothing", {}, 404),
    ("GET", "/api/games/nothing/record", {}, 404),
    ("PUT", "/api/me", {}, 405),
    ("POST", "/api/me", {"content": b"x" * 70_000, "headers": {"Content-Type": "application/json"}}, 413),
    ("POST", "/api/me", {"content": b"a=b", "headers": {"Content-Type": "text/plain"}}, 415),
    ("POST", "/api/me", {"content": b"{", "headers": {"Content-Type": "application/json"}}, 422),
    ("POST", "/api/me", {"content": b"\xff", "headers": {"Content-Type": "application/json"}}, 400),
    ("POST", "/api/me", {"json": {"name": 5}}, 422),
    ("POST", "/api/me", {"content": b'{"\\ud800": 1}', "headers": {"Content-Type": "application/json"}}, 422),
]


@pytest.mark.parametrize(("method", "path", "more", "status"), ANSWERS)
def test_every_answer_carries_the_policy_and_no_secret(
    house: Served, method: str, path: str, more: dict[str, Any], status: int
) -> None:
    answer = asked(house.url, method, path, **more)
    assert answer.status_code == status, answer.text
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy.get("script-src", "'self'") == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "server" not in answer.headers
    if status >= 400:
        assert answer.headers["content-type"] == "application/json"
        assert answer.json().keys() == {"code", "reason", "clause", "values", "why"}
        assert not [word for word in TELLTALES if word in answer.text]


def test_a_body_without_a_length_is_measured_too(house: Served) -> None:
    chunks = (b'"' + b"x" * 10_000 for _ in range(8))
    answer = asked(house.url, "POST", "/api/me", content=chunks, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "size")


def test_all_methods_of_an_address_are_named(house: Served) -> None:
    assert asked(house.url, "PUT", "/api/me").headers["allow"] == "DELETE, POST"


# Cookies.


def cookie(answer: httpx.Response) -> set[str]:
    name, *flags = answer.headers["set-cookie"].split("; ")
    assert name.startswith("gambero=")
    return {flag.lower() for flag in flags}


def test_a_cookie_is_for_the_server_alone(house: Served) -> None:
    flags = cookie(asked(house.url, "POST", "/api/me"))
    assert {"httponly", "samesite=lax", "path=/"} <= flags
    assert "secure" not in flags


def test_and_for_https_alone_where_that_is_set(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", secure="true") as served:
        assert "secure" in cookie(asked(served.url, "POST", "/api/me"))


def test_a_cookie_opens_what_a_token_opens(house: Served) -> None:
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as browser:
        assert browser.get("/api/games").status_code == 401
        browser.post("/api/me")
        assert browser.get("/api/games").json() == {"games": []}
        browser.post("/api/logout")
        assert browser.get("/api/games").status_code == 401


# Markup is text like any other.


async def test_names_and_chat_are_never_html(house: Served) -> None:
    async def talk() -> None:
        anna, bob = await Guest.new(house.url, MARKUP), await Guest.new(house.url, "Bob & <b>")
        table = await anna.open("classic", players=3, listed=True)  # one seat is free: the lobby shows it
        first, second = await anna.at(table), await bob.at(table)
        await second.do("sit")
        await first.do("chat", text=f"</script>{MARKUP}")
        await second.until(lambda: second.chat)
        assert second.chat[0]["text"] == f"</script>{MARKUP}"
        assert [seat["name"] for seat in second.table["seats"]] == [MARKUP, "Bob & <b>", ""]
        lobby = await bob.ask("GET", "/api/lobby")
        assert lobby.headers["content-type"] == "application/json"
        (shown,) = (one["seats"] for one in lobby.json()["open"] if one["id"] == table)
        assert [seat["name"] for seat in shown] == [MARKUP, "Bob & <b>", ""]

    await talk()
    for path in ("/api", f"/api/{MARKUP}", f"/api?{MARKUP}"):
        assert "<img" not in asked(house.url, "GET", path).text


# Faults.


async def test_a_real_fault_is_noted_and_tells_nothing(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with Served(database) as served:

        async def break_it() -> None:
            anna = await Guest.new(served.url)
            table = await anna.open(start=True)
            seat = await anna.at(table)
            with closing(sqlite3.connect(database, timeout=PATIENCE)) as store:
                store.execute("ALTER TABLE log RENAME TO hidden")
                store.commit()
            failed = await seat.do("move", move=seat.view["moves"][0])
            assert (failed["code"], failed["reason"]) == ("fault", "try_again")
            assert await seat.closing() == RESTART  # what was not stored never happened: connect anew
            opened = await anna.ask("POST", "/api/tables", {"game": "duel"})
            assert (opened.status_code, opened.json()["code"]) == (500, "fault")
            assert "content-security-policy" in opened.headers
            socket = await connect(
                f"{served.url.replace('http', 'ws', 1)}/ws/tables/{table}",
                additional_headers=anna.headers,
                open_timeout=PATIENCE,
            )
            refused = str(await socket.recv())
            assert '"code":"fault"' in refused
            await socket.wait_closed()
            assert socket.close_code == 1011
            with closing(sqlite3.connect(database, timeout=PATIENCE)) as store:
                store.execute("ALTER TABLE hidden RENAME TO log")
                store.commit()
            again = await anna.at(table)
            await again.play(again.view["moves"][0])  # the table was never harmed
            for text in (*seat.heard, opened.text, refused):
                assert not [word for word in (*TELLTALES, "hidden") if word in text]
            assert "gambero_faults_total" in (await anna.ask("GET", "/metrics")).text

        await break_it()
        await asyncio.to_thread(served.stop)
        faults = [line for line in served.log if '"event": "fault"' in line]
        assert len(faults) >= 3
        assert not [line for line in served.log if "Traceback" in line]


# Addresses.


def test_nobody_borrows_the_address_of_another(tmp_path: Path) -> None:
    """Only a proxy on the same machine, 127.0.0.1, may say for whom it asks."""
    with Served(tmp_path / "games.db", logins="3") as served:
        body = {"login": "nobody", "password": "wrong password"}
        far = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(base_url=served.url, transport=far, timeout=PATIENCE) as stranger:
            codes = [
                stranger.post("/api/login", json=body, headers={"X-Forwarded-For": f"9.9.9.{n}"}).json()["code"]
                for n in range(5)
            ]
        assert codes == ["login"] * 3 + ["limit"] * 2
        with httpx.Client(base_url=served.url, timeout=PATIENCE) as proxy:
            codes = [
                proxy.post("/api/login", json=body, headers={"X-Forwarded-For": f"8.8.8.{n}"}).json()["code"]
                for n in range(5)
            ]
        assert codes == ["login"] * 5
