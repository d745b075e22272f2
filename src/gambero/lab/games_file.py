"""Files of finished games, JSON Lines or Parquet by the end of the name; docs/data.md has the schema."""

import importlib
import json
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from gambero.game import Result
from gambero.lab.simulation.tally import PlayedGame

JSONL, PARQUET = ".jsonl", ".parquet"
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


class GamesFile:
    """A file that rows are appended to. It gets its name when it is closed; nothing is left if no row came."""

    def __init__(self, path: Path, about: Mapping[str, Any], columns: Mapping[str, str] = COLUMNS) -> None:
        if path.suffix not in (JSONL, PARQUET):
            raise ValueError(f"games must go to a file whose name ends in {PARQUET} or {JSONL}, not {path}")
        if not path.parent.is_dir() or path.is_dir():
            raise ValueError(f"games must go to a file in a folder that exists, not {path}")
        self._path, self._part = path, path.with_name(f"{path.name}.part")
        self._rows = 0
        self._out = _Parquet(self._part, about, columns) if path.suffix == PARQUET else _Lines(self._part, about)

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
