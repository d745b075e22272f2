"""Games on more than one machine: two nodes of a Ray cluster, real worker processes, one of them killed."""

import json
import os
import subprocess
import sys
from dataclasses import asdict

import pytest

import gambero
from gambero.lab.simulation import cluster
from gambero.lab.simulation.simulate import Simulation

# A process of its own: Ray starts a dozen others and warns of this and that.
TWO_NODES = """
import json, os, signal
from dataclasses import asdict
from pathlib import Path
from ray.cluster_utils import Cluster
import gambero

def workers():
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and (folder / "cmdline").read_bytes().startswith(b"ray::_chunk"):
                found.append(int(folder.name))
        except OSError:
            pass  # gone while we looked
    return [pid for pid in found if ours(pid)]  # of this cluster, not of somebody else's

def ours(pid):
    while pid > 1:
        if pid == os.getpid():
            return True
        try:
            pid = int((Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return False
    return False

two = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
two.add_node(num_cpus=1)
killed, seen = [], []

def progress(games):
    seen.append(games)
    if len(seen) >= 2 and not killed:
        for pid in workers()[:1]:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

try:
    compiled = gambero.simulate("classic", players=3, games=600_000, seed=3, ray=two.address, progress=progress)
    mixed = gambero.simulate("tension", bot="random", games=6, seed=3, ray=two.address)
    try:
        gambero.simulate("classic", games=1, ray="127.0.0.1:9")
    except ValueError as wrong:
        nobody = str(wrong)
finally:
    two.shutdown()
print(json.dumps([asdict(compiled), asdict(mixed), len(killed), sum(seen), len(seen), nobody]))
"""


def test_two_nodes_and_a_killed_worker_give_the_same_result() -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", TWO_NODES],
        capture_output=True,
        encoding="utf-8",
        timeout=150,
        env={**os.environ, "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_USAGE_STATS_ENABLED": "0"},
    )
    assert told.returncode == 0, told.stderr[-2000:]
    compiled, mixed, killed, games, chunks, nobody = json.loads(told.stdout.splitlines()[-1])
    assert killed == 1
    assert (games, chunks) == (600_000, 60)  # every chunk once
    assert same(compiled, gambero.simulate("classic", players=3, games=600_000, seed=3))
    assert same(mixed, gambero.simulate("tension", bot="random", games=6, seed=3))
    assert nobody == "ray must be the address of a cluster that runs: nothing answers at 127.0.0.1:9"


def same(found: dict[str, object], here: Simulation) -> bool:
    return {**found, "seconds": 0} == {**json.loads(json.dumps(asdict(here))), "seconds": 0}


def test_without_the_extra_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError) as refused:
        gambero.simulate("classic", games=1, ray="auto")
    assert str(refused.value) == "ray must be installed for this: pip install 'gambero[cluster]'"
    assert str(refused.value) == cluster.HOW_TO_GET_IT
