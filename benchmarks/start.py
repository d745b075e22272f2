"""How long a start takes: the import, a first move, the wheel in a new environment, and the image's kernels."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from time import perf_counter

from benchmarks import installed
from benchmarks.rows import Row

FIRST_MOVE = "import gambero; g = gambero.new('classic', players=2, seed=1); g.move('@0'); g.move(g.moves()[-1])"


def rows() -> Iterator[Row]:
    bare = min(_seconds("pass") for _ in range(5))
    light = min(_seconds("import gambero") for _ in range(5)) - bare
    yield Row("import gambero", f"{light:.3f} s", "≤ 0.3 s", light <= 0.3)
    _seconds(FIRST_MOVE)
    yield Row("warm start to the first move", f"{min(_seconds(FIRST_MOVE) for _ in range(5)):.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        yield Row("cold start to the first move", f"{_seconds(FIRST_MOVE, GAMBERO_CACHE=folder):.1f} s")
    yield from installed.rows()


def _seconds(code: str, **environment: str) -> float:
    began = perf_counter()
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, check=True)
    return perf_counter() - began
