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


# On a machine whose processor has another name; counts what is compiled.
ELSEWHERE = f"""
import llvmlite.binding
llvmlite.binding.get_host_cpu_name = lambda: "nehalem"
import numba.core.event as event
class Count(event.Listener):
    compiled = 0
    def on_start(self, event):
        self.compiled += 1
    def on_end(self, event):
        pass
count = Count()
event.register("numba:compile", count)
{PROBE}
print(count.compiled)
"""
READ_ONLY = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]  # permissions hold for root too


@pytest.mark.skipif(not shutil.which("setpriv"), reason="without setpriv, root may write anywhere")
def test_kernels_for_a_baseline_are_loaded_on_another_machine_from_a_read_only_folder(tmp_path: Path) -> None:
    """As an image does: compiled elsewhere, unpacked with other times into another place, by another user."""
    built, moved, cache = tmp_path / "built", tmp_path / "moved", tmp_path / "cache"
    shutil.copytree(SOURCE, built / "gambero", ignore=shutil.ignore_patterns("__pycache__", "web"))

    def probe(code: str, place: Path, **environment: str) -> list[str]:
        environment = {**os.environ, "PYTHONPATH": str(place), "GAMBERO_CACHE": str(cache), **environment}
        command = [*(READ_ONLY if os.geteuid() == 0 else []), sys.executable, "-c", code]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()

    baseline = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    assert probe(PROBE, built, **baseline) == ["True", "False"]
    built.rename(moved)
    for file in moved.rglob("*.py"):
        os.utime(file, (1, 1))
    folders = [cache, *(path for path in cache.rglob("*") if path.is_dir())]
    before = sorted(cache.rglob("*"))
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert probe(ELSEWHERE, moved, **baseline) == ["True", "False", "0"]
        first, second, compiled = probe(ELSEWHERE, moved)  # without the baseline it compiles, and keeps nothing
        assert (first, second) == ("True", "False")
        assert int(compiled) > 5
        assert sorted(cache.rglob("*")) == before
    finally:
        for folder in folders:
            folder.chmod(0o755)
