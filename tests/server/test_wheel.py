"""The wheel in an environment of its own: installed by the image's own commands, it serves the page and plays."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from helpers.containerfile import commands, run, stages
from helpers.patience import PATIENCE
from helpers.serving import Guest
from helpers.stores import free_port

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the image's commands install, elsewhere, and with kernels for this machine, which are there already."""
    folder = tmp_path_factory.mktemp("image")
    for command in commands(folder):
        run(command)
    return folder / "gambero"


@pytest.fixture(scope="module")
def server(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The image's own command, in its environment."""
    *_, last = stages()
    entry, *arguments = json.loads(last.all("ENTRYPOINT")[0]) + json.loads(last.all("CMD")[0])
    ours = {name: value for name, value in last.environment.items() if name.startswith("GAMBERO_")}
    here = {
        "GAMBERO_HOST": "127.0.0.1",
        "GAMBERO_PORT": str(free_port()),
        "GAMBERO_DATABASE": str(tmp_path_factory.mktemp("data") / "gambero.db"),
        "GAMBERO_CACHE": os.environ.get("GAMBERO_CACHE", ""),
    }
    environment = {**os.environ, **ours, **here, "PYTHONPATH": ""}
    command = [str(installed / "bin" / entry), *arguments]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, cwd="/") as process:
        assert process.stdout
        assert process.stdout.readline().startswith("gambero serves")
        yield f"http://127.0.0.1:{here['GAMBERO_PORT']}"
        process.terminate()
        assert process.wait(PATIENCE) == 0


async def test_an_installed_wheel_serves_the_page_and_plays(server: str, installed: Path) -> None:
    page = httpx.get(server, timeout=PATIENCE).text
    for one in re.findall(r'(?:src|href)="(/[^"]*)"', page):
        assert httpx.get(server + one, timeout=PATIENCE).status_code == 200, one
    anna = await Guest.new(server)
    seat = await anna.at(await anna.open("classic", players=2, bots=["greedy"], start=True))
    await seat.do("eager", level=2)
    await seat.until(lambda: seat.view["moves"])
    while "." not in seat.view["moves"]:
        await seat.play(seat.view["moves"][0])
    await seat.play(".")
    await seat.until(lambda: seat.view["log"][-1][0] == 1)
    *_, last = stages()
    check = json.loads(last.all("HEALTHCHECK")[0].partition("CMD ")[2])
    command = [part.replace("http://127.0.0.1:8017", server) for part in check]
    assert command != check
    subprocess.run([str(installed / "bin" / command[0]), *command[1:]], check=True)
