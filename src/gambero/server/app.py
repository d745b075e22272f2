"""The application: routes, middleware, limits, and the `House` that starts and stops with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from gambero.server.http import (
    company,
    daily,
    games,
    health,
    notices,
    people,
    pictures,
    practice,
    puzzles,
    reference,
    review,
    tables,
)
from gambero.server.http.errors import add_error_handlers
from gambero.server.http.guard import Guard
from gambero.server.http.limits import PEOPLE_AT_ADDRESS, SharedLimit, WorkLimit
from gambero.server.http.root import UnderRoot
from gambero.server.http.site import site
from gambero.server.http.socket import Sockets
from gambero.server.live.connections import Outbox
from gambero.server.live.house import House
from gambero.server.settings import Settings
from gambero.server.sources import Sources
from gambero.server.workers.pages import Place

HOUR = 3600
PARTS = (people, notices, tables, company, games, review, daily, pictures, practice, puzzles, health, reference)
ROUTERS = tuple(part.router for part in PARTS)


def create_app(settings: Settings | None = None, sources: Sources | None = None, place: Place | None = None) -> FastAPI:
    """The application. `place` says which worker this is, if there are several."""
    settings = (settings or Settings.read()).checked()

    @asynccontextmanager
    async def open_house(app: FastAPI) -> AsyncIterator[None]:
        try:
            house = app.state.house = House(settings, sources, place=place)
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
        servers=[{"url": settings.root_path}] if settings.root_path else None,
    )
    app.state.settings = settings
    app.state.outbox = Outbox()

    async def take(key: str, rate: float, burst: float) -> float | None:
        house: House = app.state.house
        return await house.backplane.take(key, rate, burst)

    hourly = {"logins": settings.logins, "openings": settings.tables, "accounts": settings.accounts}
    for name, most in {**hourly, "codes": settings.codes, "invitations": settings.invitations}.items():
        setattr(app.state, name, SharedLimit(name, most / HOUR, most, take))
    app.state.hints = WorkLimit("hints", settings.hints, take)
    app.state.analyses = WorkLimit("analyses", settings.analyses, take)
    app.state.requests = SharedLimit("requests", settings.requests, 4 * settings.requests, take)
    at_address = PEOPLE_AT_ADDRESS * settings.reports  # else a new guest could report as many again
    app.state.reports = SharedLimit("reports", at_address / (24 * HOUR), at_address, take)
    for router in ROUTERS:
        app.include_router(router)
    app.mount("/", site(settings.root_path))
    add_error_handlers(app, ROUTERS)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(Sockets)
    if settings.root_path:
        app.add_middleware(UnderRoot, root_path=settings.root_path)
    return app
