"""What operators watch: counts for Prometheus, and log lines without secrets."""

import json
import logging
import sys
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

logger = logging.getLogger("gambero")


class Metrics:
    def __init__(self, count_tables: Callable[[], int]) -> None:
        registry = self.registry = CollectorRegistry()
        self.opened = Counter("gambero_tables_opened", "Tables opened", registry=registry)
        self.messages = Messages()
        registry.register(self.messages)
        self.faults = Counter("gambero_faults", "Things that should not happen", ["where"], registry=registry)
        self.connections = Gauge("gambero_connections", "Open sockets", registry=registry)
        tables = Gauge("gambero_tables_live", "Tables in memory", registry=registry)
        tables.set_function(count_tables)

    def fault(self, where: str, wrong: BaseException, table: str = "") -> None:
        """What an operator must see and a client must not."""
        self.faults.labels(where).inc()
        logger.error("fault", extra={"where": where, "table": table, "fault": type(wrong).__name__}, exc_info=wrong)

    def page(self) -> bytes:
        return generate_latest(self.registry)


class Messages(Collector):
    """What is counted for every message, in plain numbers: a lock for each took longer than to read the message."""

    BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

    def __init__(self) -> None:
        self.sent = 0
        self._answers: dict[str, int] = defaultdict(int)
        self._waits = [0] * (len(self.BOUNDS) + 1)
        self._seconds = 0.0

    def answered(self, code: str | None, seconds: float) -> None:
        self._answers[code or "ok"] += 1
        self._waits[bisect_left(self.BOUNDS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        received = CounterMetricFamily("gambero_messages_received", "Messages from clients", labels=["answer"])
        for code, count in self._answers.items():
            received.add_metric([code], count)
        yield received
        yield CounterMetricFamily("gambero_messages_sent", "Numbered messages to clients", value=self.sent)
        bounds = [*(str(float(bound)) for bound in self.BOUNDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._waits), strict=True))
        yield HistogramMetricFamily(
            "gambero_answer_seconds", "From a message to its answer", buckets=buckets, sum_value=self._seconds
        )


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
