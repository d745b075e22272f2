"""The WebSocket of a person at a table: a view, then numbered news; every message is answered."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from typing import Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from gambero.server.http.dependencies import ID, SUBPROTOCOL, address, check_ban, host_of, token_of
from gambero.server.http.errors import first_error
from gambero.server.http.guard import is_allowed_origin
from gambero.server.http.limits import Bucket, SharedLimit, WorkLimit
from gambero.server.http.protocols import READ, WRITE
from gambero.server.jobs.queue import Asker
from gambero.server.live.connections import BANNED, RESTART, SESSION_OVER, Connection
from gambero.server.live.house import House
from gambero.server.live.table import LiveTable
from gambero.server.logs import new_request_id, request
from gambero.server.refusal import Refused
from gambero.server.store import moderation
from gambero.server.store.faults import store_refusal
from gambero.server.table import views
from gambero.server.wire import from_client as messages

TABLE = re.compile("/ws/tables/(?P<id>[^/]+)")

# Close codes.
POLICY, FAULT, UNKNOWN_TABLE = 1008, 1011, 4404
CLOSED_WITH = {
    "who": SESSION_OVER,
    "table": UNKNOWN_TABLE,
    "secret": UNKNOWN_TABLE,
    "banned": BANNED,
    "closing": RESTART,
    "fault": FAULT,
}
LONGEST_READ = 65_536  # characters; in a longer message not even the id is looked for
MOST_REFUSED = 200  # messages over the limit in a row until the connection is closed


class Sockets:
    """Routes sockets to their tables before the HTTP middleware, which would run for every message."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = TABLE.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found:
            await at_table(WebSocket(scope, receive, send), found["id"], send)
        else:
            await self._app(scope, receive, send)


async def at_table(socket: WebSocket, table_id: str, send: Send) -> None:
    """Serve one socket from the handshake to its end; a refusal is sent before it is closed."""
    house: House = socket.app.state.house
    if not is_allowed_origin(socket.headers, house.settings):
        await socket.close(POLICY)
        return
    name = new_request_id(socket.headers.get("x-request-id"))
    request.set((name, 0))
    subprotocol = SUBPROTOCOL if SUBPROTOCOL in socket.scope.get("subprotocols", ()) else None
    await socket.accept(subprotocol, headers=[(b"x-request-id", name.encode())])
    where = address(socket)
    house.metrics.connections.inc()
    try:
        if await house.addresses.connect(where) > (house.settings.connections or inf):
            raise Refused("limit", "connections")
        await connect(house, socket, table_id, send)
    except Refused as refused:
        house.metrics.refused(refused.code, refused.reason)
        await refuse(socket, refused)
    except WebSocketDisconnect:
        pass
    except Exception as wrong:  # noqa: BLE001  # the client learns no more than that
        house.metrics.fault("socket", wrong, table_id)
        await refuse(socket, store_refusal(wrong) or Refused("fault", "connect_again"))
    finally:
        house.metrics.connections.dec()
        house.addresses.disconnect(where)


async def refuse(socket: WebSocket, refused: Refused) -> None:
    code = CLOSED_WITH.get(refused.code, POLICY)
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(views.text(refusal(None, refused)))
        await socket.close(code, refused.code)


async def connect(house: House, socket: WebSocket, table_id: str, send: Send) -> None:
    person = await house.people.by_token(token_of(socket))
    if person is None:
        raise Refused("who", "unknown")
    person = await house.people.with_own_name(person)
    check_ban(house, socket, person.id)
    if house.closing:
        raise Refused("closing", "restart")
    if not re.fullmatch(ID, table_id):  # PostgreSQL cannot be asked for every text
        raise Refused("table", "unknown")
    live = await house.live(table_id)
    extensions = socket.scope.get("extensions", {})
    read, write = extensions.get(READ), extensions.get(WRITE)
    connection = Connection(
        person.id,
        person.name,
        send,
        address(socket),
        host_of(socket),
        person.session,
        write and (write, socket.app.state.outbox),
    )
    connection.account = person.login is not None
    connection.screen = socket.query_params.get("as") == "screen"
    connection.muted = await moderation.muted_by(house.store, person.id)
    try:
        while not await live.join(connection):
            live = await house.live(table_id)
        check_ban(house, socket, person.id)  # one that came while this person joined
        listener = Listener(house, connection, live, socket.app.state.hints, socket.app.state.reports)
        # A task of its own: else each message would pass through all coroutines of the middleware.
        await asyncio.create_task(listener.listen(read() if read else socket.receive))
    finally:
        connection.drop()
        await house.leave(live, connection)


