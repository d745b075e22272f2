"""A caretaker survives faults of what it awaits, so that the bots of its table go on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from gambero.server.http.tables import OpenTable, checked
from gambero.server.live import caretaker, polling
from gambero.server.live import house as houses
from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.live.table import LiveTable
from gambero.server.settings import Settings
from gambero.server.wire import from_client as messages
from gambero.server.workers.backplane import Alone

from helpers.patience import PATIENCE


class Noted(Alone):
    """A backplane that notes which leases are given up."""

    def __init__(self) -> None:
        self.released: list[str] = []

    async def release(self, table: str) -> None:
        self.released.append(table)


@asynccontextmanager
async def tension(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[House, LiveTable, Connection]]:
    """A table of tension with a person and a bot, dealt."""
    monkeypatch.setattr(houses, "bot_steps", dict)  # greedy needs little that is compiled
    house = House(Settings(database=str(folder / "games.db"), countdown=0, bot_timeout=60), backplane=Noted())
    async with asyncio.timeout(PATIENCE):
        await house.start()
        anna = (await house.people.guest("Anna")).person
        opened = checked(OpenTable(game="tension", players=2))
        live = await house.live(await house.open(opened, anna, ["greedy"], start=True))

        async def send(_: Message) -> None: ...

        yield house, live, Connection(anna.id, "Anna", send)
        await house.stop()


async def until_the_bot_moved(live: LiveTable, anna: Connection) -> None:
    """Say go as often as needed: the cards may allow nothing at first."""
    while not any(seat == 1 for seat, _ in live.table.playing.log):
        if live.table.phase in ("starting", "stuck"):
            await live.act(anna, messages.Go(type="go"))
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("wrong", [asyncio.CancelledError, RuntimeError])
async def test_a_fault_of_what_a_caretaker_awaits_does_not_leave_its_table_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: type[BaseException]
) -> None:
    """A future that is cancelled elsewhere raises CancelledError here: nobody asked the caretaker to end."""
    async with tension(tmp_path, monkeypatch) as (house, live, anna):
        reaction, failed = live.bots.reaction, 0

        async def fails_once(*about: Any) -> float:
            nonlocal failed
            failed += 1
            if failed == 1:
                raise wrong
            return await reaction(*about)

        monkeypatch.setattr(live.bots, "reaction", fails_once)
        await live.join(anna)
        await until_the_bot_moved(live, anna)
        assert failed > 1
        assert isinstance(house.backplane, Noted)
        assert house.backplane.released == [live.table.id], "another worker may take over"


async def test_a_caretakers_task_that_never_ends_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caretaker, "AFTER_BOTS", -119.9)  # besides twice the bot's timeout
    async with tension(tmp_path, monkeypatch) as (house, live, anna):
        act, asked = live.bots.act, 0

        async def never_at_first(*about: Any) -> Any:
            nonlocal asked
            asked += 1
            if asked == 1:
                await asyncio.Event().wait()
            return await act(*about)

        monkeypatch.setattr(live.bots, "act", never_at_first)
        await live.join(anna)
        await until_the_bot_moved(live, anna)
        assert asked > 1
        assert not live.dropped
        assert isinstance(house.backplane, Noted)
        assert live.table.id in house.backplane.released


async def test_a_poll_that_is_never_answered_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "LONGEST", 0.01)
    monkeypatch.setattr(polling, "LEASE_CHECK", 0.01)
    faults: list[Exception] = []
    rounds = 0

    async def poll(_: list[LiveTable]) -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 1:
            await asyncio.Event().wait()

    nothing: Any = None
    polled = polling.Polling({}, nothing, nothing, nothing, lambda _, wrong: faults.append(wrong))
    task = asyncio.create_task(polled.run(poll))
    async with asyncio.timeout(PATIENCE):
        while rounds < 3:
            await asyncio.sleep(0.001)
    task.cancel()
    assert [type(one) for one in faults] == [TimeoutError]
