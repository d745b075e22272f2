"""Games played by several processes, for bots written in Python: in threads they would wait for the interpreter's lock.

They are started with `subprocess`, not with `multiprocessing`, which would run the caller's script once more in each of
them unless the script guards against it. Nothing is forked: a fork of a process that has threads can hang.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import Any, BinaryIO

from gambero.lab.simulation.game_loop import Interrupted
from gambero.lab.simulation.runners import Runner, never
from gambero.lab.simulation.tally import Tally
from gambero.lab.simulation.threads import STEP, Steps, in_threads

TRIAL = 0.5  # seconds of games played here first, to see whether starting processes is worth it
WORTH = 3.0  # seconds of games left, on one core, from which on it is: a process takes a second to start
MOST = 1_000  # games in one request
CHILD = "from gambero.lab.simulation.processes import serve; serve()"


def in_processes(runner: Runner, games: range, workers: int) -> Generator[Tally]:
    """Yield the tally of each chunk, in order; short runs, and bots no other process can load, stay in this process."""
    following = games.start
    if workers > 1 and runner.portable:
        yield runner.play(following, following + 1)  # not timed: kernels may be compiled for it
        following, began = following + 1, perf_counter()
        while following < games.stop and (following == games.start + 1 or perf_counter() - began < TRIAL):
            yield runner.play(following, following + 1)
            following += 1
        each = (perf_counter() - began) / (following - games.start)
        if each * (games.stop - following) > WORTH:
            pool = ProcessPool(runner, workers)
            try:
                steps = Steps(games.stop, MOST, following, max(1, int(STEP / each)))
                yield from in_threads(pool, steps, workers, halt=pool.kill)
            finally:
                pool.close()
            return
    yield from in_threads(runner, Steps(games.stop, runner.chunk, following), workers)


class ProcessPool:
    """A runner whose games are played by processes; each thread that calls `play` gets one to itself."""

    compiled = False
    portable = False
    chunk = MOST

    def __init__(self, runner: Runner, workers: int) -> None:
        self._killed = False
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._processes = [self._start(runner) for _ in range(workers)]

    def _start(self, runner: Runner) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
            start_new_session=True,  # Ctrl-C is for this process, which then ends the others
        )
        _send(process.stdin, runner)
        self._idle.put(process)
        return process

    def play(self, first: int, last: int, stopped: Callable[[], bool] = never) -> Tally:
        """Let an idle process play; its exception, a bot's fault for one, is raised here."""
        process = self._idle.get()
        try:
            _send(process.stdin, (first, last))
            answer = _receive(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError):
            if self._killed or stopped():
                raise Interrupted from None
            code = process.wait()
            raise RuntimeError(f"a process that played games {first} to {last - 1} ended with code {code}") from None
        finally:
            self._idle.put(process)
        if isinstance(answer, Tally):
            return answer
        raise answer

    def kill(self) -> None:
        """End all processes at once, in the middle of their games."""
        self._killed = True
        for process in self._processes:
            process.kill()

    def close(self) -> None:
        self.kill()
        for process in self._processes:
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # what was not yet sent to a process that is gone
                    pipe.close()  # type: ignore[union-attr]  # both are pipes


def _send(pipe: Any, message: object) -> None:
    pipe.write(pickle.dumps(message))
    pipe.flush()


def _receive(pipe: Any) -> Any:
    return pickle.load(pipe)


def serve() -> None:
    """The loop of a process: read a runner, then answer each request for games with a tally or an exception."""
    requests, answers = sys.stdin.buffer, _own_stdout()
    runner: Runner = _receive(requests)
    while True:
        try:
            first, last = _receive(requests)
        except EOFError:
            return  # the process that asked has ended
        try:
            answer: object = runner.play(first, last)
        except Exception as wrong:  # noqa: BLE001  # it is raised again where the games were asked for
            answer = wrong
        try:
            _send(answers, answer)
        except BrokenPipeError:
            return


def _own_stdout() -> BinaryIO:
    """Standard output for answers alone; what a bot prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers
