"""Games played by several threads of this process, for runners whose kernels release the interpreter's lock."""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import perf_counter

from gambero.lab.simulation.runners import Runner
from gambero.lab.simulation.tally import Tally

Chunk = tuple[int, int]  # numbers of the first game and of the one after the last
AHEAD = 16  # chunks a thread may be ahead of the slowest, so that others do not wait for one long game
STEP = 0.25  # seconds a chunk should take: progress is told after each, and an interruption loses one
FEW = 10  # games of the first chunks, before it is known how long they take


class Steps:
    """Chunks of about STEP seconds, sized by how long the finished ones took."""

    def __init__(self, last: int, most: int, first: int = 0, size: int = FEW) -> None:
        """For games number first to last − 1, at most so many in a chunk."""
        self._last, self._most, self._first = last, most, first
        self._size = min(size, most)

    def __iter__(self) -> Iterator[Chunk]:
        first = self._first
        while first < self._last:
            last = min(first + self._size, self._last)
            yield first, last
            first = last

    def took(self, games: int, seconds: float) -> None:
        self._size = max(1, min(self._most, int(games * STEP / max(seconds, 1e-9))))


def nothing() -> None:
    pass


def in_threads(runner: Runner, steps: Steps, threads: int, halt: Callable[[], None] = nothing) -> Generator[Tally]:
    """Yield the tally of each chunk, in order. On Ctrl-C yield those already done, then raise KeyboardInterrupt.

    `halt` is called on an interruption, to end what does not look at `stopped`.
    """
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
            halt()
            pool.shutdown(cancel_futures=True)
            while waiting and not waiting[0].cancelled() and waiting[0].exception() is None:
                yield _next(waiting)
            raise
        finally:
            stop.set()
            halt()
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
