"""Chunks of games on the machines of a Ray cluster, their counts in order, each chunk counted once."""

import importlib
import os
import socket
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from gambero.arguments import quoted
from gambero.lab.simulation.runners import Runner
from gambero.lab.simulation.tally import Tally

MODE = "RAY_AUTH_MODE"  # "token" or "disabled"; unset, Ray decides
HOW_TO_GET_IT = "ray must be installed for this: pip install 'gambero[cluster]'"
NOBODY_THERE = "ray must be the address of a cluster that runs: nothing answers at {}"
REFUSED = (
    "ray at {} answers, but lets nobody in without its token: copy ~/.ray/auth_token from the machine that started it, "
    "or put the token into RAY_AUTH_TOKEN"
)
TIMEOUT = 5  # seconds for a cluster to answer
RETRIES = 25  # how often a chunk is played again when its worker dies, before the chunk itself counts as the cause
AHEAD = 4  # chunks asked for at once, for each processor of the cluster

Played = TypeVar("Played")


def on_cluster(runner: Runner, games: range, address: str) -> Generator[Tally]:
    """Yield the tally of each chunk, in order. On Ctrl-C yield those already done, then raise KeyboardInterrupt."""
    chunks = ((first, min(first + runner.chunk, games.stop)) for first in games[:: runner.chunk])
    with connection(address) as ray:
        yield from spread_out(ray, _chunk, (runner,), chunks)


@contextmanager
def connection(address: str) -> Iterator[Any]:
    """Ray, connected to a cluster; left connected if it was before."""
    ray, ours = _connected(address)
    try:
        yield ray
    finally:
        if ours:
            ray.shutdown()


def _connected(address: str) -> tuple[Any, bool]:
    """Ray, and whether this call connected to it."""
    if not isinstance(address, str) or not address:
        raise ValueError(f"ray must be the address of a cluster, or auto, not {quoted(address)}")
    asks_for_token = _use_token()
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise ValueError(HOW_TO_GET_IT) from None
    if ray.is_initialized():
        return ray, False
    reached = _check_reached(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as wrong:
        why = REFUSED if reached and not asks_for_token else NOBODY_THERE
        raise ValueError(why.format(address)) from wrong
    return ray, True


def _use_token() -> bool:
    """Whether Ray will show its token. It does so by itself only for "auto", and clusters ask for one by default.

    A cluster that asks for none takes a connection with a token, too.
    """
    if MODE not in os.environ and _has_token():
        os.environ[MODE] = "token"
        if "ray" in sys.modules:  # it has read the environment already
            with suppress(ImportError, AttributeError):  # a Ray without tokens
                importlib.import_module("ray._raylet").Config.initialize("")
    return os.environ.get(MODE) == "token"


def _has_token() -> bool:
    return (
        bool(os.environ.get("RAY_AUTH_TOKEN") or os.environ.get("RAY_AUTH_TOKEN_PATH"))
        or (Path.home() / ".ray" / "auth_token").is_file()
    )


def _check_reached(address: str) -> bool:
    """Refuse an address where nothing answers, since Ray would go on trying; whether there was one to try."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdigit():
        return False  # auto, local
    try:
        socket.create_connection((host, int(port)), TIMEOUT).close()
    except (OSError, OverflowError) as wrong:
        raise ValueError(NOBODY_THERE.format(address)) from wrong
    return True


def spread_out(
    ray: Any, play: Callable[..., Played], shared: Sequence[Any], chunks: Iterable[tuple[int, int]]
) -> Generator[Played]:
    """Yield play(*shared, first, last) for each chunk, in order. On Ctrl-C yield those already done."""
    task = ray.remote(max_retries=RETRIES)(play)
    stored = [ray.put(argument) for argument in shared]
    window = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    places: dict[Any, int] = {}  # which chunk an answer is for; Ray plays a lost one again under the same reference
    done: dict[int, Played] = {}
    asked = due = 0
    todo = iter(chunks)
    try:
        while True:
            while asked - due < window and (chunk := next(todo, None)) is not None:
                places[task.remote(*stored, *chunk)] = asked
                asked += 1
            if due == asked:
                return
            for reference in ray.wait(list(places))[0]:
                done[places.pop(reference)] = ray.get(reference)
            while due in done:
                yield done.pop(due)
                due += 1
    except KeyboardInterrupt:
        while due in done:
            yield done.pop(due)
            due += 1
        raise
    finally:
        for reference in places:
            ray.cancel(reference, force=True)


def _chunk(runner: Runner, first: int, last: int) -> Tally:
    return runner.play(first, last)
