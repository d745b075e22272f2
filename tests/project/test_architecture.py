"""Which room may know which: imports point one way."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "gambero"

# A room may use itself and the rooms named here.
MAY_USE = {
    "arguments": set(),
    "errors": set(),
    "rules": set(),
    "game": {"arguments", "errors", "rules"},
    "tournament": {"arguments", "game", "rules"},
    "bots": {"arguments", "errors", "game", "rules"},
    "lab": {"arguments", "bots", "errors", "game", "rules"},
    "tui": {"arguments", "bots", "errors", "game", "rules", "tournament"},
    "server": {"arguments", "bots", "errors", "game", "lab", "tournament", "warm"},
    "cli": {"arguments", "bots", "errors", "game", "lab", "rules", "server", "tournament", "tui", "warm"},
    "warm": {"bots", "game", "lab", "rules"},
    "__main__": {"cli"},
}
FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if path != PACKAGE / "__init__.py"]


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The rooms of this package that a file imports from, anywhere in it."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name.name}" for name in node.names]
        rooms |= {name.split(".")[1] for name in names if name.startswith("gambero.")}
    return rooms


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_point_down(path: Path) -> None:
    assert imported(path) <= MAY_USE[room(path)] | {room(path)}


def test_the_law_uses_numpy_and_numba_only() -> None:
    allowed = {"gambero", "numpy", "numba", "llvmlite", "platformdirs", *sys.stdlib_module_names}
    for path in (PACKAGE / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert node.module.split(".")[0] in allowed, path
            if isinstance(node, ast.Import):
                assert {name.name.split(".")[0] for name in node.names} <= allowed, path


def test_numba_comes_in_when_a_game_does() -> None:
    probe = "import gambero, sys; assert 'numba' not in sys.modules and 'numpy' not in sys.modules; gambero.new; "
    probe += "assert 'numba' in sys.modules"
    subprocess.run([sys.executable, "-c", probe], check=True)
