"""One socket: what it takes at once goes at once, a slow reader's messages wait in their order and hold up nobody."""

import asyncio
from collections.abc import Callable

import pytest
from starlette.types import Message
from websockets.frames import Frame, Opcode

from gambero.server.live.connections import MOST_WAITING, RESTART, Connection, Outbox, frame

from helpers.patience import PATIENCE


class Slow:
    """A socket that takes messages while it is open, and holds whoever sends while it is full."""

    def __init__(self) -> None:
        self.took: list[str | int] = []
        self.room = asyncio.Event()
        self.broken = False

    async def send(self, message: Message) -> None:
        await self.room.wait()
        if self.broken:
            raise OSError
        self.took.append(message["text"] if message["type"] == "websocket.send" else message["code"])


async def until(so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0)


async def test_what_a_socket_takes_is_sent_before_send_returns() -> None:
    slow = Slow()
    slow.room.set()
    connection = Connection("p", "Anna", slow.send)
    connection.send("one")
    assert slow.took == ["one"]
    connection.end()
    assert slow.took == ["one", RESTART]
    connection.send("too late")
    connection.end()
    assert slow.took == ["one", RESTART]


async def test_what_a_full_socket_does_not_take_waits_in_order_and_nobody_waits_for_it() -> None:
    slow = Slow()
    connection = Connection("p", "Anna", slow.send)
    texts = [str(number) for number in range(10)]
    for text in texts:
        connection.send(text)
    assert slow.took == []
    slow.room.set()
    await until(lambda: slow.took)
    connection.send("last")
    await until(lambda: len(slow.took) == 11)
    assert slow.took == [*texts, "last"]
    slow.room.clear()  # and once more
    connection.send("again")
    connection.end()
    slow.room.set()
    await until(lambda: len(slow.took) == 13)
    assert slow.took[-2:] == ["again", RESTART]


async def test_who_is_too_far_behind_is_hung_up_on() -> None:
    slow = Slow()
    connection = Connection("p", "Anna", slow.send)
    for number in range(2 * MOST_WAITING):
        connection.send(str(number))
    slow.room.set()
    await until(lambda: RESTART in slow.took)
    assert slow.took == [*map(str, range(MOST_WAITING + 2)), RESTART]  # one was under way, one was too many


async def test_a_socket_that_breaks_is_let_go() -> None:
    slow = Slow()
    connection = Connection("p", "Anna", slow.send)
    connection.send("one")
    connection.send("two")
    slow.broken = True
    slow.room.set()
    await asyncio.sleep(0.01)
    connection.send("three")  # raises nothing
    at_once = Connection("p", "Anna", slow.send)
    at_once.send("four")
    at_once.send("five")
    slow.broken = False
    connection.send("six")
    at_once.send("seven")
    assert slow.took == []


async def test_who_is_gone_is_sent_nothing_more() -> None:
    slow = Slow()
    connection = Connection("p", "Anna", slow.send)
    connection.send("one")
    connection.drop()
    slow.room.set()
    await asyncio.sleep(0.01)
    connection.send("two")
    assert slow.took == []


class Written(Slow):
    """A socket that is written to past ASGI as long as it has room."""

    def __init__(self) -> None:
        super().__init__()
        self.room.set()
        self.writes: list[bytes] = []

    def write(self, frames: bytes) -> bool:
        if self.room.is_set():
            self.writes.append(frames)
        return self.room.is_set()


async def test_what_is_sent_in_one_step_is_one_write() -> None:
    socket, outbox = Written(), Outbox()
    one, two = (Connection("p", "Anna", socket.send, write=(socket.write, outbox)) for _ in range(2))
    one.send("news")
    two.send("news")
    one.send("ok")
    assert socket.writes == []
    await asyncio.sleep(0)
    assert socket.writes == [b"\x81\x04news\x81\x02ok", b"\x81\x04news"]
    one.send("bye")
    one.end()
    assert socket.writes[2:] == [b"\x81\x03bye"], "written before the close"
    assert socket.took == [RESTART]


async def test_what_cannot_be_written_waits_in_order() -> None:
    socket = Written()
    connection = Connection("p", "Anna", socket.send, write=(socket.write, Outbox()))
    socket.room.clear()
    connection.send("one")
    connection.send("two")
    await asyncio.sleep(0)
    connection.send("three")
    socket.room.set()
    await until(lambda: len(socket.took) == 3)
    connection.send("four")
    await asyncio.sleep(0)
    assert (socket.took, socket.writes) == (["one", "two", "three"], [b"\x81\x04four"])
    connection.send("five")
    connection.drop()
    await asyncio.sleep(0)
    assert len(socket.writes) == 1, "who is gone is sent nothing more"


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_frame_is_what_the_protocol_says(size: int) -> None:
    assert frame("x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
