"""An idle server: memory and queries; how a server stops; health, metrics and logs."""

import asyncio
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from sqlalchemy import event, insert

from gambero.rules import classic
from gambero.rules.compiled import cache_folder
from gambero.server.live.house import House
from gambero.server.settings import Settings
from gambero.server.store import schema
from gambero.server.store.database import Store

from helpers import stores
from helpers.patience import PATIENCE
from helpers.serving import Guest, Seated, Served, address, stored

RESTART = 1012
MANY = 10_000


def measured(url: str, name: str) -> float:
    """One number of /metrics."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", httpx.get(f"{url}/metrics", timeout=PATIENCE).text, re.MULTILINE)
    assert found, name
    return float(found[1])


async def until_measured(url: str, name: str, value: float) -> None:
    async with asyncio.timeout(PATIENCE):
        while await asyncio.to_thread(measured, url, name) != value:
            await asyncio.sleep(0.05)


async def test_an_idle_table_leaves_memory_and_comes_back_with_everything(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        anna, berta = await Guest.new(url, "Anna"), await Guest.new(url, "Berta")
        table = await anna.open("classic", players=2, options={"on_fire": True})
        seats = [await anna.at(table), await berta.at(table)]
        acts: list[tuple[Seated, dict[str, Any]]] = [
            (seats[1], {"kind": "sit"}),
            (seats[0], {"kind": "start"}),
            (seats[0], {"kind": "starter", "seat": 0}),
            (seats[1], {"kind": "say", "piles": {"a": "mine"}}),
            (seats[0], {"kind": "chat", "text": "good to know"}),
        ]
        for seat, act in acts:
            assert (await seat.do(**act))["type"] == "ok"
        await seats[0].play(next(move for move in seats[0].view["moves"] if move.endswith("c")))
        assert seats[0].table["undo"]
        await seats[1].until(lambda: seats[1].n == seats[0].n)
        assert await asyncio.to_thread(measured, url, "gambero_tables_live") == 1
        for seat in seats:
            await seat.close()
        await until_measured(url, "gambero_tables_live", 0)
        for guest, seat in zip((anna, berta), seats, strict=True):
            again = await guest.at(table)
            assert (again.n, again.you, again.table, again.view) == (seat.n, seat.you, seat.table, seat.view)
            assert (again.said, again.chat) == (seat.said, seat.chat)
            assert again.said
        assert (await again.do("chat", text="here we are"))["type"] == "ok"

    with Served(tmp_path / "games.db", idle="0.2") as server:
        await story(server.url)


async def test_ten_thousand_stored_tables_cost_a_start_nothing(tmp_path: Path) -> None:
    """A start asks the same few things of a full store as of an empty one, and reads no log."""
    path = str(tmp_path / "games.db")

    async def asked() -> list[str]:
        house = House(Settings(database=path))
        statements: list[str] = []
        event.listen(house.store.engine.sync_engine, "before_cursor_execute", lambda *told: statements.append(told[2]))
        await house.start()
        assert not house.tables
        await house.stop()
        return statements

    async def fill() -> None:
        store = Store(address(path))
        await store.start()
        tables = [f"t{number}" for number in range(MANY)]
        rows = [{"id": name, "listed": True, "phase": "playing", "summary": "{}", "touched": 0} for name in tables]
        entry = {"number": 1, "at": 0, "kind": "opened", "data": "{}"}
        async with store.engine.begin() as connection:
            await connection.execute(insert(schema.tables), rows)
            await connection.execute(insert(schema.log), [{**entry, "table_id": name} for name in tables])
        await store.stop()

    await asked()  # brings the database to its present form
    before = await asked()
    await fill()
    after = await asked()
    assert after == before
    assert not any("FROM log" in statement or "FROM tables" in statement for statement in after)
    with Served(path) as server:
        assert measured(server.url, "gambero_tables_live") == 0


async def test_whoever_is_connected_hears_of_a_restart_and_nothing_is_lost(tmp_path: Path) -> None:
    async def before(server: Served) -> tuple[Guest, str, list[Seated]]:
        anna = await Guest.new(server.url)
        table = await anna.open("classic", start=True)
        seats = [await anna.at(table), await anna.at(table)]
        for _ in range(3):
            await seats[0].play(seats[0].view["moves"][0])
        under_way = [seats[0].do("move", move=seats[0].view["moves"][0], id="last")]
        stopping = asyncio.create_task(asyncio.to_thread(server.stop))
        await asyncio.gather(*under_way, return_exceptions=True)
        assert [await seat.closing() for seat in seats] == [RESTART] * 2
        assert await stopping == 0
        for seat in seats:
            bye = json.loads(seat.heard[-1])
            assert (bye["type"], bye["reconnect"]) == ("bye", True)
        return anna, table, seats

    async def after(url: str, anna: Guest, table: str, seats: list[Seated]) -> None:
        again = await Guest(url, anna.token).at(table)
        assert again.n >= max(seat.n for seat in seats)
        assert again.view["log"][: len(seats[1].view["log"])] == seats[1].view["log"]
        answer = await again.do("move", move="2a", id="last")  # acknowledged or not, it is known if it was stored
        assert answer.get("again", False) == (len(again.view["log"]) == 4)

    with Served(tmp_path / "games.db") as server:
        anna, table, seats = await before(server)
        server.start()
        await after(server.url, anna, table, seats)


@pytest.mark.parametrize("compiled", [0, 1])
def test_a_server_that_still_compiles_stops_when_it_is_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: int
) -> None:
    """The rules are compiled, the bots are not yet; a server that stops at once leaves some of them uncompiled."""
    cache = tmp_path / "cache"
    for law in cache_folder(Path(classic.__file__)).parents[1].glob("rules.*"):
        shutil.copytree(law, cache / law.name)
    monkeypatch.setenv("GAMBERO_CACHE", str(cache))
    with Served(tmp_path / "games.db") as server:
        patience = monotonic() + PATIENCE
        while len(list(cache.glob("bots.*/**/*.nbi"))) < compiled:
            assert monotonic() < patience
            sleep(0.01)
        assert server.stop() == 0
    assert len(list(cache.glob("bots.team.*/**/*.nbi"))) >= compiled
    assert not list(cache.glob("bots.duel.expert/**/*.nbi"))
    assert not [line for line in server.log if '"fault"' in line]


@pytest.mark.usefixtures("postgres")  # which says so if there is none
def test_health_and_readiness_when_postgresql_goes() -> None:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as postgres:
        server = Served(stores.new_database(postgres.enter_context(stores.postgres(Path(folder))), "gambero"))
        with server:
            assert httpx.get(f"{server.url}/readyz", timeout=PATIENCE).status_code == 200
            postgres.close()
            gone = httpx.get(f"{server.url}/readyz", timeout=PATIENCE)
            assert (gone.status_code, gone.json()["code"]) == (503, "store")
            healthy = httpx.get(f"{server.url}/healthz", timeout=PATIENCE)
            assert (healthy.status_code, healthy.text) == (200, "ok")


async def test_what_is_measured(served: Served) -> None:
    anna = await Guest.new(served.url)
    seat = await anna.at(await anna.open("classic", start=True))
    await seat.play(seat.view["moves"][0])
    assert (await seat.do("move", move="1a"))["type"] == "refused"
    now = await asyncio.to_thread(httpx.get, f"{served.url}/metrics")
    assert now.headers["content-type"].startswith("text/plain; version=0.0.4")
    for name, value in {
        "gambero_tables_opened_total": 1,
        "gambero_tables_live": 1,
        "gambero_connections": 1,
        'gambero_messages_received_total{answer="ok"}': 1,
        'gambero_messages_received_total{answer="malformed"}': 1,
        "gambero_answer_seconds_count": 2,
        "gambero_messages_sent_total": 1,
    }.items():
        assert f"\n{name} {float(value)}\n" in now.text, (name, now.text)
    assert seat.table["id"] not in now.text


SECRET_WORDS = "meet me at the lighthouse"


def secrets_in(store: Path, heard: list[str]) -> Iterator[str]:
    """What a log line must never hold: tokens, decks, salts, words, keys."""
    for (data,) in stored(store, "SELECT data FROM log WHERE kind = 'dealt'"):
        deal = json.loads(data)
        yield deal["salt"]
        yield ", ".join(str(card) for card in deal["deck"][:4])
        yield ",".join(str(card) for card in deal["deck"][:4])
    for (value,) in stored(store, "SELECT value FROM secrets"):
        yield value
    yield from heard


async def test_log_lines_are_json_in_one_line_and_hold_no_secrets(tmp_path: Path) -> None:
    """Not even when the store fails in the middle of a move, with all its parameters in the error."""
    path = tmp_path / "games.db"

    async def story(url: str) -> list[str]:
        anna = await Guest.new(url)
        table = await anna.open("classic", players=2, bots=["greedy"], start=True)
        seat = await anna.at(table)
        await seat.until(lambda: seat.table["eager"][1] is not None)  # from here on the bot waits for Anna
        await seat.do("chat", text=SECRET_WORDS)
        broken: list[dict[str, Any]] = [{"kind": "chat", "text": SECRET_WORDS}, {"kind": "eager", "level": 2}]
        for message in broken:
            stored(path, "ALTER TABLE log RENAME TO lost")
            seat = seat if seat.closed is None else await anna.at(table)
            await seat.send({"type": message.pop("kind"), **message})
            await seat.closing()
            stored(path, "ALTER TABLE lost RENAME TO log")
            seat = await anna.at(table)
        stored(path, "ALTER TABLE people RENAME TO lost")
        assert (await anna.ask("GET", f"/api/games?token={anna.token}")).status_code == 500
        stored(path, "ALTER TABLE lost RENAME TO people")
        assert (await seat.do("chat", text="all is well"))["type"] == "ok"
        return [anna.token, anna.token.partition(".")[0], SECRET_WORDS, "lighthouse"]

    with Served(path) as server:
        hidden = await story(server.url)
        assert await asyncio.to_thread(server.stop) == 0
    lines = [json.loads(line) for line in server.log]
    assert {line["event"] for line in lines} >= {"start", "fault"}
    assert {line.get("where") for line in lines} >= {"socket", "request"}
    keys = {"time", "level", "event", "where", "table", "fault", "address", "worker", "at"}
    keys |= {"request", "route", "status", "seconds"}  # of a request that failed or took long
    for line in lines:
        assert set(line) <= keys
    log = "".join(server.log)
    for secret in secrets_in(path, hidden):
        assert secret not in log
