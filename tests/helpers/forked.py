"""A server's process, forked from one that has imported everything before: importing is most of what a start costs."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

PRELOADED = ["helpers.preloaded"]
POSSIBLE = "forkserver" in multiprocessing.get_all_start_methods()  # not on Windows


class Forked:
    """What the tests use of `subprocess.Popen`, for `gambero` with these arguments."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], cwd: Path | None = None, typed: str = ""
    ) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        with _path_of_tests():
            forkserver.ensure_running()
        streams = [context.Pipe(duplex=False) for _ in range(2)]
        self._process = context.Process(
            target=_gambero,
            args=(list(arguments), dict(environment), cwd or Path.cwd(), typed, *(writer for _, writer in streams)),
        )
        self._process.start()
        self.stdout, self.stderr = (_reading(reader) for reader, _ in streams)
        for _, writer in streams:
            writer.close()
        self.pid = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self.returncode is None:
            raise TimeoutError(f"the server has not ended after {timeout} s")
        return self.returncode

    def send_signal(self, which: signal.Signals) -> None:
        if self.returncode is None:
            os.kill(self.pid, which)


@contextmanager
def _path_of_tests() -> Iterator[None]:
    """The process to fork from finds what is preloaded by its environment alone."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parents[1]), *([before] if before else [])])
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def _reading(pipe: "Connection[object, object]") -> IO[str]:
    stream = os.fdopen(os.dup(pipe.fileno()), encoding="utf-8")
    pipe.close()
    return stream


def _gambero(
    arguments: list[str],
    environment: dict[str, str],
    cwd: Path,
    typed: str,
    out: "Connection[object, object]",
    err: "Connection[object, object]",
) -> None:
    """In the new process: take over folder, streams and environment, then run the command."""
    from gambero.cli import main

    os.chdir(cwd)
    with TemporaryFile() as input_file:
        input_file.write(typed.encode())
        input_file.seek(0)
        os.dup2(input_file.fileno(), 0)
    for number, stream in ((1, out), (2, err)):
        os.dup2(stream.fileno(), number)
        stream.close()
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["gambero", *arguments]
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    main()
