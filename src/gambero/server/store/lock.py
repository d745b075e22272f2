"""A lock on a SQLite file while a server runs on it: a second server would not hear of the first one's moves.

The lock is SQLite's own, on an empty file beside the database. SQLite has locks on every system that it runs on, shared
and exclusive ones, and the system drops them when a process ends, however it ends. The file itself stays
and blocks nobody.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Self

from sqlalchemy import make_url

ENDING = "-lock"
TIMEOUT = 2.0  # seconds: `gambero doctor` may hold the lock for a moment
EXCLUSIVE, SHARED = ("BEGIN EXCLUSIVE",), ("BEGIN", "SELECT count(*) FROM sqlite_master")


class Occupied(ValueError):
    """Another server runs on this SQLite file."""


class ServerLock:
    """Shared by servers that hear of each other through Redis, else exclusive. PostgreSQL needs none."""

    def __init__(self, url: str, *, shared: bool) -> None:
        self._file = file_of(url)
        self._shared = shared
        self._connection: sqlite3.Connection | None = None

    def take(self) -> None:
        """Raises Occupied if a server has it, and sqlite3.OperationalError if there can be no file."""
        if not self._file or self._connection:
            return
        connection = sqlite3.connect(
            f"{self._file}{ENDING}", timeout=TIMEOUT, isolation_level=None, check_same_thread=False
        )
        try:
            for statement in SHARED if self._shared else EXCLUSIVE:
                connection.execute(statement).fetchall()
        except sqlite3.OperationalError as wrong:
            connection.close()
            if "locked" not in str(wrong):
                raise
            raise Occupied(
                f"another server runs on {self._file}: stop that one, or give all of them the same --redis"
            ) from None
        self._connection = connection

    def release(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        self.take()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def file_of(url: str) -> Path | None:
    """The file of a SQLite database, the same for all links to it; None for other databases."""
    found = make_url(url)
    is_file = found.get_backend_name() == "sqlite" and found.database
    return Path(str(found.database)).resolve() if is_file else None


def is_occupied(url: str) -> bool:
    """Does a server run on this SQLite file? False for a file that is not there, and for other databases."""
    file = file_of(url)
    if not file or not Path(f"{file}{ENDING}").exists():
        return False
    with closing(sqlite3.connect(f"{file}{ENDING}", timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute(*EXCLUSIVE)
        except sqlite3.OperationalError as wrong:
            return "locked" in str(wrong)
    return False
