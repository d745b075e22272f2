"""A bot that plays for somebody who is away stops when that person is back, even while it computes a move."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.live.table import LiveTable
from gambero.server.settings import Settings
from gambero.server.table import own_acts

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served


async def heard(_: Message) -> None: ...


async def opened(database: Path, game: str) -> str:
    """A table of two people, at which somebody may play."""
    with Served(database) as server:
        anna, berta = await Guest.new(server.url, "Anna"), await Guest.new(server.url, "Berta")
        table = await anna.open(game, players=2)
        first, second = await anna.at(table), await berta.at(table)
        await second.do("sit")
        await first.do("start")
        await first.do("go" if game == "tension" else "starter", **({} if game == "tension" else {"seat": 0}))
        await first.until(lambda: first.table["phase"] == "playing")
        await asyncio.to_thread(server.stop)
    return table


@pytest.mark.parametrize(("game", "method"), [("classic", "move"), ("tension", "act")])
async def test_a_move_computed_while_its_person_came_back_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, method: str
) -> None:
    """Found by a drill."""
    table = await opened(tmp_path / "games.db", game)
    house = House(Settings(database=str(tmp_path / "games.db"), pace=0))
    await house.start()
    live: LiveTable = await house.live(table)
    thinking, enough, thought = asyncio.Event(), asyncio.Event(), asyncio.Event()
    choose = getattr(live.bots, method)

    async def slowly(*arguments: Any) -> Any:
        thinking.set()
        await enough.wait()
        answer = await choose(*arguments)
        thought.set()
        return answer

    monkeypatch.setattr(live.bots, method, slowly)
    anna, berta = (str(seat.person) for seat in live.table.seats)
    await live.join(Connection(berta, "Berta", heard))
    before = live.table
    assert await live.propose(before, before.number, lambda at: own_acts.take_over(before, 0, at))
    async with asyncio.timeout(PATIENCE):
        await thinking.wait()
    moves = len(live.table.playing.log)
    await live.join(Connection(anna, "Anna", heard))
    assert live.table.seats[0].deputy is None
    enough.set()
    async with asyncio.timeout(PATIENCE):
        await thought.wait()
    await asyncio.sleep(0.5)  # the move would be stored by now
    assert len(live.table.playing.log) == moves
    await house.stop()
