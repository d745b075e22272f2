"""Which package may import which: imports point one way."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "gambero"

# A package may use itself and the packages named here.
MAY_USE = {
    "arguments": set(),
    "errors": set(),
    "rules": set(),
    "game": {"arguments", "errors", "rules"},
    "tournament": {"arguments", "errors", "game", "rules"},
    "bots": {"arguments", "errors", "game", "rules"},
    "lab": {"arguments", "bots", "errors", "game", "rules"},
    "study": {"arguments", "bots", "errors", "game", "rules"},
    "envs": {"arguments", "bots", "game", "rules"},
    "tui": {"arguments", "bots", "errors", "game", "rules", "tournament"},
    "server": {"arguments", "bots", "errors", "game", "lab", "study", "tournament", "warm"},
    "cli": {"arguments", "bots", "errors", "game", "lab", "rules", "server", "study", "tournament", "tui", "warm"},
    "warm": {"bots", "game", "lab", "rules", "study"},
    "__main__": {"cli"},
}
FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if path != PACKAGE / "__init__.py"]


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The packages of gambero that a file imports from, anywhere in it."""
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


def test_numba_is_imported_only_when_a_game_is_made() -> None:
    probe = "import gambero, sys; assert 'numba' not in sys.modules and 'numpy' not in sys.modules; gambero.new; "
    probe += "assert 'numba' in sys.modules"
    subprocess.run([sys.executable, "-c", probe], check=True)


# The server's folders. Each may use itself and the folders named here; docs/architecture.md gives the reasons.
SERVER = PACKAGE / "server"
SERVER_MAY_USE = {
    "refusal": set(),
    "settings": set(),
    "sources": set(),
    "logs": set(),
    "tasks": set(),
    "metrics": {"logs"},
    "wire": set(),  # types only
    "chat": set(),
    "table": {"chat", "refusal", "wire"},
    "practice": {"refusal", "table"},
    "puzzles": set(),
    "jobs": {"refusal"},
    "notices": {"refusal"},
    "bots": {"jobs", "table"},
    "review": {"jobs", "refusal", "sources"},
    "workers": {"table", "tasks"},
    "store": {"refusal", "table", "tasks", "wire"},
    "live": {
        *("bots", "chat", "jobs", "metrics", "notices", "practice", "refusal", "review", "settings"),
        *("sources", "store", "table", "tasks", "wire", "workers"),
    },
    "http": {
        *("jobs", "live", "logs", "notices", "practice", "puzzles", "refusal", "review", "settings"),
        *("store", "table", "wire"),
    },
    "app": {"http", "live", "settings", "sources", "workers"},
    "start_error": {"settings"},
    "doctor": {"http", "run", "settings", "start_error", "store"},
    "run": {"app", "http", "live", "logs", "settings", "start_error", "workers"},
}
WRITES_TYPES = SERVER / "wire" / "schema.py"  # a command of its own, which asks the whole application
MAY_AWAIT = {"doctor", "tasks", "bots", "jobs", "notices", "review", "workers", "store", "live", "http", "app", "run"}
SIDE_EFFECTS = {
    *("asyncio", "threading", "subprocess", "socket", "os", "time", "random", "secrets", "logging"),
    *("sqlalchemy", "redis", "fastapi", "starlette", "httpx", "uvicorn"),
}
SERVER_FILES = sorted(set(SERVER.rglob("*.py")) - {SERVER / "__init__.py"})


def server_room(path: Path) -> str:
    return path.relative_to(SERVER).parts[0].removesuffix(".py")


def modules(path: Path) -> set[str]:
    """The full names of all that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


@pytest.mark.parametrize("path", SERVER_FILES, ids=lambda path: path.relative_to(SERVER).as_posix())
def test_imports_between_the_folders_of_the_server_point_one_way(path: Path) -> None:
    if path == WRITES_TYPES:
        return
    used = {name.split(".")[2] for name in modules(path) if name.startswith("gambero.server.")}
    assert used <= SERVER_MAY_USE[server_room(path)] | {server_room(path)}


@pytest.mark.parametrize("path", SERVER_FILES, ids=lambda path: path.relative_to(SERVER).as_posix())
def test_only_some_folders_of_the_server_await(path: Path) -> None:
    waits = (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith)
    if server_room(path) not in MAY_AWAIT:
        assert not [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, waits)]


@pytest.mark.parametrize("room", ["table", "wire", "chat", "practice", "refusal"])
def test_pure_folders_have_no_clock_no_chance_and_no_input_or_output(room: str) -> None:
    for path in (one for one in SERVER_FILES if server_room(one) == room and one != WRITES_TYPES):
        assert not {name.split(".")[0] for name in modules(path)} & SIDE_EFFECTS, path
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                assert ast.unparse(node) not in ("datetime.now", "datetime.utcnow", "date.today"), path
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func) not in ("open", "print", "input"), path


# A game's name is compared nowhere but in its own modules: everything else asks its record, `gambero.game.GAMES`.
OWN_MODULES = {"game/spec.py", "game/team.py", "game/duel.py", "game/tension.py"}
IDS = ("classic", "extreme", "duel", "tension")


def comparisons(path: Path) -> list[int]:
    """The lines on which a game's name is compared with something, or is a key of a table."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        sides: list[ast.expr | None] = []
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            sides = [node.value]
        elif isinstance(node, ast.Dict) and not _is_by_page(node):
            sides = list(node.keys)
        found += [side.lineno for side in sides if side is not None and _names_a_game(side)]
    return found


def _is_by_page(table: ast.Dict) -> bool:
    """A table by what the record says, its `page` or `bot_method`: "team" is the id of no game."""
    return any(isinstance(key, ast.Constant) and key.value == "team" for key in table.keys)


def _names_a_game(side: ast.expr) -> bool:
    if isinstance(side, ast.Tuple | ast.List | ast.Set):
        return any(_names_a_game(part) for part in side.elts)
    return isinstance(side, ast.Constant) and side.value in IDS


def test_a_games_name_is_compared_in_its_own_modules_alone() -> None:
    places = {path.relative_to(PACKAGE).as_posix(): path for path in FILES}
    found = {
        place: lines for place, path in places.items() if (lines := comparisons(path)) and place not in OWN_MODULES
    }
    assert not found


def test_comparisons_are_found(tmp_path: Path) -> None:
    source = tmp_path / "probe.py"
    source.write_text(
        'a == "duel"\n"tension" != b\nc in ("classic", "x")\nd = {"extreme": 1}\n'
        'match e:\n    case "duel":\n        new("classic")\nf = {"team": 1, "duel": 2}\n'
    )
    assert comparisons(source) == [1, 2, 3, 4, 6]
