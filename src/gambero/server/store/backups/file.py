"""The file of a backup: JSON lines in gzip, so that `zcat` shows it and any program can read it.

The first line says what it is: format, version of gambero, schema. Then comes each table: a line with its name and
columns, and a line for each row. The last line has the count of rows of each table and a SHA-256 of all lines before
it; a file that was cut off has no such line.
"""

import base64
import gzip
import hashlib
import os
import secrets
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

import orjson

FORMAT = 1
MARK = "gambero backup"
COMPRESSION = 3  # at 6 it takes twice as long for a tenth less
LONGEST_LINE = 64 * 1024 * 1024  # bytes; a row is a few hundred
SIMPLE = (type(None), bool, int, float, str)
Row = list[Any]


@dataclass(frozen=True)
class Header:
    gambero: str  # the version that wrote it
    schema: str  # the last migration of the database
    made: str  # when, in UTC
    store: str  # sqlite or postgresql
    format: int = FORMAT


@dataclass(frozen=True)
class Contents:
    header: Header
    rows: dict[str, int]  # of each table


class Writer:
    """Writes one backup; `end` must come last."""

    def __init__(self, file: IO[bytes], header: Header) -> None:
        self._file = file
        self._zip = gzip.GzipFile(fileobj=file, mode="wb", compresslevel=COMPRESSION, mtime=0)
        self._digest = hashlib.sha256()
        self.rows: dict[str, int] = {}
        self._line({MARK: header.format, **asdict(header)})

    def table(self, name: str, columns: list[str]) -> None:
        self._table = name
        self.rows[name] = 0
        self._line({"table": name, "columns": columns})

    def add(self, rows: Iterable[Iterable[Any]]) -> None:
        lines = [orjson.dumps([_encoded(cell) for cell in row]) for row in rows]
        self.rows[self._table] += len(lines)
        self._write(b"".join(line + b"\n" for line in lines))

    def end(self) -> None:
        """The last line; then all of it is on disk."""
        self._line({"rows": self.rows, "sha256": self._digest.hexdigest()})
        self._zip.close()
        self._file.flush()
        os.fsync(self._file.fileno())

    def _line(self, value: Any) -> None:
        self._write(orjson.dumps(value) + b"\n")

    def _write(self, lines: bytes) -> None:
        self._digest.update(lines)
        self._zip.write(lines)


def _encoded(cell: Any) -> Any:
    if isinstance(cell, SIMPLE):
        return cell
    if isinstance(cell, bytes):
        return {"base64": base64.b64encode(cell).decode()}
    raise TypeError(f"a backup cannot hold a {type(cell).__name__}")


def _decoded(cell: Any) -> Any:
    return base64.b64decode(cell["base64"]) if isinstance(cell, dict) else cell


class Reader:
    """Reads one backup from start to end. Raises ValueError for a file that is no backup, or is damaged."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._read = False  # has any line been read?
        self._zip = gzip.open(file, "rb")  # noqa: SIM115  # closed by `close`
        first = self._line()
        if not isinstance(first, dict) or MARK not in first:
            raise self._wrong("is no backup of gambero")
        if first[MARK] > FORMAT:
            version = first.get("gambero")
            raise self._wrong(f"was written by a newer gambero ({version}), in a form unknown here: update gambero")
        self.header = Header(**{name: first[name] for name in Header.__dataclass_fields__})
        self.rows: dict[str, int] = {}

    def tables(self) -> Iterator[tuple[str, list[str], Iterator[Row]]]:
        """Each table with its columns and rows. Rows must be read before the next table is asked for."""
        line = self._line()
        while "table" in line:
            name = line["table"]
            after: dict[str, Any] = {}
            self.rows[name] = 0
            yield name, line["columns"], self._rows_of(name, after)
            line = after["line"]
        if line["rows"] != self.rows:
            raise self._wrong("is damaged: its rows are not as many as it says")

    def _rows_of(self, name: str, after: dict[str, Any]) -> Iterator[Row]:
        while isinstance(line := self._line(), list):
            self.rows[name] += 1
            yield [_decoded(cell) for cell in line]
        after["line"] = line

    def _line(self) -> Any:
        """The next line. The last one has the checksum of all lines before it."""
        try:
            line = self._zip.readline(LONGEST_LINE)
            found = orjson.loads(line)
            is_last = isinstance(found, dict) and "sha256" in found
            more = is_last and self._zip.read(1)  # at the end gzip compares its own checksum
        except EOFError:
            raise self._wrong("was cut off") from None
        except (gzip.BadGzipFile, zlib.error, orjson.JSONDecodeError):
            known = self._read and "is damaged: it cannot be read to its end"
            raise self._wrong(known or "is no backup of gambero") from None
        if is_last and (more or found["sha256"] != self._digest.hexdigest()):
            raise self._wrong("is damaged: its checksum does not fit")
        self._digest.update(line)
        self._read = True
        return found

    def _wrong(self, problem: str) -> ValueError:
        return ValueError(f"{self._file} {problem}")

    def close(self) -> None:
        self._zip.close()


@contextmanager
def reading(file: Path) -> Iterator[Reader]:
    reader = Reader(file)
    try:
        yield reader
    finally:
        reader.close()


def check(file: Path) -> Contents:
    """Read a backup whole: checksum, counts and every line. Raises ValueError if anything is wrong."""
    with reading(file) as reader:
        for _name, columns, rows in reader.tables():
            for row in rows:
                if len(row) != len(columns):
                    raise ValueError(f"{file} is damaged: a row has {len(row)} cells for {len(columns)} columns")
        return Contents(reader.header, reader.rows)


@contextmanager
def new_file(file: Path, *, force: bool) -> Iterator[Path]:
    """A temporary file that only its owner may read; renamed to `file` at the end, if nothing went wrong."""
    if not file.parent.is_dir() or file.is_dir():
        raise ValueError(f"a backup must be a file in a folder that exists, not {file}")
    check_absent(file, force=force)
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield part
        check_absent(file, force=force)
        part.replace(file)
        sync_folder(file.parent)
    except OSError as wrong:
        raise ValueError(f"{file} could not be written: {wrong.strerror or wrong}") from None
    finally:
        part.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make sure that a renamed file is on disk, where the system can sync a folder."""
    with suppress(OSError):  # Windows cannot open a folder
        opened = os.open(folder, os.O_RDONLY)
        os.fsync(opened)
        os.close(opened)


def check_absent(file: Path, *, force: bool) -> None:
    if file.exists() and not force:
        raise ValueError(f"{file} exists already: give another name, or --force to replace it")
