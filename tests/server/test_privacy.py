"""What is kept about people: shown to them, deleted without a trace, and kept no longer than set."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection as Database
from sqlalchemy import MetaData, select, text
from starlette.types import Message

from gambero.server.http.tables import OpenTable, checked
from gambero.server.jobs.queue import Asker
from gambero.server.live import house as houses
from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.settings import Settings
from gambero.server.sources import Sources
from gambero.server.store.database import engine_for
from gambero.server.store.people import NewSession, Person
from gambero.server.wire import from_client

from helpers.company import finish_together
from helpers.patience import PATIENCE
from helpers.serving import Guest, Served, address

PASSWORD = "a long secret"
GUEST_NAME, NAME, WORDS = "Humble Miller", "Rumpelstiltskin", "I spin straw into gold"
WEBHOOK = "straw-into-gold"
PUSH = {  # a browser's subscription, with the keys of RFC 8291's example
    "endpoint": "https://push.example/spinning-wheel",
    "key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
DAY = 24 * 3600 * 1000


async def everything(database: str) -> list[str]:
    """Every cell of every table, with its place."""

    def cells(connection: Database) -> list[str]:
        found = MetaData()
        found.reflect(connection)
        rows = ((table.name, row) for table in found.tables.values() for row in connection.execute(select(table)))
        return [f"{name}.{column}: {cell}" for name, row in rows for column, cell in row._mapping.items()]

    engine = engine_for(address(database))
    async with engine.connect() as connection:
        kept = await connection.run_sync(cells)
    await engine.dispose()
    return kept


async def places(database: str, *texts: str) -> list[str]:
    """Where one of these texts is stored."""
    return [cell for cell in await everything(database) if any(one.lower() in cell.lower() for one in texts)]


async def person_of(database: str, name: str) -> str:
    """The id of somebody by their name."""
    engine = engine_for(address(database))
    async with engine.connect() as connection:
        found = (await connection.execute(text("SELECT id FROM people WHERE name = :name"), {"name": name})).scalar()
    await engine.dispose()
    return str(found)


async def busy_life(served: Served, bob: Guest) -> tuple[Guest, str, str]:
    """Somebody who has done all that leaves a trace; a finished game of theirs, and a table where the game goes on."""
    one = await Guest.new(served.url, GUEST_NAME)
    await one.finished("classic")
    table = await bob.open("duel", listed=True)
    seat, other = await one.at(table), await bob.at(table)
    await seat.do("sit")
    await seat.do("chat", text=WORDS)
    await other.do("host", seat=1)  # whose id is in the log, too
    await seat.do("host", seat=0)
    await other.do("start")
    await one.open("duel", bots=["random", "random"], listed=True)  # its host watches
    today = (await one.ask("GET", "/api/daily/classic/2026-01-01")).json()["today"]
    assert (await one.ask("POST", f"/api/daily/classic/{today}")).status_code == 201
    puzzle = (await one.ask("GET", "/api/puzzles/next")).json()["puzzle"]["id"]
    today_s = (await one.ask("GET", "/api/puzzles/day")).json()["puzzle"]["id"]
    for answered in (puzzle, today_s):
        assert (await one.ask("POST", f"/api/puzzles/{answered}/answer", {"moves": None})).status_code == 200
    assert (await one.ask("POST", "/api/puzzle-runs")).status_code == 201
    await finish_together(one, bob)
    for by, to in ((one, bob), (bob, one)):
        whom = [known["who"] for known in (await by.ask("GET", "/api/company")).json()["people"]]
        asked = f"/api/tables/{await by.open('duel')}/invitations"
        assert (await by.ask("POST", asked, {"who": whom})).json() == {"invited": 1}
        assert len((await to.ask("GET", "/api/invitations")).json()["invitations"]) == 1
    await one.enter("/api/account", login=NAME, password=PASSWORD)
    assert (await one.ask("POST", "/api/me/push", PUSH)).status_code == 200
    hook = {"kind": "ntfy", "url": f"https://ntfy.example/{WEBHOOK}"}
    assert (await one.ask("POST", "/api/me/webhook", hook)).status_code == 200
    slow = await bob.open("duel", days=1)
    await (await one.at(slow)).do("sit")
    await (await bob.at(slow)).do("start")
    again = await one.at(await one.open("classic", start=True))
    await again.do("chat", text=f"{WORDS} again")
    return one, await one.finished("classic"), table


async def test_who_is_deleted_is_in_no_cell_of_the_database_and_could_read_before_what_is_kept(database: str) -> None:
    with Served(database) as served:
        bob = await Guest.new(served.url, "Bob")
        one, game, table = await busy_life(served, bob)
        person = await person_of(database, NAME)
        secret = (person, NAME, GUEST_NAME, WORDS, WEBHOOK, PUSH["endpoint"])
        kept = await places(database, *secret)
        tables = {cell.partition(".")[0] for cell in kept}
        more = {"invitations", "puzzle_people", "puzzle_tries", "puzzle_days", "puzzle_runs"}
        told = {"pushes", "webhooks", "notices"}
        assert tables == {"people", "looks", "sessions", "tables", "sitting", "log", "seats", "tries", *more, *told}

        answer = await one.ask("GET", "/api/me/export")
        assert answer.headers["content-disposition"].startswith("attachment")
        shown: dict[str, Any] = answer.json()
        assert (shown["person"]["name"], shown["person"]["login"]) == (NAME, NAME.lower())
        assert len(shown["sessions"]) == len(shown["days_tried"]) == 1
        assert len(shown["games"]) == 3
        assert len(shown["invited"]) == len(shown["invited_to"]) == 1
        assert len(shown["puzzles"]) == len(shown["puzzles_of_days"]) == len(shown["puzzle_runs"]) == 1
        assert len(shown["puzzles_tried"]) == 2
        assert [len(shown[part]) for part in ("told_in_browsers", "told_by_webhook", "to_be_told")] == [1, 1, 1]
        assert game in [one["game_id"] for one in shown["games"]]
        assert [entry["text"] for entry in shown["at_tables"] if entry["kind"] == "chat"].count(WORDS) == 1
        assert {GUEST_NAME, NAME} == {entry["name"] for entry in shown["at_tables"] if entry["kind"] == "sat"}
        assert PASSWORD not in answer.text
        assert "argon2" not in answer.text
        assert WORDS not in (await bob.ask("GET", "/api/me/export")).text

        assert (await one.ask("DELETE", "/api/me")).status_code == 204
        assert await places(database, *secret) == []
        again = await bob.at(table)  # and the game goes on
        assert (again.table["phase"], again.you["host"]) == ("starting", True)
        assert [one["name"] for one in again.table["seats"]] == ["Bob", ""]
        assert (again.chat[0]["text"], again.chat[0]["name"]) == ("…", "")
        assert (await bob.ask("GET", f"/api/games/{game}/record")).status_code == 200


# Kept no longer than set.


class Clock(Sources):
    def __init__(self) -> None:
        self.ahead = 0

    def now(self) -> int:
        return super().now() + self.ahead


@asynccontextmanager
async def house_at(database: str, clock: Clock, **settings: float) -> AsyncIterator[House]:
    house = House(Settings.read(database=database, **settings), clock)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


async def say(house: House, person: Person, table: str, words: str) -> None:
    async def send(_: Message) -> None: ...

    live = await house.live(table)
    connection = Connection(person.id, person.name, send)
    await live.join(connection)
    await live.act(connection, from_client.Chat(type="chat", text=words))
    await live.leave(connection)
    house.drop(live)


async def test_guests_who_stay_away_and_old_chat_are_removed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "bot_steps", dict)  # nothing to compile: no bot plays
    clock = Clock()

    async def come(entrance: NewSession) -> None:
        """Use a session, and let that be noted."""
        assert await house.people.by_token(entrance.token)
        await house.open_sessions.poll()

    async with house_at(database, clock, guest_days=10, chat_days=30, session_days=100) as house:
        away, here = await house.people.guest("Humble Miller"), await house.people.guest("Here")
        guest = (await house.people.guest("Registered")).person
        anna = await house.people.register(guest, "Anna", PASSWORD, "", Asker("anna", "here"))
        duel = checked(OpenTable(game="duel"))
        theirs, mine = await house.open(duel, away.person, [], False), await house.open(duel, anna.person, [], False)
        running = await house.open(checked(OpenTable(game="classic")), anna.person, [], start=True)
        for table, person in ((theirs, away.person), (mine, anna.person), (running, anna.person)):
            await say(house, person, table, WORDS)
        for _ in range(3):
            clock.ahead += 8 * DAY
            await come(here)
        await house.retention.round(pause=0)
        assert await places(database, "Humble Miller", away.person.id) == []
        kept = await everything(database)
        assert any(here.person.id in cell for cell in kept)
        assert sum(WORDS in cell for cell in kept) == 2  # hers are 24 days old
        clock.ahead += 8 * DAY
        await come(here)
        await house.retention.round(pause=0)
        kept = await places(database, WORDS)
        assert len(kept) == 1  # a game is still running there
        assert (await house.live(mine)).table.chat[0]["text"] == "…"
        assert await house.people.by_token(anna.token)
        clock.ahead += 101 * DAY
        await house.retention.round(pause=0)
        assert await places(database, here.person.id) == []
        assert not any(cell.startswith("sessions.") for cell in await everything(database))
        assert await places(database, "people.login: anna")  # accounts stay: they can log in again


async def test_0_days_mean_for_ever(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "bot_steps", dict)
    clock = Clock()
    async with house_at(database, clock, guest_days=0, chat_days=0, session_days=0) as house:
        guest = await house.people.guest("Here")
        table = await house.open(checked(OpenTable(game="duel")), guest.person, [], start=False)
        await say(house, guest.person, table, WORDS)
        clock.ahead += 10_000 * DAY
        await house.retention.round(pause=0)
        assert await house.people.by_token(guest.token)
        assert len(await places(database, WORDS)) == 1


async def test_a_socket_of_a_session_that_ended_unheard_is_closed_at_the_next_look(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message between workers may be lost."""
    monkeypatch.setattr(houses, "bot_steps", dict)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async with house_at(database, Clock()) as house:
        anna, bob = await house.people.guest("Anna"), await house.people.guest("Bob")
        table = await house.live(await house.open(checked(OpenTable(game="duel")), anna.person, [], start=False))
        for one in (anna.person, bob.person):
            await table.join(Connection(one.id, one.name, send, session=one.session))
        await house.people.sessions.end(bob.person.id)
        await house.open_sessions.poll()
        assert [message["code"] for message in sent if message["type"] == "websocket.close"] == [4401]


def test_the_page_for_the_export_needs_somebody(house: Served) -> None:
    assert httpx.get(f"{house.url}/api/me/export", timeout=PATIENCE).status_code == 401
