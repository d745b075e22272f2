"""Results for programs: one row a cell, as JSON or CSV."""

import csv
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO

from gambero.lab.arena.compare import Arena, Cell

Row = dict[str, Any]

FLAT = ("game", "players", "bot", "seed", "games", "wins", "win_rate", "left", "brilliant", "turns", "seconds")
COUNTS = ("options", "reasons", "histogram")  # written as in beaten=3 stuck=7; the last is games by cards left

MADE_BY = ("version", "command")


def row(cell: Cell, seed: int, command: str = "") -> Row:
    """All that is known of a cell, as plain data, with the version and the command that made it."""
    result = asdict(cell.result)
    rate = cell.result.games / cell.result.seconds if cell.result.seconds else 0.0
    about = {"game": cell.game, "players": cell.players, "options": cell.options, "bot": cell.bot, "bots": cell.bots}
    made_by = {"version": version("gambero"), "command": command}
    return {**about, "seed": seed, **result, "games_per_second": rate, **made_by}


def as_json(arenas: Sequence[Arena], rows: Sequence[Row]) -> Row:
    """One simulation as its row; anything more as `{"cells": […], "ratings": {game: […]}}`."""
    ratings = {arena.game: [asdict(one) for one in arena.ratings] for arena in arenas if arena.ratings}
    faults = [fault for arena in arenas for fault in arena.faults]
    if len(rows) == 1 and not ratings and not faults:
        return rows[0]
    return {"cells": list(rows), "ratings": ratings, **({"faults": faults} if faults else {})}


def write_csv(rows: Sequence[Row], file: TextIO) -> None:
    """One line a cell: of the interval both ends, of the quantiles the median."""
    out = csv.writer(file, lineterminator="\n")
    out.writerow([*FLAT, "low", "high", "median_left", *COUNTS, "interrupted", *MADE_BY])
    for one in rows:
        flat = [one[name] for name in FLAT]
        counts = [" ".join(f"{name}={value}" for name, value in one[column].items()) for column in COUNTS]
        out.writerow(
            [
                *flat,
                *one["interval"],
                one["quantiles"].get(50, ""),
                *counts,
                one["interrupted"],
                *(one[name] for name in MADE_BY),
            ]
        )


def write_csv_file(rows: Sequence[Row], file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        write_csv(rows, out)


def write_report(arenas: Sequence[Arena], title: str, seed: int, file: Path, command: str = "") -> None:
    from gambero.lab.report.html import page

    file.write_text(page(arenas, title, seed, command), "utf-8")
