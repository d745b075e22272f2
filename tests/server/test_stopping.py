"""Tasks end with their table or their server, even if a cancellation is lost."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from gambero.server.http.tables import OpenTable, checked
from gambero.server.live import house as houses
from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.live.table import LiveTable
from gambero.server.settings import Settings
from gambero.server.tasks import end, end_after
from gambero.server.workers.backplane import Alone, RedisBackplane

from helpers.patience import PATIENCE


class Deaf(Alone):
    """Waits for an answer, and takes the first cancellation of each task for one, as the Redis client may."""

    alone = False

    def __init__(self) -> None:
        self.waiting: dict[str, Any] = {}  # by lease, the task that waits for its first answer
        self.lost = 0  # cancellations
        self.released: list[str] = []

    async def holds_lease(self, table: str) -> bool:
        if table not in self.waiting:
            self.waiting[table] = asyncio.current_task()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.lost += 1
        return True

    async def release(self, table: str) -> None:
        self.released.append(table)


@asynccontextmanager
async def tended(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[House, LiveTable, Deaf]]:
    """A house with a table whose caretaker waits for the backplane."""
    monkeypatch.setattr(houses, "bot_steps", dict)  # nothing to compile: no bot plays
    deaf = Deaf()
    house = House(Settings(database=str(folder / "games.db")), backplane=deaf)
    async with asyncio.timeout(PATIENCE):
        await house.start()
        anna = (await house.people.guest("Anna")).person
        opened = checked(OpenTable(game="classic"))
        live = await house.live(await house.open(opened, anna, [], start=True))

        async def send(_: Message) -> None: ...

        await live.join(Connection(anna.id, "Anna", send))
        while live.table.id not in deaf.waiting:
            await asyncio.sleep(0)
        yield house, live, deaf


async def test_a_house_stops_though_a_cancellation_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = asyncio.all_tasks()
    async with tended(tmp_path, monkeypatch) as (house, _, deaf):
        await house.stop()
        assert deaf.lost == len(deaf.waiting)
    assert asyncio.all_tasks() == before


async def test_a_dropped_table_leaves_no_task_though_a_cancellation_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tended(tmp_path, monkeypatch) as (house, live, deaf):
        caretaker = deaf.waiting[live.table.id]
        house.drop(live)
        while not caretaker.done() or not deaf.released:  # it ends, and then the lease is free
            await asyncio.sleep(0)
        assert deaf.lost == 1
        assert not house.tables
        await house.stop()


async def test_a_task_that_loses_many_cancellations_ends_all_the_same() -> None:
    lost = 0

    async def stubborn() -> None:
        nonlocal lost
        while lost < 3:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                lost += 1

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await end(task, None)
    assert lost == 3


async def test_a_task_that_takes_too_long_is_ended_and_one_that_fails_is_ignored() -> None:
    async def fails() -> None:
        raise OSError

    async with asyncio.timeout(PATIENCE):
        await end_after(0, asyncio.Event().wait())
        await end_after(PATIENCE, fails())


STUBBORN = """
import asyncio, sys
from gambero.server.live.house import House
from gambero.server.run import serve
from gambero.server.settings import Settings

start = House.start

async def never_ends():
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            pass

async def begin(house):
    await start(house)
    house.kept = asyncio.create_task(never_ends())

House.start = begin
serve(Settings.read(port=0, database=sys.argv[1]))
"""


def test_a_server_stops_though_a_request_never_ends(tmp_path: Path) -> None:
    """Found by a drill: one that waited for a locked SQLite file when the server stopped."""
    command = [sys.executable, "-c", STUBBORN, str(tmp_path / "games.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert "serves" in server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        try:
            assert server.wait(PATIENCE) == 0
        finally:
            server.kill()


async def test_redis_is_left_though_a_cancellation_is_lost(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = 0

    async def listen(_self: RedisBackplane, _receive: Any, subscribed: asyncio.Event) -> None:
        nonlocal lost
        subscribed.set()
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                lost += 1
                if lost > 1:
                    raise

    monkeypatch.setattr(RedisBackplane, "_listen", listen)
    backplane = RedisBackplane(redis_url, "worker")
    await backplane.start(lambda *_: None)
    stopping = asyncio.create_task(backplane.stop())
    done, _ = await asyncio.wait([stopping], timeout=PATIENCE)  # not by a timeout that cancels it
    stopping.cancel()
    assert done
    assert lost == 2
