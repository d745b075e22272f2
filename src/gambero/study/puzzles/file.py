"""Files of puzzles: JSON lines, packed with xz. The first line says where they come from."""

import json
import lzma
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from gambero.study.puzzles.puzzle import Puzzle, from_json

FORMAT = 1
PACKAGED = "puzzles.jsonl.xz"


class Collection(NamedTuple):
    """The puzzles of a file, and what its first line says of them."""

    about: Mapping[str, Any]
    puzzles: Sequence[Puzzle]


def write(path: Path, about: Mapping[str, Any], puzzles: Iterable[Puzzle]) -> None:
    """Write a file completely or not at all."""
    rows = [{**about, "format": FORMAT}, *(puzzle.as_json() for puzzle in puzzles)]
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    part = path.with_name(path.name + ".part")
    part.write_bytes(lzma.compress(text.encode(), preset=9))
    part.replace(path)


def read(path: Path) -> Collection:
    """Read a file; ValueError names it, and the line that is wrong."""
    return _parsed(path.read_bytes(), str(path))


@cache
def packaged() -> Collection:
    """The puzzles that come with the package."""
    return _parsed((files("gambero.study.puzzles") / "data" / PACKAGED).read_bytes(), PACKAGED)


@cache
def by_id() -> Mapping[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in packaged().puzzles}


def _parsed(data: bytes, name: str) -> Collection:
    try:
        lines = lzma.decompress(data).decode().splitlines()
        about, *rows = map(json.loads, lines)
        if about["format"] != FORMAT:
            raise ValueError(f"{name}: this is format {about['format']} of puzzles; only {FORMAT} can be read")
    except (lzma.LZMAError, EOFError, UnicodeDecodeError, json.JSONDecodeError, TypeError, KeyError):
        raise ValueError(f"{name} is no file of puzzles, as gambero puzzles make writes them") from None
    puzzles = []
    for number, row in enumerate(rows, 2):
        try:
            puzzles.append(from_json(row))
        except (KeyError, TypeError, ValueError) as wrong:
            raise ValueError(f"{name}, line {number}: this is no puzzle: {wrong}") from None
    return Collection(about, puzzles)
