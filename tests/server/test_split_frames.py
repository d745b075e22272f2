"""However a client's frames arrive, whole, split, together or in parts, its messages are answered in their order."""

import asyncio
import json

import pytest
from websockets.frames import Frame, Opcode

from helpers.serving import Guest, Seated, Served


def frame(number: int) -> bytes:
    text = json.dumps({"type": "ping", "id": str(number)})
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=True)


def in_parts(number: int) -> list[bytes]:
    text = json.dumps({"type": "ping", "id": str(number)}).encode()
    first = Frame(Opcode.TEXT, text[:9], fin=False).serialize(mask=True)
    return [first, Frame(Opcode.CONT, text[9:]).serialize(mask=True)]


def cut(data: bytes, place: int) -> list[bytes]:
    return [data[:place], data[place:]]


SECOND = frame(2)  # its mask is random, so that its parts must be of one frame
WAYS = {
    "one by one": [frame(1), frame(2), frame(3)],
    "together": [frame(1) + frame(2) + frame(3)],
    "in the middle of the head": [frame(1), *cut(frame(2), 1), frame(3)],
    "after the head": [frame(1), *cut(frame(2), 2), frame(3)],
    "after the mask": [frame(1), *cut(frame(2), 6), frame(3)],
    "in the text": [frame(1), *cut(frame(2), 20), frame(3)],
    "the end with the next one": [frame(1), SECOND[:20], SECOND[20:] + frame(3)],
    "a message in parts": [frame(1), *in_parts(2), frame(3)],
    "a control frame between": [frame(1), Frame(Opcode.PING, b"?").serialize(mask=True) + frame(2), frame(3)],
}


@pytest.mark.parametrize("way", WAYS)
async def test_messages_are_answered_in_their_order(house: Served, way: str) -> None:
    anna = await Guest.new(house.url)
    seat = await anna.at(await anna.open(players=2))
    await write(seat, WAYS[way])
    await seat.until(lambda: "3" in seat.answers)
    assert [json.loads(text)["id"] for text in seat.heard if text.startswith('{"type":"ok"')] == ["1", "2", "3"]
    assert (await seat.do("ping"))["type"] == "ok", "and the socket goes on"


async def test_a_text_that_is_no_text_closes_the_socket(house: Served) -> None:
    anna = await Guest.new(house.url)
    seat = await anna.at(await anna.open(players=2))
    await write(seat, [frame(1), Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True)])
    assert await seat.closing() == 1007


async def write(seat: Seated, pieces: list[bytes]) -> None:
    """Each piece with a pause before it, so that the server reads it alone, as far as the network allows."""
    for piece in pieces:
        seat.socket.transport.write(piece)
        await asyncio.sleep(0.02)
