"""Simulations in processes: interrupted ones, and bots of other packages."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

import gambero
from gambero.bots import names
from gambero.lab.simulation import processes

from helpers.commands import accept_sigint
from helpers.patience import PATIENCE

# A real Ctrl-C.

ENDLESS = """
import sys, gambero
said = []
def progress(games):
    said.append(games)
    if len(said) == 3: print("under way", flush=True)
result = gambero.simulate("classic", players=2, bot=sys.argv[1], games=10**9, seed=4, workers=2, progress=progress)
print(result.interrupted, result.games, sum(said), result.wins, result.left)
"""


@pytest.mark.parametrize("bot", ["greedy", "careful", "random,greedy"])
def test_ctrl_c_returns_the_games_played_until_then(bot: str) -> None:
    accept_sigint()
    with subprocess.Popen([sys.executable, "-c", ENDLESS, bot], stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout
        assert process.stdout.readline() == "under way\n"
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    interrupted, games, said, wins, left = told.split()
    assert interrupted == "True"
    assert 3 <= int(said) <= int(games) < 10**9
    same = gambero.simulate("classic", players=2, bot=bot, games=int(games), seed=4)
    assert int(wins) == same.wins
    assert float(left) == pytest.approx(same.left)


# Players from other packages.

OTHERS = """
from gambero.bots import Bot
class Mine(Bot):
    name = "mine"
    thinks = "of something else"
    def team(self, view, seconds): return view["moves"][-1]
    def duel(self, view, seconds): return view["moves"][0]
    def tension(self, view): return view["moves"][0]
"""


def test_another_package_adds_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "others_bots.py").write_text(OTHERS, "utf-8")
    info = tmp_path / "others-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(
        "[gambero.bots]\nmine = others_bots:Mine\nno = others_bots:OTHERS\n", "utf-8"
    )
    (tmp_path / "others_bots.py").write_text(OTHERS + "OTHERS = 7\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert names()[-2:] == ["mine", "no"]
    assert "others_bots" not in sys.modules  # only when it is asked for
    assert type(gambero.bot("mine")).__module__ == "others_bots"
    assert gambero.simulate("duel", bot="mine,random", games=2, seed=1).games == 2
    with pytest.raises(
        ValueError, match=r"bot no must be a class of gambero\.bots\.Bot, and others_bots:OTHERS is none"
    ):
        gambero.bot("no")
    with pytest.raises(ValueError, match=r"greedy.*, mine, no, not 'hal'"):
        gambero.bot("hal")
    monkeypatch.undo()
    sys.modules.pop("others_bots")
    with pytest.raises(ValueError, match="bot must be one of"):
        gambero.bot("mine")


# Bots of other packages are Python, so long runs of theirs are spread over processes.

PORTABLE = """
import os, pathlib, signal
from gambero.bots import Bot
class Here(Bot):
    name = "here"
    thinks = "of where it is"
    def __init__(self, seed=None):
        super().__init__(seed)
        file = pathlib.Path(__file__).with_name(f"pid {os.getpid()}")
        if not file.exists():
            file.touch()
            print("said by a bot")
    def team(self, view, seconds): return self.chance.choice(view["moves"])
    duel = team
    def tension(self, view): return view["moves"][0]
STARTED_BY = int(os.environ["PORTABLE_TEST"])  # only the processes fail, not the one that starts them
class Dies(Here):
    name = "dies"
    def team(self, view, seconds):
        if STARTED_BY == os.getppid(): os.kill(os.getpid(), signal.SIGKILL)
        return super().team(view, seconds)
class Fails(Here):
    name = "fails"
    def team(self, view, seconds): return {}["nothing"] if STARTED_BY == os.getppid() else super().team(view, seconds)
"""


@pytest.fixture
def portable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with bots, and runs that go to processes after a single game."""
    (tmp_path / "portable_bots.py").write_text(PORTABLE, "utf-8")
    info = tmp_path / "portable-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: portable\nVersion: 1.0\n", "utf-8")
    points = "".join(f"{name} = portable_bots:{name.title()}\n" for name in ("here", "dies", "fails"))
    (info / "entry_points.txt").write_text(f"[gambero.bots]\n{points}", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "portable_bots", raising=False)
    monkeypatch.setattr(processes, "TRIAL", 0.0)
    monkeypatch.setattr(processes, "WORTH", 0.0)
    monkeypatch.setattr(processes, "MOST", 2)
    monkeypatch.setenv("PORTABLE_TEST", str(os.getpid()))
    return tmp_path


def test_processes_give_the_same_tally_as_one(portable: Path) -> None:
    alone = gambero.simulate("classic", players=3, bot="here,greedy,random", games=40, seed=5, workers=1)
    assert len(list(portable.glob("pid *"))) == 1
    spread = gambero.simulate("classic", players=3, bot="here,greedy,random", games=40, seed=5, workers=2)
    assert replace(alone, seconds=0) == replace(spread, seconds=0)
    assert len(list(portable.glob("pid *"))) == 3


@pytest.mark.usefixtures("portable")
def test_a_fault_in_a_process_is_told_here() -> None:
    with pytest.raises(ValueError, match=r"bot fails failed: KeyError: 'nothing' \(classic, seed 5, game 2, seat 0"):
        gambero.simulate("classic", bot="fails", games=5, seed=5, workers=2)
    with pytest.raises(RuntimeError, match=r"a process that played games 2 to 3 ended with code -9"):
        gambero.simulate("classic", bot="dies", games=5, seed=5, workers=2)


SCRIPT = """
import sys, gambero
from gambero.lab.simulation import processes, threads
processes.TRIAL, processes.WORTH = 0.0, 0.0
print("started", flush=True)
seen = []
def progress(games):
    seen.append(games)
    if len(seen) == 3: print("under way", flush=True)
result = gambero.simulate("classic", bot="here", games=int(sys.argv[1]), seed=4, workers=2, progress=progress)
print(result.interrupted, result.games, result.left)
"""


def test_a_script_is_run_once_and_ctrl_c_ends_its_processes(portable: Path) -> None:
    """Without `if __name__ == "__main__"`: no process may run it again."""
    accept_sigint()
    script = portable / "script.py"
    script.write_text(SCRIPT, "utf-8")
    with subprocess.Popen(
        [sys.executable, str(script), str(10**9)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
    ) as process:
        assert process.stdout
        lines = [line for line in iter(process.stdout.readline, "under way\n") if line != "said by a bot\n"]
        assert lines == ["started\n"]
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    interrupted, games, left = told.splitlines()[-1].split()
    assert interrupted == "True"
    same = gambero.simulate("classic", bot="here", games=int(games), seed=4, workers=1)
    assert float(left) == pytest.approx(same.left)
    for file in portable.glob("pid *"):
        pid = int(file.name.split()[1])
        assert pid in (process.pid, os.getpid()) or not psutil.pid_exists(pid)
