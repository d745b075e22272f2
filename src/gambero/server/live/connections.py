"""One person's socket at a table. A message is sent at once; while the socket is full, messages wait in a queue."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from struct import pack
from types import coroutine
from typing import Any

from starlette.types import Message, Send

from gambero.server.refusal import Refused
from gambero.server.table import views

MOST_WAITING = 500  # messages; a client that is further behind is disconnected
RESTART, BANNED = 1012, 4403  # close codes
SESSION_OVER = 4401  # also for a socket of nobody who is known


Write = Callable[[bytes], bool]  # writes whole frames to a socket; False if it is full or closing


class Outbox:
    """The connections of a worker with messages to write at the end of this step of the event loop.

    A move is answered with its news and `ok`: together they are one write. Writing is a third of what a move costs.
    """

    def __init__(self) -> None:
        self._waiting: list[Connection] = []

    def add(self, connection: "Connection") -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(connection)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for connection in waiting:
            connection.flush()


class Connection:
    def __init__(
        self,
        person: str,
        name: str,
        send: Send,
        address: str = "?",
        host: str | None = None,
        session: str = "",
        write: tuple[Write, Outbox] | None = None,
    ) -> None:
        """`address` is what limits count as one; `host` is the address itself.

        With `write`, messages go to the socket as frames, not through ASGI, which takes several times as long.
        """
        self.person, self.name, self.address, self.host, self.session = person, name, address, host, session
        self.viewed = False  # was it sent a view? Before, news would tell it nothing
        self.account = False  # has this person an account?
        self.screen = False  # a screen for all to see: it is sent a spectator's view, whoever opened it
        self.seat: int | None = None
        self.muted: set[str] = set()  # people whose chat this one does not want to see
        self._send = send
        self._write: Write | None = None
        if write:
            self._write, self._outbox = write
        self._texts: list[str] = []  # written at the end of this step of the event loop
        self._queue: deque[Message] = deque()
        self._draining: asyncio.Task[None] | None = None  # the task that runs while the socket is full
        self._ended = False

    def send(self, text: str) -> None:
        if self._ended:
            return
        if self._write and not self._draining:
            if not self._texts:
                self._outbox.add(self)
            self._texts.append(text)
            return
        self._send_now({"type": "websocket.send", "text": text})
        if len(self._queue) > MOST_WAITING:
            self.end()

    def flush(self) -> None:
        """Write what was sent in this step; if the socket is full, it waits in the queue."""
        texts, self._texts = self._texts, []
        if texts and self._write and not self._write(b"".join(map(frame, texts))):
            for text in texts:
                self._send_now({"type": "websocket.send", "text": text})

    @property
    def ended(self) -> bool:
        """Nothing more is sent, nor listened to."""
        return self._ended

    def end(self, code: int = RESTART, reason: str = "connect again") -> None:
        """Close after the queued messages; with RESTART the client connects again."""
        if not self._ended:
            self.flush()
            self._ended = True
            self._send_now({"type": "websocket.close", "code": code, "reason": reason})

    def refuse(self, banned: Refused) -> None:
        """Say why this person may not stay, and close."""
        self.send(views.text({"type": "refused", "id": None, **banned.as_json()}))
        self.end(BANNED, banned.code)

    def drop(self) -> None:
        """The client is gone: send nothing more."""
        self._ended = True
        self._texts = []
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


def frame(text: str) -> bytes:
    """A text as one frame of the WebSocket protocol (RFC 6455, 5.2): final, not masked."""
    payload = text.encode()
    size = len(payload)
    if size < 126:
        return pack("!BB", 0x81, size) + payload
    return (pack("!BBH", 0x81, 126, size) if size < 65_536 else pack("!BBQ", 0x81, 127, size)) + payload


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
