"""One person's socket at a table. What it takes at once is sent at once; a slow reader's messages wait in a row."""

import asyncio
from collections import deque
from collections.abc import Coroutine, Generator
from types import coroutine
from typing import Any

from starlette.types import Message, Send

MOST_WAITING = 500  # messages; whoever is that far behind had better connect anew
RESTART = 1012


class Connection:
    def __init__(self, person: str, name: str, send: Send) -> None:
        self.person, self.name = person, name
        self.seat: int | None = None
        self._send = send
        self._waiting: deque[Message] = deque()
        self._delivery: asyncio.Task[None] | None = None  # while the socket is full
        self._ended = False

    def send(self, text: str) -> None:
        if self._ended:
            return
        self._pass_on({"type": "websocket.send", "text": text})
        if len(self._waiting) > MOST_WAITING:
            self.end()

    def end(self) -> None:
        """Hang up after what waits; whoever gets nothing any more should notice, and connect anew."""
        if not self._ended:
            self._ended = True
            self._pass_on({"type": "websocket.close", "code": RESTART, "reason": "connect again"})

    def drop(self) -> None:
        """The other side is gone: nothing more is sent."""
        self._ended = True
        if self._delivery:
            self._delivery.cancel()

    def _pass_on(self, message: Message) -> None:
        """Without a task of its own: most sockets take a message at once, and that is most of a table's work."""
        if self._delivery:
            self._waiting.append(message)
            return
        sending: Any = self._send(message)
        try:
            held = sending.send(None)
        except StopIteration:
            return
        except (OSError, RuntimeError):  # closed: whoever listens hears of it
            self._ended = True
            return
        self._delivery = asyncio.ensure_future(self._deliver(_resumed(sending, held)))

    async def _deliver(self, sending: Coroutine[Any, Any, None]) -> None:
        """The socket is full: wait until it takes this one, then send what came meanwhile."""
        try:
            await sending
            while self._waiting:
                await self._send(self._waiting.popleft())
        except (OSError, RuntimeError):
            self._ended = True
        finally:
            self._delivery = None


@coroutine
def _resumed(begun: Coroutine[Any, Any, None], held: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that has come to wait for something."""
    try:
        while True:
            try:
                value = yield held
            except BaseException as wrong:  # noqa: BLE001  # it is the coroutine's to handle
                held = begun.throw(wrong)
            else:
                held = begun.send(value)
    except StopIteration:
        return
