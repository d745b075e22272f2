"""Running a server: it prints its address, and stops when asked, after telling every client to connect again."""

import asyncio
import gc
import json
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from errno import EADDRINUSE
from multiprocessing.context import SpawnProcess
from pathlib import Path
from socket import AF_INET, AF_INET6, IPPROTO_TCP, SO_REUSEADDR, SOL_SOCKET, TCP_NODELAY, socket
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from gambero.arguments import quoted
from gambero.server.app import create_app
from gambero.server.http.protocols import HttpProtocol, SocketProtocol, State
from gambero.server.live.house import House
from gambero.server.logs import log_to_stderr, logger
from gambero.server.settings import Settings
from gambero.server.start_error import start_error
from gambero.server.workers.pages import Place
from gambero.warm import warm_law

SWITCH = 0.0005  # seconds between switches of threads, so that the event loop hears of a commit sooner
BACKLOG = 256  # connections that wait to be accepted: a descriptor is free for each
RESERVED = 512  # descriptors that connections leave for the stores, files and the backlog
ENDING = 2.0  # seconds that tasks have to end when all else has stopped
BIGGEST_FRAME = 1_048_576  # bytes; a bigger frame is not read


class Server(uvicorn.Server):
    """Tells every client to connect again before it closes the sockets."""

    def __init__(self, app: FastAPI, settings: Settings, ready: Callable[[], None]) -> None:
        super().__init__(configured(app, settings))
        trusted = ProxyHeadersMiddleware(cast(Any, app), self.config.forwarded_allow_ips).trusted_hosts
        total = allowed_connections(settings.total_connections)
        self.server_state = State(settings, total, is_proxy=trusted.__contains__)
        self._app, self._ready = app, ready
        self._alone = False  # nothing else uses the event loop

    def run(self, sockets: list[socket] | None = None) -> None:
        """Serve in an event loop of its own, until it is asked to stop."""
        self._alone = True
        super().run(sockets)

    async def startup(self, sockets: list[socket] | None = None) -> None:
        uvicorn_log = logging.getLogger("uvicorn.error")
        uvicorn_log.disabled = True  # it would log a traceback; start_error gives one line
        try:
            await super().startup(sockets)
        except SystemExit:
            raise ValueError(start_error(self._app.state.wrong, self._app.state.settings)) from None
        finally:
            uvicorn_log.disabled = False
        relax_garbage_collection()
        if self.started:
            self._ready()

    async def serve(self, sockets: list[socket] | None = None) -> None:
        """Until it is asked to stop. What has not ended by then is not waited for: all is stored.

        A request that was cancelled while it waited for a locked SQLite file may wait for ever for a connection that
        is closed.
        """
        await super().serve(sockets)
        left = asyncio.all_tasks() - {asyncio.current_task()} if self._alone else set()
        for task in left:
            task.cancel()
        if left and (await asyncio.wait(left, timeout=ENDING))[1]:
            logger.warning("stopped without waiting for what had not ended")
            sys.stdout.flush()
            os._exit(0)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Stop with exit code 0, not by the signal. Ctrl-C twice stops at once."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        if hasattr(self._app.state, "house"):  # missing if it did not start
            self._app.state.house.farewell()
            await asyncio.sleep(0)  # lets the messages out before the sockets close
        await super().shutdown(sockets)


def serve(settings: Settings, *, browser: bool = False, as_json: bool = False) -> None:
    settings = settings.checked()
    log_to_stderr()
    listening = bound(settings)
    host, port = settings.host, listening.getsockname()[1]
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0") else f"[{host}]" if ":" in host else host
    address = f"http://{name}:{port}{settings.root_path}"

    def ready() -> None:
        logger.info("start", extra={"address": address})
        if as_json:
            print(json.dumps({"address": address, "pid": os.getpid()}), flush=True)
        else:
            print(f"gambero serves {address} (Ctrl-C stops it)", flush=True)
        if browser:
            webbrowser.open(address)

    if settings.workers > 1:
        asyncio.run(check_stores(settings))
        listening.listen()
        ready()
        supervise(settings, listening)
    else:
        work(settings, listening, ready)


