"""The application: routes, what guards them, and a house that opens and closes with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.routing import Match

from gambero.server.http import api, pages
from gambero.server.http import practice as school
from gambero.server.http.guard import Guard
from gambero.server.http.limits import Limit
from gambero.server.http.site import site
from gambero.server.http.socket import Sockets
from gambero.server.live.house import House
from gambero.server.outside import Outside
from gambero.server.settings import Settings
from gambero.server.table.entries import Refused

STATUS = {
    "who": 401,
    "login": 401,
    "table": 404,
    "game_id": 404,
    "secret": 403,
    "lesson": 404,
    "limit": 429,
    "seat": 409,
    "account": 409,
    "day": 404,
}
HOUR = 3600
ROUTERS = (api.router, school.router, pages.router)


def create_app(settings: Settings | None = None, outside: Outside | None = None) -> FastAPI:
    settings = (settings or Settings.from_environment()).checked()

    @asynccontextmanager
    async def open_house(app: FastAPI) -> AsyncIterator[None]:
        try:
            house = app.state.house = House(settings, outside)
        except Exception as wrong:
            app.state.wrong = wrong
            raise
        try:
            await house.start()
        except Exception as wrong:
            app.state.wrong = wrong
            await house.stop()
            raise
        yield
        await house.stop()

    app = FastAPI(
        title="gambero",
        description="Tables for people and bots. Everything live goes over a socket; docs/protocol.md describes it.",
        version="1",
        lifespan=open_house,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = settings
    app.state.connected = {}
    app.state.logins = Limit(settings.logins / HOUR, settings.logins)
    app.state.openings = Limit(settings.tables / HOUR, settings.tables)
    for router in ROUTERS:
        app.include_router(router)
    app.mount("/", site())
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, plain)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(Sockets)
    return app


async def refused(_: Request, why: Exception) -> Response:
    assert isinstance(why, Refused)
    return told(why.code, why.why, STATUS.get(why.code, 422))


async def invalid(_: Request, why: Exception) -> Response:
    assert isinstance(why, RequestValidationError)
    first: dict[str, Any] = why.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:80]
    return told("invalid", f"{where}: {first['msg']}"[:300], 422)


async def plain(request: Request, why: Exception) -> Response:
    assert isinstance(why, HTTPException)
    methods = allowed(request)
    if why.status_code in (404, 405) and methods and request.method not in methods:  # the site says 404 to any GET
        answer = told("http", "Method Not Allowed", 405)
        answer.headers["Allow"] = ", ".join(methods)
        return answer
    return told("http", str(why.detail), why.status_code)


def allowed(request: Request) -> list[str]:
    """All that may be done at an address: each route knows of its own method alone."""
    routes = [one for router in ROUTERS for one in router.routes if isinstance(one, APIRoute)]
    fitting = [one for one in routes if one.matches(request.scope)[0] != Match.NONE]
    return sorted({method for route in fitting for method in route.methods or ()})


def told(code: str, why: str, status: int) -> Response:
    """A refusal; what cannot be written as UTF-8 is shown as a question mark."""
    return JSONResponse({"code": code, "why": why.encode(errors="replace").decode()}, status)
