"""A house in this process with clocks of the test's own, and people at its tables."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.types import Message

from gambero.server.http.tables import OpenTable, checked
from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.live.table import LiveTable
from gambero.server.settings import Settings
from gambero.server.sources import Sources
from gambero.server.wire import from_client

from helpers.patience import PATIENCE

COUNTDOWN = 600.0  # seconds: far more than a test takes


class Clocks(Sources):
    """A wall clock that can be set, and a monotonic one that only passes."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_800_000_000_000, 5_000.0

    def now(self) -> int:
        return self.wall

    def monotonic(self) -> float:
        return self.steady

    def passes(self, seconds: float) -> None:
        self.wall += int(1000 * seconds)
        self.steady += seconds


class Person:
    """Somebody at a table in memory, and what they were sent."""

    def __init__(self, live: LiveTable, person: str, name: str) -> None:
        self.live, self.heard = live, list[dict[str, Any]]()
        self.connection = Connection(person, name, self._hear)

    async def _hear(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(json.loads(message["text"]))

    async def do(self, **message: Any) -> None:
        await self.live.act(self.connection, from_client.READER.validate_python(message))

    async def view(self) -> dict[str, Any]:
        await self.live.sync(self.connection, None)
        return next(one for one in reversed(self.heard) if one["type"] == "view")


@asynccontextmanager
async def serving(folder: Path, clocks: Clocks, **settings: Any) -> AsyncIterator[House]:
    house = House(Settings(database=str(folder / "games.db"), countdown=COUNTDOWN, **settings), clocks)
    async with asyncio.timeout(PATIENCE):
        await house.start()
        try:
            yield house
        finally:
            await house.stop()


async def seated(house: House, **about: Any) -> list[Person]:
    """People at a new table that is dealt, Anna and as many more as it has seats."""
    opened = checked(OpenTable(**about))
    anna = (await house.people.guest("Anna")).person
    live = await house.live(await house.open(opened, anna, [], start=False))
    people = [Person(live, anna.id, "Anna")]
    await live.join(people[0].connection)
    for number in range(1, opened["players"]):
        people.append(Person(live, f"ben{number}", "Ben"))
        await live.join(people[-1].connection)
        await people[-1].do(type="sit")
    await people[0].do(type="start")
    return people


async def calm(live: LiveTable) -> None:
    """Let the caretaker look at the clock as often as it likes."""
    for _ in range(20):
        live.awake.set()
        await asyncio.sleep(0.002)


async def until(live: LiveTable, kind: str) -> None:
    """Wait until the table has come to a phase, or to a bot that plays on for whom time is up."""
    while live.table.phase != kind and not (kind == "hurried" and live.table.hurried is not None):
        live.awake.set()
        await asyncio.sleep(0)
