"""Bounds on connections: how many there may be, and how big and how slow a request may be.

Uvicorn has bounds of its own, but they come too late: `limit_concurrency` is looked at when all headers are there, and
`h11_max_incomplete_event_size` is for its slower parser alone.
"""

import asyncio
from asyncio import TimerHandle
from collections import Counter
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from math import inf
from typing import Any

import orjson
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Request
from websockets.protocol import State as SocketState

from gambero.server.http.dependencies import network
from gambero.server.http.errors import headers_of, status_of
from gambero.server.http.frames import Inbox, is_whole, small_text
from gambero.server.refusal import Refused
from gambero.server.settings import Settings

CHUNKS = 8  # a body sent in chunks may take so many times its size, because each chunk has a header
NOWHERE = "?"  # a Unix socket has no address, nor has a client that is gone already
LINE = 4  # bytes of a header line besides its name and its value
# In a socket's scope, among the extensions: a function that writes frames, and one that begins to read them past ASGI.
WRITE, READ = "gambero.write", "gambero.read"
AGAIN = 5  # seconds after which a server that was full may have room


class State(ServerState):
    """What all connections of a worker share: Uvicorn's own state, the settings, and who is connected.

    An address may have twice as many connections as sockets, so that whoever has all sockets can still ask for things.
    Proxies may have as many as they like: what they pass on is counted by the addresses that they name.
    """

    def __init__(self, settings: Settings, total: int, is_proxy: Callable[[str], bool]) -> None:
        super().__init__()
        self.settings = settings
        self.open = 0
        self._total = total
        self._is_proxy = is_proxy
        self._of_address: Counter[str] = Counter()

    def connect(self, host: str) -> None:
        """Count a new connection. Raises Refused if there are too many, in all or from its address."""
        address, most = network(host), 2 * self.settings.connections or inf
        if self.open >= self._total:
            raise Refused("busy", "connections", seconds=AGAIN)
        if self._of_address[address] >= most and not self._is_proxy(host):
            raise Refused("limit", "connections")
        self._of_address[address] += 1
        self.open += 1

    def disconnect(self, host: str) -> None:
        address = network(host)
        self.open -= 1
        self._of_address[address] -= 1
        if not self._of_address[address]:
            del self._of_address[address]


class TooBig(Exception):
    pass


class HttpProtocol(HttpToolsProtocol):
    """A connection over which requests come. One that breaks a bound is told why, and closed."""

    def __init__(
        self,
        config: Config,
        server_state: State,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._state, self._settings = server_state, server_state.settings
        self._host: str | None = None  # None: refused, not counted
        self._timer: TimerHandle | None = None  # runs until a request has arrived whole
        self._begun = False  # has any byte of the request arrived?
        self._in_headers = True
        self._headers_read = 0  # bytes of the headers that are complete
        self._unread = 0  # bytes since the headers, or the body, began; without the packet in which they began
        self._most: float = self._settings.header_size or inf

    # The connection.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        host = host_of(transport)
        try:
            self._state.connect(host)
        except Refused as refused:
            transport.write(response(refused))
            transport.close()
            return
        self._host = host
        super().connection_made(transport)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._host is None:
            return
        self._stop_timer()
        self._state.disconnect(self._host)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._stop_timer()
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, SocketProtocol)
        socket.host = self._host or NOWHERE

    def _start_timer(self) -> None:
        """A request has some time to arrive."""
        if self._timer is None and self._settings.request_time:
            self._timer = self.loop.call_later(self._settings.request_time, self._too_slow)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        """Browsers open connections that they may never use: these are closed without an answer."""
        self._timer = None
        if self._begun:
            self._refuse(Refused("limit", "slow", most=self._settings.request_time), HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()

    def _refuse(self, refused: Refused, status: int | None = None) -> None:
        self._stop_timer()
        answering = self.cycle is not None and not self.cycle.response_complete
        if self._in_headers and not answering:
            self.transport.write(response(refused, status))
        self.transport.close()

    # The request.

    def data_received(self, data: bytes) -> None:
        if self._host is None or self.transport.is_closing():
            return
        self._start_timer()
        self._begun = True
        self._unread += len(data)
        super().data_received(data)
        if self._unread > self._most and not self.transport.is_closing():
            self._refuse(self._too_big, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def send_400_response(self, msg: str) -> None:
        if self._headers_read > self._most:
            self._refuse(self._too_big, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            super().send_400_response(msg)

    @property
    def _too_big(self) -> Refused:
        return Refused("size", "headers", most=self._settings.header_size)

    def on_message_begin(self) -> None:
        self._start_timer()
        self._in_headers = True
        self._headers_read = self._unread = 0
        self._most = self._settings.header_size or inf
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._measure(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._measure(len(name) + len(value) + LINE)
        super().on_header(name, value)

    def _measure(self, size: int) -> None:
        """Raises TooBig, which ends the parsing: `send_400_response` is called."""
        self._headers_read += size
        if self._headers_read > self._most:
            raise TooBig

    def on_headers_complete(self) -> None:
        self._in_headers = False
        self._unread = 0
        self._most += CHUNKS * self._settings.body_size
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_timer()
        self._begun = False
        super().on_message_complete()


class SocketProtocol(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket: it was counted before, and counts until it is lost."""

    def __init__(
        self,
        config: Config,
        server_state: State,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._state = server_state
        self.host = NOWHERE
        self._inbox: Inbox | None = None  # where messages go that are read past ASGI
        self._at_start = False  # is what comes next the start of a frame, and of a message?

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # missing if the handshake was refused
            self.scope["extensions"][WRITE] = self._write_frames  # type: ignore[assignment]
            self.scope["extensions"][READ] = self._read_frames  # type: ignore[assignment]
            self._at_start = True

    def _read_frames(self) -> Callable[[], Awaitable[Any]]:
        """From now on small texts are not parsed by websockets; returns what to call in place of ASGI's receive."""
        self._inbox = Inbox(self.loop, self._go_on_reading)
        while not self.queue.empty():
            self._inbox.put_nowait(self.queue.get_nowait())
        self.queue = self._inbox  # type: ignore[assignment]
        return self._inbox.get

    def _go_on_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        inbox = self._inbox
        if inbox is None or not self._at_start or self.conn.state is not SocketState.OPEN:
            self._at_start = False  # not known
            super().data_received(data)
        elif (text := small_text(data)) is None:
            self._at_start = is_whole(data)
            super().data_received(data)
        else:
            if not inbox.empty() and not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
            inbox.put_nowait({"type": "websocket.receive", "text": text})

    def _write_frames(self, frames: bytes) -> bool:
        """Write whole frames past ASGI; False if the socket is full or closing."""
        if self.conn.state is not SocketState.OPEN or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(frames)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._state.disconnect(self.host)
        super().connection_lost(exc)


def host_of(transport: asyncio.Transport) -> str:
    peer = get_remote_addr(transport)
    return peer[0] if peer else NOWHERE


def response(refused: Refused, status: int | None = None) -> bytes:
    """A refusal as a whole HTTP response, after which the connection is closed."""
    body = orjson.dumps(refused.as_json())
    code = HTTPStatus(status or status_of(refused))
    headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"HTTP/1.1 {code.value} {code.phrase}"]
    lines += [f"{name}: {value}" for name, value in (headers | headers_of(refused)).items()]
    return "\r\n".join([*lines, "", ""]).encode() + body
