"""Refusals as HTTP responses: which status each code has, and what FastAPI itself refuses."""

from collections.abc import Iterable, Sequence
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from gambero.server.refusal import Refused

STATUS = {
    "who": 401,
    "login": 401,
    "session": 404,
    "secret": 403,
    "banned": 403,
    "origin": 403,
    "table": 404,
    "game_id": 404,
    "lesson": 404,
    "shared": 404,
    "puzzle": 404,
    "run": 404,
    "day": 404,
    "seat": 409,
    "account": 409,
    "size": 413,
    "type": 415,
    "limit": 429,
    "fault": 500,
    "busy": 503,
    "closing": 503,
    "store": 503,
}
INVALID = 422
CLIENT_GONE = 499  # nobody reads it; nginx calls it so


def status_of(refused: Refused) -> int:
    return STATUS.get(refused.code, INVALID)


def error_response(refused: Refused, status: int | None = None) -> Response:
    return JSONResponse(refused.as_json(), status or status_of(refused), headers_of(refused))


def headers_of(refused: Refused) -> dict[str, str]:
    """Retry-After, if the refusal says when to try again."""
    return {"Retry-After": str(refused.values["seconds"])} if "seconds" in refused.values else {}


def add_error_handlers(app: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Answer every error as a refusal."""
    routes = [route for router in routers for route in router.routes if isinstance(route, APIRoute)]

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        request.app.state.house.metrics.refused(error.code, error.reason)
        return error_response(error)

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        field, word, sentence = first_error(error.errors())
        return error_response(Refused("invalid", "form", field=field, error=word).explained(sentence))

    async def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        methods = allowed_methods(routes, request)
        if error.status_code in (404, 405) and methods and request.method not in methods:  # the site answers 404
            answer = error_response(Refused("http", "method_not_allowed"), 405)
            answer.headers["Allow"] = ", ".join(methods)
            return answer
        if error.status_code == 404:
            return error_response(Refused("http", "not_found"), 404)
        return error_response(Refused("http", "other", status=error.status_code), error.status_code)

    async def gone(_: Request, error: Exception) -> Response:  # noqa: ARG001
        return Response(status_code=CLIENT_GONE)

    app.add_exception_handler(ClientDisconnect, gone)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http_error)


def first_error(errors: Sequence[Any], skip: int = 0) -> tuple[str, str, str]:
    """The first of Pydantic's errors: which field, Pydantic's word for what is wrong, and its English sentence.

    `skip` leaves out the first parts of the field's path, such as the type of a message.
    """
    first = errors[0]
    field = ".".join(str(part) for part in first["loc"][skip:])[:80]
    return field, str(first["type"]), (f"{field}: {first['msg']}" if field else str(first["msg"]))[:300]


def allowed_methods(routes: list[APIRoute], request: Request) -> list[str]:
    """All methods of an address: each route knows only its own."""
    fitting = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
    return sorted({method for route in fitting for method in route.methods or ()})
