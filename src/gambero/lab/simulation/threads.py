"""Chunks of games on all cores of this machine, their counts in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import perf_counter

from gambero.lab.simulation.runners import Runner
from gambero.lab.simulation.tally import Tally

Chunk = tuple[int, int]
AHEAD = 16  # chunks a thread may be ahead of the slowest, so that one long game keeps nobody waiting
STEP = 0.25  # seconds: how far apart words on progress may be, and what Ctrl-C waits for
FEW = 100  # games of the first chunks, before it is known how long they take


class Steps:
    """From the first game to the last in chunks of about STEP seconds, by how long those before them took."""

    def __init__(self, games: int, most: int) -> None:
        self._games, self._most = games, most
        self._size = min(FEW, most)

    def __iter__(self) -> Iterator[Chunk]:
        first = 0
        while first < self._games:
            last = min(first + self._size, self._games)
            yield first, last
            first = last

    def took(self, games: int, seconds: float) -> None:
        self._size = max(1, min(self._most, int(games * STEP / max(seconds, 1e-9))))


def in_threads(runner: Runner, games: int, threads: int) -> Generator[Tally]:
    """The tally of each chunk, first chunk first. On Ctrl-C those already done come, then the interruption."""
    steps = Steps(games, runner.chunk)
    stop = Event()
    waiting: deque[Future[Tally]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for chunk in steps:
                waiting.append(pool.submit(_timed, runner, chunk, stop.is_set, steps))
                if len(waiting) > AHEAD * threads:
                    yield _next(waiting)
            while waiting:
                yield _next(waiting)
        except KeyboardInterrupt:
            stop.set()
            pool.shutdown(cancel_futures=True)
            while waiting and not waiting[0].cancelled() and waiting[0].exception() is None:
                yield _next(waiting)
            raise
        finally:
            stop.set()
            for future in waiting:
                future.cancel()


def _timed(runner: Runner, chunk: Chunk, stopped: Callable[[], bool], steps: Steps) -> Tally:
    began = perf_counter()
    tally = runner.play(*chunk, stopped)
    steps.took(tally.games, perf_counter() - began)
    return tally


def _next(waiting: deque[Future[Tally]]) -> Tally:
    tally = waiting[0].result()  # taken out only once it is there, or an interruption would lose it
    waiting.popleft()
    return tally
