"""Sessions: one for each device, ended by logout, by a new password, from elsewhere, or by time."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from gambero.server.store.sessions import device_of

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served, stored

PASSWORD = "a long secret"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
DAY = 24 * 3600 * 1000


async def account(url: str, name: str) -> Guest:
    guest = await Guest.new(url, name)
    await guest.enter("/api/account", login=name, password=PASSWORD)
    return guest


async def elsewhere(url: str, name: str, password: str = PASSWORD) -> Guest:
    """The same person at another device."""
    nobody = Guest(url, "none", name)
    await nobody.enter("/api/login", login=name, password=password)
    return nobody


async def status(guest: Guest) -> int:
    return (await guest.ask("GET", "/api/games")).status_code


async def sessions(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await guest.ask("GET", "/api/me/sessions")).json()["sessions"]
    return found


async def test_every_device_has_a_token_of_its_own(house: Served) -> None:
    anna = await account(house.url, "Session Anna")
    other = await elsewhere(house.url, "Session Anna")
    assert anna.token != other.token
    assert await status(anna) == await status(other) == 200
    listed = await sessions(anna)
    assert [one["here"] for one in listed] == [False, True]
    assert (await other.ask("POST", "/api/logout")).status_code == 204
    assert (await status(anna), await status(other)) == (200, 401)  # ended at the server, not only in a browser
    assert [one["here"] for one in await sessions(anna)] == [True]


async def test_the_token_of_a_guest_ends_with_registration_and_that_of_a_device_with_its_next_login(
    house: Served,
) -> None:
    guest = await Guest.new(house.url)
    before = Guest(house.url, guest.token)
    await guest.enter("/api/account", login="Rotated", password=PASSWORD)
    assert (await status(before), await status(guest)) == (401, 200)
    before = Guest(house.url, guest.token)
    await guest.enter("/api/login", login="Rotated", password=PASSWORD)
    assert (await status(before), await status(guest)) == (401, 200)
    assert len(await sessions(guest)) == 1


async def test_one_session_or_all_can_be_ended_from_elsewhere(house: Served) -> None:
    anna, bob = await account(house.url, "Ending Anna"), await account(house.url, "Ending Bob")
    phone, tablet = await elsewhere(house.url, "Ending Anna"), await elsewhere(house.url, "Ending Anna")
    newest = (await sessions(anna))[0]["id"]
    assert (await bob.ask("DELETE", f"/api/me/sessions/{newest}")).json()["reason"] == "unknown"
    assert (await anna.ask("DELETE", f"/api/me/sessions/{newest}")).status_code == 204
    assert [await status(one) for one in (anna, phone, tablet)] == [200, 200, 401]
    assert (await anna.ask("DELETE", f"/api/me/sessions/{newest}")).status_code == 404
    assert (await anna.ask("DELETE", "/api/me/sessions")).status_code == 204
    assert [await status(one) for one in (anna, phone, bob)] == [401, 401, 200]


async def test_a_new_password_needs_the_old_one_and_ends_all_other_sessions(house: Served) -> None:
    anna = await account(house.url, "Changing Anna")
    other = await elsewhere(house.url, "Changing Anna")
    wrong = await anna.ask("POST", "/api/password", {"old": "not this one", "new": "another secret"})
    assert (wrong.status_code, wrong.json()["code"], wrong.json()["reason"]) == (422, "password", "wrong")
    short = await anna.ask("POST", "/api/password", {"old": PASSWORD, "new": "short"})
    assert (short.status_code, short.json()["reason"]) == (422, "length")
    assert await status(other) == 200
    before = Guest(house.url, anna.token)
    await anna.enter("/api/password", old=PASSWORD, new="another secret")
    assert [await status(one) for one in (anna, before, other)] == [200, 401, 401]
    login = {"login": "Changing Anna", "password": PASSWORD}
    assert httpx.post(f"{house.url}/api/login", json=login, timeout=PATIENCE).status_code == 401
    assert await status(await elsewhere(house.url, "Changing Anna", "another secret")) == 200
    guest = await Guest.new(house.url, "Nobody")
    none = await guest.ask("POST", "/api/password", {"old": PASSWORD, "new": "another secret"})
    assert (none.status_code, none.json()["reason"]) == (409, "none")


async def test_the_socket_of_an_ended_session_is_closed(house: Served) -> None:
    anna = await account(house.url, "Socket Anna")
    other = await elsewhere(house.url, "Socket Anna")
    table = await anna.open("classic", start=True)
    here, there = await anna.at(table), await other.at(table)
    await other.ask("POST", "/api/logout")
    assert await there.closing() == 4401
    assert (await here.do("ping"))["type"] == "ok"
    await anna.enter("/api/password", old=PASSWORD, new="another secret")
    assert await here.closing() == 4401


async def test_and_at_every_other_worker(postgres_url: str, redis_url: str) -> None:
    with Served(postgres_url, redis_url) as one, Served(postgres_url, redis_url) as two:
        anna = await account(one.url, "Anna")
        seat = await anna.at(await anna.open("classic", start=True), two.url)
        assert (await anna.ask("DELETE", "/api/me/sessions")).status_code == 204
        assert await seat.closing() == 4401


async def test_only_hashes_are_stored_and_an_unused_session_ends(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with Served(database, session_days="30", guest_days="10") as served:
        anna, bob = await account(served.url, "Anna"), await Guest.new(served.url, "Bob")
        for row in stored(database, "select * from sessions"):
            assert anna.token not in row
            assert bob.token not in row
        for days, expected in ((9, (200, 200)), (11, (200, 401)), (31, (401, 401))):
            with closing(sqlite3.connect(database, timeout=PATIENCE)) as store, store:
                store.execute("update sessions set used = created - ?", (days * DAY,))
            assert (await status(anna), await status(bob)) == expected
        cookie = httpx.post(f"{served.url}/api/me", timeout=PATIENCE).headers["set-cookie"]
        assert f"max-age={10 * 24 * 3600}" in cookie.lower()


@pytest.mark.parametrize(
    ("said", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0", "Edge, Windows"),
        ("python-httpx/0.28.1", "python-httpx"),
        ("", ""),
        ("\x00" * 50, ""),
        ("x" * 500, "x" * 40),
    ],
)
def test_devices_are_named_in_a_few_words(said: str, device: str) -> None:
    assert device_of(said) == device


# A guest who logs in.


async def test_a_guest_s_games_are_never_dropped_without_a_word_and_can_be_taken_along(database: str) -> None:
    with Served(database) as served:
        anna = await account(served.url, "Anna")
        own = await anna.finished("classic")
        guest, bob = await Guest.new(served.url, "Otter"), await Guest.new(served.url, "Bob")
        played = await guest.finished("classic")
        day = (await guest.ask("GET", "/api/daily/classic/2026-01-01")).json()["today"]
        tried = (await guest.ask("POST", f"/api/daily/duel/{day}")).json()["id"]
        table = await guest.open("duel")  # the guest is its host
        seat, other = await guest.at(table), await bob.at(table)
        await other.do("sit")
        await seat.do("start")
        shared = await anna.open("duel")  # at this one both sit
        await (await guest.at(shared)).do("sit")
        login: dict[str, Any] = {"login": "Anna", "password": PASSWORD}
        asked = await guest.ask("POST", "/api/login", login)
        assert (asked.status_code, asked.json()["reason"], asked.json()["values"]) == (409, "guest_games", {"games": 4})
        assert await status(guest) == 200
        wrong = await guest.ask("POST", "/api/login", {**login, "password": "wrong one", "take_games": True})
        assert wrong.status_code == 401
        assert await status(guest) == 200
        before = Guest(served.url, guest.token)
        await guest.enter("/api/login", **login, take_games=True)
        games = [one["id"] for one in (await guest.ask("GET", "/api/games")).json()["games"]]
        assert sorted(games) == sorted([own, played])
        mine = [one["id"] for one in (await guest.ask("GET", "/api/tables/mine")).json()["tables"]]
        assert sorted(mine) == sorted([table, tried, shared])
        assert (await guest.ask("POST", f"/api/daily/duel/{day}")).json()["id"] == tried
        again = await guest.at(table)  # the seat, and the game that is being played there
        assert (again.you["seat"], again.you["host"], again.table["phase"]) == (0, True, "starting")
        assert (await again.do("starter", seat=0))["type"] == "ok"
        both = await guest.at(shared)
        assert both.you["seat"] == 0
        assert [one["name"] for one in both.table["seats"]] == ["Anna", ""]  # the guest's seat there is nobody's
        assert await status(before) == 401
        assert (await anna.ask("GET", "/api/statistics")).json()["games"] == 2


async def test_a_guest_may_leave_the_games_and_is_deleted(served: Served) -> None:
    anna, guest = await account(served.url, "Anna"), await Guest.new(served.url, "Otter")
    await guest.finished("classic")
    await guest.enter("/api/login", login="Anna", password=PASSWORD, take_games=False)
    assert (await guest.ask("GET", "/api/games")).json()["games"] == []
    assert await status(anna) == 200
    while stored(Path(served.database), "select name from people where name = 'Otter'"):
        await anna.ask("POST", "/api/me")
    fresh = await Guest.new(served.url, "Fresh")  # who has no games is not asked
    await fresh.enter("/api/login", login="Anna", password=PASSWORD)


# Names that look alike.


@pytest.mark.parametrize(
    "lookalike", ["Nina Rossi", "NINA ROSSI", "Nіna Rossi", "Nina Rоssі", "Nlna Rossi", "Ｎina Rossi"]
)
async def test_no_account_and_no_guest_gets_a_name_that_looks_like_an_account_s(house: Served, lookalike: str) -> None:
    nina = await Guest.new(house.url, "Nina before")
    await nina.ask("POST", "/api/account", {"login": "Nina Rossi", "password": PASSWORD})  # the first time
    taken = httpx.post(f"{house.url}/api/me", json={"name": lookalike}, timeout=PATIENCE)
    assert (taken.status_code, taken.json()["code"], taken.json()["reason"]) == (422, "name", "taken")
    bob = await Guest.new(house.url, "Bob")
    renamed = await bob.ask("POST", "/api/me", {"name": lookalike})
    assert (renamed.status_code, renamed.json()["reason"]) == (422, "taken")
    registered = await bob.ask("POST", "/api/account", {"login": lookalike, "password": PASSWORD})
    assert (registered.status_code, registered.json()["reason"]) == (409, "taken")
    for other in ("Nina Rosso", "Nína Rossi", "Rossi"):
        assert (await bob.ask("POST", "/api/me", {"name": other})).status_code == 200


async def test_an_account_keeps_its_own_name_and_takes_no_other_account_s(house: Served) -> None:
    await account(house.url, "Owner Anna")
    two = await account(house.url, "Owner Bob")
    for name in ("owner bob", "Anything", "Owner Bob"):
        assert (await two.ask("POST", "/api/me", {"name": name})).json()["name"] == name
    assert (await two.ask("POST", "/api/me", {"name": "Owner \u0410nna"})).json()["reason"] == "taken"


# What a server may set.


async def test_registration_can_be_closed_and_words_can_be_blocked(tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("# names of the house\nadmin*\nvery bad\n", "utf-8")
    with Served(tmp_path / "games.db", registration="no", blocked_words=str(words)) as served:
        anna = await Guest.new(served.url)
        assert (await anna.ask("POST", "/api/me")).json()["registration"] is False
        closed = await anna.ask("POST", "/api/account", {"login": "Anna", "password": PASSWORD})
        assert (closed.status_code, closed.json()["reason"]) == (409, "closed")
        for name in ("Admin", "Administrator", "the аdmіn", "Very  Bad"):
            refused = await anna.ask("POST", "/api/me", {"name": name})
            assert (refused.status_code, refused.json()["reason"]) == (422, "blocked"), name
        for name in ("Badminton", "not bad"):
            assert (await anna.ask("POST", "/api/me", {"name": name})).status_code == 200
        seat = await anna.at(await anna.open("duel"))
        said = await seat.do("chat", text="that was VERY bad")
        assert (said["type"], said["code"], said["reason"]) == ("refused", "chat", "blocked")
        assert (await seat.do("chat", text="that was bad"))["type"] == "ok"


def test_a_list_of_words_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="blocked_words must be a file that is there"):
        Served(tmp_path / "games.db", blocked_words=str(tmp_path / "missing")).start()


def test_https_alone_is_asked_of_browsers_where_that_is_set(tmp_path: Path, house: Served) -> None:
    with Served(tmp_path / "games.db", secure="true") as served:
        assert (
            httpx.get(f"{served.url}/api/bots", timeout=PATIENCE).headers["strict-transport-security"]
            == "max-age=31536000"
        )
    assert "strict-transport-security" not in httpx.get(f"{house.url}/api/bots", timeout=PATIENCE).headers


async def test_accounts_are_marked_at_seats_in_the_lobby_and_in_the_chat(house: Served) -> None:
    anna, guest = await account(house.url, "Marked Anna"), await Guest.new(house.url, "Marked Guest")
    table = await anna.open("duel", listed=True)
    first, second = await anna.at(table), await guest.at(table)
    await second.do("sit")
    await second.until(lambda: [seat["account"] for seat in second.table["seats"]] == [True, False])
    lobby = (await guest.ask("GET", "/api/tables/mine")).json()["tables"][0]
    assert [seat["account"] for seat in lobby["seats"]] == [True, False]
    for seat in (first, second):
        await seat.do("chat", text="hello")
    again = await guest.at(table)
    assert [line["account"] for line in again.chat] == [True, False]
    await guest.enter("/api/account", login="Marked Guest", password=PASSWORD)
    registered = await guest.at(table)
    assert [seat["account"] for seat in registered.table["seats"]] == [True, False], "it is known since a while"
    await registered.do("sit")
    await registered.until(lambda: registered.table["seats"][1]["account"])


async def test_a_guest_does_not_keep_a_name_that_becomes_an_account_s(house: Served) -> None:
    name = "Early Bird"
    guest, kept = await Guest.new(house.url, name), await Guest.new(house.url, "Early Worm")
    table = await guest.open("duel")
    other = await Guest.new(house.url, "Early Account")
    await other.enter("/api/account", login="Еarly Вird", password=PASSWORD)  # Cyrillic, and looks the same
    seat = await guest.at(table)
    assert seat.you["name"] != name
    assert seat.table["seats"][0]["name"] == name, "who sits there already"
    await seat.do("sit")
    await seat.until(lambda: seat.table["seats"][0]["name"] == seat.you["name"])
    assert (await guest.ask("POST", "/api/me")).json()["name"] == seat.you["name"]
    assert (await kept.ask("POST", "/api/me")).json()["name"] == "Early Worm"
    assert (await other.ask("POST", "/api/me")).json()["name"] == "Еarly Вird"
