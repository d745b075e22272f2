"""A server killed again and again in the middle of play: nothing acknowledged is lost, nothing is played twice."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from gambero.server.table.entries import Entry
from gambero.server.table.table import Table

from helpers.serving import Gone, Guest, Seated, Served, run, stored

KILLS = 25  # for each of the four tests
IN_TURN = ("move", "undo")  # nobody else can be first
KEPT_AS = {"start": "dealt", "go": "go", "eager": "eager", "move": "moved", "undo": "undone"}


class Stubborn:
    """Plays on whatever happens: comes back, and sends again under the same id what was not acknowledged."""

    def __init__(self, guest: Guest, table: str, server: Served, chance: Random) -> None:
        self.guest, self.table, self.server, self.chance = guest, table, server, chance
        self.done: list[tuple[str, int, dict[str, Any]]] = []  # acknowledged: id, number, what was asked for
        self.views: list[tuple[int, list[list[Any]]]] = []  # what each view on coming back said was played, by number
        self.seat: int | None = None
        self.again = 0  # how often a server knew what was sent again
        self._wish: dict[str, Any] | None = None
        self._wishes = 0

    async def play(self, up: asyncio.Event) -> None:
        while True:
            await up.wait()
            try:
                await self._sit(await self.guest.at(self.table, self.server.url))
            except (Gone, OSError, WebSocketException):
                await asyncio.sleep(0.01)

    async def _sit(self, seat: Seated) -> None:
        assert seat.n >= max((number for _, number, _ in self.done), default=0)
        self.seat = seat.you["seat"]
        self.views.append((seat.n, list(seat.view.get("log", []))))
        while True:
            if self._wish is None:
                await seat.until(lambda: wanted(seat))
                self._wishes += 1
                self._wish = {**self.chance.choice(wanted(seat)), "id": f"wish {self._wishes}"}
            answer = await seat.do(**{"kind" if key == "type" else key: part for key, part in self._wish.items()})
            if answer["type"] == "ok":
                self.done.append((self._wish["id"], answer["n"], self._wish))
                self.again += answer.get("again", False)
            else:  # somebody was first, or it was done the first time
                assert self._wish["type"] not in IN_TURN or seat.table["game"] == "tension", (self._wish, answer)
            self._wish = None
            await seat.until(lambda: seat.n >= answer.get("n", 0))  # noqa: B023  # waited for at once


def wanted(seat: Seated) -> list[dict[str, Any]]:
    """What this seat could do now."""
    phase, me = seat.table["phase"], seat.you["seat"]
    tension = seat.table["game"] == "tension"
    if phase in ("gathering", "over"):
        return [{"type": "start"}] if seat.table["host"] == me else []
    if tension and phase in ("starting", "stuck"):
        return [{"type": "go"}] if seat.table["starter"] == me else []
    if phase == "starting":
        return [{"type": "eager", "level": 1}] if seat.table["eager"][me] is None else []
    moves = [{"type": "move", "move": move} for move in seat.view["moves"]]
    return [*moves, {"type": "undo"}] if moves and seat.table["undo"] else moves


def entries(server: Served, table: str) -> list[Entry]:
    query = f"SELECT number, kind, data, person, at FROM log WHERE table_id = '{table}' ORDER BY number"
    rows = stored(Path(server.database), query)
    return [Entry(table, number, kind, json.loads(data), person, at) for number, kind, data, person, at in rows]


def finished_games(server: Served, table: str) -> set[str]:
    return {row[0] for row in stored(Path(server.database), f"SELECT id FROM games WHERE table_id = '{table}'")}


def check_table(server: Served, table_id: str, people: list[Stubborn]) -> None:
    """Compare the log with all that people were told."""
    log, table = entries(server, table_id), Table(table_id)
    moves: list[list[list[Any]]] = [[]]  # of the present game, after each number
    finished = set()
    for entry in log:
        table.apply(entry)  # refuses a gap, and what the law forbids
        moves.append([list(move) for move in table.game.log] if table.game else [])
        if table.game and table.game.over:
            finished.add(table.deal["game_id"])
    assert finished_games(server, table_id) == finished  # a finished game is kept with its last move
    ids = [entry.data["id"] for entry in log if "id" in entry.data]
    assert len(ids) == len(set(ids)), "a move is there twice"
    for one in people:
        assert one.done
        for number, seen in one.views:
            assert seen == moves[number]
        for name, number, wish in one.done:
            entry = log[number - 1]
            assert entry.kind == KEPT_AS[wish["type"]]
            if wish["type"] in IN_TURN:
                assert (entry.data["id"], entry.data.get("move")) == (f"{one.seat}:{name}", wish.get("move"))


async def gather_people(server: Served, seed: int) -> dict[str, list[Stubborn]]:
    """Four tables: people in turns, bots, everybody at once, two against each other."""
    wanted_tables: list[tuple[str, dict[str, Any], int]] = [
        ("classic", {"players": 3}, 3),
        ("extreme", {"players": 3, "bots": ["greedy", "careful"]}, 1),
        ("tension", {"players": 3, "bots": ["greedy"], "wait": 0.05}, 2),
        ("duel", {}, 2),
    ]
    tables = {}
    for game, more, people in wanted_tables:
        guests = [await Guest.new(server.url, "Anna" + "a" * number) for number in range(people)]
        table = await guests[0].open(game, **more)
        for guest in guests[1:]:
            seat = await guest.at(table)
            assert (await seat.do("sit"))["type"] == "ok"
            await seat.close()
        tables[table] = [Stubborn(guest, table, server, Random(f"{seed} {table}")) for guest in guests]
    return tables


async def all_go_on(tables: dict[str, list[Stubborn]]) -> None:
    """Wait until something was acknowledged at every table."""

    def acknowledged() -> dict[str, int]:
        return {table: sum(len(one.done) for one in people) for table, people in tables.items()}

    before = acknowledged()
    while any(count == before[table] for table, count in acknowledged().items()):
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("seed", range(4))
def test_a_server_killed_again_and_again_loses_nothing(tmp_path: Path, seed: int) -> None:
    killed(tmp_path, seed, KILLS)


def killed(tmp_path: Path, seed: int, times: int) -> None:
    """Kill a server so often under play; each time every table goes on, and in the end everything is there."""
    chance = Random(seed)

    async def story(server: Served) -> dict[str, list[Stubborn]]:
        tables = await gather_people(server, seed)
        up = asyncio.Event()
        up.set()
        playing = [asyncio.create_task(one.play(up)) for people in tables.values() for one in people]
        try:
            async with asyncio.timeout(900):
                await all_go_on(tables)
                for _ in range(times):
                    await asyncio.sleep(chance.uniform(0, 0.3))  # the moment of the kill is any
                    up.clear()
                    await asyncio.to_thread(server.kill)
                    await asyncio.to_thread(server.start)
                    up.set()
                    waiting = asyncio.create_task(all_go_on(tables))
                    await asyncio.wait([waiting, *playing], return_when=asyncio.FIRST_COMPLETED)
                    assert waiting.done(), [task.exception() for task in playing if task.done()]
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        return tables

    with Served(tmp_path / "games.db") as server:
        tables = run(story(server))
        server.kill()

    for table, people in tables.items():
        check_table(server, table, people)
