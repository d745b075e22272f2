"""How long it takes from a wheel to a game, and from the start of an image to a server that is ready.

The wheel is installed by the commands of deploy/Containerfile into an environment of its own, as `pipx install` and
`uvx` would. How long that takes depends on where packages come from.
"""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from urllib.error import URLError
from urllib.request import urlopen

from benchmarks.rows import Row

PLAYABLE = 90.0  # seconds
READY = 3.0
PATIENCE = 900.0  # with a busy machine


def rows() -> Iterator[Row]:
    from helpers.containerfile import commands, run, stages

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        build, environment, install, compile_kernels = commands(folder)
        run(build)
        began = perf_counter()
        run(environment)
        run(install)
        installing = perf_counter() - began
        yield Row("wheel: installed in a new environment", f"{installing:.1f} s")
        with _server(folder, GAMBERO_CACHE=str(folder / "cold")) as (url, began):
            _wait_for(f"{url}/")
            page = perf_counter() - began
            yield Row("wheel: first start, nothing compiled, to the first page", f"{page:.1f} s")
            asyncio.run(_first_bot_move(url))
            playing = perf_counter() - began
        yield Row("wheel: first start to the first move of a bot", f"{playing:.1f} s")
        total = installing + playing
        yield Row("wheel: from nothing to the first move of a bot", f"{total:.1f} s", "≤ 90 s", total <= PLAYABLE)
        _, image, _ = stages()
        baseline = {name: value for name, value in image.environment.items() if name.startswith("NUMBA")}
        baseline["GAMBERO_CACHE"] = str(folder / "kernels")
        began = perf_counter()
        run(compile_kernels, **baseline)
        yield Row("image: all kernels compiled for its processor", f"{perf_counter() - began:.1f} s")
        ready = min(_seconds_to_ready(folder, **baseline) for _ in range(3))
        yield Row("image: start to ready", f"{ready:.1f} s", "≤ 3 s", ready <= READY)


def _seconds_to_ready(folder: Path, **environment: str) -> float:
    with _server(folder, **environment) as (url, began):
        _wait_for(f"{url}/readyz")
        return perf_counter() - began


@contextmanager
def _server(folder: Path, **environment: str) -> Iterator[tuple[str, float]]:
    """Its address, and when it was started; it does not answer yet."""
    from helpers.stores import free_port

    port = free_port()
    given = {**os.environ, "PYTHONPATH": "", "GAMBERO_DATABASE": str(folder / f"{port}.db"), **environment}
    began = perf_counter()
    command = [str(folder / "gambero" / "bin" / "gambero"), "serve", "--port", str(port)]
    process = subprocess.Popen(command, env=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
    try:
        yield f"http://127.0.0.1:{port}", began
    finally:
        process.terminate()
        process.wait(60)


def _wait_for(url: str) -> None:
    while True:
        try:
            with urlopen(url) as answer:
                assert answer.status == 200
                return
        except URLError:
            sleep(0.02)


async def _first_bot_move(url: str) -> None:
    """A table with expert, opened as soon as the page is there, until expert has laid a card."""
    from helpers.serving import Guest, hang_up

    anna = await Guest.new(url)
    seat = await anna.at(await anna.open("classic", players=2, bots=["expert"], start=True))
    await seat.do("eager", level=2)
    await seat.until(lambda: seat.view["moves"], PATIENCE)  # expert says how eager it is, once it is compiled
    while "." not in seat.view["moves"]:
        await seat.play(seat.view["moves"][0])
    await seat.play(".")
    await seat.until(lambda: seat.view["log"][-1][0] == 1, PATIENCE)
    await hang_up()