class Listener:
    """Answers the messages of one socket, one after the other. Only a hint, which may take long, runs beside them."""

    def __init__(
        self, house: House, connection: Connection, live: LiveTable, hints: WorkLimit, reports: SharedLimit
    ) -> None:
        self._house, self._connection, self._live = house, connection, live
        self._hints, self._reports = hints, reports
        rate, chats = house.settings.messages, house.settings.chats
        self._messages = Bucket(rate, 2 * rate, time.monotonic())
        self._chats = Bucket(chats, 5 * chats, time.monotonic())
        self._hint: asyncio.Task[None] | None = None
        self._refused_in_a_row = 0
        self._socket_id, self._received = request.get()

    async def listen(self, receive: Callable[[], Awaitable[Any]]) -> None:
        """Handle messages until the client disconnects. Raises Refused if it sends far too much."""
        try:
            while (frame := await receive())["type"] != "websocket.disconnect" and not self._connection.ended:
                await self._handle(frame)
                if self._refused_in_a_row > MOST_REFUSED:
                    raise Refused("limit", "flood")
        finally:
            if self._hint:
                self._hint.cancel()

    async def _handle(self, frame: Any) -> None:
        begun = time.monotonic()
        self._received += 1
        request.set((self._socket_id, self._received))
        name: str | None = None
        try:
            settings = self._house.settings
            try:
                self._check(frame, begun)
                message = messages.READER.validate_json(frame["text"])
            except Refused:
                name = id_in(frame.get("text"))
                raise
            except ValidationError as wrong:
                name = id_in(frame["text"])
                errors = wrong.errors(include_url=False, include_context=False, include_input=False)
                field, word, sentence = first_error(errors, skip=1)
                raise Refused("malformed", "message", field=field, error=word).explained(sentence) from None
            name = message.id
            if message.type == "chat" and settings.chats and not self._chats.take(begun):
                raise Refused("limit", "chats")
            if message.type == "report" and await self._reports.wait(self._connection.address):
                raise Refused("limit", "reports", most=settings.reports)
            if message.type == "chat" and self._house.people.blocked.has(message.text):
                raise Refused("chat", "blocked")
            if message.type == "hint" and not self._connection.screen:
                await self._start_hint(message, begun)
        except Refused as refused:
            self._refused_in_a_row = self._refused_in_a_row + 1 if refused.code == "limit" else 0
            self._send(refusal(name, refused), begun)
            return
        self._refused_in_a_row = 0
        if message.type != "hint" or self._connection.screen:
            await self._answer(name, begun, self._house.answers.answer(self._live, self._connection, message))

    def _check(self, frame: Any, begun: float) -> None:
        """Refuse a frame that comes too soon after others, is too long or is no text."""
        settings, text = self._house.settings, frame.get("text")
        if settings.messages and not self._messages.take(begun):
            raise Refused("limit", "messages", rate=settings.messages)
        if text is None:
            raise Refused("malformed", "not_text")
        if len(text) > settings.message_size:
            raise Refused("size", "message", most=settings.message_size, size=len(text))

    async def _start_hint(self, message: messages.Hint, begun: float) -> None:
        """One hint at a time, and not too often. Raises Refused at once where no hint may be asked for."""
        if self._hint and not self._hint.done():
            raise Refused("busy", "yours", seconds=1)
        if seconds := await self._hints.wait(Asker(self._connection.person, self._connection.address)):
            raise Refused("limit", "hints", seconds=seconds)
        view, number = await self._live.view_for_hint(self._connection.person)
        hint = self._house.answers.hint(self._connection, view, number)
        self._hint = asyncio.create_task(self._answer(message.id, begun, hint))

    async def _answer(self, name: str | None, begun: float, work: Awaitable[dict[str, Any]]) -> None:
        try:
            answer: dict[str, Any] = {"type": "ok", "id": name, **await work}
        except Refused as refused:
            answer = refusal(name, refused)
        except Exception as wrong:  # noqa: BLE001  # the table goes on, the client learns no more than that
            self._house.metrics.fault("socket", wrong, self._live.table.id)
            answer = refusal(name, store_refusal(wrong) or Refused("fault", "try_again"))
        self._send(answer, begun)

    def _send(self, answer: dict[str, Any], begun: float) -> None:
        code = answer.get("code")
        self._house.metrics.messages.answered(code, time.monotonic() - begun)
        if code:
            self._house.metrics.refused(code, answer["reason"])
        self._connection.send(views.text(answer))


def refusal(name: str | None, refused: Refused) -> dict[str, Any]:
    """As it travels: the answer to the message with this id."""
    return {"type": "refused", "id": name, **refused.as_json()}


def id_in(text: str | None) -> str | None:
    """The id in a message that is refused unread, for the answer; None without one, or if it is far too long."""
    if text is None or len(text) > LONGEST_READ:
        return None
    with suppress(ValueError):
        message = orjson.loads(text)
        name = message.get("id") if isinstance(message, dict) else None
        if isinstance(name, str) and len(name) <= messages.LONGEST_ID:
            return name
    return None
