"""SIGTERM ends a run as Ctrl-C does: with the result of what was played."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

INTERRUPTED = 130  # the exit code, as shells have it for Ctrl-C


@contextmanager
def interrupted_by_sigterm() -> Iterator[None]:
    """Within, SIGTERM raises KeyboardInterrupt; afterwards it does what it did before."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: Any) -> None:  # noqa: ARG001  # what a signal handler is given
    raise KeyboardInterrupt
