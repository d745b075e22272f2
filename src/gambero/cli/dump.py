"""`gambero dump`: a server's finished games as a file for study."""

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from gambero.cli.backup import Database, Json, settings_for
from gambero.cli.output import command_line


def dump(
    file: Annotated[Path, typer.Argument(help="What to write: FILE.parquet, FILE.jsonl, or FILE.txt with records.")],
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Write the finished games whose people all agreed to it in their settings. Names are replaced by numbers.

    Works while the server runs. Games with a person who did not agree, or who is deleted, are left out.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from gambero.lab.games_file import DUMPED, GamesFile, check_path, header, result_columns
    from gambero.server.start_error import start_error
    from gambero.server.store.database import existing
    from gambero.server.store.sharing import Dump

    check_path(file)
    settings = settings_for(database)

    def broken(kind: str, wrong: Exception, which: str) -> None:
        print(f"gambero: left out: {kind} {which}: {' '.join(str(wrong).split())}", file=sys.stderr)

    async def write() -> Dump:
        async with existing(settings.database_url) as store:
            found = Dump(store, time.time_ns() // 1_000_000, broken)
            with GamesFile(file, header(command=command_line(), seed=None), DUMPED) as out:
                async for row in found.rows():
                    result = result_columns(row.pop("result"))
                    record = row.pop("record")
                    out.write({"number": found.games - 1, **row, **result, "record": record})
            return found

    try:
        found = asyncio.run(write())
    except (SQLAlchemyError, ImportError) as wrong:
        raise ValueError(start_error(wrong, settings)) from None
    if as_json:
        print(json.dumps({"file": str(file), "games": found.games, "left_out": found.left_out}))
    else:
        print(f"{file}: {found.games:,} games; {found.left_out:,} left out, since not everybody in them agreed.")
