"""Starts servers, and the clients that put load on them, as processes of their own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil

UNLIMITED = dict.fromkeys(
    ("messages", "chats", "hints", "analyses", "requests", "connections", "tables", "logins", "accounts"), "0"
)
LONGEST = 240.0  # seconds a load may take


class Process(NamedTuple):
    url: str
    pid: int


@contextmanager
def server(database: Path | str, **settings: str) -> Iterator[Process]:
    """A server without limits whose bots do not wait for people."""
    given = {**UNLIMITED, "pace": "0", "port": "0", "database": str(database), **settings}
    with _started("gambero", "serve", **{f"GAMBERO_{name.upper()}": value for name, value in given.items()}) as one:
        yield one


@contextmanager
def echo() -> Iterator[Process]:
    with _started("benchmarks.echo") as one:
        yield one


@contextmanager
def _started(*module: str, **environment: str) -> Iterator[Process]:
    process = subprocess.Popen(
        [sys.executable, "-m", *module], env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        line = process.stdout.readline()
        found = re.search(r":(\d+) ", line)
        assert found, f"{' '.join(module)} did not start: {line}"
        yield Process(f"http://127.0.0.1:{found[1]}", process.pid)
    finally:
        _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    """Ask a process to stop; after 20 seconds kill it and its children."""
    workers = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        print(f"process {process.pid} did not stop within 20 s and was killed", file=sys.stderr)
        for one in (*workers, process):
            with suppress(psutil.NoSuchProcess):
                one.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()


def load(part: str, **about: Any) -> Any:
    """Run a part of benchmarks/load.py in a process of its own; returns its figures."""
    command = [sys.executable, "-m", "benchmarks.load", part, json.dumps(about)]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=LONGEST)
    return json.loads(run.stdout)


@contextmanager
def loading(part: str, **about: Any) -> Iterator[None]:
    """Run a part of benchmarks/load.py that never ends beside something else, once it has printed its first line."""
    command = [sys.executable, "-m", "benchmarks.load", part, json.dumps(about)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline()
        yield
        assert process.poll() is None
        process.terminate()


def allow_many_sockets() -> None:
    """Each socket is an open file; what is started from here inherits the limit."""
    with suppress(ImportError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
