"""How many sockets an address has is counted over all workers; what a dead worker counted is forgotten."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from typing import Any

import pytest
from redis.asyncio import Redis

from gambero.server.live import addresses
from gambero.server.live.addresses import Addresses
from gambero.server.workers import backplane
from gambero.server.workers.backplane import Alone, RedisBackplane

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served
from helpers.stores import free_port

Workers = tuple[Addresses, Addresses]


class Spawned:
    """What runs beside the rest."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[Any]] = []

    def __call__(self, work: Coroutine[Any, Any, object]) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def done(self) -> None:
        await asyncio.gather(*self._tasks)


@pytest.fixture
def spawned() -> Spawned:
    return Spawned()


@pytest.fixture
async def redis(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    """Without the others' counts, and as patient as the test."""
    monkeypatch.setattr(backplane, "TAKE_TIMEOUT", PATIENCE)
    monkeypatch.setattr(backplane, "TIMEOUT", PATIENCE)
    monkeypatch.setattr(backplane, "COUNTS_KEPT", 3600)
    client: Any = Redis.from_url(redis_url, decode_responses=True)
    await client.delete("gambero:counting")
    yield client
    await client.aclose()


@pytest.fixture
async def workers(redis_url: str, redis: Any, spawned: Spawned) -> AsyncIterator[Workers]:  # noqa: ARG001
    one, other = (RedisBackplane(redis_url, name) for name in ("one", "other"))
    yield Addresses(one, spawned), Addresses(other, spawned)
    await one.stop()
    await other.stop()


async def test_all_workers_count_together(workers: Workers, spawned: Spawned) -> None:
    one, other = workers
    assert [await one.connect("a"), await one.connect("a"), await other.connect("a")] == [1, 2, 3]
    assert await other.connect("b") == 1
    one.disconnect("a")
    one.disconnect("a")
    await spawned.done()
    assert await other.connect("a") == 2


async def test_a_worker_that_died_is_forgotten(workers: Workers, redis: Any) -> None:
    one, other = workers
    await one.connect("a")
    await redis.delete("gambero:sockets:one")  # as if its time was up
    assert await other.connect("a") == 1
    assert await redis.smembers("gambero:counting") == {"other"}


async def test_counts_are_told_again_before_they_expire(
    workers: Workers, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = workers
    await one.connect("a")
    await redis.delete("gambero:sockets:one", "gambero:counting")
    monkeypatch.setattr(addresses, "COUNTS_KEPT", 0.04)
    telling = asyncio.create_task(one.run())
    async with asyncio.timeout(PATIENCE):
        while not await redis.exists("gambero:sockets:one"):
            await asyncio.sleep(0.01)
    telling.cancel()
    with suppress(asyncio.CancelledError):
        await telling
    assert await other.connect("a") == 2


async def test_alone_and_without_redis_a_worker_counts_for_itself(spawned: Spawned) -> None:
    unreachable = RedisBackplane(f"redis://127.0.0.1:{free_port()}/0", "worker")
    for worker in (Addresses(Alone(), spawned), Addresses(unreachable, spawned)):
        assert [await worker.connect("a"), await worker.connect("a")] == [1, 2]
        worker.disconnect("a")
        assert await worker.connect("a") == 2
    await spawned.done()
    await unreachable.stop()


async def test_an_address_cannot_have_more_sockets_at_another_worker(postgres_url: str, redis_url: str) -> None:
    """While Redis answers late, each worker counts for itself: so it is tried until both know of each other."""
    with (
        Served(postgres_url, redis_url, connections="3") as one,
        Served(postgres_url, redis_url, connections="3") as other,
    ):
        anna = await Guest.new(one.url)
        table = await anna.open(players=2)
        seats = [await anna.at(table), await anna.at(table, other.url), await anna.at(table)]
        async with asyncio.timeout(PATIENCE):
            while (seat := await fourth(anna, table, other.url)) is None:
                pass
        assert seat == 1008
        assert all(seat.closed is None for seat in seats)


async def fourth(anna: Guest, table: str, url: str) -> int | None:
    """The code with which one more socket is closed; None if it was taken, after it was closed again."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed

    address = f"{url.replace('http', 'ws', 1)}/ws/tables/{table}"
    async with connect(address, additional_headers=anna.headers, compression=None, open_timeout=PATIENCE) as socket:
        try:
            first = await socket.recv()
            if '"refused"' in str(first):
                await socket.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
    return None
