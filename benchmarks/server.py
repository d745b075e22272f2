"""The server under load from a second process: tables compared with a bare echo, waiting times, memory, starts."""

import asyncio
import os
import signal
import sqlite3
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import Any

from benchmarks import running
from benchmarks.rows import Row, best_of
from gambero.server.chat import number_in
from gambero.server.chat import run as chat_run
from gambero.server.live.reading import Reader
from gambero.server.store.database import Store

from helpers import stores
from helpers.long_logs import LongLog, write

TABLES, ROUNDS, SECONDS, PACED = 200, 15, 1.0, 8.0
MODEST = {"tables": 50, "rate": 100.0, "seconds": 10.0}
EXPERT_TABLES = 10
ASKERS, FINISHED = 200, 30  # clients that ask about so many games
SOCKETS = 2_000
EARLY, LATE = 200, 1_000  # games
STORED = 10_000  # tables
STARTS = 3
LOG, READS = 100_000, 5  # entries
BACK = 3.0  # seconds from a kill until the tables can be played at again
LONG_WORDS = "a b " * 2_500, "ab" * 5_000, "oftenx" * 1_666


Target = tuple[str, float]  # in words, and the number that is compared
QUICK: Target = ("< 50 ms", 0.05)


def under_load() -> Iterator[Row]:
    return parts(one_worker, two_workers)


def rows() -> Iterator[Row]:
    return parts(beside_experts, beside_questions, idle_sockets, many_games, starting, long_logs, long_messages)


def parts(*parts: Callable[[Path], Iterator[Row]]) -> Iterator[Row]:
    running.allow_many_sockets()
    for part in parts:
        with tempfile.TemporaryDirectory() as folder:
            yield from part(Path(folder))


def one_worker(folder: Path) -> Iterator[Row]:
    with running.server(folder / "games.db") as server, running.echo() as echo:
        yield from at_tables("SQLite", server, echo, ("≥ 0.5", 0.5), QUICK)


def two_workers(folder: Path) -> Iterator[Row]:
    data = folder / "postgres"
    data.mkdir()
    with stores.postgres(data) as postgres, stores.redis(folder) as redis:
        database = stores.new_database(postgres, "bench")
        with running.server(database, redis=redis, workers="2") as server, running.echo() as echo:
            yield from at_tables("PostgreSQL, Redis, 2 workers", server, echo, ("≥ 0.4", 0.4), QUICK)


def at_tables(store: str, server: running.Process, echo: running.Process, share: Target, wait: Target) -> Iterator[Row]:
    """Load of tables of four people: medians of short rounds, each compared with the echo's just before it."""
    about = {"tables": TABLES, "rounds": ROUNDS, "seconds": SECONDS, "paced": PACED}
    found = running.load("tables", server=server, echo=echo, **about)
    tables, bare = found["played"], found["echoed"]
    messages, echoed = middle(tables, "messages"), middle(bare, "messages")
    paced, late = found["paced"], found["paced"]["late"]
    name = f"{TABLES} tables, {store}"
    yield Row(f"{name}: moves/s", f"{middle(tables, 'moves'):,.0f}")
    yield Row(f"{name}: messages/s in and out", f"{messages:,.0f}")
    part = median(one["messages"] / other["messages"] for one, other in zip(tables, bare, strict=True))
    yield Row(f"{name}: of a bare echo's {echoed:,.0f}", f"{part:.2f}", share[0], part >= share[1])
    cost, least = (middle(figures, "cpu") * 1e6 for figures in (tables, bare))
    yield Row(f"{name}: µs of processor a message, and echo's", f"{cost:.0f} {least:.0f}")
    yield Row(f"{name}: move to ok at {paced['moves']:,.0f} moves/s, median", milliseconds(paced["middle"]))
    slow = f"{name}: move to ok at {paced['moves']:,.0f} moves/s, 99th percentile"
    yield Row(slow, milliseconds(late), wait[0], late < wait[1])


def beside_experts(folder: Path) -> Iterator[Row]:
    with running.server(folder / "games.db") as server:
        found = running.load("thinking", server=server, expert_tables=EXPERT_TABLES, **MODEST)
    alone, beside = found["alone"], found["beside"]
    name = f"{MODEST['tables']} tables"
    yield Row(f"{name}: move to ok at {alone['moves']:,.0f} moves/s, 99th percentile", milliseconds(alone["late"]))
    name = f"{name} beside {EXPERT_TABLES} of four experts ({found['expert_moves']:,.0f} moves/s)"
    yield Row(f"{name}: move to ok at {beside['moves']:,.0f} moves/s, 99th percentile", milliseconds(beside["late"]))


def beside_questions(folder: Path) -> Iterator[Row]:
    """How much longer moves take while others ask for expensive work: without rate limits, only with bounded queues."""
    with running.server(folder / "games.db") as server:
        alone = running.load("beside", server=server, **MODEST)
        games = running.load("finished", server=server, games=FINISHED)
        with running.loading("questions", server=server, games=games, askers=ASKERS):
            beside = running.load("beside", server=server, **MODEST)
    yield Row("longest wait for a move of four experts", f"{alone['turn']:.2f} s")
    name, turn = f"{ASKERS} clients ask for much", beside["turn"]
    yield Row(f"{name}: longest wait for a move of four experts", f"{turn:.2f} s", "< 5 s", turn < 5)
    figure = f"{milliseconds(beside['late'])} {milliseconds(alone['late'])}"
    met = beside["late"] <= 2 * alone["late"]
    yield Row(f"{name}: move to ok, 99th percentile, and when nobody asks", figure, "at most double", met)
    more = (beside["memory"] - alone["memory"]) / 2**20
    yield Row(f"{name}: memory more than before", f"{more:.0f} MB")


