"""Clients for the server's benchmark, as a process: `python -m benchmarks.load PART JSON` prints figures as JSON."""

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import psutil
from picows import ws_connect

from benchmarks.crowd import Crowd, Echoed, Player, Visitors, a_few_at_a_time, cheapest, hasty

Place = tuple[str, int]  # a server's URL and its process


async def tables(server: Place, echo: Place, tables: int, rounds: int, seconds: float, paced: float) -> Any:
    """Short rounds of echo and tables in turn, as fast as they go; then tables at half that load."""
    crowd = await gathered(server, tables)
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

    def _news(self, message: dict[str, Any]) -> None:
        self.moves += message["what"]["kind"] == "moved"
        if message["table"].get("phase") == "over":
            self.send("start")


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


async def whole_game(visitors: Visitors, crowd: Crowd) -> None:
    player = Player(crowd, hasty)
    player.deals_again = False
    await visitors.at(await visitors.open(players=1, start=True), 0, player)
    player.move()
    await asyncio.wait_for(player.over.wait(), 60)
    player.send("close")
    player.hang_up()
    await asyncio.wait_for(player.gone.wait(), 60)


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
