"""Games on more than one machine: two nodes of a Ray cluster, real worker processes, one of them killed."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import platformdirs
import pytest

import gambero
from gambero.lab.simulation import cluster
from gambero.lab.simulation.simulate import Simulation

from helpers.patience import PATIENCE

# Ray starts a dozen processes and warns of this and that, so the cluster has a process of its own.
TWO_NODES = """
import sys
from ray.cluster_utils import Cluster
two = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
try:
    two.add_node(num_cpus=1)
    print("address", two.address, flush=True)
    sys.stdin.read()
finally:
    two.shutdown()
"""

# Somebody else's process, as of `gambero simulate --ray ADDRESS`; it kills one of the cluster's workers.
CLIENT = """
import json, os, signal, sys
from dataclasses import asdict
from pathlib import Path
import gambero

address, head = sys.argv[1], int(sys.argv[2])

def workers():
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and (folder / "cmdline").read_bytes().startswith(b"ray::_chunk"):
                found.append(int(folder.name))
        except OSError:
            pass  # gone while we looked
    return [pid for pid in found if of_this_cluster(pid)]

def of_this_cluster(pid):
    while pid > 1:
        if pid == head:
            return True
        try:
            pid = int((Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return False
    return False

killed, seen = [], []

def progress(games):
    seen.append(games)
    if len(seen) >= 2 and not killed:
        for pid in workers()[:1]:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

compiled = gambero.simulate("classic", players=3, games=200_000, seed=3, ray=address, progress=progress)
mixed = gambero.simulate("tension", bot="random", games=6, seed=3, ray=address)
print(json.dumps([asdict(compiled), asdict(mixed), len(killed), sum(seen), len(seen)]))
"""


@contextmanager
def started(environment: dict[str, str]) -> Iterator[tuple[str, int]]:
    """The address of a cluster, and the process that all of it comes from."""
    command = [sys.executable, "-W", "ignore", "-c", TWO_NODES]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as head:
        assert head.stdout
        address = next(line.split()[1] for line in head.stdout if line.startswith("address "))
        try:
            yield address, head.pid
        finally:
            head.communicate()


@pytest.mark.slow
def test_another_process_uses_a_cluster_that_asks_for_its_token(tmp_path: Path) -> None:
    """Two nodes, a worker killed, and the same result; a cluster asks for a token unless it is told not to."""
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    (tmp_path / ".ray").mkdir()
    (tmp_path / ".ray" / "auth_token").write_text("0123456789abcdef" * 4, "utf-8")
    anybody = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    anybody |= {"HOME": str(tmp_path), "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_USAGE_STATS_ENABLED": "0"}
    anybody.setdefault(
        "GAMBERO_CACHE", str(platformdirs.user_cache_path("gambero"))
    )  # compiled kernels, by the old HOME
    with started({**anybody, "RAY_AUTH_MODE": "token"}) as (address, head):
        client = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", CLIENT, address, str(head)],
            capture_output=True,
            encoding="utf-8",
            timeout=2 * PATIENCE,
            env=anybody,
            check=False,
        )
    assert client.returncode == 0, client.stderr[-2000:]
    compiled, mixed, killed, games, chunks = json.loads(client.stdout.splitlines()[-1])
    assert killed == 1
    assert (games, chunks) == (200_000, 20)  # every chunk once
    assert same(compiled, gambero.simulate("classic", players=3, games=200_000, seed=3))
    assert same(mixed, gambero.simulate("tension", bot="random", games=6, seed=3))


def same(found: dict[str, object], here: Simulation) -> bool:
    return {**found, "seconds": 0} == {**json.loads(json.dumps(asdict(here))), "seconds": 0}


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A Ray that connects to nothing, and a person without a token."""

    def init(**about: Any) -> None:
        raise ConnectionError(about)

    for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"):
        monkeypatch.setenv(name, "")  # so that it is put back whatever happens to it
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    found = SimpleNamespace(is_initialized=lambda: False, init=init)
    monkeypatch.setitem(sys.modules, "ray", found)
    return found


@pytest.mark.usefixtures("ray")
def test_where_nothing_answers_one_line_says_so() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(ValueError) as refused:
            gambero.simulate("classic", games=1, ray=address)
    assert str(refused.value) == f"ray must be the address of a cluster that runs: nothing answers at {address}"


@pytest.mark.usefixtures("ray")
def test_a_cluster_that_refuses_somebody_without_a_token_says_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(ValueError) as refused:
            gambero.simulate("classic", games=1, ray=address)
    assert str(refused.value).startswith(f"ray at {address} answers, but lets nobody in without its token: ")
    assert "RAY_AUTH_TOKEN" in str(refused.value)
    assert "RAY_AUTH_MODE" not in os.environ


@pytest.mark.usefixtures("ray")
def test_a_token_that_is_there_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray._raylet", SimpleNamespace())
    (tmp_path / ".ray").mkdir()
    (tmp_path / ".ray" / "auth_token").write_text("0123456789abcdef" * 4, "utf-8")
    with pytest.raises(ValueError):
        gambero.simulate("classic", games=1, ray="auto")
    assert os.environ["RAY_AUTH_MODE"] == "token"


def test_without_the_extra_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError) as refused:
        gambero.simulate("classic", games=1, ray="auto")
    assert str(refused.value) == "ray must be installed for this: pip install 'gambero[cluster]'"
    assert str(refused.value) == cluster.HOW_TO_GET_IT
