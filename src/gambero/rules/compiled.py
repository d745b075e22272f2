"""The decorators `kernel`, `inlined`, `pasted` and `numeric`: Numba with a cache that is never out of date.

Numba's own cache looks only at the file of the function it stores, not at the files of the functions that one calls.
So kernels of a module are kept in a folder whose name carries a hash of that module and of every module it imports,
directly or not. If one of these files changes, everything that depends on it is compiled again, and nothing else.

Numba also wants to write where it reads. Here kernels are loaded from a folder that is read-only too, so that an image
or a package can bring them along. Where they lie and when files were changed does not matter, since neither survives
the making of an image. Numba itself compares the processor: see docs/deploying.md.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import caching

PACKAGE = Path(__file__).resolve().parent.parent
HOMES = ("rules", "bots", "lab", "study", "envs")  # the only packages that may have kernels
KEPT = 3  # folders of a module's other versions left in place, the most recently used

IMPORT = re.compile(r"^\s*from gambero([\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)

F = TypeVar("F", bound=Callable[..., Any])
numba_caching: Any = caching  # untyped


def kernel(function: F) -> F:
    """Compile a function that Python calls, or one too long to copy into its callers."""
    return _compiled(function)


def inlined(function: F) -> F:
    """Compile a small function and copy it into its callers (LLVM's alwaysinline), so that a call costs nothing."""
    return _compiled(function, forceinline=True)


def pasted(function: F) -> F:
    """Paste a one-line function into its callers before they are compiled.

    Numba does it, not LLVM: the compiled code is the same as if the line stood there. Greedy's loop was 8 % slower with
    `inlined` on the encoding of moves.
    """
    return _compiled(function, inline="always")


def numeric(function: F) -> F:
    """Compile a kernel of float arithmetic whose sums may be taken in any order (fast-math)."""
    return _compiled(function, fastmath=True)


def uncompiled(function: F) -> F:
    """The Python function under a compiled one, for tables made at import, which must not wait for the compiler."""
    return cast(F, getattr(function, "py_func", function))


def _compiled(function: F, **flags: Any) -> F:
    njit: Any = numba.njit
    compiled = njit(nogil=True, error_model="numpy", **flags)(function)
    compiled._cache = KernelCache(function)  # as `cache=True` would, with another class
    return cast(F, compiled)


class Locator(numba_caching.UserProvidedCacheLocator):  # type: ignore[misc]
    """Where the kernels of a function are, and what they were compiled from."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._folder = cache_folder(Path(file).resolve())

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "Locator":
        return cls(function, file)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name


class KernelCacheImpl(numba_caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (Locator,)


class KernelCache(numba_caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function. What cannot be read is compiled, and what cannot be written is not kept."""

    _impl_class = KernelCacheImpl

    def load_overload(self, signature: Any, target: Any) -> Any:
        with suppress(OSError):
            return super().load_overload(signature, target)

    def save_overload(self, signature: Any, kernel: Any) -> None:
        with suppress(OSError):
            super().save_overload(signature, kernel)


@cache
def cache_folder(module: Path) -> Path:
    """Where compiled kernels of a module are kept; `GAMBERO_CACHE` moves it."""
    if not any(module.is_relative_to(PACKAGE / home) for home in HOMES):
        raise RuntimeError(f"kernels belong in {', '.join(HOMES)}, not in {module}: changes there would not be noticed")
    cache_home = Path(os.environ.get("GAMBERO_CACHE") or platformdirs.user_cache_path("gambero"))
    home = cache_home / ".".join(module.relative_to(PACKAGE).with_suffix("").parts)
    folder = home / fingerprint(module)
    with suppress(OSError):  # read-only
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        others = (other for other in home.iterdir() if other != folder)
        for other in sorted(others, key=lambda other: other.stat().st_mtime, reverse=True)[KEPT:]:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def fingerprint(module: Path) -> str:
    """A hash of a module and of every file of this package that it imports, directly or not."""
    found = {module}
    to_read = [module]
    while to_read:
        for path in imported(to_read.pop()):
            if path not in found:
                found.add(path)
                to_read.append(path)
    digest = hashlib.sha256()
    for path in sorted(found):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(source(path).encode())
    return digest.hexdigest()[:16]


@cache
def source(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def imported(path: Path) -> list[Path]:
    """The files of this package that one imports from."""
    found: list[Path] = []
    for home, names in IMPORT.findall(source(path)):
        module = PACKAGE.joinpath(*home.split("."))
        candidates = [module, *(module / name for name in re.findall(r"\w+", names))]
        for candidate in candidates:
            files = (candidate.with_suffix(".py"), candidate / "__init__.py")
            found += [file for file in files if file.is_file()]
    return found
