"""Several workers that share tables: the same news everywhere, and the others take over from one that dies."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from redis.asyncio import Redis
from starlette.types import Message

from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.refusal import Refused
from gambero.server.settings import Settings
from gambero.server.table import own_acts
from gambero.server.wire import from_client

from helpers.patience import PATIENCE
from helpers.serving import Guest, Seated, Served
from helpers.stores import free_port, wait_for

OPEN_TO_ALL = ("piles", "to_move", "minimum", "stock", "log", "over")


@pytest.fixture
def two(postgres_url: str, redis_url: str) -> Iterator[tuple[Served, Served]]:
    """Two workers of one house."""
    with Served(postgres_url, redis_url, away="1") as one, Served(postgres_url, redis_url, away="1") as other:
        yield one, other


async def in_turns(seats: list[Seated], moves: int) -> None:
    """Everybody plays the first move they may, until that many were played."""
    for _ in range(moves):
        mover = seats[seats[0].view["to_move"]]
        await mover.until(lambda: mover.view["moves"])  # noqa: B023  # waited for at once
        answer = await mover.play(mover.view["moves"][0])
        for seat in seats:
            await seat.until(lambda: seat.n >= answer["n"])  # noqa: B023


async def agreed(*acts: tuple[Seated, dict[str, Any]]) -> None:
    """One after the other, wherever each of them is connected."""
    for seat, act in acts:
        assert (await seat.do(**act))["type"] == "ok"


async def two_people(one: str, other: str, **table: Any) -> tuple[str, list[Guest], list[Seated]]:
    """Anna at one worker and Berta at the other, at a table of classic that begins."""
    anna, berta = await Guest.new(one, "Anna"), await Guest.new(other, "Berta")
    name = await anna.open("classic", players=2, **table)
    seats = [await anna.at(name), await berta.at(name)]
    for seat, act in (
        (seats[1], {"kind": "sit"}),
        (seats[0], {"kind": "start"}),
        (seats[0], {"kind": "starter", "seat": 0}),
    ):
        assert (await seat.do(**act))["type"] == "ok"
    for seat in seats:
        await seat.until(lambda: seat.table["phase"] == "playing")  # noqa: B023
    return name, [anna, berta], seats


async def test_players_at_different_workers_see_the_same(two: tuple[Served, Served]) -> None:
    one, other = two
    table, guests, seats = await two_people(one.url, other.url)
    await seats[1].do("say", piles={"a": "mine"})
    await seats[0].do("chat", text="mine too")
    await in_turns(seats, 12)
    for seat in seats:
        await seat.until(lambda: seat.n == max(s.n for s in seats) and len(seat.chat) == 1)  # noqa: B023
    told = [[(news["n"], news["at"], news["what"]) for news in seat.news[-13:]] for seat in seats]
    assert told[0] == told[1]
    assert seats[0].table == seats[1].table
    assert {key: seats[0].view[key] for key in OPEN_TO_ALL} == {key: seats[1].view[key] for key in OPEN_TO_ALL}
    for guest, seat in zip(guests, seats, strict=True):
        for worker in two:
            again = await guest.at(table, worker.url)
            assert (again.view, again.table, again.n, again.chat) == (seat.view, seat.table, seat.n, seat.chat)


async def test_who_is_here_is_known_at_every_worker(two: tuple[Served, Served]) -> None:
    one, other = two
    table, guests, seats = await two_people(one.url, other.url)
    for seat in seats:
        await seat.until(lambda: seat.here == [True, True])  # noqa: B023
    await seats[1].close()
    await seats[0].until(lambda: seats[0].here == [True, False])
    await guests[1].at(table, other.url)
    await seats[0].until(lambda: seats[0].here == [True, True])


async def test_who_is_deleted_at_one_worker_is_forgotten_at_every_other(two: tuple[Served, Served]) -> None:
    one, other = two
    table, (anna, berta), seats = await two_people(one.url, other.url)
    assert (await seats[1].do("chat", text="my own words"))["type"] == "ok"
    await seats[0].until(lambda: seats[0].chat)
    assert seats[0].table["seats"][1]["name"] == "Berta"
    assert (await berta.ask("DELETE", "/api/me")).status_code == 204
    assert await seats[0].closing() == 1012  # connect again
    again = await anna.at(table)
    assert (again.chat[0]["name"], again.chat[0]["text"]) == ("", "…")
    assert again.table["seats"][1]["name"] == ""
    await again.play(again.view["moves"][0])  # and the game goes on


async def test_who_comes_back_at_another_worker_keeps_the_seat(
    postgres_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the worker that tends the table looked who is here before, and learns it only now."""

    async def heard(_: Message) -> None: ...

    async def opened(url: str) -> str:
        anna, berta = await Guest.new(url, "Anna"), await Guest.new(url, "Berta")
        table = await anna.open("duel")
        first, second = await anna.at(table), await berta.at(table)
        await agreed((second, {"kind": "sit"}), (first, {"kind": "start"}), (first, {"kind": "starter", "seat": 0}))
        return table

    async def soon(so: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so():
                await asyncio.sleep(0.005)

    with Served(postgres_url, redis_url) as server:
        table = await opened(server.url)
        await asyncio.to_thread(server.stop)

    houses = [House(Settings(database=postgres_url, redis=redis_url, away=0.2)) for _ in range(2)]
    for house in houses:
        await house.start()
    tending, other = [await house.live(table) for house in houses]
    anna, berta = (str(seat.person) for seat in tending.table.seats)
    await tending.join(Connection(anna, "Anna", heard))
    await soon(lambda: tending.table.seats[1].deputy)
    who = houses[0].backplane.who
    stale, late = await who(table), asyncio.Event()
    assert stale is not None
    assert berta not in stale

    async def slowly(_: str) -> set[str]:
        await late.wait()
        return stale

    monkeypatch.setattr(houses[0].backplane, "who", slowly)
    looking = asyncio.create_task(tending.look_up_presence())
    await asyncio.sleep(0)
    monkeypatch.setattr(houses[0].backplane, "who", who)
    number = tending.table.number
    await other.join(Connection(berta, "Berta", heard))
    await soon(lambda: tending.table.number > number and berta in tending.presence.here)
    late.set()
    await looking
    assert berta in tending.presence.here
    assert not tending.presence.gone  # so there is nobody to play for
    assert [entry.kind for entry in (await houses[0].store.entries(table))[number:]] == ["back"]
    for house in houses:
        await house.stop()


async def test_who_was_here_all_the_time_gets_the_seat_back(postgres_url: str, redis_url: str) -> None:
    """A worker stood still so long that another gave its player's seat to a bot; it learns that by the player's move.

    Found by a drill: the seat stayed the bot's until the player connected again.
    """

    async def heard(_: Message) -> None: ...

    with Served(postgres_url, redis_url) as server:
        table = (await two_people(server.url, server.url))[0]
        await asyncio.to_thread(server.stop)

    houses = [House(Settings(database=postgres_url, redis=redis_url)) for _ in range(2)]
    for house in houses:
        await house.start()
    tending, other = [await house.live(table) for house in houses]
    anna, berta = (str(seat.person) for seat in tending.table.seats)
    connection = Connection(anna, "Anna", heard)
    await other.join(connection)
    await tending.join(Connection(berta, "Berta", heard))
    async with other.lock:
        message = from_client.Move(type="move", move=other.table.playing.moves(0)[0])
        moving = asyncio.create_task(other.act(connection, message))  # the next to have the lock
        await asyncio.sleep(0)
        before = tending.table
        assert await tending.propose(before, before.number, lambda at: own_acts.take_over(before, 0, at))
    with pytest.raises(Refused) as refused:
        await moving
    assert refused.value.reason == "deputy"
    async with asyncio.timeout(PATIENCE):
        while any(one.table.seats[0].deputy for one in (other, tending)):
            await asyncio.sleep(0.005)
    for house in houses:
        await house.stop()


async def test_one_worker_tends_and_when_it_is_killed_another_does(two: tuple[Served, Served], redis_url: str) -> None:
    """It is killed in the turn of its own player, so that only the other worker's caretaker can carry the game on.

    A bot takes the lost player's seat and gives it back, the bot at the table plays on, and no move is lost.
    """
    one, other = two
    anna, berta = await Guest.new(one.url, "Anna"), await Guest.new(other.url, "Berta")
    redis: Any = Redis.from_url(redis_url, decode_responses=True)
    table = await anna.open("classic", players=3)

    async def until_kept_by(worker: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while await redis.get(f"gambero:keeper:{table}") != worker:
                await asyncio.sleep(0.05)

    first = await anna.at(table)
    async with asyncio.timeout(PATIENCE):
        while not (killed := await redis.smembers(f"gambero:workers:{table}")):
            await asyncio.sleep(0.05)
    await until_kept_by(*killed)  # there is no other at this table yet
    second = await berta.at(table)
    await agreed(
        (first, {"kind": "bot", "seat": 2, "bot": "greedy"}),
        (second, {"kind": "sit", "seat": 1}),
        (first, {"kind": "start"}),
        (first, {"kind": "starter", "seat": 0}),
    )

    async def turn(seat: Seated) -> list[str]:
        """Lay what is owed, the cards nearest to their piles, and end the turn; the game is far from lost then."""
        laid: list[str] = []
        await seat.until(lambda: seat.view["moves"])
        while "." not in seat.view["moves"]:
            tops = dict(zip("abcd", seat.view["piles"], strict=True))
            laid.append(min(seat.view["moves"], key=lambda move: abs(int(move[:-1]) - tops[move[-1]])))
            await seat.play(laid[-1])
        await seat.play(".")
        return laid

    acknowledged = [*await turn(first), *await turn(second)]
    await second.until(lambda: second.view["to_move"] == 0)  # the bot has played
    await until_kept_by(*killed)
    one.kill()
    await second.until(lambda: second.here[0] is False)
    await second.until(lambda: second.table["seats"][0]["deputy"] == "expert")
    await second.until(lambda: second.view["to_move"] == 1)  # which has played for Anna
    acknowledged += await turn(second)
    await second.until(lambda: second.view["to_move"] == 0)
    (alive,) = set(await redis.smembers(f"gambero:workers:{table}")) - killed
    await until_kept_by(alive)
    back = await anna.at(table, other.url)
    assert back.table["seats"][0]["deputy"] is None
    laid = [move for _, move in back.view["log"]]
    assert [laid.count(move) for move in acknowledged] == [1] * len(acknowledged)
    await redis.aclose()


@contextmanager
def own_redis(port: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        wait_for(port)
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.usefixtures("redis_url")  # which says so if there is no Redis
async def test_without_redis_moves_are_stored_and_tables_catch_up(postgres_url: str, tmp_path: Path) -> None:
    port = free_port()
    url = f"redis://127.0.0.1:{port}/0"

    async def story(one: Served, other: Served, redis: subprocess.Popen[bytes]) -> None:
        table, guests, seats = await two_people(one.url, other.url)
        await in_turns(seats, 3)
        redis.send_signal(signal.SIGSTOP)  # it hangs
        await in_turns(seats, 2)
        redis.send_signal(signal.SIGCONT)
        await in_turns(seats, 3)
        redis.kill()  # it is gone
        redis.wait()
        await in_turns(seats, 3)
        assert (await guests[0].at(table, other.url)).n == seats[0].n
        with own_redis(port, tmp_path):  # it is back, and has forgotten everything
            await in_turns(seats, 3)
            for seat in seats:
                await seat.until(lambda: seat.here == [True, True])  # noqa: B023
            again = [await guest.at(table) for guest in guests]
            assert [one.view for one in again] == [seat.view for seat in seats]
            assert len(again[0].view["log"]) == 1 + 3 + 2 + 3 + 3 + 3

    with own_redis(port, tmp_path) as redis, Served(postgres_url, url) as one, Served(postgres_url, url) as other:
        await story(one, other, redis)


def workers_of(server: Served) -> set[int]:
    assert server.process
    family = psutil.Process(server.process.pid).children()
    return {child.pid for child in family if alive(child.pid) and "spawn_main" in " ".join(child.cmdline())}


def alive(process: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(psutil.Process(process).status() != psutil.STATUS_ZOMBIE)
    return False


async def until(so: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_a_supervisor_starts_a_killed_worker_anew_and_stops_them_all(postgres_url: str, redis_url: str) -> None:
    async def story(server: Served) -> None:
        await until(lambda: len(workers_of(server)) == 2)
        anna = await Guest.new(server.url)
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as client, asyncio.timeout(PATIENCE):
            page = ""
            while not ('{worker="0"}' in page and '{worker="1"}' in page):  # until both have written theirs
                await asyncio.sleep(0.2)
                page = (await client.get("/metrics")).text
        seat = await anna.at(await anna.open("classic", start=True))
        await seat.play(seat.view["moves"][0])
        before = workers_of(server)
        for worker in before:
            os.kill(worker, signal.SIGKILL)
        await seat.closing()
        await until(lambda: len(workers_of(server) - before) == 2)
        again = await anna.at(seat.table["id"])
        assert (again.n, again.view) == (seat.n, seat.view)
        await again.play(again.view["moves"][0])

    with Served(postgres_url, redis_url, workers="2") as server:
        await story(server)
        family = workers_of(server)
        assert await asyncio.to_thread(server.stop) == 0
        assert not any(alive(worker) for worker in family)


async def test_a_worker_that_does_not_stop_is_killed(postgres_url: str, redis_url: str) -> None:
    with Served(postgres_url, redis_url, workers="2", stop_timeout="1") as server:
        await until(lambda: len(workers_of(server)) == 2)
        await Guest.new(server.url)
        family = workers_of(server)
        frozen = min(family)
        os.kill(frozen, signal.SIGSTOP)  # it hears of nothing any more
        assert await asyncio.to_thread(server.stop) == 0
        assert not any(alive(worker) for worker in family)

        def killed() -> list[int]:
            return [json.loads(line)["worker"] for line in server.log if "worker killed" in line]

        await until(
            lambda: frozen in killed()
        )  # and the other, if a busy machine left it no time; a thread reads the log


async def test_workers_do_not_outlive_a_killed_supervisor(postgres_url: str, redis_url: str) -> None:
    with Served(postgres_url, redis_url, workers="2") as server:
        await until(lambda: len(workers_of(server)) == 2)
        await Guest.new(server.url)  # they are up
        family = workers_of(server)
        server.kill()
        await until(lambda: not any(alive(worker) for worker in family))


def test_more_than_one_worker_without_redis_is_refused_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gambero", "serve", "--workers", "2", "--database", str(tmp_path / "games.db")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GAMBERO_")}
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environment)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "gambero: more than one worker needs Redis to pass news on: give --redis redis://…"
    ]
