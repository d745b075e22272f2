"""What a table, a socket and a finished game cost in memory, disk and processor time, with few and with many."""

import asyncio
import sqlite3
import tempfile
import urllib.request
from collections.abc import Coroutine, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import psutil

from benchmarks import running
from benchmarks.crowd import Crowd, Player, Visitors, a_few_at_a_time, cheapest
from benchmarks.load import Leaver, gathered, memory, warm, whole_game
from benchmarks.rows import Row

TABLES = (10, 100, 1_000, 10_000)  # opened one after the other
ALONE, SOCKETS = 1_000, 5_000  # tables with one socket each; sockets at tables of four
MOVES = {"tables": 100, "seconds": 5.0, "rate": 200.0}
BOTS = {"careful": 5.0, "expert": 8.0}  # seconds for which four of them play at each of some tables
BOT_TABLES = 5
PLAYED, STORED = 100, 100_000  # games
TOGETHER = 40  # games of three people


def rows() -> Iterator[Row]:
    running.allow_many_sockets()
    for part in (opened, sockets, moves, thinking, together, finished):
        with tempfile.TemporaryDirectory() as folder:
            yield from part(Path(folder) / "games.db")


class Cost:
    """Memory, disk and processor time that a server has used since some moment."""

    def __init__(self, server: running.Process, database: Path) -> None:
        self._pid, self._database = server.pid, database
        self._before = self._now()

    def _now(self) -> tuple[float, float, float]:
        spent = psutil.Process(self._pid).cpu_times()
        disk = sum(file.stat().st_size for file in self._database.parent.glob(f"{self._database.name}*"))
        return memory(self._pid), disk, spent.user + spent.system

    def each(self, count: float) -> tuple[float, float, float]:
        """Kilobytes of memory, kilobytes of disk and milliseconds of processor time for each of so many."""
        used, disk, spent = (now - before for now, before in zip(self._now(), self._before, strict=True))
        return used / 1024 / count, disk / 1024 / count, 1000 * spent / count


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


def opened(database: Path) -> Iterator[Row]:
    """Tables opened in turn, at which nobody is: they are in the store alone."""
    with running.server(database) as server:
        run(warm(server.url))  # compiling, and what the first tables need once, is not counted
        run(open_tables(server, 50))
        count = 0
        for many in TABLES:
            cost = Cost(server, database)
            began = perf_counter()
            run(open_tables(server, many - count))
            seconds = perf_counter() - began
            used, disk, spent = cost.each(many - count)
            figure = f"{used:.1f} KB, {disk:.1f} KB, {spent:.2f} ms ({(many - count) / seconds:,.0f} a second)"
            yield Row(f"a table that is opened, {count + 1:,} to {many:,}: memory, disk, processor", figure)
            count = many


async def open_tables(server: running.Process, count: int) -> None:
    visitors = await Visitors.new(server.url, 1)
    await a_few_at_a_time([visitors.open(players=4) for _ in range(count)], 4)


def sockets(database: Path) -> Iterator[Row]:
    """What a table and a socket cost: two equations, from tables with one socket and tables with four."""
    with running.server(database) as server:
        run(warm(server.url))
        one, four = run(connected(server, database))
    socket = (four - one) / 3
    yield Row(f"a socket, of {SOCKETS:,} at tables of four: memory", f"{socket:.0f} KB")
    yield Row(f"a table in memory, of {ALONE + SOCKETS // 4:,}: memory", f"{one - socket:.0f} KB")


