"""The files of a run: weights, their provenance beside them, and what the run needs to go on."""

import json
import os
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO

CHECKPOINT = ".checkpoint.npz"
PROVENANCE = ".json"


def check_out(out: Path, resume: bool) -> None:
    """What cannot be written or gone on from is refused before the first game."""
    if out.suffix != ".npy":
        raise ValueError(f"out must name a file that ends in .npy, not {out}")
    if not out.parent.is_dir() or out.is_dir() or not os.access(out.parent, os.W_OK):
        raise ValueError(f"out must name a file in a folder that exists and can be written to, not {out}")
    checkpoint = out.with_suffix(CHECKPOINT)
    if resume and not checkpoint.is_file():
        raise ValueError(f"there is nothing to resume: {checkpoint} is not there")
    if not resume and (out.exists() or checkpoint.exists()):
        raise ValueError(f"{out} is there already: go on with --resume, or name another file")


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file whole or not at all: a run that is killed leaves the last one."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        write(file)
    part.replace(path)


def write_provenance(out: Path, about: dict[str, Any]) -> None:
    """How the weights came about; what they measured is added by whoever measures them."""
    told = {"version": version("gambero"), **about, "measured": None}
    write_whole(out.with_suffix(PROVENANCE), lambda file: file.write((json.dumps(told, indent=1) + "\n").encode()))


def check_same_course(checkpoint: Path, begun: dict[str, Any], now: dict[str, Any]) -> None:
    """A run goes on as it was begun, but for its length."""
    for name, value in now.items():
        if name != "games" and begun.get(name) != value:
            raise ValueError(f"{checkpoint} was begun with {name} {begun.get(name)}, not {value}")
