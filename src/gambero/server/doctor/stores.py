"""Checks of the stores: database and Redis answer, can be written to, fit this version, and have the same time."""

import asyncio
import http.client
import shutil
import time
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from gambero.server.doctor.findings import Finding, note, ok, wrong
from gambero.server.settings import Settings, without_credentials
from gambero.server.start_error import start_error
from gambero.server.store.database import TOOL, Store, engine_for, known_revisions, revision
from gambero.server.store.faults import store_refusal
from gambero.server.store.lock import file_of, is_occupied

ROOM = 100_000_000  # bytes of disk, below which a server will not go on for long
CLOCK = 2.0  # seconds that two clocks may differ
TIMEOUT = 5.0  # seconds for a server's answer
MEND = {
    "full": "make room on its disk",
    "locked": "find the program that holds it (fuser, or pg_locks) and end it",
    "read_only": "give the server's user the right to write to the file and its folder, or leave recovery mode",
    "no_answer": "start the database, and look at its own log",
}


async def check_stores(settings: Settings) -> list[Finding]:
    return [*await database(settings), *await redis(settings)]


async def database(settings: Settings) -> list[Finding]:
    file = file_of(settings.database_url)
    found = [*room(file), *other_server(settings, file)] if file else []
    if file and not file.exists() and file.parent.is_dir():
        return [*found, note("database", f"{file} is not there yet: the first start makes it")]
    engine = engine_for(settings.database_url, TOOL)
    try:
        async with asyncio.timeout(4 * TIMEOUT):
            async with engine.connect() as connection:
                at = await connection.run_sync(revision)
            found.append(schema(at))
            if at == known_revisions()[-1]:
                found.append(await written(settings))
            if not file:
                found.append(await database_clock(engine))
    except Exception as fault:  # noqa: BLE001  # whatever it is, it is what the doctor was asked for
        found.append(refused(fault, settings))
    finally:
        await engine.dispose()
    return found


def refused(fault: Exception, settings: Settings) -> Finding:
    reason = store_refusal(fault)
    do = MEND[reason.reason] if reason else "check --database: its address, its name, user and password"
    return wrong("database", start_error(fault, settings), do)


def schema(at: str | None) -> Finding:
    newest = known_revisions()[-1]
    if at is None:
        return note("schema", "the database is empty: the first start makes its tables")
    if at not in known_revisions():
        return wrong(
            "schema",
            f"the database is newer (at {at}) than this gambero (at {newest})",
            "update gambero on this machine",
        )
    if at != newest:
        return wrong(
            "schema",
            f"the database has an older schema (at {at}, this gambero is at {newest})",
            "make a backup, then start this gambero: it upgrades the database",
        )
    return ok("schema", f"the database has the schema of this gambero ({newest})")


async def written(settings: Settings) -> Finding:
    """Write what a server writes to find out whether it is ready."""
    store = Store(settings.database_url)
    try:
        await store.ready()
    except Exception as fault:  # noqa: BLE001
        return refused(fault, settings)
    finally:
        await store.stop()
    return ok(
        "database", f"{without_credentials(settings.database) or file_of(settings.database_url)} can be written to"
    )


def room(file: Path) -> list[Finding]:
    if not file.parent.is_dir():
        return []
    free = shutil.disk_usage(file.parent).free
    if free < ROOM:
        return [wrong("disk", f"{free // 1_000_000:,} MB are free on the disk of {file}", MEND["full"])]
    return [ok("disk", f"{free // 1_000_000:,} MB are free on the disk of {file}")]


def other_server(settings: Settings, file: Path) -> list[Finding]:
    """Is a server running on this file, and is it the one that these settings are for?"""
    if not is_occupied(settings.database_url):
        return []
    if settings.redis or answers(settings):
        return [ok("servers", f"a server runs on {file}")]
    return [
        wrong(
            "servers",
            f"a server runs on {file}, and none at {settings.host}:{settings.port}: another one would not start",
            "stop that one, give each its own database, or give both the same --redis",
        )
    ]


def answers(settings: Settings) -> bool:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    asking = http.client.HTTPConnection(host, settings.port, timeout=TIMEOUT)
    try:
        asking.request("GET", f"{settings.root_path}/healthz")
        return asking.getresponse().read() == b"ok"
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asking.close()


async def database_clock(engine: AsyncEngine) -> Finding:
    def asked(connection: Connection) -> float:
        return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())

    async with engine.connect() as connection:
        before = time.time()
        there = await connection.run_sync(asked)
        return clock("the database", there, before)


async def redis(settings: Settings) -> list[Finding]:
    if not settings.redis:
        return []
    try:
        from redis.asyncio import Redis

        client = Redis.from_url(settings.redis, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)
        try:
            before = time.time()
            seconds, millionths = await client.time()
            return [ok("redis", "Redis answers"), clock("Redis", seconds + millionths / 1e6, before)]
        finally:
            await client.aclose()
    except Exception as fault:  # noqa: BLE001
        return [wrong("redis", start_error(fault, settings), "start Redis, or check --redis")]


def clock(whose: str, there: float, before: float) -> Finding:
    """Compare a clock that was read between `before` and now with this machine's."""
    off = max(before - there, there - time.time(), 0.0)
    if off > CLOCK:
        return wrong(
            "clock",
            f"the clocks of this machine and of {whose} differ by {off:,.0f} seconds",
            "set both by NTP (timedatectl set-ntp true)",
        )
    return ok("clock", f"this machine and {whose} have the same time")
