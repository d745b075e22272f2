"""The faults of a drill. Each breaks something, waits while people play, and repairs it."""

import asyncio
import errno
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import asyncpg
import httpx
import psutil
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from drills.place import PATIENCE, Site, Store
from drills.players import Table

HOUR = 3600.0
HOLD = "import sqlite3, sys; other = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60); "
HOLD += "other.execute('BEGIN IMMEDIATE'); print('locked', flush=True); sys.stdin.read()"
FLOODING = ("127.0.0.2", "127.0.0.3", "127.0.0.4")  # addresses of their own, so that limits by address are met


@dataclass(frozen=True)
class Scene:
    """What a fault may act on."""

    site: Site
    tables: list[Table]
    chance: Random
    silent: list[asyncio.Task[float]]  # clients that stopped reading; each ends when the server hangs up


@dataclass(frozen=True)
class Fault:
    name: str
    what: str
    touches: frozenset[str]  # two faults at the same time touch different things
    stores: tuple[Store, ...]
    happen: "Happen"


Happen = Callable[[Scene], Awaitable[None]]
FAULTS: dict[str, Fault] = {}
BOTH: tuple[Store, ...] = ("sqlite", "postgresql")


def fault(name: str, what: str, *touches: str, stores: tuple[Store, ...] = BOTH) -> Callable[[Happen], Happen]:
    def add(happen: Happen) -> Happen:
        FAULTS[name] = Fault(name, what, frozenset(touches), stores, happen)
        return happen

    return add


async def hold(scene: Scene, shortest: float, longest: float) -> None:
    await asyncio.sleep(scene.chance.uniform(shortest, longest))


# Processes.


@fault("killed", "a worker is killed (SIGKILL)", "server")
async def kill_worker(scene: Scene) -> None:
    server = scene.site.server
    if scene.site.store == "sqlite":
        await server.end(signal.SIGKILL)
        await hold(scene, 0.0, 0.5)
        await server.start()
        return
    victim = scene.chance.choice(server.workers)
    with suppress(psutil.NoSuchProcess):
        victim.kill()


@fault("all killed", "the server and its workers' parent are killed", "server", stores=("postgresql",))
async def kill_server(scene: Scene) -> None:
    server = scene.site.server
    await server.end(signal.SIGKILL)
    left = await server.orphans()
    if left:
        raise AssertionError(f"workers outlived the server: {left}")
    await server.start()


@fault("stopped", "a worker stands still for a while (SIGSTOP, SIGCONT)", "server")
async def stop_worker(scene: Scene) -> None:
    victim = scene.chance.choice(scene.site.workers)
    with suppress(psutil.NoSuchProcess):
        victim.suspend()
        try:
            await hold(scene, 0.5, 5.0)
        finally:
            victim.resume()


@fault("restarted", "the server is asked to stop (SIGTERM), and started again", "server")
async def restart_server(scene: Scene) -> None:
    code = await scene.site.server.end(signal.SIGTERM)
    if code:
        raise AssertionError(f"the server ended with exit code {code}")
    await scene.site.server.start()


# Stores.


@fault("PostgreSQL restarted", "PostgreSQL is stopped and started", "database", stores=("postgresql",))
async def restart_postgres(scene: Scene) -> None:
    postgres = scene.site.postgres
    assert postgres
    await asyncio.to_thread(postgres.stop, "fast" if scene.chance.random() < 0.5 else "immediate")
    with scene.site.unusable("PostgreSQL is stopped"):
        await hold(scene, 0.0, 5.0)
    await asyncio.to_thread(postgres.start)


@fault("Redis killed", "Redis is killed (SIGKILL), and started again, empty", "redis", stores=("postgresql",))
async def kill_redis(scene: Scene) -> None:
    redis = scene.site.redis
    assert redis
    redis.kill()
    with scene.site.unusable("Redis is gone"):
        await hold(scene, 0.5, 5.0)
    await asyncio.to_thread(redis.start)


@fault("Redis slow", "every packet to and from Redis is late by up to 0.9 s", "redis", stores=("postgresql",))
async def slow_redis(scene: Scene) -> None:
    proxy = scene.site.proxy
    assert proxy
    proxy.delay = scene.chance.uniform(0.05, 0.9)
    await hold(scene, 2.0, 5.0)
    proxy.delay = 0.0


@fault("disk full", "the database's disk has no room left", "database")
async def fill_disk(scene: Scene) -> None:
    site = scene.site
    if not site.small:
        await _limit_files(scene)
        return
    filler = site.disk / "filler"
    await asyncio.to_thread(_fill, filler)
    await hold(scene, 2.0, 5.0)
    filler.unlink()
    if site.postgres and not site.postgres.running:  # it gives up if it cannot write its own log
        await asyncio.to_thread(site.postgres.start)


def _fill(filler: Any) -> None:
    with filler.open("wb", buffering=0) as out:
        for size in (1_048_576, 4_096):
            try:
                while True:
                    out.write(bytes(size))
            except OSError as full:
                if full.errno != errno.ENOSPC:
                    raise


