"""Running a server: its address is printed, and it stops when it is asked to, without losing anybody."""

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from socket import IPPROTO_TCP, TCP_NODELAY, socket
from types import FrameType

import uvicorn
from fastapi import FastAPI

from gambero.server.app import create_app
from gambero.server.house import House
from gambero.server.metrics import log_to_stderr, logger
from gambero.server.settings import Settings

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
            raise ValueError(reason(self._app.state.wrong)) from None
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


def serve(settings: Settings, *, browser: bool = False) -> None:
    settings = settings.checked()
    log_to_stderr()
    listening = bound(settings)
    host, port = settings.host, listening.getsockname()[1]
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}"

    def ready() -> None:
        print(f"gambero serves {address} (Ctrl-C stops it)", flush=True)
        if browser:
            webbrowser.open(address)

    logger.info("start", extra={"address": address})
    if settings.workers > 1:
        asyncio.run(try_out(settings))
        listening.listen()
        ready()
        supervise(settings, listening)
    else:
        work(settings, listening, ready)


def bound(settings: Settings) -> socket:
    """The socket it listens at. What is sent in two pieces goes out at once: not every event loop sees to that."""
    listening = configured(None, settings).bind_socket()
    listening.setsockopt(IPPROTO_TCP, TCP_NODELAY, True)  # who connects inherits it
    return listening


def work(settings: Settings, listening: socket, ready: Callable[[], None] = lambda: None) -> None:
    """One worker, until it is asked to stop."""
    sys.setswitchinterval(SWITCH)
    log_to_stderr()
    app = create_app(settings)
    Server(configured(app, settings), app, ready).run(sockets=[listening])
    if app.state.house.thinkers.busy:  # all is stored and told; to tidy up under a compiler that runs is its crash
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
    house = House(settings)
    try:
        await house.store.start()
        await house.backplane.ready()
    except Exception as wrong:  # noqa: BLE001
        raise ValueError(reason(wrong)) from None
    finally:
        await house.stop()


def reason(wrong: Exception) -> str:
    """Why a server cannot start, in one line."""
    if isinstance(wrong, ValueError):
        return str(wrong)
    return f"a store does not answer: {str(wrong).partition(chr(10))[0] or type(wrong).__name__}"


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


def configured(app: FastAPI | None, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app or "",
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
