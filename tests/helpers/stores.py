"""PostgreSQL and Redis of one's own, for as long as they are needed: for benchmarks and for tests."""

import asyncio
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Missing(Exception):  # a program, said as a sentence
    pass


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """The URL of a Redis server."""
    binary = shutil.which("redis-server")
    if not binary:
        raise Missing("redis-server is missing: apt-get install redis-server, or your system's package")
    port = free_port()
    process = subprocess.Popen(
        [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_for(port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.kill()
        process.wait()


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The URL of a PostgreSQL server, without a database."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))  # not on the path in Debian
    control = shutil.which("pg_ctl") or (str(installed[-1]) if installed else None)
    if not control:
        raise Missing("PostgreSQL's server is missing: apt-get install postgresql, or your system's package")
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []  # it refuses to run as root
    if user:
        for one in (folder, *list(folder.parents)[:3]):
            one.chmod(one.stat().st_mode | 0o055)  # let it through, and take nothing from anybody
        shutil.chown(folder, "postgres", "postgres")
    data, port = folder / "data", free_port()

    def run(program: str, *arguments: str) -> None:
        command = [*user, program, "-D", str(data), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    run(str(Path(control).parent / "initdb"), "-U", "gambero", "-A", "trust")
    run(control, "-w", "-o", f"-p {port} -c listen_addresses=127.0.0.1 -k {folder}", "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql://gambero@127.0.0.1:{port}"
    finally:
        run(control, "-m", "immediate", "stop")


def new_database(postgres: str, name: str) -> str:
    """The URL of a new, empty database."""
    import asyncpg

    async def create() -> None:
        connection = await asyncpg.connect(f"{postgres}/postgres")
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return f"{postgres}/{name}"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(200):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"nothing answers at port {port}")
