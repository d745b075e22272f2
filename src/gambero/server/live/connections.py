"""One person's socket at a table. A message is sent at once; while the socket is full, messages wait in a queue."""

import asyncio
from collections import deque
from collections.abc import Coroutine, Generator
from types import coroutine
from typing import Any

from starlette.types import Message, Send

from gambero.server.refusal import Refused
from gambero.server.table import views

MOST_WAITING = 500  # messages; a client that is further behind is disconnected
RESTART, BANNED = 1012, 4403  # close codes
SESSION_OVER = 4401  # also for a socket of nobody who is known


class Connection:
    def __init__(
        self, person: str, name: str, send: Send, address: str = "?", host: str | None = None, session: str = ""
    ) -> None:
        """`address` is what limits count as one; `host` is the address itself."""
        self.person, self.name, self.address, self.host, self.session = person, name, address, host, session
        self.seat: int | None = None
        self.muted: set[str] = set()  # people whose chat this one does not want to see
        self._send = send
        self._queue: deque[Message] = deque()
        self._draining: asyncio.Task[None] | None = None  # the task that runs while the socket is full
        self._ended = False

    def send(self, text: str) -> None:
        if self._ended:
            return
        self._send_now({"type": "websocket.send", "text": text})
        if len(self._queue) > MOST_WAITING:
            self.end()

    @property
    def ended(self) -> bool:
        """Nothing more is sent, nor listened to."""
        return self._ended

    def end(self, code: int = RESTART, reason: str = "connect again") -> None:
        """Close after the queued messages; with RESTART the client connects again."""
        if not self._ended:
            self._ended = True
            self._send_now({"type": "websocket.close", "code": code, "reason": reason})

    def refuse(self, banned: Refused) -> None:
        """Say why this person may not stay, and close."""
        self.send(views.text({"type": "refused", "id": None, **banned.as_json()}))
        self.end(BANNED, banned.code)

    def drop(self) -> None:
        """The client is gone: send nothing more."""
        self._ended = True
        if self._draining:
            self._draining.cancel()

    def _send_now(self, message: Message) -> None:
        """Send without a task where the socket takes the message at once: that is most of a table's work."""
        if self._draining:
            self._queue.append(message)
            return
        sending: Any = self._send(message)
        try:
            held = sending.send(None)
        except StopIteration:
            return
        except (OSError, RuntimeError):  # closed: the listening side notices
            self._ended = True
            return
        self._draining = asyncio.ensure_future(self._drain(_resumed(sending, held)))

    async def _drain(self, sending: Coroutine[Any, Any, None]) -> None:
        """The socket is full: wait until it takes this message, then send the queue."""
        try:
            await sending
            while self._queue:
                await self._send(self._queue.popleft())
        except (OSError, RuntimeError):
            self._ended = True
        finally:
            self._draining = None


@coroutine
def _resumed(begun: Coroutine[Any, Any, None], held: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that was started by hand and waits for something."""
    try:
        while True:
            try:
                value = yield held
            except BaseException as wrong:  # noqa: BLE001  # the coroutine handles it
                held = begun.throw(wrong)
            else:
                held = begun.send(value)
    except StopIteration:
        return
