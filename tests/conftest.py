"""How many processes run the tests, and in which order."""

import os
import signal

import pytest

from helpers.order import spread

# A shell that starts the tests in the background makes them, and every command they start, deaf to Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: much of what the tests do is waiting, for a browser, a clock or a disk."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests first, so that none of them runs on alone when all others are done."""
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    items[:] = spread(slow, quick, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
