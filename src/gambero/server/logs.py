"""The log: one line of JSON for each event, on standard error, without secrets."""

import json
import logging
import sys
import time
from typing import Any

logger = logging.getLogger("gambero")


class JsonFormatter(logging.Formatter):
    """A log record as one line of JSON. Only the keys named here get in, so that no token, card or chat text does."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage().partition("\n")[0],  # further lines may hold anything
        }
        for key in ("where", "table", "row", "fault", "address", "worker"):
            if value := getattr(record, key, None):
                line[key] = value
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
