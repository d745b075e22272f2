"""A server with the built page, for browsers."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from gambero.server.http import site

from helpers.browsing import chromium
from helpers.serving import Served, hang_up

collect_ignore = ["conftest.py"]  # no doctests here, and another folder has a module of this name
WITHOUT_BROWSER = ("test_units.py", "test_texts.py", "test_types.py", "test_package.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a Chromium the stories cannot be told; in CI that is a failure."""
    if chromium() or os.environ.get("CI"):
        return
    why = pytest.mark.skip(reason="there is no Chromium: apt-get install chromium, or CHROMIUM=/path/to/it")
    for item in items:
        if item.path.parent == Path(__file__).parent and item.path.name not in WITHOUT_BROWSER:
            item.add_marker(why)


@pytest.fixture(scope="session")
def page() -> None:
    """`make test` has built it."""
    assert (site.FILES / "index.html").exists(), "the web page is not built: make web"


@pytest.fixture(scope="session")
def house(page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:  # noqa: ARG001
    """One server for all stories that ask nothing special of theirs."""
    with Served(tmp_path_factory.mktemp("house") / "games.db") as server:
        yield server


@pytest.fixture
def served(page: None, tmp_path: Path) -> Iterator[Served]:  # noqa: ARG001
    """A server of one's own, to be stopped and started."""
    with Served(tmp_path / "games.db") as server:
        yield server


@pytest.fixture(autouse=True)
async def hung_up() -> AsyncIterator[None]:
    """Sockets that a test opened are closed, whatever came of it."""
    yield
    await hang_up()
