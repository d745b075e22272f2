"""What a drill plays on: a server as a process, its stores, its clock, and ways to disturb each of them."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Literal

import httpx
import psutil

from drills.proxy import SlowProxy
from drills.shifted import Clock

from helpers.stores import PostgresServer, RedisServer, free_port, new_database

Store = Literal["sqlite", "postgresql"]
ROOT = Path(__file__).parents[1]
PATIENCE = 240.0  # seconds for what should happen soon, on a machine that is busy
START = 300.0  # seconds for a server to start
AGAIN = 1.0  # seconds until a server that ended is started again, as in deploy/systemd
DISK = {"sqlite": "64m", "postgresql": "512m"}
SETTINGS = {"pace": "0.05", "countdown": "0.1", "away": "4", "tables": "0"}


@dataclass(frozen=True)
class Span:
    """A time in which the store, or Redis, could not be used: /readyz must not say 200."""

    why: str
    begin: float
    end: float


@dataclass
class Site:
    store: Store
    folder: Path
    disk: Path  # where the database is: a small disk of its own, if `small`
    small: bool
    database: str
    server: "Server"
    clock: Clock
    postgres: PostgresServer | None = None
    redis: RedisServer | None = None
    proxy: SlowProxy | None = None
    spans: list[Span] = field(default_factory=list)

    @contextmanager
    def unusable(self, why: str) -> Iterator[None]:
        begin = monotonic()
        try:
            yield
        finally:
            self.spans.append(Span(why, begin, monotonic()))

    @property
    def workers(self) -> list[psutil.Process]:
        return self.server.workers


class Server:
    """`gambero serve` as a process. It is started again at the same port and store."""

    def __init__(self, folder: Path, clock: Path, settings: dict[str, str]) -> None:
        self.port = free_port()
        self.log = folder / "server.log"
        given = {f"GAMBERO_{name.upper()}": value for name, value in {**SETTINGS, **settings}.items()}
        self._environment = {**os.environ, **given, "DRILL_CLOCK": str(clock)}
        self._process: subprocess.Popen[bytes] | None = None
        self.seen: dict[int, psutil.Process] = {}  # every process that ever belonged to it

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def launch(self) -> subprocess.Popen[bytes]:
        """Start the process, without waiting until it answers."""
        command = [sys.executable, "-m", "drills.shifted", "serve", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, env=self._environment, cwd=ROOT, stdout=log, stderr=log)
        return self._process

    async def start(self) -> None:
        """Start it, and wait until it answers.

        A server that finds no store when it starts ends, and is started again as systemd would: a drill may
        take a store away at just that time.
        """
        self.launch()
        try:
            async with asyncio.timeout(START), httpx.AsyncClient(base_url=self.url) as client:
                while not await _answers(client):
                    if not self.running:
                        await asyncio.sleep(AGAIN)
                        self.launch()
                    await asyncio.sleep(0.1)
        except TimeoutError:
            raise RuntimeError(f"the server did not start: {self.log.read_text('utf-8')[-2000:]}") from None
        self.note_processes()

    def note_processes(self) -> None:
        if self._process and self.running:
            with suppress(psutil.NoSuchProcess):
                whole = psutil.Process(self._process.pid)
                self.seen.update({one.pid: one for one in (whole, *whole.children(recursive=True))})

    @property
    def main(self) -> psutil.Process:
        assert self._process
        return psutil.Process(self._process.pid)

    @property
    def workers(self) -> list[psutil.Process]:
        """The processes that serve: this one alone, or the workers that it started."""
        self.note_processes()
        if "GAMBERO_WORKERS" not in self._environment:
            return [self.main]
        found = []
        for one in self.main.children():
            with suppress(psutil.Error):
                if any("spawn_main" in word for word in one.cmdline()):
                    found.append(one)
        return found

    async def end(self, how: signal.Signals) -> int:
        """Send a signal, and wait until it has ended; returns its exit code."""
        self.note_processes()
        assert self._process
        self._process.send_signal(how)
        return await asyncio.to_thread(self._process.wait, PATIENCE)

    async def orphans(self) -> list[psutil.Process]:
        """The processes that outlive the server; they have some time to notice that it has ended."""
        _, alive = await asyncio.to_thread(psutil.wait_procs, list(self.seen.values()), PATIENCE)
        return list(alive)


@asynccontextmanager
async def site(store: Store) -> AsyncIterator[Site]:
    """A server on new, empty stores."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="drill", ignore_cleanup_errors=True)))
        disk = folder / "disk"
        disk.mkdir()
        small = stack.enter_context(_small_disk(disk, DISK[store]))
        clock = Clock(folder / "clock")
        if store == "sqlite":
            database = str(disk / "games.db")
            server = Server(folder, clock.file, {"database": database})
            one = Site(store, folder, disk, small, database, server, clock)
        else:
            postgres = await asyncio.to_thread(PostgresServer, disk)
            await asyncio.to_thread(postgres.start)
            stack.callback(postgres.stop)
            redis = RedisServer(folder)
            redis.start()
            stack.callback(redis.kill)
            proxy = SlowProxy(redis.port)
            await proxy.start()
            stack.push_async_callback(proxy.stop)
            database = await asyncio.to_thread(new_database, postgres.url, "drill")
            settings = {"database": database, "redis": f"redis://127.0.0.1:{proxy.port}/0", "workers": "2"}
            server = Server(folder, clock.file, settings)
            one = Site(store, folder, disk, small, database, server, clock, postgres, redis, proxy)
        stack.callback(_kill_all, server)
        await server.start()
        yield one


async def _answers(client: httpx.AsyncClient) -> bool:
    with suppress(httpx.HTTPError):
        return (await client.get("/healthz")).status_code == 200
    return False


@contextmanager
def _small_disk(folder: Path, size: str) -> Iterator[bool]:
    """Mount a small disk in memory, if the system permits it; else the drill runs without."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def _kill_all(server: Server) -> None:
    server.note_processes()
    for process in server.seen.values():
        with suppress(psutil.NoSuchProcess):
            process.kill()  # psutil compares start times: an id that was given to another process is safe
