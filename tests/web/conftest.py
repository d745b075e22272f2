"""A server with the built page, for browsers."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from gambero.server.http import site

from helpers.browsing import browser, chromium, shared
from helpers.serving import Served, hang_up

collect_ignore = ["conftest.py"]  # no doctests here, and another folder has a module of this name
WITHOUT_BROWSER = ("test_games_once.py", "test_package.py", "test_texts.py", "test_types.py", "test_units.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder share one event loop. Without a Chromium they cannot run; in CI that is a failure."""
    here = [item for item in items if item.path.parent == Path(__file__).parent]
    for test in filter(pytest_asyncio.is_async_test, here):
        test.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
    if chromium() or os.environ.get("CI"):
        return
    why = pytest.mark.skip(reason="there is no Chromium: apt-get install chromium, or CHROMIUM=/path/to/it")
    for item in here:
        if item.path.name not in WITHOUT_BROWSER:
            item.add_marker(why)


@pytest.fixture(scope="session")
def page() -> None:
    """`make test` has built it."""
    assert (site.FILES / "index.html").exists(), "the web page is not built: make web"


@pytest.fixture(scope="session")
def house(page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:  # noqa: ARG001
    """One server for all tests that need no settings of their own."""
    with Served(tmp_path_factory.mktemp("house") / "games.db") as server:
        yield server


@pytest.fixture
def served(page: None, tmp_path: Path) -> Iterator[Served]:  # noqa: ARG001
    """A server of one's own, to be stopped and started."""
    with Served(tmp_path / "games.db") as server:
        yield server


@pytest_asyncio.fixture(scope="session", loop_scope="session", autouse=True)
async def one_browser() -> AsyncIterator[None]:
    """One browser for all tests of a worker: a window of one's own takes a tenth of a browser's start."""
    if not chromium():
        yield
        return
    async with browser() as running:
        shared[asyncio.get_running_loop()] = running
        yield
        shared.clear()


@pytest_asyncio.fixture(loop_scope="session", autouse=True)
async def hung_up() -> AsyncIterator[None]:
    """Close the sockets that a test opened, whatever came of it."""
    yield
    await hang_up()