async def connected(server: running.Process, database: Path) -> tuple[float, float]:
    """Kilobytes of a table with one socket, and of one with four."""
    await gathered(server, 25)
    cost = Cost(server, database)
    visitors = await Visitors.new(server.url, 1)
    crowd = Crowd(server.pid)

    async def sit_alone() -> None:
        await visitors.at(await visitors.open(players=4), 0, Player(crowd, cheapest))

    await a_few_at_a_time([sit_alone() for _ in range(ALONE)])
    one = cost.each(ALONE)[0]
    cost = Cost(server, database)
    await gathered(server, SOCKETS // 4)
    return one, cost.each(SOCKETS // 4)[0]


def moves(database: Path) -> Iterator[Row]:
    """People's moves at a modest pace: each is stored, acknowledged and told to four."""
    with running.server(database) as server:
        run(warm(server.url))
        disk, spent = run(at_a_pace(server, database))
    yield Row(
        f"a move at {MOVES['tables']} tables of four, {MOVES['rate']:.0f} a second: disk, processor",
        f"{disk:.2f} KB, {spent:.2f} ms",
    )


async def at_a_pace(server: running.Process, database: Path) -> tuple[float, float]:
    """Kilobytes of disk and milliseconds of processor time for each move."""
    crowd = await gathered(server, int(MOVES["tables"]))
    await crowd.play(1.0)
    cost = Cost(server, database)
    figures = await crowd.play(MOVES["seconds"], MOVES["rate"])
    _, disk, spent = cost.each(figures["moves"] * MOVES["seconds"] * 1.1)
    return disk, spent


def thinking(database: Path) -> Iterator[Row]:
    """Tables of four bots that move without a pause."""
    with running.server(database) as server:
        run(warm(server.url))
        for bot, seconds in BOTS.items():
            used, spent, count = run(bots_play(server, database, bot, seconds))
            figure = f"{spent:.1f} ms ({count / seconds:,.0f} a second)"
            yield Row(f"a move of {bot} at {BOT_TABLES} tables of four: processor", figure)
            yield Row(f"{BOT_TABLES} tables at which four of {bot} think: memory of all", f"{used / 1024:.1f} MB")


async def bots_play(server: running.Process, database: Path, bot: str, seconds: float) -> tuple[float, float, int]:
    """Kilobytes more in use while they play, milliseconds of processor time for each move, and how many there were."""
    visitors = await Visitors.new(server.url, 1)
    crowd = Crowd(server.pid)
    crowd.playing = True
    hosts = [Leaver(crowd) for _ in range(BOT_TABLES)]
    empty = Cost(server, database)
    for host in hosts:
        await visitors.at(await visitors.open(players=4, bots=[bot] * 4, start=True), 0, host)
    await asyncio.sleep(1)
    cost, before = Cost(server, database), sum(host.moves for host in hosts)
    await asyncio.sleep(seconds)
    count = sum(host.moves for host in hosts) - before
    used, spent = empty.each(1)[0], cost.each(max(1, count))[2]
    for host in hosts:
        host.hang_up()
    await asyncio.sleep(1)
    return used, spent, count


def together(database: Path) -> Iterator[Row]:
    """Whole games of three people who lay the nearest card: how long they are, and what is kept of them."""
    with running.server(database) as server:
        run(play_together(server, 1))  # what the first game of all needs is not counted
    before = settled(database)
    with running.server(database) as server:
        count = run(play_together(server, TOGETHER))
    disk = (settled(database) - before) / 1024 / TOGETHER
    name = f"a game of three people, {count / TOGETHER:.0f} moves on average: disk of its log and its record"
    yield Row(name, f"{disk:.1f} KB")


async def play_together(server: running.Process, count: int) -> int:
    """Play so many games to their end, one after the other; how many moves that took."""
    visitors = await Visitors.new(server.url, 3)
    crowd = Crowd(server.pid)
    crowd.playing = True
    for _ in range(count):
        seated = await visitors.full_table(crowd, players=3)
        seated[0].deals_again = False
        await asyncio.wait_for(seated[0].over.wait(), 60)
        for player in seated:
            player.hang_up()
    return len(crowd.waits)


def finished(database: Path) -> Iterator[Row]:
    """Games played to their end, and then as many copies of them as a year brings."""
    with running.server(database, idle="1") as server:
        run(warm(server.url))
        cost = Cost(server, database)
        run(play_games(server, PLAYED))
        _, disk, spent = cost.each(PLAYED)
        yield Row("a game that one person finishes: disk, processor", f"{disk:.0f} KB, {spent:.0f} ms")
    before = settled(database)
    copy_games(database, STORED)
    each = (settled(database) - before) / 1024 / (STORED - PLAYED)
    yield Row(f"a finished game, of {STORED:,} stored: disk", f"{each:.1f} KB")
    began = perf_counter()
    with running.server(database) as server:
        urllib.request.urlopen(f"{server.url}/readyz").close()
        yield Row(f"start to the first answer, {STORED:,} games stored", f"{perf_counter() - began:.2f} s")
        yield Row(f"the lobby, {STORED:,} games stored: time of one answer", f"{1000 * answer_time(server):.1f} ms")


async def play_games(server: running.Process, count: int) -> None:
    crowd = Crowd(server.pid)
    crowd.playing = True
    visitors = await Visitors.new(server.url, 1)
    await a_few_at_a_time([whole_game(visitors, crowd) for _ in range(count)], 10)


def answer_time(server: running.Process) -> float:
    """Seconds, the fastest of some."""
    times = []
    for _ in range(5):
        began = perf_counter()
        urllib.request.urlopen(f"{server.url}/api/lobby").close()
        times.append(perf_counter() - began)
    return min(times)


def settled(database: Path) -> int:
    """Bytes of a database that no server uses, everything in one file."""
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return database.stat().st_size


def copy_games(database: Path, count: int) -> None:
    """Copies of the games, their seats, and the tables and logs they were played at, under other names."""
    keys = {"games": ("id", "table_id"), "seats": ("game_id",), "log": ("table_id",), "tables": ("id",)}
    with sqlite3.connect(database) as connection:
        (have,) = connection.execute("SELECT count(*) FROM games").fetchone()
        times = count // have - 1
        numbers = f"WITH RECURSIVE numbers(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM numbers WHERE k < {times})"
        for table, named in keys.items():
            columns = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]
            copied = ", ".join(f"{one} || 'c' || k" if one in named else one for one in columns)
            connection.execute(f"INSERT INTO {table} {numbers} SELECT {copied} FROM {table}, numbers")
    connection.close()
