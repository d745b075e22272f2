"""Servers, PostgreSQL and Redis for the tests: real ones, each test run its own."""

import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from helpers import stores
from helpers.serving import Served, hang_up


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory where the system has such a place: on a disk, most of the time goes into commits."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.exists() else None) as place:
        yield Path(place)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """One server on SQLite."""
    with Served(tmp_path / "games.db") as server:
        yield server


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that need no settings of their own; each test opens its own tables."""
    with Served(tmp_path_factory.mktemp("house") / "games.db") as server:
        yield server


@contextmanager
def at_hand(store: Callable[[Path], AbstractContextManager[str]]) -> Iterator[str]:
    """A new store; if its program is not installed the test is skipped with the reason, and in CI it fails."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))  # PostgreSQL's user may enter it
        try:
            url = stack.enter_context(store(Path(folder)))
        except stores.Missing as missing:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(missing))
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with at_hand(stores.redis) as url:
        yield url


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server, without a database."""
    with at_hand(stores.postgres) as url:
        yield url


@pytest.fixture
def postgres_url(postgres: str, tmp_path: Path) -> str:
    """A new database for each test."""
    return stores.new_database(postgres, f"t{abs(hash(str(tmp_path)))}")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind."""
    return str(tmp_path / "games.db") if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture(autouse=True)
async def hung_up() -> AsyncIterator[None]:
    """Sockets that a test opened are closed, whatever came of it."""
    yield
    await hang_up()
