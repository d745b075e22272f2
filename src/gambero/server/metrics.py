"""What operators watch: counts for Prometheus, and log lines without secrets."""

import json
import logging
import sys
import time
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from gambero.server.house import House

logger = logging.getLogger("gambero")


class Metrics:
    def __init__(self, house: "House") -> None:
        registry = self.registry = CollectorRegistry()
        self.opened = Counter("gambero_tables_opened", "Tables opened", registry=registry)
        self.received = Counter("gambero_messages_received", "Messages from clients", ["answer"], registry=registry)
        self._ok = self.received.labels("ok")  # looked up once: it is most of them
        self.sent = Counter("gambero_messages_sent", "Numbered messages to clients", registry=registry)
        self.seconds = Histogram(
            "gambero_answer_seconds",
            "From a message to its answer",
            registry=registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
        )
        self.faults = Counter("gambero_faults", "Things that should not happen", ["where"], registry=registry)
        self.connections = Gauge("gambero_connections", "Open sockets", registry=registry)
        tables = Gauge("gambero_tables_live", "Tables in memory", registry=registry)
        tables.set_function(lambda: len(house.tables))

    def answered(self, code: str | None, seconds: float) -> None:
        (self.received.labels(code) if code else self._ok).inc()
        self.seconds.observe(seconds)

    def told(self, count: int) -> None:
        self.sent.inc(count)

    def fault(self, where: str, wrong: BaseException, table: str = "") -> None:
        """What an operator must see and a client must not."""
        self.faults.labels(where).inc()
        logger.error("fault", extra={"where": where, "table": table, "fault": type(wrong).__name__}, exc_info=wrong)

    def page(self) -> bytes:
        return generate_latest(self.registry)


class OneLine(logging.Formatter):
    """A log record as one line of JSON; what is not named here does not get in."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage().partition("\n")[0],  # what follows may hold anything
        }
        for key in ("where", "table", "fault", "address", "worker"):
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
    handler.setFormatter(OneLine())
    for name in ("gambero", "uvicorn.error", ""):  # and whoever else has something to say
        one = logging.getLogger(name)
        one.handlers, one.propagate = [handler], False
        one.setLevel(logging.INFO if name == "gambero" else logging.WARNING)
