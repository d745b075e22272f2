"""How many processes run the tests."""

import os


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: much of what the tests do is waiting, for a browser, a clock or a disk."""
    return (os.cpu_count() or 1) + 1
