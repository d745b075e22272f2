"""Clients for the server's benchmark, as a process: `python -m benchmarks.load PART JSON` prints figures as JSON."""

import asyncio
import json
import os
import re
import sys
from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any, Self

import httpx
import psutil
from picows import WSFrame, WSTransport, ws_connect

from benchmarks.crowd import Crowd, Echoed, Player, Visitors, a_few_at_a_time, cheapest, hasty
from gambero.warm import bot_steps

Place = tuple[str, int]  # a server's URL and its process
LONG = 120.0  # seconds that a question may take


async def tables(server: Place, echo: Place, tables: int, rounds: int, seconds: float, paced: float) -> Any:
    """Short rounds of echo and tables in turn, as fast as they go; then tables at half that load."""
    crowd = await gathered(server, tables)
    await warm(server[0])
    size = (await crowd.play(1.0))["size"]
    echoes = await echoing(echo, 4 * tables, int(size))
    played, echoed = [], []
    for _ in range(rounds):
        echoed.append(await echoes.play(seconds))
        played.append(await crowd.play(seconds))
    half = sorted(one["moves"] for one in played)[rounds // 2] / 2
    return {"echoed": echoed, "played": played, "paced": await crowd.play(paced, half)}


async def gathered(server: Place, tables: int) -> Crowd:
    crowd = Crowd(server[1], tables)
    visitors = await Visitors.new(server[0], 4)
    await a_few_at_a_time([visitors.full_table(crowd) for _ in range(tables)])
    return crowd


async def echoing(echo: Place, sockets: int, size: int) -> Crowd:
    crowd = Crowd(echo[1])

    async def one() -> None:
        listener = Echoed(crowd)
        listener.text = b"x" * size
        await ws_connect(lambda: listener, f"{echo[0].replace('http', 'ws', 1)}/ws")

    await a_few_at_a_time([one() for _ in range(sockets)])
    return crowd


async def thinking(server: Place, tables: int, rate: float, expert_tables: int, seconds: float) -> Any:
    """People's moves at a modest pace: alone, then beside experts who think all the time."""
    crowd = await gathered(server, tables)
    await warm(server[0])
    await crowd.play(1.0)
    alone = await crowd.play(seconds, rate)
    visitors = await Visitors.new(server[0], 1)
    experts = Crowd(server[1])
    experts.playing = True
    hosts = [Leaver(experts) for _ in range(expert_tables)]
    for host in hosts:
        await visitors.at(await visitors.open(**FOUR_EXPERTS), 0, host)
        host.send("leave")
    await asyncio.sleep(2)
    before = sum(host.moves for host in hosts)
    beside = await crowd.play(seconds, rate)
    moved = sum(host.moves for host in hosts) - before
    return {"alone": alone, "beside": beside, "expert_moves": moved / (1.1 * seconds + 0.5)}


FOUR_EXPERTS = {"players": 4, "bots": ["expert"] * 3, "start": True}


class Leaver(Player):
    """A host who leaves the seat to an expert, and starts game after game."""

    def __init__(self, crowd: Crowd) -> None:
        super().__init__(crowd, cheapest)
        self.moves = 0
        self.gaps: list[float] = []  # seconds between moves
        self._last = perf_counter()

    def moved(self) -> None:
        now = perf_counter()
        self.gaps.append(now - self._last)
        self._last = now

    def _news(self, message: dict[str, Any]) -> None:
        if message["what"]["kind"] == "moved":
            self.moves += 1
            self.moved()
        if message["table"].get("phase") == "over":
            self.send("start")


async def beside(server: Place, tables: int, rate: float, seconds: float) -> Any:
    """People's moves at a modest pace, and the longest wait for a move at a table of four experts."""
    crowd = await gathered(server, tables)
    await crowd.play(1.0)
    visitors = await Visitors.new(server[0], 1)
    experts = Crowd(server[1])
    experts.playing = True
    host = Leaver(experts)
    await visitors.at(await visitors.open(**FOUR_EXPERTS), 0, host)
    host.send("leave")
    await warm(server[0])
    while not host.moves:
        await asyncio.sleep(0.1)
    host.gaps.clear()
    figures = await crowd.play(seconds, rate)
    host.moved()  # a move that has not come yet counts too
    return figures | {"turn": max(host.gaps), "memory": memory(server[1])}


async def finished(server: Place, games: int) -> list[str]:
    """Play some games to their end; their ids."""
    crowd = Crowd(server[1])
    crowd.playing = True
    visitors = await Visitors.new(server[0], 1)
    return [await whole_game(visitors, crowd) for _ in range(games)]


async def questions(server: Place, games: list[str], askers: int) -> None:
    """Ask for all that takes long, again and again, until this process is ended; say so when all do."""
    os.nice(19)  # real clients do not use the server's processors
    async with Questions(server[0], games, askers):
        await asyncio.sleep(1)
        print("asking", flush=True)
        await asyncio.Event().wait()


async def warm(url: str) -> None:
    """Wait until the server has compiled everything for its bots."""
    compiled = re.compile(r'^gambero_jobs_done_total{work="compile"[^}]*} (\S+)$', re.MULTILINE)  # one for each worker
    async with httpx.AsyncClient(base_url=url) as client:
        while min(map(float, compiled.findall((await client.get("/metrics")).text)), default=0) < len(bot_steps()):
            await asyncio.sleep(0.2)


class Questions:
    """Clients at many addresses that ask for expert's opinion, replays, logins and hints, and ask again at once."""

    def __init__(self, url: str, games: list[str], askers: int) -> None:
        self._url, self._games, self._askers = url, games, askers
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        limits = httpx.Limits(max_connections=self._askers, max_keepalive_connections=self._askers)
        self._client = httpx.AsyncClient(base_url=self._url, timeout=LONG, limits=limits)
        crowd = Crowd(psutil.Process().pid)
        for _ in range(self._askers // 5):
            visitors = await Visitors.new(self._url, 1)
            hinted = Hinted(crowd)
            await visitors.at(await visitors.open(players=1, start=True), 0, hinted)
            hinted.ask()
        self._tasks = [asyncio.create_task(self._ask(number)) for number in range(self._askers)]
        return self

    async def _ask(self, asker: int) -> None:
        from_there = {"X-Forwarded-For": f"10.0.{asker}.1"}  # as a proxy says
        for count in range(1_000_000):
            game = self._games[(asker + count) % len(self._games)]
            if asker % 4:
                path = f"/api/games/{game}/expert?moves={1 + (7 * asker + count) % 30}"
                answer = await self._client.get(path, headers=from_there)
            elif asker % 8:
                answer = await self._client.get(f"/api/games/{game}?open=true", headers=from_there)
            else:
                body = {"login": f"Nobody {asker}", "password": "a long secret"}
                answer = await self._client.post("/api/login", json=body, headers=from_there)
            if answer.status_code == 503:
                await asyncio.sleep(0.5)  # sooner than the server's Retry-After asks

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()


class Hinted(Player):
    """Somebody who plays alone and asks for hint after hint."""

    def __init__(self, crowd: Crowd) -> None:
        super().__init__(crowd, cheapest)

    def ask(self) -> None:
        self.send("hint")

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        text = frame.get_payload_as_bytes()
        if text.startswith((b'{"type":"ok"', b'{"type":"refused"')):
            asyncio.get_running_loop().call_later(0.2, self.ask)
        else:
            super().on_ws_frame(transport, frame)


async def idle(server: Place, sockets: int) -> Any:
    """Memory before and after many sockets at tables where nothing happens."""
    await gathered(server, 25)  # what the first tables need once is not counted
    before = memory(server[1])
    await gathered(server, sockets // 4)
    await asyncio.sleep(1)
    return {"before": before, "after": memory(server[1]), "sockets": sockets // 4 * 4}


async def games(server: Place, early: int, late: int) -> Any:
    """Memory after some games played to the end and closed, and after many."""
    crowd = Crowd(server[1])
    crowd.playing = True
    visitors = await Visitors.new(server[0], 1)
    figures = []
    for count in (early, late - early):
        await a_few_at_a_time([whole_game(visitors, crowd) for _ in range(count)], 50)
        await asyncio.sleep(2)  # until tables without anybody have left memory
        figures.append(memory(server[1]))
    return {"early": figures[0], "late": figures[1]}


async def whole_game(visitors: Visitors, crowd: Crowd) -> str:
    """Play a game to its end and remove its table; returns the game's id."""
    player = Player(crowd, hasty)
    player.deals_again = False
    await visitors.at(await visitors.open(players=1, start=True), 0, player)
    player.move()
    await asyncio.wait_for(player.over.wait(), 60)
    player.send("close")
    player.hang_up()
    await asyncio.wait_for(player.gone.wait(), 60)
    return str(player.table["game_id"])


async def opened(server: Place) -> None:
    """One table, dealt."""
    await (await Visitors.new(server[0], 1)).open(players=1, start=True)


def memory(pid: int) -> int:
    """Bytes that a server has in use, its workers together."""
    process = psutil.Process(pid)
    return sum(one.memory_info().rss for one in (process, *process.children(recursive=True)))


PARTS: dict[str, Callable[..., Coroutine[Any, Any, Any]]] = {
    "tables": tables,
    "thinking": thinking,
    "beside": beside,
    "finished": finished,
    "questions": questions,
    "idle": idle,
    "games": games,
    "opened": opened,
}


def run(part: str, about: dict[str, Any]) -> Any:
    try:
        import uvloop
    except ImportError:  # not on every system
        return asyncio.run(PARTS[part](**about))
    return uvloop.run(PARTS[part](**about))


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1], json.loads(sys.argv[2]))))
