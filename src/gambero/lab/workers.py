"""Chunks of games on all cores of this machine, their counts in order."""

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

from gambero.lab.runners import Runner
from gambero.lab.tally import Tally

Chunk = tuple[int, int]
AHEAD = 16  # chunks a thread may be ahead of the slowest, so that one long game keeps nobody waiting


def in_threads(runner: Runner, chunks: Iterable[Chunk], threads: int) -> Generator[Tally]:
    """The tally of each chunk, first chunk first. On Ctrl-C those already done come, then the interruption."""
    stop = Event()
    waiting: deque[Future[Tally]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for first, last in chunks:
                waiting.append(pool.submit(runner.play, first, last, stop.is_set))
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


def _next(waiting: deque[Future[Tally]]) -> Tally:
    tally = waiting[0].result()  # taken out only once it is there, or an interruption would lose it
    waiting.popleft()
    return tally
