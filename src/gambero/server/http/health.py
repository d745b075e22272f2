"""Routes for operators: health and metrics."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from gambero.server.http.errors import error_response
from gambero.server.refusal import Refused
from gambero.server.store.faults import store_refusal

router = APIRouter(include_in_schema=False)
READY_TIMEOUT = 3.0  # seconds a store may take to answer


@router.get("/healthz")
async def healthy() -> PlainTextResponse:
    """The process is alive."""
    return PlainTextResponse("ok")


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """The database can be written to, Redis answers, and the server is not stopping."""
    house = request.app.state.house
    if house.closing:
        return error_response(Refused("closing", "restart"))
    try:
        async with asyncio.timeout(READY_TIMEOUT):
            await house.ready()
    except Exception as wrong:  # noqa: BLE001  # whatever it is, this worker is not ready
        house.metrics.fault("ready", wrong)
        return error_response(store_refusal(wrong) or Refused("store", "no_answer"))
    return PlainTextResponse("ok")


@router.api_route("/api/connection", methods=["GET", "POST"])
async def connection(request: Request) -> dict[str, Any]:
    """How this request arrived, so that `gambero doctor` can tell what a proxy did to it. It holds no secrets."""
    named = [one for header in request.headers.getlist("x-forwarded-for") for one in header.split(",") if one.strip()]
    host, port = request.client or ("?", 0)
    return {
        "address": host,
        "believed": port == 0,  # Uvicorn has no port for an address from a header that it believes
        "forwarded": len(named),
        "host": request.headers.get("host", ""),
        "port": (request.scope.get("server") or ("", 0))[1],
        "secure": request.app.state.settings.secure,
        "time": request.app.state.house.sources.now(),
    }


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """What all workers of this server count."""
    return Response(request.app.state.house.pages.read(), media_type="text/plain; version=0.0.4")
