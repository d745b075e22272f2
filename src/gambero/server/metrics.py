"""Counts for Prometheus."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from gambero.server.logs import logger

JobCount = tuple[str, int, int, int, int, int]  # class of work, waiting, running, done, refused, dropped

MOST_LOGGED = 1_000  # rows that are skipped


class Metrics:
    def __init__(self, count_tables: Callable[[], int], count_jobs: Callable[[], Iterable[JobCount]]) -> None:
        registry = self.registry = CollectorRegistry()
        self.opened = Counter("gambero_tables_opened", "Tables opened", registry=registry)
        self.messages = Messages()
        registry.register(self.messages)
        registry.register(Jobs(count_jobs))
        self.faults = Counter("gambero_faults", "Things that should not happen", ["where"], registry=registry)
        self.skipped = Counter(
            "gambero_rows_skipped", "Stored rows left out since they cannot be read", ["where"], registry=registry
        )
        self._logged: set[tuple[str, str]] = set()  # rows: lists are asked for again and again
        self.connections = Gauge("gambero_connections", "Open sockets", registry=registry)
        tables = Gauge("gambero_tables_live", "Tables in memory", registry=registry)
        tables.set_function(count_tables)

    def fault(self, where: str, wrong: BaseException, table: str = "") -> None:
        """Count and log an exception that no client is told of."""
        self.faults.labels(where).inc()
        logger.error("fault", extra={"where": where, "table": table, "fault": type(wrong).__name__}, exc_info=wrong)

    def skip(self, where: str, wrong: Exception, row: str) -> None:
        """Count a stored row that cannot be read and is left out; log it the first time."""
        self.skipped.labels(where).inc()
        if (where, row) not in self._logged and len(self._logged) < MOST_LOGGED:
            self._logged.add((where, row))
            extra = {"where": where, "row": row, "fault": type(wrong).__name__}
            logger.error("row skipped: it cannot be read", extra=extra)

    def page(self) -> bytes:
        return generate_latest(self.registry)


class Messages(Collector):
    """Counts for every message as plain numbers: taking a lock for each took longer than reading the message."""

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


class Jobs(Collector):
    """The jobs of bots and people by class of work, as the pool counts them."""

    def __init__(self, count: Callable[[], Iterable[JobCount]]) -> None:
        self._count = count

    def collect(self) -> Iterator[Metric]:
        families: tuple[GaugeMetricFamily | CounterMetricFamily, ...] = (
            GaugeMetricFamily("gambero_jobs_waiting", "Jobs that wait for a thread", labels=["work"]),
            GaugeMetricFamily("gambero_jobs_running", "Jobs that a thread runs", labels=["work"]),
            CounterMetricFamily("gambero_jobs_done", "Jobs that were run", labels=["work"]),
            CounterMetricFamily("gambero_jobs_refused", "Jobs refused since too many waited", labels=["work"]),
            CounterMetricFamily("gambero_jobs_dropped", "Jobs that nobody waited for any more", labels=["work"]),
        )
        for work, *counts in self._count():
            for family, count in zip(families, counts, strict=True):
                family.add_metric([work], count)
        yield from families
