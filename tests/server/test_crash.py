"""A server killed again and again in the middle of play: nothing acknowledged is lost, nothing is played twice."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gambero.server.table.entries import Entry
from gambero.server.table.table import Table

from helpers.players import IN_TURN, Stubborn, all_go_on, gather_people
from helpers.serving import Served, run, stored

pytestmark = pytest.mark.slow
KILLS = 25  # for each of the four tests
KEPT_AS = {"start": "dealt", "go": "go", "eager": "eager", "move": "moved", "undo": "undone"}


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
                    await asyncio.sleep(chance.uniform(0, 0.3))  # the kill comes at a random moment
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
