"""A change in any source file of the law is seen at once, though compiled kernels are kept on disk."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gambero
from gambero.rules.compiled import kernel

pytestmark = pytest.mark.slow
SOURCE = Path(gambero.__file__).parent

# The duel's law calls piles.py; Numba's own cache would look at duel.py only.
PROBE = """
import gambero
game = gambero.new("duel", deck=([47, 37, 38, 2, 3, 4, *(set(range(5, 60)) - {47, 37, 38})], range(2, 60)))
game.move("@0")
game.move("47a")
print(game.can("37a"), game.can("38a"))
"""


def test_a_changed_callee_is_never_served_from_the_cache(tmp_path: Path) -> None:
    copy = tmp_path / "gambero"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "GAMBERO_CACHE": str(tmp_path / "cache")}

    def probe() -> str:
        run = subprocess.run([sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=True)
        return run.stdout.strip()

    assert probe() == "True False"
    assert probe() == "True False"  # from the cache
    piles = copy / "rules" / "piles.py"
    piles.write_text(piles.read_text("utf-8").replace("TRICK = 10", "TRICK = 9"), "utf-8")
    assert probe() == "False True"
    kept = {home.name: len(list(home.iterdir())) for home in (tmp_path / "cache").iterdir()}
    assert kept["rules.duel"] == 2  # piles.py is among what it leans on,
    assert kept["rules.cards"] == 1  # and not among what cards.py does


def test_a_kernel_outside_the_watched_folders_is_refused() -> None:
    with pytest.raises(RuntimeError, match="kernels belong in rules, bots, lab"):
        kernel(lambda number: number)
