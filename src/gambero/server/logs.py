"""The log: one line of JSON for each event, on standard error, without secrets."""

import json
import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from typing import Any

logger = logging.getLogger("gambero")
# What is being answered: the id of an HTTP request or a socket, and the number of a message of that socket.
request: ContextVar[tuple[str, int]] = ContextVar("request", default=("", 0))
GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
KEYS = ("where", "table", "row", "fault", "address", "worker", "route", "status", "seconds")


def new_request_id(given: str | None = None) -> str:
    """A proxy may have given the request an id; anything that is not plain is replaced."""
    return given if given and GIVEN_ID.fullmatch(given) else secrets.token_hex(8)


def request_id() -> str:
    """As it is logged: for the seventh message of a socket `…-7`."""
    name, message = request.get()
    return f"{name}-{message}" if message else name


class JsonFormatter(logging.Formatter):
    """A log record as one line of JSON. Only the keys named here get in, so that no token, card or chat text does."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage().partition("\n")[0],  # further lines may hold anything
        }
        for key in KEYS:
            if value := getattr(record, key, None):
                line[key] = value
        if answering := request_id():
            line["request"] = answering
        if record.exc_info and record.exc_info[2]:
            frame = record.exc_info[2]
            while frame.tb_next:
                frame = frame.tb_next
            line["at"] = f"{frame.tb_frame.f_globals.get('__name__')}:{frame.tb_lineno}"
        return json.dumps(line)


def log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    for name in ("gambero", "uvicorn.error", ""):  # "": all other loggers
        one = logging.getLogger(name)
        one.handlers, one.propagate = [handler], False
        one.setLevel(logging.INFO if name == "gambero" else logging.WARNING)
