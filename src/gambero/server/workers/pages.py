"""What all workers of a server count, as one page: each writes its own page to a file that the others read.

Each sample carries the number of its worker. A sum would go down when a worker is replaced, and Prometheus would take
that for a restart of all workers.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

EVERY = 5.0  # seconds
STALE = 4 * EVERY  # seconds after which a page is not shown: its worker hangs, or is gone


class Place(NamedTuple):
    """A worker's number among those of its server, and the folder that they share."""

    number: int
    folder: Path


class Pages:
    def __init__(self, place: Place | None, page: Callable[[], bytes]) -> None:
        self._place, self._page = place, page

    async def run(self) -> None:
        """Write this worker's page every few seconds, if there are other workers that read it."""
        while self._place:
            self._write(self._place, self._page())
            await asyncio.sleep(EVERY)

    def read(self) -> bytes:
        """The pages of all workers as one, this worker's as it is now."""
        own = self._page()
        if not self._place:
            return own
        self._write(self._place, own)
        fresh = time.time() - STALE
        files = sorted(self._place.folder.glob("*.prom"))
        return merged(file.read_text() for file in files if file.stat().st_mtime > fresh).encode()

    def _write(self, place: Place, page: bytes) -> None:
        file = place.folder / f"{place.number}.prom"
        new = file.with_suffix(".new")
        new.write_bytes(page)
        new.replace(file)  # nobody reads half a page


def merged(pages: Iterable[str]) -> str:
    """One page from many: the samples of a metric stand together, below its description."""
    families: dict[str, list[str]] = {}
    for page in pages:
        name, described = "", False
        for line in page.splitlines():
            if line.startswith("# HELP "):
                name = line.split(" ", 3)[2]
                described = name in families
            if not (described and line.startswith("#")):
                families.setdefault(name, []).append(line)
    return "".join(f"{line}\n" for lines in families.values() for line in lines)