def bound(settings: Settings) -> socket:
    """The socket to listen at. Small packets are sent at once (TCP_NODELAY): not every event loop sets that."""
    listening = socket(AF_INET6 if ":" in settings.host else AF_INET)
    listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, True)
    listening.setsockopt(IPPROTO_TCP, TCP_NODELAY, True)  # connections inherit it
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, UnicodeError) as wrong:
        listening.close()
        raise ValueError(bind_error(wrong, settings)) from None
    return listening


def bind_error(wrong: OSError | UnicodeError, settings: Settings) -> str:
    """Why it cannot listen there, in one line."""
    if isinstance(wrong, OSError) and wrong.errno == EADDRINUSE:
        return f"port {settings.port} is in use: stop what listens there, take another, or 0 for any that is free"
    if isinstance(wrong, PermissionError):
        return f"port {settings.port} is not yours to take: take one above 1023, or 0 for any that is free"
    return f"host must be an address of this machine, as 127.0.0.1, or 0.0.0.0 for all, not {quoted(settings.host)}"


def work(
    settings: Settings, listening: socket, ready: Callable[[], None] = lambda: None, place: Place | None = None
) -> None:
    """One worker, until it is asked to stop."""
    sys.setswitchinterval(SWITCH)
    log_to_stderr()
    app = create_app(settings, place=place)
    Server(app, settings, ready).run(sockets=[listening])
    if app.state.house.pool.busy:  # all is stored; Python would crash if it shut down while Numba compiles
        sys.stdout.flush()
        os._exit(0)


def work_for(settings: Settings, listening: socket, place: Place) -> None:
    """One worker of several; it stops when the process that started it ends."""

    def follow() -> None:
        parent = multiprocessing.parent_process()
        if parent:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, daemon=True).start()
    warm_law()  # else the event loop waits for the compiler, which is busy with the bots
    work(settings, listening, place=place)


async def check_stores(settings: Settings) -> None:
    """Connect to the stores and run the migrations once, before workers start. Raises ValueError in one line."""
    try:
        house = House(settings)
        try:
            house.lock.take()
            await house.store.start()
            await house.backplane.ready()
        finally:
            await house.stop()
    except Exception as wrong:  # noqa: BLE001
        raise ValueError(start_error(wrong, settings)) from None


def supervise(settings: Settings, listening: socket) -> None:
    """Several workers on one port. One that dies is replaced, and all stop when this process is asked to."""
    context = multiprocessing.get_context("spawn")
    stop = threading.Event()
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, lambda *_: stop.set())
    workers: dict[int, SpawnProcess] = {}
    with TemporaryDirectory(prefix="gambero-") as folder:
        while not stop.is_set():
            for number in range(settings.workers):
                if number not in workers or not workers[number].is_alive():
                    place = Place(number, Path(folder))
                    workers[number] = context.Process(target=work_for, args=(settings, listening, place))
                    workers[number].start()
            stop.wait(0.2)
        end_workers(list(workers.values()), settings.stop_timeout)


def end_workers(workers: Sequence[SpawnProcess], seconds: float) -> None:
    """Ask all to stop; kill those that have not done so in time. What was acknowledged is stored already."""
    for worker in workers:
        worker.terminate()
    until = time.monotonic() + seconds
    for worker in workers:
        worker.join(max(0.0, until - time.monotonic()))
        if worker.is_alive():
            logger.error("worker killed: it did not stop in time", extra={"worker": worker.pid})
            worker.kill()
    for worker in workers:
        worker.join()


def relax_garbage_collection() -> None:
    """Collect garbage less often: tables live long, and looking through them took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)
    gc.enable()


def allowed_connections(wanted: int) -> int:
    """How many connections there may be so that descriptors are left for the stores; `wanted` 0 means all others.

    The limit of descriptors is raised as far as needed, where the system allows it.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted or sys.maxsize
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (sys.maxsize if one == resource.RLIM_INFINITY else one for one in limits)
    needed = min(hard, wanted + RESERVED if wanted else hard)
    if soft < needed:
        with suppress(ValueError, OSError):  # macOS has another limit besides
            resource.setrlimit(resource.RLIMIT_NOFILE, (needed, limits[1]))
            soft = needed
    return min(wanted or sys.maxsize, soft - min(RESERVED, soft // 2))


def configured(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        backlog=BACKLOG,
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=BIGGEST_FRAME,
        ws_per_message_deflate=False,  # it costs 32 KB and more for each idle socket
        ws_ping_interval=20,
        ws_ping_timeout=20,
        forwarded_allow_ips=settings.trusted_proxies,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
