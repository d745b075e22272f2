"""The core works without the packages of the server, and what needs them says so in one line."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from helpers.patience import PATIENCE

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
# Packages whose module has another name.
MODULES = {"argon2_cffi": "argon2"}
BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {modules}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocked())
sys.argv = ["gambero", *{words}]
"""
CORE = """
import gambero
game = gambero.new("classic", players=2, seed=7)
game.move("@0")
assert gambero.at(game.position()).moves() == game.moves()
assert gambero.bot("greedy").choose(game.view(0))
assert gambero.simulate("duel", bot="greedy", games=1, workers=1).games == 1
assert next(gambero.games("tension", bot="random", seed=1, count=1)).record
assert gambero.solve(game, seconds=0.01).left >= 0
import gambero.tui.loop, gambero.study.analyse, gambero.lab.arena.compare, gambero.tournament
"""
MAIN = "from gambero.cli import main; main()"


def modules() -> set[str]:
    """What the extra `serve` brings, by the names under which it is imported."""
    packages = [re.split(r"[\[<>=]", one)[0].replace("-", "_") for one in PROJECT["optional-dependencies"]["serve"]]
    return {MODULES.get(name, name) for name in packages}


def run(code: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run some code where the server's packages are missing."""
    whole = BLOCKED.format(modules=modules(), words=list(words)) + code
    return subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_the_core_asks_for_few_packages() -> None:
    names = {re.split(r"[\[<>=]", one)[0] for one in PROJECT["dependencies"]}
    assert names == {"numba", "numpy", "platformdirs", "rich", "textual", "typer", "typing_extensions"}
    assert {"fastapi", "uvicorn", "sqlalchemy"} <= modules()
    for extra in ("dev", "workers"):
        assert "gambero[serve]" in PROJECT["optional-dependencies"][extra]


@pytest.mark.slow
def test_games_bots_simulations_and_the_solver_need_no_server() -> None:
    done = run(CORE)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["simulate --games 5 --workers 1 --json", "bots", "--help", "arena duel --bots greedy,random --games 2"]
)
def test_commands_without_a_server_work(words: str) -> None:
    done = run(MAIN, *words.split())
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("words", ["", "serve", "backup x.backup", "doctor", "dump games.jsonl", "admin bans"])
def test_what_needs_the_server_says_how_to_get_it(words: str, tmp_path: Path) -> None:
    done = run(f"import os; os.chdir({str(tmp_path)!r}); {MAIN}", *words.split())
    assert done.returncode == 2, done.stderr
    assert re.fullmatch(r"gambero: \w+ is not installed; .* pip install 'gambero\[serve\]'\n", done.stderr)
    assert done.stdout == ""
