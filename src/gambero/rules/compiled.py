"""The decorators `kernel` and `inlined`: Numba with a cache that can never be stale.

Numba's own cache looks only at the file of the function it stores, not at the files of the functions that one calls.
So the cache folder's name carries a hash of every source file that may hold a kernel: change one, and all is compiled
anew.
"""

import hashlib
import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs

PACKAGE = Path(__file__).resolve().parent.parent
HOMES = ("rules", "bots", "lab")  # the only folders in which a kernel may live
KEPT = 4  # cache folders of other source versions left in place, the most recently used

F = TypeVar("F", bound=Callable[..., Any])


def sources() -> list[Path]:
    """Every file that may hold a kernel."""
    return sorted(path for home in HOMES for path in (PACKAGE / home).rglob("*.py"))


def fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Where compiled kernels of just these sources are kept; `GAMBERO_CACHE` moves it."""
    home = Path(os.environ.get("GAMBERO_CACHE") or platformdirs.user_cache_path("gambero"))
    folder = home / f"kernels-{fingerprint()}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    others = sorted(
        (other for other in home.glob("kernels-*") if other != folder),
        key=lambda other: other.stat().st_mtime,
        reverse=True,
    )
    for other in others[KEPT:]:
        shutil.rmtree(other, ignore_errors=True)
    return folder


def kernel(function: F) -> F:
    """A function called from Python, or one too long to repeat wherever it is called."""
    return _compiled(function, forceinline=False)


def inlined(function: F) -> F:
    """A small function that melts into its callers, so that splitting the law into small pieces costs nothing."""
    return _compiled(function, forceinline=True)


def numeric(function: F) -> F:
    """A kernel of plain arithmetic on floats, whose sums may be taken in any order."""
    return _compiled(function, forceinline=False, fastmath=True)


def _compiled(function: F, *, forceinline: bool, fastmath: bool = False) -> F:
    home = Path(function.__code__.co_filename).resolve().parent
    if not any(home.is_relative_to(PACKAGE / name) for name in HOMES):
        raise RuntimeError(
            f"kernels live in {', '.join(HOMES)}, not in {home}: the cache would not notice changes there"
        )
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        jit = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=forceinline, fastmath=fastmath)
        return cast(F, jit(function))
    finally:
        config.CACHE_DIR = before
