"""Running a server: its address is printed, and it stops when it is asked to, without losing anybody."""

import asyncio
import gc
import json
import logging
import multiprocessing
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable
from errno import EADDRINUSE
from multiprocessing.context import SpawnProcess
from socket import AF_INET, AF_INET6, IPPROTO_TCP, SO_REUSEADDR, SOL_SOCKET, TCP_NODELAY, socket
from types import FrameType

import uvicorn
from fastapi import FastAPI
from sqlalchemy import make_url

from gambero.arguments import quoted
from gambero.server.app import create_app
from gambero.server.live.house import House
from gambero.server.logs import log_to_stderr, logger
from gambero.server.settings import A_DATABASE, A_REDIS, Settings, without_credentials

SWITCH = 0.0005  # seconds the busy event loop keeps Python's lock: what the journal stored is told so much sooner
BIGGEST_FRAME = 1_048_576  # beyond this a frame is not even read


class Server(uvicorn.Server):
    """Says goodbye to everybody before it closes the sockets."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app, self._ready = app, ready

    async def startup(self, sockets: list[socket] | None = None) -> None:
        spoken = logging.getLogger("uvicorn.error")
        spoken.disabled = True  # it tells a whole traceback, where one line will do
        try:
            await super().startup(sockets)
        except SystemExit:
            raise ValueError(reason(self._app.state.wrong, self._app.state.settings)) from None
        finally:
            spoken.disabled = False
        spare_the_collector()
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """To be asked to stop is no fault: the process ends with 0, not by the signal. Ctrl-C twice ends it at once."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        if hasattr(self._app.state, "house"):  # else it did not come that far
            self._app.state.house.farewell()
            await asyncio.sleep(0)  # let the goodbyes out before the sockets close
        await super().shutdown(sockets)


def serve(settings: Settings, *, browser: bool = False, as_json: bool = False) -> None:
    settings = settings.checked()
    log_to_stderr()
    listening = bound(settings)
    host, port = settings.host, listening.getsockname()[1]
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0") else f"[{host}]" if ":" in host else host
    address = f"http://{name}:{port}"

    def ready() -> None:
        logger.info("start", extra={"address": address})
        if as_json:
            print(json.dumps({"address": address, "pid": os.getpid()}), flush=True)
        else:
            print(f"gambero serves {address} (Ctrl-C stops it)", flush=True)
        if browser:
            webbrowser.open(address)

    if settings.workers > 1:
        asyncio.run(try_out(settings))
        listening.listen()
        ready()
        supervise(settings, listening)
    else:
        work(settings, listening, ready)


def bound(settings: Settings) -> socket:
    """The socket it listens at. What is sent in two pieces goes out at once: not every event loop sees to that."""
    listening = socket(AF_INET6 if ":" in settings.host else AF_INET)
    listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, True)
    listening.setsockopt(IPPROTO_TCP, TCP_NODELAY, True)  # who connects inherits it
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, UnicodeError) as wrong:
        listening.close()
        raise ValueError(unbound(wrong, settings)) from None
    return listening


def unbound(wrong: OSError | UnicodeError, settings: Settings) -> str:
    """Why nobody can listen there."""
    if isinstance(wrong, OSError) and wrong.errno == EADDRINUSE:
        return f"port {settings.port} is in use: stop what listens there, take another, or 0 for any that is free"
    if isinstance(wrong, PermissionError):
        return f"port {settings.port} is not yours to take: take one above 1023, or 0 for any that is free"
    return f"host must be an address of this machine, as 127.0.0.1, or 0.0.0.0 for all, not {quoted(settings.host)}"


def work(settings: Settings, listening: socket, ready: Callable[[], None] = lambda: None) -> None:
    """One worker, until it is asked to stop."""
    sys.setswitchinterval(SWITCH)
    log_to_stderr()
    app = create_app(settings)
    Server(configured(app, settings), app, ready).run(sockets=[listening])
    if app.state.house.pool.busy:  # all is stored and told; to tidy up under a compiler that runs is its crash
        sys.stdout.flush()
        os._exit(0)


def work_for(settings: Settings, listening: socket) -> None:
    """One worker of several, which does not outlive who started it."""

    def follow() -> None:
        parent = multiprocessing.parent_process()
        if parent:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, daemon=True).start()
    work(settings, listening)


async def try_out(settings: Settings) -> None:
    """Reach the stores once and bring the database to its present form, before there are workers to fail at it."""
    try:
        house = House(settings)
        try:
            await house.store.start()
            await house.backplane.ready()
        finally:
            await house.stop()
    except Exception as wrong:  # noqa: BLE001
        raise ValueError(reason(wrong, settings)) from None


def reason(wrong: Exception, settings: Settings) -> str:
    """Why a server cannot start, in one line: what does not work, why, and what would."""
    if isinstance(wrong, ValueError):
        return str(wrong)
    if isinstance(wrong, ImportError):
        return f"{str(wrong.name).partition('.')[0]} must be installed for this: pip install 'gambero[workers]'"
    why = str(getattr(wrong, "orig", wrong)).partition("\n")[0].rstrip(".") or type(wrong).__name__
    if type(wrong).__module__.startswith("redis"):
        return f"redis does not answer at {without_credentials(settings.redis)}: {why}; it must be {A_REDIS}"
    file = make_url(settings.database_url).database if settings.database_url.startswith("sqlite") else None
    if file:
        return f"database {file} cannot be used: {why}; it must be {A_DATABASE}"
    return f"database does not answer at {without_credentials(settings.database)}: {why}; it must be {A_DATABASE}"


def supervise(settings: Settings, listening: socket) -> None:
    """Several workers on one port; one that dies is started anew, and all stop when this one is asked to."""
    context = multiprocessing.get_context("spawn")
    stop = threading.Event()
    for asked in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked, lambda *_: stop.set())
    workers: list[SpawnProcess] = []
    while not stop.is_set():
        workers = [worker for worker in workers if worker.is_alive()]
        while len(workers) < settings.workers:
            workers.append(context.Process(target=work_for, args=(settings, listening)))
            workers[-1].start()
        stop.wait(0.2)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join()


def spare_the_collector() -> None:
    """Tables live long; to look through all of them for garbage again and again took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)
    gc.enable()


def configured(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=BIGGEST_FRAME,
        ws_per_message_deflate=False,  # a window of 32 KB and more for each idle socket
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
