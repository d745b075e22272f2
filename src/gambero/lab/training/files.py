"""The files of a run: weights, their provenance beside them, and what the run needs to go on."""

import json
import os
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO

CHECKPOINT = ".checkpoint.npz"
PROVENANCE = ".json"


def check_out(out: Path, resume: bool, suffix: str = ".npy") -> None:
    """Raise ValueError, before the first game, if `out` cannot be written or the run cannot be resumed."""
    if out.suffix != suffix:
        raise ValueError(f"out must name a file that ends in {suffix}, not {out}")
    if not out.parent.is_dir() or out.is_dir() or not os.access(out.parent, os.W_OK):
        raise ValueError(f"out must name a file in a folder that exists and can be written to, not {out}")
    checkpoint = out.with_suffix(CHECKPOINT)
    if resume and not checkpoint.is_file():
        raise ValueError(f"there is nothing to resume: {checkpoint} is not there")
    if not resume and (out.exists() or checkpoint.exists()):
        raise ValueError(f"{out} is there already: go on with --resume, or name another file")


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file completely or not at all: a run that is killed leaves the previous version."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        write(file)
    part.replace(path)


def write_provenance(out: Path, about: dict[str, Any]) -> None:
    """Write how the weights were made. Their strength is measured later, and added then."""
    text = json.dumps({"version": version("gambero"), **about, "measured": None}, indent=1) + "\n"
    write_whole(out.with_suffix(PROVENANCE), lambda file: file.write(text.encode()))


def check_same_course(checkpoint: Path, begun: dict[str, Any], now: dict[str, Any]) -> None:
    """Raise ValueError if a run is resumed with another course; only its length may differ."""
    for name, value in now.items():
        if name not in ("games", "quick") and begun.get(name) != value:
            raise ValueError(f"{checkpoint} was begun with {name} {begun.get(name)}, not {value}")
