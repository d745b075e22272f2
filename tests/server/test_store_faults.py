"""A store that cannot be written to: the server says so, clients learn why, and all goes on when it can be again."""

import asyncio
import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError, OperationalError

from gambero.server.store.faults import store_refusal

from helpers.patience import PATIENCE
from helpers.serving import Guest, Seated, Served


@contextmanager
def locked(server: Served) -> Iterator[None]:
    """Another program writes to the same file, and does not come to an end."""
    with closing(sqlite3.connect(server.database, isolation_level=None, timeout=PATIENCE)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def no_room(server: Served) -> Iterator[None]:
    """The server's process may make no file longer than its longest is."""
    assert server.process
    files = Path(server.database).parent.iterdir()
    longest = max(file.stat().st_size for file in files)
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (longest, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


async def fill(seat: Seated) -> dict[str, object]:
    """Chat until the file that is written to has reached its limit; returns the refusal."""
    for _ in range(10_000):
        answer = await seat.do("chat", text="what a quiet evening this is, and what a pleasure to play with you")
        if answer["type"] == "refused":
            return answer
    raise AssertionError("there was room for everything")


async def ready(server: Served) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client:
        return await client.get("/readyz")


async def seated(server: Served) -> tuple[Guest, Seated]:
    anna = await Guest.new(server.url)
    return anna, await anna.at(await anna.open("classic", start=True))


async def test_another_program_that_holds_the_database_is_told_of_and_waited_for(served: Served) -> None:
    anna, seat = await seated(served)
    assert (await ready(served)).status_code == 200
    with locked(served):
        refused = await seat.do("move", move=seat.view["moves"][0])
        answer = await ready(served)
    assert (refused["code"], refused["reason"]) == ("store", "locked")
    assert (answer.status_code, answer.json()["code"]) == (503, "store")
    await goes_on(served, anna, seat.table["id"])


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux sets the limits of another process")
async def test_a_disk_without_room_is_told_of_and_nothing_is_lost(served: Served) -> None:
    anna, seat = await seated(served)
    with no_room(served):
        refused = await fill(seat)
        answer = await ready(served)
    assert refused["code"] == "store"
    assert (answer.status_code, answer.json()["code"]) == (503, "store")
    await goes_on(served, anna, seat.table["id"])


async def goes_on(server: Served, anna: Guest, table: str) -> None:
    """As soon as the store can be written to, the same table is played at."""
    async with asyncio.timeout(PATIENCE):
        while (await ready(server)).status_code != 200:
            await asyncio.sleep(0.1)
    seat = await anna.at(table)
    before = len(seat.view["log"])
    await seat.play(seat.view["moves"][0])
    assert len(seat.view["log"]) == before + 1


def wrong_of(address: str, *statements: str) -> DBAPIError:
    engine = create_engine(address)
    try:
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))
    except OperationalError as wrong:
        return wrong
    finally:
        engine.dispose()
    raise AssertionError(f"{statements[-1]} worked")


@pytest.mark.parametrize(
    ("reason", "address", "statements"),
    [
        ("full", "sqlite://", ["PRAGMA max_page_count = 1", "CREATE TABLE a (b)"]),
        ("read_only", "sqlite://", ["PRAGMA query_only = 1", "CREATE TABLE a (b)"]),
        ("no_answer", f"sqlite:///{os.sep}nowhere/at/all.db", ["SELECT 1"]),
        (None, "sqlite://", ["SELECT * FROM nothing"]),
    ],
)
def test_what_sqlite_says_becomes_a_reason(reason: str | None, address: str, statements: list[str]) -> None:
    refused = store_refusal(wrong_of(address, *statements))
    assert (refused and refused.reason) == reason


def test_a_lost_connection_is_the_stores_and_a_fault_of_ours_is_not() -> None:
    refused = store_refusal(ConnectionRefusedError())
    assert refused
    assert (refused.code, refused.reason) == ("store", "no_answer")
    assert store_refusal(KeyError("a")) is None
