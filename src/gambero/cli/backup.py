"""`gambero backup` and `gambero restore`: all that a server keeps, as one file."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from gambero.cli.interruption import INTERRUPTED, interrupted_by_sigterm
from gambero.cli.options import flag

if TYPE_CHECKING:
    from gambero.server.settings import Settings
    from gambero.server.store.backups.file import Header
    from gambero.server.store.backups.snapshot import Progress
    from gambero.server.store.backups.verify import Findings

FAULTS = 1
SHOWN = 20  # faults that are printed, however many there are
T = TypeVar("T")
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="A file, or postgresql://…, as for serve.", show_default="a file in your data folder"
    ),
]
Json = Annotated[bool, flag("--json", "One line of JSON instead of a sentence.")]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; with --verify the one to look at.")],
    database: Database = None,
    force: Annotated[bool, flag("--force", "Replace a file that exists.")] = False,
    verify: Annotated[bool, flag("--verify", "Write nothing; replay all that is in FILE.")] = False,
    as_json: Json = False,
) -> None:
    """Back a server's database up, also while it runs. The file fits SQLite and PostgreSQL.

    With --verify: exit code 1 if a game or a table in the backup cannot be replayed.
    """
    from gambero.server.store.backups.snapshot import backup as write

    if verify:
        show_findings(file, as_json)
        return
    settings = settings_for(database)
    found = run(settings, lambda progress: write(settings.database_url, file, force=force, progress=progress))
    size, rows = file.stat().st_size, sum(found.rows.values())
    if as_json:
        print(json.dumps({"file": str(file), "bytes": size, **asdict(found.header), "rows": found.rows}))
    else:
        print(f"{file}: {rows:,} rows, {size:,} bytes, {of_version(found.header)}; read again and found whole.")


def restore(
    file: Annotated[Path, typer.Argument(help="What `gambero backup` wrote.")],
    database: Database = None,
    force: Annotated[bool, flag("--force", "Replace all that is in the database.")] = False,
    as_json: Json = False,
) -> None:
    """Restore a backup into an empty database, upgraded if it is of an older gambero. No server may run on it."""
    from gambero.server.store.backups.restore import restore as fill

    settings = settings_for(database)
    found = run(settings, lambda progress: fill(file, settings.database_url, force=force, progress=progress))
    rows = sum(found.rows.values())
    if as_json:
        print(json.dumps({"file": str(file), **asdict(found.header), "rows": found.rows}))
    else:
        print(f"{file}: {rows:,} rows restored, {of_version(found.header)}, made {found.header.made}.")


def show_findings(file: Path, as_json: bool) -> None:
    """What replaying a backup found; exit code 1 if something is wrong."""
    from gambero.server.store.backups.verify import verify

    found: Findings = run(settings_for(None), lambda progress: verify(file, progress))
    if as_json:
        print(json.dumps(asdict(found)))
    else:
        print(
            f"{file}: {found.people:,} people, {found.tables:,} tables with {found.entries:,} entries and "
            f"{found.games:,} finished games replayed, {len(found.faults):,} faults; {of_version(found.header)}."
        )
    sys.stdout.flush()
    for fault in found.faults[:SHOWN]:
        print(f"gambero: {fault}", file=sys.stderr)
    if found.faults:
        raise typer.Exit(FAULTS)


def of_version(header: "Header") -> str:
    return f"gambero {header.gambero}, schema {header.schema}"


def settings_for(database: str | None) -> "Settings":
    from gambero.server.settings import Settings

    return Settings.read(database=database).checked()


def run(settings: "Settings", work: "Callable[[Progress], Awaitable[T]]") -> T:
    """Run some work with its progress shown. A store's error becomes one line; Ctrl-C leaves all as it was."""
    from gambero.server.start_error import start_error

    async def with_progress() -> T:
        with progress_line() as progress:
            return await work(progress)

    try:
        with interrupted_by_sigterm():
            return asyncio.run(with_progress())
    except KeyboardInterrupt:
        print("gambero: interrupted; nothing was changed", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    except OSError as wrong:
        if wrong.filename:  # a file, not a database that does not answer
            raise
        raise ValueError(start_error(wrong, settings)) from None
    except Exception as wrong:
        if not type(wrong).__module__.startswith(("sqlalchemy", "sqlite3", "asyncpg")) and not isinstance(
            wrong, ImportError
        ):
            raise
        raise ValueError(start_error(wrong, settings)) from None


@contextmanager
def progress_line() -> "Iterator[Progress]":
    """A line that says how far it is, where standard error is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("")
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total or None)