def idle_sockets(folder: Path) -> Iterator[Row]:
    with running.server(folder / "games.db") as server:
        found = running.load("idle", server=server, sockets=SOCKETS)
    each = (found["after"] - found["before"]) / found["sockets"] / 1024
    yield Row(
        f"{found['sockets']:,} idle sockets: memory each, tables included", f"{each:.0f} KB", "< 60 KB", each < 60
    )


def many_games(folder: Path) -> Iterator[Row]:
    with running.server(folder / "games.db", idle="1") as server:
        found = running.load("games", server=server, early=EARLY, late=LATE)
    early, late = found["early"] / 2**20, found["late"] / 2**20
    yield Row(
        f"memory after {EARLY:,} finished games, after {LATE:,}",
        f"{early:.0f} MB {late:.0f} MB",
        "+ 2 % at most",
        late <= 1.02 * early,
    )


def starting(folder: Path) -> Iterator[Row]:
    database = folder / "games.db"
    yield Row("start to the first answer", f"{first_answer(database):.2f} s")
    with running.server(database) as server:
        running.load("opened", server=server)
    back = back_after_a_kill(database)
    yield Row("killed while in use: start to the first answer", f"{back:.2f} s", f"≤ {BACK:.0f} s", back <= BACK)
    store_many(database)
    yield Row(f"start to the first answer, {STORED:,} tables stored", f"{first_answer(database):.2f} s")


def first_answer(database: Path, starts: int = STARTS) -> float:
    """Seconds, the fastest of some starts."""
    times = []
    for _ in range(starts):
        began = perf_counter()
        with running.server(database) as server, urllib.request.urlopen(f"{server.url}/readyz") as answer:
            assert answer.status == 200
            times.append(perf_counter() - began)
    return min(times)


def back_after_a_kill(database: Path) -> float:
    """Seconds from SIGKILL until a new server on the same file is ready, the fastest of some."""
    times = []
    for _ in range(STARTS):
        with running.server(database) as server:
            running.load("opened", server=server)
            os.kill(server.pid, signal.SIGKILL)
            times.append(first_answer(database, starts=1))
    return min(times)


def long_logs(folder: Path) -> Iterator[Row]:
    """How long other tables wait at most while a very long log is read: the best of some tries, least disturbed."""
    stall, seconds = asyncio.run(reading(folder / "games.db"))
    name = f"a log of {LOG:,} entries is read"
    yield Row(f"{name}: longest wait of other tables meanwhile", milliseconds(stall), "< 50 ms", stall < 0.05)
    yield Row(f"{name}: until it can be played at", f"{seconds:.1f} s")


async def reading(database: Path) -> tuple[float, float]:
    """The longest time for which the event loop is blocked, and how long reading takes in all."""
    store = Store(f"sqlite+aiosqlite:///{database}")
    await store.start()
    await write(store, LongLog("table", LOG))
    gaps, times = [], []
    for _ in range(READS):
        waits = asyncio.create_task(longest_wait())
        began = perf_counter()
        await Reader(store).table("table")
        times.append(perf_counter() - began)
        waits.cancel()
        gaps.append(await waits)
    await store.stop()
    return min(gaps), min(times)


async def longest_wait() -> float:
    """The longest time, until it is cancelled, that a task waits for its next turn."""
    longest, last = 0.0, perf_counter()
    with suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(0)
            longest, last = max(longest, perf_counter() - last), perf_counter()
    return longest


def long_messages(_: Path) -> Iterator[Row]:
    """A message four times as long takes about four times as long to check for numbers."""

    def check(text: str) -> None:
        chat_run.tells.cache_clear()
        number_in(text)

    worst = 0.0
    for text in LONG_WORDS:
        whole, quarter = (best_of(5, lambda: check(part), thread_time) for part in (text, text[: len(text) // 4]))  # noqa: B023
        worst = max(worst, whole / quarter)
    yield Row("chat of 10,000 letters: time to check it, in times a quarter's", f"{worst:.1f}", "≤ 6", worst <= 6)


def store_many(database: Path) -> None:
    """Copies of one table, under other names."""
    numbers = f"WITH RECURSIVE numbers(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM numbers WHERE k < {STORED - 1})"
    with sqlite3.connect(database) as connection:
        (copied,) = connection.execute("SELECT min(id) FROM tables").fetchone()
        for table, key in (("log", "table_id"), ("tables", "id")):
            columns = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]
            others = ", ".join("'t' || k" if column == key else column for column in columns)
            connection.execute(
                f"INSERT INTO {table} {numbers} SELECT {others} FROM {table}, numbers WHERE {key} = ?", (copied,)
            )
    connection.close()


def middle(figures: list[dict[str, Any]], what: str) -> float:
    return float(median(one[what] for one in figures))


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms"
