"""Routes for operators: health and metrics."""

import asyncio

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


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    return Response(request.app.state.house.metrics.page(), media_type="text/plain; version=0.0.4")
