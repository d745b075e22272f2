"""Reading WebSocket frames (RFC 6455, 5.2) past ASGI: most messages are one small frame that arrives whole."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

try:
    from websockets.speedups import apply_mask
except ImportError:  # not compiled for every system
    from websockets.utils import apply_mask

TEXT = 0x81  # the first byte of a text that is not in parts
FINAL, KIND, MASKED, SIZE = 0x80, 0x0F, 0x80, 0x7F
SMALL = 126  # bytes; longer frames have their size in more bytes
HEAD, MASK = 2, 4  # bytes
MORE = {126: 2, 127: 8}  # bytes of the size, where it is not in the second byte


def small_text(data: bytes) -> str | None:
    """The text, if this is one small frame of text and nothing else."""
    size = len(data) - HEAD - MASK
    if not 0 <= size < SMALL or data[0] != TEXT or data[1] != MASKED | size:
        return None
    try:
        return apply_mask(data[HEAD + MASK :], data[HEAD : HEAD + MASK]).decode()
    except UnicodeDecodeError:
        return None  # whoever reads it next refuses it


def is_whole(data: bytes) -> bool:
    """Is this a number of whole frames, none of which is a part of a message?"""
    place = 0
    while len(data) >= place + HEAD:
        first, size = data[place], data[place + 1] & SIZE
        if not first & FINAL or not first & KIND:
            return False
        place += HEAD
        if more := MORE.get(size):
            size = int.from_bytes(data[place : place + more])
            place += more
        place += MASK + size
    return place == len(data)


class Inbox:
    """Messages that a socket has read, for one reader. It stands in for an `asyncio.Queue`, which takes longer."""

    def __init__(self, loop: asyncio.AbstractEventLoop, emptied: Callable[[], None]) -> None:
        """`emptied` is called when the last message is taken. To ask for the running loop is a system call."""
        self._messages: deque[Any] = deque()
        self._loop, self._emptied = loop, emptied
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        if not self._messages:
            self._reader = self._loop.create_future()
            await self._reader
        message = self._messages.popleft()
        if not self._messages:
            self._emptied()
        return message
