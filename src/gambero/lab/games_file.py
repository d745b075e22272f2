"""Files of finished games: Parquet, JSON Lines or text, by the end of the name; docs/data.md has the schema."""

import importlib
import json
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from gambero.game import Result
from gambero.lab.simulation.tally import PlayedGame

PARQUET, JSONL, TEXT = ".parquet", ".jsonl", ".txt"
HOW_TO_GET_IT = "pyarrow must be installed for Parquet: pip install 'gambero[data]'"
ROWS = 5_000  # in a row group, and in memory before they are written
METADATA = b"gambero"  # under this key the metadata of a Parquet file has the header, as JSON


def header(**about: Any) -> dict[str, Any]:
    """What each file tells first: the version of gambero, then what was asked for."""
    return {"gambero": version("gambero"), **about}


def row(one: PlayedGame) -> dict[str, Any]:
    """A finished game as the columns of a file; `left` is a list by seat where everyone plays for themselves."""
    return {"number": one.number, **result_columns(one.result), "record": one.record}


def result_columns(result: Result) -> dict[str, Any]:
    found = result.as_json()
    return {**found, "left": [found["left"]] if isinstance(found["left"], int) else found["left"]}


RESULT = {"won": "bool", "winners": "list<int8>", "left": "list<int16>", "reason": "string", "rating": "string"}
COLUMNS: Mapping[str, str] = {"number": "int64", **RESULT, "record": "string"}  # of a simulation
DUMPED: Mapping[str, str] = {  # of a server
    "number": "int64",
    "game": "string",
    "players": "int8",
    "options": "list<string>",
    "day": "string",
    "seats": "list<string>",
    "bot_share": "list<float64>",
    **RESULT,
    "record": "string",
}


def check_path(path: Path) -> None:
    """Raise ValueError unless games can be written to a file of this name."""
    if path.suffix not in (PARQUET, JSONL, TEXT):
        raise ValueError(f"games must go to a file whose name ends in {PARQUET}, {JSONL} or {TEXT}, not {path}")
    if not path.parent.is_dir() or path.is_dir():
        raise ValueError(f"games must go to a file in a folder that exists, not {path}")


class GamesFile:
    """A file that rows are appended to. It gets its name when it is closed; nothing is left if no row came."""

    def __init__(self, path: Path, about: Mapping[str, Any], columns: Mapping[str, str] = COLUMNS) -> None:
        check_path(path)
        self._path, self._part = path, path.with_name(f"{path.name}.part")
        self._rows = 0
        self._out: _Parquet | _Lines | _Text
        if path.suffix == PARQUET:
            self._out = _Parquet(self._part, about, columns)
        else:
            self._out = (_Lines if path.suffix == JSONL else _Text)(self._part, about)

    def write(self, columns: Mapping[str, Any]) -> None:
        self._out.write(columns)
        self._rows += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, at: TracebackType | None) -> None:
        self._out.close()
        if kind is None or self._rows:  # the games before an error are as good as without it
            self._part.replace(self._path)
        else:
            self._part.unlink()


class _Lines:
    """JSON Lines: the header, then a line for each game."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self._file = path.open("w", encoding="utf-8")
        self.write(about)

    def write(self, columns: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(columns, ensure_ascii=False) + "\n")

    def close(self) -> None:
        self._file.close()


class _Text:
    """Records one after another, with an empty line between them; what else is known stands above, as comments."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self._file = path.open("w", encoding="utf-8")
        self._file.write(_comment(about))

    def write(self, columns: Mapping[str, Any]) -> None:
        known = {name: value for name, value in columns.items() if name != "record"}
        self._file.write("\n" + _comment(known) + columns["record"])

    def close(self) -> None:
        self._file.close()


def _comment(columns: Mapping[str, Any]) -> str:
    return f"# {json.dumps(columns)}\n"


class _Parquet:
    """Parquet, compressed; the header is in the metadata of the file."""

    def __init__(self, path: Path, about: Mapping[str, Any], columns: Mapping[str, str]) -> None:
        try:
            self._arrow: Any = importlib.import_module("pyarrow")
            parquet: Any = importlib.import_module("pyarrow.parquet")
        except ImportError:
            raise ValueError(HOW_TO_GET_IT) from None
        fields = [(name, self._kind(kind)) for name, kind in columns.items()]
        self._schema = self._arrow.schema(fields, metadata={METADATA: json.dumps(about).encode()})
        self._rows: list[Mapping[str, Any]] = []
        self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd")

    def _kind(self, name: str) -> Any:
        if name.startswith("list<"):
            return self._arrow.list_(self._kind(name[5:-1]))
        return getattr(self._arrow, "bool_" if name == "bool" else name)()

    def write(self, columns: Mapping[str, Any]) -> None:
        self._rows.append(columns)
        if len(self._rows) == ROWS:
            self._flush()

    def _flush(self) -> None:
        self._writer.write_table(self._arrow.Table.from_pylist(self._rows, self._schema))
        self._rows = []

    def close(self) -> None:
        if self._rows:
            self._flush()
        self._writer.close()
