"""People: guests, names, accounts, what is kept of their games, and how they are forgotten."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from gambero.game.replay import replay
from gambero.server.store.guest_names import ENGLISH
from gambero.server.store.names import new_name

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served, stored

PASSWORD = "a long secret"


async def finished(guest: Guest, game: str = "classic", **more: Any) -> str:
    """Play the first move that comes to mind until a game is over; returns its id."""
    seat = await guest.at(await guest.open(game, start=True, **more))
    if seat.table["phase"] == "starting":
        await seat.do("eager", level=2)
    while True:
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
        if seat.table["phase"] == "over":
            return str(seat.table["game_id"])
        await seat.play(seat.view["moves"][0])


async def me(guest: Guest) -> Any:
    return (await guest.ask("POST", "/api/me")).json()


# Names.


def test_a_guest_is_a_name_and_a_token(house: Served) -> None:
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as browser:
        first = browser.post("/api/me").json()
        assert first["login"] is None
        assert len(first["name"].split()) == 2  # something like Merry Otter
        assert browser.post("/api/me").json() == first  # the cookie says who it is
        renamed = browser.post("/api/me", json={"name": "  Anna\u0301   Maria "}).json()
        assert renamed["name"] == "Ann\u00e1 Maria"
        assert renamed["token"] == first["token"]
    assert httpx.post(f"{house.url}/api/me", timeout=PATIENCE).json()["token"] != first["token"]


async def test_a_new_name_is_seen_at_tables_from_then_on(house: Served) -> None:
    anna, bob = await Guest.new(house.url), await Guest.new(house.url, "Bob")
    table = await anna.open("duel")
    seat = await anna.at(table)
    await bob.ask("POST", "/api/me", {"name": "Roberto"})
    other = await bob.at(table)
    await other.do("sit")
    await seat.until(lambda: seat.table["seats"][1]["name"] == "Roberto")


@pytest.mark.parametrize("name", ["<b>Anna</b>", 'O\'Hara & "Co"', "名前", "Å", "ab" * 12, "Otto", "👩‍🚀"[:1]])
def test_names_that_are_fine(house: Served, name: str) -> None:
    assert httpx.post(f"{house.url}/api/me", json={"name": name}, timeout=PATIENCE).json()["name"] == name


@pytest.mark.parametrize(
    "name", ["x" * 25, "x" * 10_000, "a\x00b", "a\x1bb", "a\u202eb", "a\u200bb", "\ufeff", "   ", 7]
)
def test_names_that_are_not(house: Served, name: object) -> None:
    answer = httpx.post(f"{house.url}/api/me", json={"name": name}, timeout=PATIENCE)
    assert answer.status_code == 422
    assert answer.json()["code"] in ("name", "invalid")
    assert answer.json()["why"]
    assert "set-cookie" not in answer.headers


@pytest.mark.rule("C15")
@pytest.mark.parametrize("name", ["37", "Anna 37", "thirtyseven", "trentasette", "XXXVII", "４２", "s e v e n"])
async def test_a_name_tells_no_number(house: Served, name: str) -> None:
    anna = await Guest.new(house.url, "Anna")
    for path, body in (("/api/me", {"name": name}), ("/api/account", {"login": name, "password": PASSWORD})):
        answer = httpx.post(
            f"{house.url}{path}", json=body, headers={"Authorization": f"Bearer {anna.token}"}, timeout=PATIENCE
        )
        assert (answer.status_code, answer.json()["code"], answer.json()["reason"]) == (422, "name", "number")
        assert answer.json()["values"]["found"] in name
    assert (
        httpx.post(f"{house.url}/api/me", json={"name": name}, timeout=PATIENCE).json()["reason"] == "number"
    )  # nor a new guest's


def test_all_names_that_guests_are_given_are_fine() -> None:
    for name in (f"{mood} {creature}" for mood in ENGLISH[0] for creature in ENGLISH[1]):
        assert new_name(name) == name


# Accounts.


async def test_an_account_carries_everything_elsewhere(house: Served) -> None:
    anna = await Guest.new(house.url)
    game = await finished(anna)
    account = await anna.enter("/api/account", login="Anna Rossi", password=PASSWORD)
    assert (account["name"], account["login"]) == ("Anna Rossi", "anna rossi")
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as elsewhere:
        wrong = elsewhere.post("/api/login", json={"login": "Anna Rossi", "password": PASSWORD + "!"})
        nobody = elsewhere.post("/api/login", json={"login": "Anna Rosso", "password": PASSWORD})
        assert (wrong.status_code, wrong.json()) == (nobody.status_code, nobody.json())
        assert (wrong.status_code, wrong.json()["code"]) == (401, "login")
        assert elsewhere.post("/api/login", json={"login": "\x00", "password": PASSWORD}).status_code == 401
        for login in ("Anna Rossi", "anna rossi", " ANNA  ROSSI"):
            found = elsewhere.post("/api/login", json={"login": login, "password": PASSWORD})
            assert found.json()["name"] == "Anna Rossi"
        assert [one["id"] for one in elsewhere.get("/api/games").json()["games"]] == [game]
        assert elsewhere.get("/api/statistics").json()["games"] == 1
        assert elsewhere.post("/api/logout").status_code == 204
        assert elsewhere.get("/api/games").status_code == 401
    assert (await anna.ask("GET", "/api/statistics")).json()["games"] == 1  # the first client is still there


async def test_a_login_is_one_person_s(house: Served) -> None:
    anna, bob = await Guest.new(house.url), await Guest.new(house.url, "Bob")
    await anna.enter("/api/account", login="Straße", password=PASSWORD)
    for taken in ("Straße", "STRASSE", "strasse"):
        answer = await bob.ask("POST", "/api/account", {"login": taken, "password": PASSWORD})
        assert (answer.status_code, answer.json()["code"]) == (409, "account")
        assert answer.json()["why"] == f"the name {taken} is taken: choose another"
    assert (await me(bob))["login"] is None
    again = await anna.ask("POST", "/api/account", {"login": "Other", "password": PASSWORD})
    assert (again.status_code, again.json()["why"]) == (409, "you have an account already: strasse")


@pytest.mark.parametrize(
    ("login", "password", "code"),
    [
        ("Carla", "short", "password"),
        ("Carla", "x" * 201, "password"),
        ("", PASSWORD, "name"),
        ("ß" * 24, PASSWORD, "name"),
    ],
)
async def test_what_no_account_can_have(house: Served, login: str, password: str, code: str) -> None:
    carla = await Guest.new(house.url, "Carla")
    answer = await carla.ask("POST", "/api/account", {"login": login, "password": password})
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_passwords_are_kept_as_hashes(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with Served(database) as served:
        with httpx.Client(base_url=served.url, timeout=PATIENCE) as browser:
            browser.post("/api/me")
            browser.post("/api/account", json={"login": "Anna", "password": PASSWORD})
        assert stored(database, "select password from people")[0][0].startswith("$argon2id$")
        served.kill()
        assert PASSWORD not in "".join(served.log)
        for file in tmp_path.iterdir():
            assert PASSWORD.encode() not in file.read_bytes()


# Forgotten.


async def test_who_is_deleted_leaves_neither_name_nor_words(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    name, words = "Rumpelstiltskin", "I spin straw into gold"
    with Served(database) as served:
        one, bob = await Guest.new(served.url, name), await Guest.new(served.url, "Bob")
        await one.enter("/api/account", login=name, password=PASSWORD)
        game = await finished(one)
        table = await bob.open("duel", listed=True)
        theirs = await one.open("classic", players=2, listed=True)
        seat, other = await one.at(table), await bob.at(table)
        await seat.do("sit")
        await seat.do("chat", text=words)
        await other.until(lambda: other.chat)
        await other.do("start")
        assert name in (await bob.ask("GET", "/api/lobby")).text
        assert (await one.ask("DELETE", "/api/me")).status_code == 204
        assert (await one.ask("GET", "/api/games")).status_code == 401
        login = {"login": name, "password": PASSWORD, "take_games": True}
        assert (await bob.ask("POST", "/api/login", login)).status_code == 401
        again = await bob.at(table)  # and the game goes on
        assert again.table["phase"] == "starting"
        assert again.chat[0]["text"] == "…"
        for text in (*again.heard, *(await bob.at(theirs)).heard, (await bob.ask("GET", "/api/lobby")).text):
            assert name not in text
            assert words not in text
        replayed = (await bob.ask("GET", f"/api/games/{game}")).json()
        assert [(seat["name"], seat["bot"]) for seat in replayed["seats"]] == [("", None)]
        assert (await bob.ask("GET", f"/api/games/{game}/record")).status_code == 200  # games stay, nameless
    for table in ("people", "tables", "log", "games", "seats", "daily", "sitting"):
        for row in stored(database, f"select * from {table}"):
            assert name not in str(row)
            assert name.lower() not in str(row)
            assert words not in str(row)


# What is kept of games.


async def test_games_records_and_statistics(house: Served) -> None:
    anna, bob = await Guest.new(house.url), await Guest.new(house.url, "Bob")
    alone = [await finished(anna) for _ in range(2)]
    professional = await finished(anna, options={"professional": True})
    with_bot = await finished(anna, "duel", bots=["random"])
    listed = (await anna.ask("GET", "/api/games")).json()["games"]
    assert [one["id"] for one in listed] == [with_bot, professional, *alone[::-1]]
    assert [(seat["name"], seat["bot"]) for seat in listed[0]["seats"]] == [("Anna", None), ("random", "random")]
    assert listed[1]["options"] == {"professional": True}
    for one in listed:
        record = (await bob.ask("GET", f"/api/games/{one['id']}/record")).text
        ended = replay(record)
        assert ended.over
        assert ended.result
        assert ended.result.as_json() == one["result"]
        assert one["won"] == (0 in ended.result.winners)
    found = (await anna.ask("GET", "/api/statistics")).json()
    assert found["games"] == len(found["last"]) == 4
    assert {(cell["game"], cell["company"], *cell["options"]): cell["games"] for cell in found["by"]} == {
        ("classic", "alone"): 2,
        ("classic", "alone", "professional"): 1,
        ("duel", "bots"): 1,
    }
    for cell in found["by"]:
        mine = [one for one in listed if (one["game"], one["options"]) == (cell["game"], cell["options"])]
        left = [one["result"]["left"] if one["game"] == "classic" else one["result"]["left"][0] for one in mine]
        assert (cell["left"], cell["fewest"]) == (sum(left) / len(left), min(left))
        assert cell["wins"] == sum(one["won"] for one in mine)
    assert (await bob.ask("GET", "/api/statistics")).json()["games"] == 0


async def test_games_with_people_are_company(house: Served) -> None:
    anna, bob = await Guest.new(house.url), await Guest.new(house.url, "Bob")
    table = await anna.open("duel")
    seats = [await anna.at(table), await bob.at(table)]
    await seats[1].do("sit")
    await seats[0].do("start")
    await seats[0].do("starter", seat=1)
    await seats[0].until(lambda: seats[0].table["phase"] == "playing")
    while seats[0].table["phase"] != "over":
        mover = seats[seats[0].view["to_move"]]
        await mover.do("ping")
        await mover.play(mover.view["moves"][0])
        await seats[0].do("ping")
    for guest in (anna, bob):
        cells = (await guest.ask("GET", "/api/statistics")).json()["by"]
        assert [(cell["game"], cell["company"], cell["games"]) for cell in cells] == [("duel", "people", 1)]


async def test_streaks_and_pages(tmp_path: Path) -> None:
    """Many games, laid into the store: the latest first, fifty a page, the streak from the latest back."""
    database = tmp_path / "games.db"
    with Served(database) as served:
        anna = await Guest.new(served.url)
        await finished(anna)
        copy(database, 120)
        pages, before = [], ""
        while games := (await anna.ask("GET", f"/api/games{before}")).json()["games"]:
            pages.append(games)
            before = f"?before={games[-1]['finished']}"
        assert [len(page) for page in pages] == [50, 50, 21]
        times = [one["finished"] for page in pages for one in page]
        assert times == sorted(set(times), reverse=True)
        found = (await anna.ask("GET", "/api/statistics")).json()
        assert (found["games"], found["streak"], found["best_streak"]) == (121, 3, 6)
        assert len(found["last"]) == 50


def copy(database: Path, times: int) -> None:
    """The game again and again: every seventh is lost; at last one is lost and three are won."""
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as store:
        store.execute("update seats set won = 0")
        for number in range(times):
            won = (number < times - 4 and bool(number % 7)) or number >= times - 3
            store.execute(
                "insert into games select ?, table_id, game, options, players, result, record, finished + ? "
                "from games order by finished limit 1",
                (f"copy{number}", number + 1),
            )
            store.execute(
                "insert into seats (game_id, seat, person, bot, name, won) "
                "select ?, seat, person, bot, name, ? from seats order by rowid limit 1",
                (f"copy{number}", won),
            )
        store.commit()
