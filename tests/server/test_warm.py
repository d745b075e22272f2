"""Once the rules are ready, a table needs the compiler no more: it may be busy with the bots for a minute."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gambero.server import run
from gambero.server.settings import Settings
from gambero.server.workers.pages import Place

AFTERWARDS = """
import random
from gambero.game import new_game
from gambero.warm import warm_law
from helpers.setups import SETUPS
from numba.core.dispatcher import Dispatcher

warm_law()

def compile(self, signature):
    raise AssertionError(f"{self.py_func.__module__}.{self.py_func.__name__} is compiled during play: {signature}")

Dispatcher.compile = compile
chance = random.Random(1)
for game, options in SETUPS:
    table = new_game(game, seed=3, **options)
    while not table.over:
        for seat in (None, *range(table.players)):
            table.view(seat)
        for move in chance.sample([*table.notation.texts.values()], 5):
            table.refusal(move)
        table.move(chance.choice(table.moves()))
    table.before(len(table.log) - 1).moves()
    table.record()
"""


def test_nothing_is_compiled_during_play() -> None:
    """Found by a drill: a start, or a card of tension, waited for the compiler for minutes."""
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    subprocess.run([sys.executable, "-c", AFTERWARDS], check=True, env={**os.environ, "PYTHONPATH": path})


def test_each_worker_has_the_rules_ready_before_it_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are processes of their own: what the first one compiled they do not have."""
    done: list[str] = []
    monkeypatch.setattr(run, "warm_law", lambda: done.append("rules"))
    monkeypatch.setattr(run, "work", lambda *_, **__: done.append("serve"))
    with run.bound(Settings(port=0)) as listening:
        run.work_for(Settings(port=0), listening, Place(0, tmp_path))
    assert done == ["rules", "serve"]
