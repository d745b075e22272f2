"""`python -m drills.shifted serve …` is `gambero serve …` whose wall clock can be moved from outside.

The file named in DRILL_CLOCK holds by how many nanoseconds, as 8 bytes. Worker processes import this module again and
so have the same clock. What measures durations (`time.monotonic`, the event loop) is not moved, as on a real machine.
"""

import mmap
import os
import struct
import time
from pathlib import Path

OFFSET = struct.Struct("<q")


class Clock:
    """The offset, as a drill sets it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.move(0.0)

    def move(self, seconds: float) -> None:
        mode = "r+b" if self.file.exists() else "w+b"
        with self.file.open(mode) as out:
            out.write(OFFSET.pack(int(seconds * 1e9)))


def _move_the_clock(file: str) -> None:
    with Path(file).open("rb") as offset:
        kept = mmap.mmap(offset.fileno(), OFFSET.size, access=mmap.ACCESS_READ)
    real = time.time_ns

    def time_ns() -> int:
        return real() + int(OFFSET.unpack_from(kept)[0])

    time.time_ns = time_ns
    time.time = lambda: time_ns() / 1e9


if "DRILL_CLOCK" in os.environ:
    _move_the_clock(os.environ["DRILL_CLOCK"])

if __name__ == "__main__":
    from gambero.cli import main

    main()
