"""Counts for Prometheus. Names follow its conventions: counters end in `_total`, times are in seconds."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import cast

from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from gambero.server.logs import logger

# Class of work, waiting, running, done, refused, dropped, seconds waited, seconds run.
JobCount = tuple[str, int, int, int, int, int, float, float]
TOO_MUCH = ("limit", "busy")  # codes of refusals because of a limit or a full queue

MOST_LOGGED = 1_000  # skipped rows; more are only counted


class Metrics:
    """What one worker counts. Where there are several, each sample carries the worker's number."""

    def __init__(
        self,
        count_tables: Callable[[], int],
        count_jobs: Callable[[], Iterable[JobCount]],
        worker: int | None = None,
    ) -> None:
        registry = self.registry = CollectorRegistry()
        self._worker = worker
        self.opened = Counter("gambero_tables_opened", "Tables opened", registry=registry)
        self.messages = Messages()
        self.commits = Commits()
        for collector in (self.messages, self.commits, Jobs(count_jobs)):
            registry.register(collector)
        self.faults = Counter("gambero_faults", "Things that should not happen", ["where"], registry=registry)
        self.skipped = Counter(
            "gambero_rows_skipped", "Stored rows left out since they cannot be read", ["where"], registry=registry
        )
        self._logged: set[tuple[str, str]] = set()  # skipped rows that were logged: lists are read again and again
        self._refusals = Counter(
            "gambero_limit_refusals", "What was refused as too much", ["code", "reason"], registry=registry
        )
        self._notices = Counter(
            "gambero_notices", "People who were to be told that a table waits for them", ["result"], registry=registry
        )
        self.connections = Gauge("gambero_connections", "Open sockets", registry=registry)
        tables = Gauge("gambero_tables_live", "Tables in memory", registry=registry)
        tables.set_function(count_tables)
        ProcessCollector(registry=registry)

    def fault(self, where: str, wrong: BaseException, table: str = "") -> None:
        """Count and log an exception that no client is told of."""
        self.faults.labels(where).inc()
        logger.error("fault", extra={"where": where, "table": table, "fault": type(wrong).__name__}, exc_info=wrong)

    def told(self, result: str) -> None:
        """Count somebody who was to be told that a table waits: told, failed, here, or reached nowhere."""
        self._notices.labels(result).inc()

    def skip(self, where: str, wrong: Exception, row: str) -> None:
        """Count a stored row that cannot be read and is left out; log it the first time."""
        self.skipped.labels(where).inc()
        if (where, row) not in self._logged and len(self._logged) < MOST_LOGGED:
            self._logged.add((where, row))
            extra = {"where": where, "row": row, "fault": type(wrong).__name__}
            logger.error("row skipped: it cannot be read", extra=extra)

    def refused(self, code: str, reason: str) -> None:
        """Count a refusal, if a limit or a full queue is its cause."""
        if code in TOO_MUCH:
            self._refusals.labels(code, reason).inc()

    def page(self) -> bytes:
        return generate_latest(cast(CollectorRegistry, self))

    def collect(self) -> Iterator[Metric]:
        for family in self.registry.collect():
            if self._worker is not None:
                labels = {"worker": str(self._worker)}
                family.samples = [sample._replace(labels={**sample.labels, **labels}) for sample in family.samples]
            yield family


class Times:
    """A histogram of seconds as plain numbers: taking a lock for each took longer than reading a message."""

    BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

    def __init__(self) -> None:
        self._counts = [0] * (len(self.BOUNDS) + 1)
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(self.BOUNDS, seconds)] += 1
        self._seconds += seconds

    def family(self, name: str, what: str) -> Metric:
        bounds = [*(str(float(bound)) for bound in self.BOUNDS), "+Inf"]
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        return HistogramMetricFamily(name, what, buckets=buckets, sum_value=self._seconds)


class Messages(Collector):
    """Counts of messages and moves, and how long answers took."""

    def __init__(self) -> None:
        self.sent = self.moves = 0
        self._answers: dict[str, int] = defaultdict(int)
        self._waits = Times()

    def answered(self, code: str | None, seconds: float) -> None:
        self._answers[code or "ok"] += 1
        self._waits.add(seconds)

    def collect(self) -> Iterator[Metric]:
        received = CounterMetricFamily("gambero_messages_received", "Messages from clients", labels=["answer"])
        for code, count in self._answers.items():
            received.add_metric([code], count)
        yield received
        yield CounterMetricFamily("gambero_messages_sent", "Numbered messages to clients", value=self.sent)
        yield CounterMetricFamily("gambero_moves", "Moves of people and bots that were stored", value=self.moves)
        yield self._waits.family("gambero_answer_seconds", "From a message to its answer")


class Commits(Collector):
    """How many entries were stored, and how long commits took."""

    def __init__(self) -> None:
        self._entries = 0
        self._times = Times()

    def written(self, entries: int, seconds: float) -> None:
        self._entries += entries
        self._times.add(seconds)

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily("gambero_entries_stored", "Entries of tables' logs stored", value=self._entries)
        yield self._times.family("gambero_commit_seconds", "From the start of a commit to its end")


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
            CounterMetricFamily("gambero_jobs_wait_seconds", "Time that jobs waited for a thread", labels=["work"]),
            CounterMetricFamily("gambero_jobs_run_seconds", "Time that threads ran jobs", labels=["work"]),
        )
        for work, *counts in self._count():
            for family, count in zip(families, counts, strict=True):
                family.add_metric([work], count)
        yield from families
