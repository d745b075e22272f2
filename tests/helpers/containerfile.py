"""Reads deploy/Containerfile, and runs its commands without a builder, for tests and benchmarks."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
CONTAINERFILE = ROOT / "deploy" / "Containerfile"


class Stage(NamedTuple):
    name: str  # the last has none
    instructions: list[tuple[str, str]]

    def all(self, instruction: str) -> list[str]:
        return [text for name, text in self.instructions if name == instruction]

    @property
    def environment(self) -> dict[str, str]:
        """With the build's arguments put in."""
        arguments = dict(re.findall(r"(\w+)=(\S+)", " ".join(self.all("ARG"))))
        pairs = re.findall(r'(\w+)=("[^"]*"|\S+)', " ".join(self.all("ENV")))
        return {name: re.sub(r"\$\{(\w+)\}", lambda m: arguments[m[1]], value.strip('"')) for name, value in pairs}


def stages() -> list[Stage]:
    text = CONTAINERFILE.read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    found: list[Stage] = []
    for line in lines:
        instruction, _, rest = line.partition(" ")
        if instruction == "FROM":
            found.append(Stage(rest.partition(" AS ")[2], []))
        if found:
            found[-1].instructions.append((instruction, rest.strip()))
    return found


def commands(folder: Path) -> list[str]:
    """What builds the wheel, installs it and compiles its kernels, with places in `folder` instead of the image's."""
    wheel, install, _ = stages()
    dist = folder / "dist"
    dist.mkdir(exist_ok=True)
    (dist / "constraints.txt").write_bytes((ROOT / "constraints.txt").read_bytes())
    places = {"/src": str(ROOT), "/dist": str(dist), "/opt/gambero": str(folder / "gambero")}
    return [
        re.sub("|".join(places), lambda found: places[found[0]], command)
        for command in (*wheel.all("RUN"), *install.all("RUN"))
    ]


def run(command: str, **environment: str) -> None:
    """As the builder would: nothing of this checkout is on Python's path. Raises AssertionError if it fails."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PIP_CONSTRAINT")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
    given = {**kept, "PATH": path, **environment}
    done = subprocess.run(["sh", "-c", command], env=given, cwd="/", capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