async def _limit_files(scene: Scene) -> None:
    """Without a disk of our own: the server's process may make no file longer than its longest is."""
    longest = max(file.stat().st_size for file in scene.site.disk.iterdir())
    process = scene.site.server.main.pid
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (longest, before[1]))
    await hold(scene, 2.0, 5.0)
    resource.prlimit(process, resource.RLIMIT_FSIZE, before)


@fault("locked", "another process holds the database's write lock", "database")
async def lock_database(scene: Scene) -> None:
    if scene.site.store == "sqlite":
        await _lock_sqlite(scene)
        return
    other = await asyncpg.connect(scene.site.database)
    try:
        async with other.transaction():
            await other.execute("LOCK TABLE log IN EXCLUSIVE MODE")  # it can be read, not written to
            await hold(scene, 1.0, 6.0)
    finally:
        await other.close()


async def _lock_sqlite(scene: Scene) -> None:
    command = [sys.executable, "-c", HOLD, scene.site.database]
    pipe = subprocess.PIPE
    other = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert other.stdout
    try:
        async with asyncio.timeout(PATIENCE):
            await other.stdout.readline()
        with scene.site.unusable("SQLite is locked"):
            await hold(scene, 1.0, 13.0)
    finally:
        other.kill()
        await other.wait()


@fault("read-only", "the database can be read, not written to", "database", "server")
async def make_read_only(scene: Scene) -> None:
    if scene.site.store == "sqlite":
        await _read_only_file(scene)
        return
    await _set_read_only(scene, "on")
    with scene.site.unusable("PostgreSQL is read-only"):
        await hold(scene, 1.0, 5.0)
    await _set_read_only(scene, "off")


async def _set_read_only(scene: Scene, value: str) -> None:
    other = await asyncpg.connect(scene.site.database)
    try:
        await other.execute("SET default_transaction_read_only = off")
        await other.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
        await other.execute("SELECT pg_reload_conf()")
    finally:
        await other.close()


async def _read_only_file(scene: Scene) -> None:
    """A file that is open for writing cannot be made read-only: the server finds it so when it starts again."""
    site = scene.site
    await site.server.end(signal.SIGKILL)
    _set_writable(site, False)
    try:
        refused = await asyncio.to_thread(site.server.launch().wait, PATIENCE)
    finally:
        _set_writable(site, True)
    if refused != 2:
        raise AssertionError(f"with a read-only database the server ended with {refused}, not 2")
    await site.server.start()


def _set_writable(site: Site, writable: bool) -> None:
    if site.small:
        subprocess.run(["mount", "-o", f"remount,{'rw' if writable else 'ro'}", str(site.disk)], check=True)
        return
    for file in (*site.disk.iterdir(), site.disk):
        file.chmod(file.stat().st_mode | 0o200 if writable else file.stat().st_mode & ~0o222)


# The clock.


@fault("clock", "the server's clock is an hour wrong for some seconds", "clock")
async def move_clock(scene: Scene) -> None:
    scene.site.clock.move(scene.chance.choice([-HOUR, HOUR]))
    await hold(scene, 1.0, 4.0)
    scene.site.clock.move(0.0)


# Clients.


@fault("vanished", "clients are gone without a word, or stop reading", "clients")
async def vanish(scene: Scene) -> None:
    for table in scene.tables:
        for player in table.people:
            if scene.chance.random() < 0.4:
                player.vanish()
    for _ in range(5):
        table = scene.chance.choice(scene.tables)
        scene.silent.append(asyncio.create_task(table.people[-1].stop_reading()))


@fault("flood", "three addresses send 450 requests and open 45 sockets", "clients")
async def flood(scene: Scene) -> None:
    await asyncio.gather(*(_flood_from(scene, address) for address in FLOODING))


async def _flood_from(scene: Scene, address: str) -> None:
    url, table = scene.site.server.url, scene.chance.choice(scene.tables)
    transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=20))

    async def ask(client: httpx.AsyncClient, number: int) -> None:
        with suppress(httpx.HTTPError):
            if number % 3:
                await client.get("/api/lobby")
            else:
                await client.post("/api/me", json={"name": "Flood"})

    async def knock() -> None:
        where = f"{url.replace('http', 'ws', 1)}/ws/tables/{table.name}"
        with suppress(OSError, WebSocketException, TimeoutError):
            async with connect(where, local_addr=(address, 0), open_timeout=10, close_timeout=1) as socket:
                for _ in range(20):
                    await socket.send('{"type": "ping"}')

    async with httpx.AsyncClient(base_url=url, transport=transport, timeout=10) as client:
        await asyncio.gather(*(ask(client, number) for number in range(150)), *(knock() for _ in range(15)))


def possible(store: Store, small: bool) -> list[Fault]:
    """The faults that can be caused on a store, on this machine."""
    unable = {"disk full"} if store == "postgresql" and not small else set()
    if store == "sqlite" and not small and os.geteuid() == 0:
        unable.add("read-only")  # root writes to whatever is not on a read-only disk
    return [one for one in FAULTS.values() if store in one.stores and one.name not in unable]
