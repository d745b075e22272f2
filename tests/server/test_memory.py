"""While an entry is being stored, the table in memory is ahead of the store, and nobody is told of it before."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from starlette.types import Message

from gambero.server.http.tables import OpenTable, checked
from gambero.server.live.connections import RESTART, Connection
from gambero.server.live.house import House
from gambero.server.live.table import LiveTable
from gambero.server.settings import Settings
from gambero.server.store.journal import Row
from gambero.server.store.people import Person
from gambero.server.table.entries import Entry
from gambero.server.wire.from_client import Move, Sync


class Client:
    """A connection that keeps what it is sent."""

    def __init__(self, person: Person) -> None:
        self.sent: list[Message] = []
        self.connection = Connection(person.id, person.name, self._send)

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    def types(self) -> list[str]:
        return [json.loads(message["text"])["type"] if "text" in message else message["type"] for message in self.sent]


class SlowStore:
    """Makes a house's store wait before it answers, and fail if it is told to."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.answer = asyncio.Event(), asyncio.Event()
        self.fails = False
        self._append = house.store.append
        monkeypatch.setattr(house.store, "append", self._slowly)

    async def _slowly(self, entry: Entry, extra_rows: Sequence[Row] = ()) -> bool:
        self.asked.set()
        await self.answer.wait()
        if self.fails:
            raise OSError("the disk is full")
        return await self._append(entry, extra_rows)


@asynccontextmanager
async def table_of(tmp_path: Path) -> AsyncIterator[tuple[House, LiveTable, Person]]:
    """A game alone, dealt, in a house of its own."""
    house = House(Settings(database=str(tmp_path / "games.db")))
    await house.start()
    try:
        person = (await house.people.guest("Anna")).person
        table = await house.open(checked(OpenTable(game="classic")), person, [], start=True)
        yield house, await house.live(table), person
    finally:
        await house.stop()


def legal(live: LiveTable) -> Move:
    return Move(type="move", move=live.table.playing.moves(0)[0])


async def test_nobody_is_told_of_an_entry_before_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table_of(tmp_path) as (house, live, person):
        mover, other = Client(person), Client(person)
        await live.join(mover.connection)
        store = SlowStore(house, monkeypatch)
        before, told = live.table.number, mover.types()
        moving = asyncio.create_task(live.act(mover.connection, legal(live)))
        await store.asked.wait()
        assert live.table.number == before + 1, "memory is ahead"
        assert len(await house.store.entries(live.table.id)) == before, "of the store"
        asking = [
            asyncio.create_task(live.join(other.connection)),
            asyncio.create_task(live.sync(mover.connection, 0)),
            asyncio.create_task(house.answers.answer(live, mover.connection, Sync(type="sync", after=before))),
            asyncio.create_task(live.view_for_hint(person.id)),
        ]
        for _ in range(20):
            await asyncio.sleep(0)
        assert not any(task.done() for task in (moving, *asking))
        assert (mover.types(), other.types()) == (told, [])
        store.answer.set()
        assert await moving == {"n": before + 1}
        await asyncio.gather(*asking)
        assert "news" in mover.types()
        assert json.loads(other.sent[0]["text"])["n"] == before + 1


async def test_an_entry_that_cannot_be_stored_never_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table_of(tmp_path) as (house, live, person):
        mover = Client(person)
        await live.join(mover.connection)
        store = SlowStore(house, monkeypatch)
        store.fails = True
        store.answer.set()
        before = live.table.number
        with pytest.raises(OSError, match="the disk is full"):
            await live.act(mover.connection, legal(live))
        await asyncio.sleep(0)  # whoever acted is told why before all are closed
        assert "news" not in mover.types()
        assert mover.sent[-1] == {"type": "websocket.close", "code": RESTART, "reason": "connect again"}
        again = await house.live(live.table.id)
        assert again is not live
        assert again.table.number == before
