"""PostgreSQL and Redis of one's own, for as long as they are needed: for benchmarks, drills and tests."""

import asyncio
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from helpers.patience import PATIENCE


class Missing(Exception):  # a program, said as a sentence
    pass


class RedisServer:
    """A Redis server that can be killed and started again at the same port, empty."""

    def __init__(self, folder: Path) -> None:
        binary = shutil.which("redis-server")
        if not binary:
            raise Missing("redis-server is missing: apt-get install redis-server, or your system's package")
        self.port = free_port()
        command = [binary, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        wait_for(self.port)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


class PostgresServer:
    """A PostgreSQL server that can be stopped and started again at the same port, with its data."""

    def __init__(self, folder: Path) -> None:
        installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))  # not on the path in Debian
        control = shutil.which("pg_ctl") or (str(installed[-1]) if installed else None)
        if not control:
            raise Missing("PostgreSQL's server is missing: apt-get install postgresql, or your system's package")
        self._control = control
        self._user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []  # it refuses to run as root
        if self._user:
            for one in (folder, *list(folder.parents)[:3]):
                one.chmod(one.stat().st_mode | 0o055)  # let it through, and take nothing from anybody
            shutil.chown(folder, "postgres", "postgres")
        self._folder, self._data, self.port = folder, folder / "data", free_port()
        self._run(str(Path(control).parent / "initdb"), "-U", "gambero", "-A", "trust")

    @property
    def url(self) -> str:
        """Without a database."""
        return f"postgresql://gambero@127.0.0.1:{self.port}"

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self._folder}"
        self._run(self._control, "-w", "-o", options, "-l", str(self._folder / "log"), "start")

    def stop(self, mode: Literal["fast", "immediate"] = "immediate") -> None:
        """`fast` ends sessions in order; `immediate` is like a crash."""
        self._run(self._control, "-m", mode, "stop")

    @property
    def running(self) -> bool:
        command = [*self._user, self._control, "-D", str(self._data), "status"]
        return subprocess.run(command, stdout=subprocess.DEVNULL, cwd="/").returncode == 0

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._user, program, "-D", str(self._data), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """The URL of a Redis server."""
    server = RedisServer(folder)
    try:
        server.start()
        yield server.url
    finally:
        server.kill()


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The URL of a PostgreSQL server, without a database."""
    server = PostgresServer(folder)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


def new_database(postgres: str, name: str) -> str:
    """The URL of a new, empty database."""
    import asyncpg

    async def create() -> None:
        connection = await asyncpg.connect(f"{postgres}/postgres")
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return f"{postgres}/{name}"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nothing answers at port {port}")
