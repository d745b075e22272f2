"""Frames read past ASGI: what is one small text, and what the parser must read instead."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from gambero.server.http.frames import Inbox, is_whole, small_text


def sent(text: str | bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """As a client sends it: masked."""
    data = text.encode() if isinstance(text, str) else text
    return Frame(opcode, data, fin).serialize(mask=True)


@given(st.text(max_size=200))
def test_a_small_text_is_read_as_it_was_sent(text: str) -> None:
    small = len(text.encode()) < 126
    assert small_text(sent(text)) == (text if small else None)


@given(st.binary(max_size=200))
def test_nothing_else_is_taken_for_a_text(data: bytes) -> None:
    found = small_text(data)
    assert found is None or len(data) == 6 + len(found.encode())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        sent("half")[:-1],
        sent("one") + sent("two"),
        sent("x", Opcode.BINARY),
        sent("x", Opcode.PING),
        sent("first part", fin=False),
        sent("last part", Opcode.CONT),
        sent(b"\xff\xfe"),
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
    ],
    ids=["nothing", "half", "two", "binary", "ping", "first part", "last part", "no text", "not masked"],
)
def test_what_is_left_to_the_parser(data: bytes) -> None:
    assert small_text(data) is None


@given(st.lists(st.binary(max_size=300) | st.just(b"x" * 70_000), min_size=1, max_size=4), st.data())
def test_whole_frames_are_told_from_split_ones(payloads: list[bytes], data: st.DataObject) -> None:
    frames = b"".join(sent(one, Opcode.BINARY) for one in payloads)
    assert is_whole(frames)
    ends = {0}
    for one in payloads:
        ends.add(max(ends) + len(sent(one, Opcode.BINARY)))
    cut = data.draw(st.integers(1, len(frames) - 1))
    assert is_whole(frames[:cut]) == (cut in ends)


@pytest.mark.parametrize(
    "part",
    [sent("begun", fin=False), sent("goes on", Opcode.CONT, fin=False), sent("end", Opcode.CONT)],
    ids=["begun", "goes on", "end"],
)
def test_a_message_in_parts_is_not_whole(part: bytes) -> None:
    assert not is_whole(part)
    assert not is_whole(sent("x") + part)


async def test_an_inbox_keeps_the_order_and_says_when_it_is_empty() -> None:
    emptied: list[bool] = []
    inbox = Inbox(asyncio.get_running_loop(), lambda: emptied.append(True))
    first = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    for message in "abc":
        inbox.put_nowait(message)
    assert [await first, await inbox.get()] == ["a", "b"]
    assert not emptied
    assert await inbox.get() == "c"
    assert emptied
    assert inbox.empty()


async def test_an_inbox_outlives_a_reader_that_gave_up() -> None:
    inbox = Inbox(asyncio.get_running_loop(), lambda: None)
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    reader.cancel()
    await asyncio.gather(reader, return_exceptions=True)
    inbox.put_nowait("kept")
    assert await inbox.get() == "kept"
