"""The examples that learn, for a moment: they run, write what they promise, and get better."""

import csv
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
ONE_THREAD = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "OMP_NUM_THREADS": "1"}


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=800, env={**os.environ, **ONE_THREAD}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_ppo_learns(tmp_path: Path) -> None:
    short = ("--updates", "12", "--every", "6", "--tables", "64", "--games", "64")
    out = run("ppo.py", *short, "--out", str(tmp_path))
    assert "greedy:" in out
    with (tmp_path / "curve.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [int(row["steps"]) for row in rows] == [64 * 64 * 6, 64 * 64 * 12]
    assert float(rows[-1]["left"]) < 75  # any legal move leaves 85
    assert (tmp_path / "weights.npz").exists()


def load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_of_maskable_ppo_has_masks_where_that_asks_for_them() -> None:
    env = load("maskable_ppo").make()
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert (env.get_wrapper_attr("action_masks")() == info["action_mask"].astype(bool)).all()


if importlib.util.find_spec("sb3_contrib"):  # it brings torch, which is too big for what the tests install

    @pytest.mark.slow
    def test_maskable_ppo_learns() -> None:
        assert "cards laid:" in run("maskable_ppo.py", "--steps", "256", "--games", "2")
