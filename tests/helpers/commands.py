"""Commands that go on until they are stopped."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path


def serves(*arguments: str, cwd: Path, **environment: str) -> str:
    """The address it says, if it stops well when it is asked to."""
    command = [sys.executable, "-m", "gambero", *arguments]
    environment = {**os.environ, **environment}
    with subprocess.Popen(
        command, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout
        said = server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0
    if "--json" in arguments:
        told = json.loads(said)
        assert told == {"address": told["address"], "pid": server.pid}
        return str(told["address"])
    assert said.split()[:2] == ["gambero", "serves"]
    return said.split()[2]


def hear_ctrl_c() -> None:
    """What a shell runs in the background is deaf to Ctrl-C, and so is all that it starts; a test needs it heard."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
