"""Servers, PostgreSQL and Redis for the tests: real ones, each test run its own."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import Served

POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin")) if Path("/usr/lib/postgresql").exists() else []


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """One server on SQLite."""
    with Served(tmp_path / "games.db") as server:
        yield server


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    binary = shutil.which("redis-server")
    assert binary, "redis-server is missing: apt-get install redis-server, or your system's package"
    port = free_port()
    folder = tmp_path_factory.mktemp("redis")
    process = subprocess.Popen(
        [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    _wait_for(port)
    yield f"redis://127.0.0.1:{port}/0"
    process.kill()
    process.wait()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL server, without a database."""
    found = shutil.which("pg_ctl") or (str(POSTGRES[-1] / "pg_ctl") if POSTGRES else None)
    assert found, "PostgreSQL's server is missing: apt-get install postgresql, or your system's package"
    binaries = Path(found).parent
    folder = tmp_path_factory.mktemp("postgres")
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []  # it refuses to run as root
    if user:
        for one in (folder, *list(folder.parents)[:3]):
            one.chmod(0o755)
        shutil.chown(folder, "postgres", "postgres")
    data, port = folder / "data", free_port()
    run = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    subprocess.run([*user, str(binaries / "initdb"), "-D", str(data), "-U", "gambero", "-A", "trust"], **run)  # type: ignore[call-overload]
    options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder}"
    start = [*user, str(binaries / "pg_ctl"), "-D", str(data), "-w", "-o", options, "-l", str(folder / "log"), "start"]
    subprocess.run(start, **run)  # type: ignore[call-overload]
    yield f"postgresql://gambero@127.0.0.1:{port}"
    subprocess.run([*user, str(binaries / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop"], **run)  # type: ignore[call-overload]


@pytest.fixture
def postgres_url(postgres: str, tmp_path: Path) -> str:
    """A new database for each test."""
    import asyncio

    import asyncpg

    name = f"t{abs(hash(str(tmp_path)))}"

    async def create() -> None:
        connection = await asyncpg.connect(f"{postgres}/postgres")
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return f"{postgres}/{name}"


def _wait_for(port: int) -> None:
    for _ in range(200):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nothing answers at port {port}")
