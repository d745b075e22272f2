"""Commands of `gambero`, each in a process of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from helpers.forked import POSSIBLE, Forked
from helpers.patience import PATIENCE


def run_gambero(
    *arguments: str | Path, cwd: Path | None = None, typed: str = "", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, forked from a process that has imported everything: that is most of what it costs."""
    command, given = [str(one) for one in arguments], {**os.environ, **(environment or {})}
    if not POSSIBLE:
        whole = [sys.executable, "-m", "gambero", *command]
        return subprocess.run(
            whole, cwd=cwd, env=given, input=typed, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
        )
    process = Forked(command, given, cwd, typed)
    with process.stdout, process.stderr, ThreadPoolExecutor(1) as beside:
        complaint = beside.submit(process.stderr.read)
        out, err = process.stdout.read(), complaint.result()
    return subprocess.CompletedProcess(command, process.wait(PATIENCE), out, err)


def serves(*arguments: str, cwd: Path, **environment: str) -> str:
    """The address it says, if it stops well when it is asked to."""
    given = {**os.environ, **environment}
    server: Forked | subprocess.Popen[str]
    if POSSIBLE:
        server = Forked(arguments, given, cwd)
    else:
        command, pipe = [sys.executable, "-m", "gambero", *arguments], subprocess.PIPE
        server = subprocess.Popen(command, cwd=cwd, env=given, stdout=pipe, stderr=pipe, text=True)
    assert server.stdout
    assert server.stderr
    with server.stdout, server.stderr:
        said = server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0
    if "--json" in arguments:
        told = json.loads(said)
        assert told == {"address": told["address"], "pid": server.pid}
        return str(told["address"])
    assert said.split()[:2] == ["gambero", "serves"]
    return said.split()[2]


def accept_sigint() -> None:
    """Let SIGINT interrupt again: a shell ignores it for background jobs and their children, and a test sends it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
