"""Servers, PostgreSQL and Redis for the tests: real ones, each test run its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import stores

from serving import Served


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """One server on SQLite."""
    with Served(tmp_path / "games.db") as server:
        yield server


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all stories that ask nothing special of theirs: each has tables of its own."""
    with Served(tmp_path_factory.mktemp("house") / "games.db") as server:
        yield server


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with stores.redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL server, without a database."""
    with stores.postgres(tmp_path_factory.mktemp("postgres")) as url:
        yield url


@pytest.fixture
def postgres_url(postgres: str, tmp_path: Path) -> str:
    """A new database for each test."""
    return stores.new_database(postgres, f"t{abs(hash(str(tmp_path)))}")
