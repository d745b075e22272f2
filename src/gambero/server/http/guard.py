"""HTTP middleware: limits, size of bodies, allowed origins, and security headers."""

import re
import time
from http.client import INTERNAL_SERVER_ERROR
from typing import Any

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gambero.server.http.dependencies import network
from gambero.server.http.errors import headers_of, status_of
from gambero.server.jobs.queue import Work
from gambero.server.logs import logger, new_request_id, request
from gambero.server.refusal import Refused
from gambero.server.settings import Settings
from gambero.server.store.faults import store_refusal

POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
    "img-src 'self' data:; connect-src 'self' ws: wss:"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}  # a year; the host's other names are not ours to bind
# Paths that need a job of a class. If too many wait, they are refused here: that costs a tenth of what a route does.
PATHS = {
    Work.ANALYSIS: re.compile("/api/games/[^/]+(/(analysis|expert|luck|try|why|line))?"),
    Work.PASSWORD: re.compile("/api/(account|login|password)"),
}
READING = ("GET", "HEAD", "OPTIONS")
SLOW = 1.0  # seconds; an answer that takes longer is logged, as one that fails is


class TooBig(Exception):
    pass


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._headers = HEADERS | HTTPS_ONLY if settings.secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        began, started, size = time.monotonic(), False, 0
        name = new_request_id(headers.get("x-request-id"))
        request.set((name, 0))

        async def answer(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                log_answer(scope, message["status"], time.monotonic() - began)
                given = MutableHeaders(scope=message)
                given["X-Request-Id"] = name
                for header, value in self._headers.items():
                    given.setdefault(header, value)
                if scope["path"].startswith("/api/"):
                    given.setdefault("Cache-Control", "no-store")
            await send(message)

        async def receive_limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self._settings.body_size:
                raise TooBig
            return message

        async def unless_too_big(message: Message) -> None:
            if size > self._settings.body_size:  # no answer that is about half a body
                raise TooBig
            await answer(message)

        refused = await self._refusal(scope, headers)
        if refused:
            scope["app"].state.house.metrics.refused(refused.code, refused.reason)
            await reply(answer, refused)
            return
        try:
            await self._app(scope, receive_limited, unless_too_big)
        except TooBig:
            if not started:
                await reply(answer, self._too_big)
        except Exception as fault:  # no traceback and no path reach a client
            scope["app"].state.house.metrics.fault("request", fault)
            if started:
                raise
            await reply(answer, store_refusal(fault) or Refused("fault", "request"))

    async def _refusal(self, scope: Scope, headers: Headers) -> Refused | None:
        client: Any = scope.get("client")
        if await scope["app"].state.requests.wait(network(client[0]) if client else "?"):
            return Refused("limit", "requests", rate=self._settings.requests)
        try:
            for work, path in PATHS.items():
                if path.fullmatch(scope["path"]):
                    scope["app"].state.house.pool.check(work)
        except Refused as busy:
            return busy
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self._settings.body_size:
            return self._too_big
        if scope["method"] in READING:
            return None
        if not is_allowed_origin(headers, self._settings):
            logger.warning("a page of another site asked", extra={"where": "guard"})
            return Refused("origin", "other_site")
        if length != "0" and not headers.get("content-type", "").startswith("application/json"):
            return Refused("type", "not_json")
        return None

    @property
    def _too_big(self) -> Refused:
        return Refused("size", "body", most=self._settings.body_size)


def is_allowed_origin(headers: Headers, settings: Settings) -> bool:
    """Does the page that asks come from this site or an allowed one? Programs send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    allowed = [one.strip() for one in settings.origins.split(",")]
    _, mark, place = origin.partition("://")
    return bool(mark) and (origin in allowed or place == headers.get("host"))


def log_answer(scope: Scope, status: int, seconds: float) -> None:
    """Log an answer that failed or was slow: its route, not its path, since a table's id is its invitation."""
    if status != INTERNAL_SERVER_ERROR and seconds < SLOW:
        return
    route = getattr(scope.get("route"), "path", "")
    logger.warning("answer", extra={"route": route, "status": status, "seconds": round(seconds, 3)})


async def reply(send: Send, refused: Refused) -> None:
    status, body = status_of(refused), orjson.dumps(refused.as_json())
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in headers_of(refused).items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
