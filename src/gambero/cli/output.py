"""What `simulate` and `arena` found, in the forms asked for: a table, JSON, CSV, an HTML page."""

import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gambero.cli.interruption import INTERRUPTED

if TYPE_CHECKING:
    from gambero.lab.arena.compare import Arena

STDOUT = "-"


def command_line() -> str:
    """What was typed, for whoever finds a result later."""
    return shlex.join(["gambero", *sys.argv[1:]])


class Output:
    """Where a result goes. Made before the games: it tries each file first, so that a wrong path loses no result."""

    def __init__(self, as_json: bool, as_csv: str | None, report: Path | None, seed: int) -> None:
        if as_json and as_csv == STDOUT:
            raise ValueError("--json and --csv - both want the screen: give --csv a file, or leave one of them out")
        self.as_json = as_json
        self.csv_on_screen = as_csv == STDOUT
        self.csv = Path(as_csv) if as_csv and not self.csv_on_screen else None
        self.report = report
        self.seed = seed
        for name, file in (("csv", self.csv), ("report", report)):
            if file:
                check_writable(name, file)
        if self.csv and report and self.csv.absolute() == report.absolute():
            raise ValueError(f"csv and report must be two files, not both {report}")

    def write(self, arenas: "Sequence[Arena]", title: str) -> None:
        """Print the result first, even if the files cannot be written; exit code 130 if the run was interrupted."""
        from gambero.lab.report import rows

        cells = [rows.row(cell, self.seed, command_line()) for arena in arenas for cell in arena.cells]
        try:
            if self.csv_on_screen:
                rows.write_csv(cells, sys.stdout)
            elif self.as_json:
                print(json.dumps(rows.as_json(arenas, cells)))
            else:
                from gambero.lab.report.terminal import show

                show(arenas, title)
            sys.stdout.flush()
        finally:  # the files are written even if the reader of a pipe has left
            self._write_files(
                csv=lambda file: rows.write_csv_file(cells, file),
                report=lambda file: rows.write_report(arenas, title, self.seed, file, command_line()),
            )
        if any(arena.interrupted for arena in arenas):
            print("gambero: interrupted; these are the games played until then", file=sys.stderr)
            raise typer.Exit(INTERRUPTED)

    def _write_files(self, **writers: Callable[[Path], None]) -> None:
        """Write both files; if one fails, for example on a full disk, the other is still written."""
        failed = []
        for name, write in writers.items():
            file: Path | None = getattr(self, name)
            if file:
                try:
                    write(file)
                except OSError as wrong:
                    failed.append(f"{name} could not be written to {file}: {wrong.strerror}")
        if failed:
            raise ValueError("; ".join(failed))


def check_writable(name: str, file: Path) -> None:
    """Open the file for writing, without changing it; ValueError names the option."""
    if not file.parent.is_dir() or file.is_dir():
        raise ValueError(f"{name} must name a file in a folder that exists, not {file}")
    new = not file.exists()
    try:
        file.open("a").close()
    except OSError as wrong:
        raise ValueError(f"{name} must name a file that can be written: {file}: {wrong.strerror}") from None
    if new:
        file.unlink()
