"""Backups of a server under play: whole, restored to either store, refused where they should be."""

import asyncio
import gzip
import json
import shutil
import sqlite3
import subprocess
import sys
import zlib
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Column, Integer, MetaData, Text, insert, select, text
from sqlalchemy import Table as SqlTable

from gambero.server.store import schema
from gambero.server.store.backups.file import check
from gambero.server.store.backups.restore import advance_sequences, restore
from gambero.server.store.backups.snapshot import backup
from gambero.server.store.database import Store, engine_for, migrate
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table

from helpers.commands import run_gambero
from helpers.patience import PATIENCE
from helpers.players import IN_TURN, Stubborn, all_go_on, gather_people
from helpers.serving import Guest, Served, address

SECONDS = 2.0  # of moves, with the backup in their middle


def gambero(*arguments: str | Path, code: int = 0) -> tuple[str, str]:
    """What a command says on both streams, if it ends with this code."""
    done = run_gambero(*arguments)
    assert done.returncode == code, done.stderr
    return done.stdout, done.stderr


def refused(*arguments: str | Path) -> str:
    """The one line of a command that is refused."""
    out, told = gambero(*arguments, code=2)
    assert (out, told.count("\n")) == ("", 1)
    return told.removeprefix("gambero: ").strip()


def acknowledged(tables: dict[str, list[Stubborn]]) -> dict[str, int]:
    """The highest number of each table that anybody was told of."""
    return {
        table: max((number for one in people for _, number, _ in one.done), default=0)
        for table, people in tables.items()
    }


async def rows_of(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All that is in a database, but for the row that every start writes anew."""
    engine = engine_for(address(url))
    async with engine.connect() as connection:
        found = {}
        for table in schema.metadata.sorted_tables:
            rows = (await connection.execute(select(table))).all()
            found[table.name] = sorted((tuple(row) for row in rows if row[0] != "ready"), key=repr)
    await engine.dispose()
    return found


async def entries_of(url: str, table_id: str) -> list[Entry]:
    """The log of a table, which can be folded."""
    store, table = Store(address(url)), Table(table_id)
    entries = await store.entries(table_id)
    for entry in entries:
        table.apply(entry)
    await store.engine.dispose()
    return entries


@pytest.fixture
def other(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """An empty database of the other kind."""
    return str(tmp_path / "other.db") if "://" in database else str(request.getfixturevalue("postgres_url"))


@pytest.mark.slow
async def test_a_backup_under_play_has_all_that_was_acknowledged_before(
    database: str, other: str, tmp_path: Path
) -> None:
    """Several clients play; the backup goes to the other store; there a server plays on with the same people."""
    file = tmp_path / "games.backup"
    with Served(database) as server:
        tables = await gather_people(server, 7)
        up = asyncio.Event()
        up.set()
        playing = [asyncio.create_task(one.play(up)) for people in tables.values() for one in people]
        try:
            async with asyncio.timeout(2 * PATIENCE):
                await all_go_on(tables)
                await asyncio.sleep(SECONDS / 2)
                before = acknowledged(tables)
                said, _ = await asyncio.to_thread(gambero, "backup", file, "--database", database)
                while acknowledged(tables) == before:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(SECONDS / 2)
        finally:
            for task in playing:
                task.cancel()
            wrong = await asyncio.gather(*playing, return_exceptions=True)
            assert {type(one) for one in wrong} <= {asyncio.CancelledError}
        after = acknowledged(tables)
        assert server.stop() == 0
    assert "read again and found whole" in said
    assert min(before.values()) > 0
    assert sum(after.values()) > sum(before.values()), "nobody played while it was written"
    assert file.stat().st_mode & 0o077 == 0, "it has cookies' secret in it"

    found = json.loads(gambero("backup", "--verify", file, "--json")[0])
    assert (found["faults"], found["tables"]) == ([], len(tables))
    gambero("restore", file, "--database", other)
    with Served(other) as restored:
        for table_id, people in tables.items():
            log = await entries_of(other, table_id)
            assert len(log) >= before[table_id]
            for one in people:
                for name, number, wish in one.done:
                    if number <= before[table_id] and wish["type"] in IN_TURN:
                        assert log[number - 1].data["id"] == f"{one.seat}:{name}"
            seat = await people[0].guest.at(table_id, restored.url)
            assert seat.n >= len(log), "the same token, the same seat"
            assert seat.you["seat"] == people[0].seat
        again = {
            table: [Stubborn(one.guest, table, restored, Random(f"again {table}"), "restored") for one in people]
            for table, people in tables.items()
        }
        playing = [asyncio.create_task(one.play(up)) for people in again.values() for one in people]
        try:
            async with asyncio.timeout(2 * PATIENCE):
                await all_go_on(again)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)


async def test_from_one_store_to_the_other_and_back_nothing_changes(database: str, other: str, tmp_path: Path) -> None:
    with Served(database) as server:
        anna = await Guest.new(server.url, "Anna ünd 한")
        await anna.enter("/api/account", login="anna", password="a long secret")
        await anna.finished("duel", bots=["greedy"])
        await anna.open("extreme", players=2, bots=["greedy"], listed=True)
        assert server.stop() == 0
    there, back = tmp_path / "there", tmp_path / "back"
    await backup(address(database), there)
    await restore(there, address(other))
    assert await rows_of(other) == await rows_of(database)
    await backup(address(other), back)
    assert check(back).rows == check(there).rows
    lines = [gzip.decompress(one.read_bytes()).splitlines()[1:-1] for one in (there, back)]
    assert sorted(lines[0]) == sorted(lines[1])
    await restore(back, address(database), force=True)
    assert await rows_of(database) == await rows_of(other)


async def filled(database: str, people: int = 3) -> None:
    """A database with somebody in it."""
    store = Store(address(database))
    await store.start()
    rows = [{"id": f"p{number}", "name": "Anna", "created": number} for number in range(people)]
    async with store.engine.begin() as connection:
        await connection.execute(insert(schema.people), rows)
    await store.stop()


async def test_what_is_not_empty_or_in_use_is_not_overwritten(database: str, tmp_path: Path) -> None:
    file = tmp_path / "games.backup"
    await filled(database)
    gambero("backup", file, "--database", database)
    assert refused("backup", file, "--database", database).startswith(f"{file} exists already: give another name")
    gambero("backup", file, "--database", database, "--force")
    told = refused("restore", file, "--database", database)
    assert told.startswith("the database is not empty (people: 3): give another one, or --force")
    with Served(database) as server:
        told = refused("restore", file, "--database", database, "--force")
        assert told.startswith("a server ")
        assert told.endswith(": stop it before you restore")
        await Guest.new(server.url)
    gambero("restore", file, "--database", database, "--force")
    assert len((await rows_of(database))["people"]) == 3
    assert [one.name for one in tmp_path.iterdir() if one.name.endswith(".part")] == []


async def test_a_server_that_nobody_has_been_to_counts_as_empty(database: str, other: str, tmp_path: Path) -> None:
    await filled(database)
    with Served(other) as server:
        assert server.stop() == 0
    await backup(address(database), tmp_path / "one")
    await restore(tmp_path / "one", address(other))
    assert await rows_of(other) == await rows_of(database)


async def test_a_newer_schema_is_refused_by_each_command(database: str, other: str, tmp_path: Path) -> None:
    file = tmp_path / "games.backup"
    await filled(database)
    await backup(address(database), file)
    newer = tmp_path / "newer"
    changes: dict[str, dict[str, Any]] = {
        "has a newer schema (at 9999)": {"schema": "9999"},
        "in a form unknown here": {"gambero backup": 2},
    }
    for words, change in changes.items():
        newer.write_bytes(changed(file, change))
        for told in (refused("restore", newer, "--database", other), refused("backup", "--verify", newer)):
            assert words in told
            assert told.endswith(": update gambero")
    engine = engine_for(address(database))
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await engine.dispose()
    for command in ("backup more", f"restore {file}", f"restore {file} --force"):
        told = refused(*command.split(), "--database", database)
        assert "the database is newer (at 9999) than this gambero" in told
    assert not Path("more").exists()


def changed(file: Path, change: dict[str, Any]) -> bytes:
    """A backup with another first line, and a checksum that fits."""
    first, *lines, last = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    body = b"".join([json.dumps({**json.loads(first), **change}).encode() + b"\n", *lines])
    return gzip.compress(body + json.dumps({**json.loads(last), "sha256": sha256(body).hexdigest()}).encode() + b"\n")


def holds(data: bytes, plain: bytes) -> bool:
    """Some bits of a compressed file only fill it up: without them it holds the same."""
    try:
        return gzip.decompress(data) == plain
    except (OSError, EOFError, zlib.error):
        return False


async def test_a_damaged_file_is_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    database, file, bad = tmp_path / "games.db", tmp_path / "games.backup", tmp_path / "bad"
    await filled(str(database), 3000)
    await backup(address(str(database)), file)
    whole, chance = file.read_bytes(), Random(1)
    plain = gzip.decompress(whole)
    damaged = {
        "cut off": whole[: len(whole) // 2],
        "no end": gzip.compress(plain[: plain.rindex(b'{"rows"')]),
        "a row less": gzip.compress(plain.replace(b'["p7","Anna",null,null,7', b'["p7","Anne",null,null,7', 1)),
        "nothing": b"",
        "a picture": b"\x89PNG" + bytes(100),
        "other text": gzip.compress(b"[]\n"),
        "more at the end": gzip.compress(plain + b"[]\n"),
    }
    for number in range(40):  # any bit of it
        at = chance.randrange(10, len(whole))
        flipped = whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :]
        if not holds(flipped, plain):
            damaged[f"bit {number}"] = flipped
    assert len(damaged) > 40
    for data in damaged.values():
        bad.write_bytes(data)
        with pytest.raises(ValueError, match=r"is damaged|was cut off|is no backup of gambero"):
            await restore(bad, address(str(tmp_path / "restored.db")))
    assert not (tmp_path / "restored.db").exists()
    assert refused("restore", bad, "--database", tmp_path / "restored.db").startswith(str(bad))
    assert "there is no database at" in refused("backup", tmp_path / "x", "--database", tmp_path / "none.db")
    assert "No such file" in refused("restore", tmp_path / "none", "--database", tmp_path / "restored.db")
    assert "folder that exists" in refused("backup", tmp_path / "no" / "x", "--database", database)


async def test_faults_in_games_and_logs_are_counted_and_named(tmp_path: Path) -> None:
    database, file = tmp_path / "games.db", tmp_path / "games.backup"
    with Served(database) as server:
        anna = await Guest.new(server.url)
        games = [await anna.finished("duel", bots=["greedy"]) for _ in range(2)]
        assert server.stop() == 0
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as store, store:
        tables = [row[0] for row in store.execute("SELECT DISTINCT table_id FROM log")]
        store.execute("UPDATE games SET record = replace(record, 'result: ', 'result: no ') WHERE id = ?", games[:1])
        store.execute("DELETE FROM log WHERE table_id = ? AND number = 5", tables[:1])
    gambero("backup", file, "--database", database)
    out, told = gambero("backup", "--verify", file, code=1)
    assert "2 finished games replayed, 2 faults" in out
    assert [line.split(": ")[1] for line in told.splitlines()] == [f"game {games[0]}", f"table {tables[0]}"]
    assert "entry 6 cannot follow 4" in told


async def test_an_older_backup_is_upgraded(database: str, other: str, tmp_path: Path) -> None:
    """Of every earlier schema; what is in them is the matter of test_migrations."""
    engine = engine_for(address(database))
    async with engine.begin() as connection:
        await connection.run_sync(migrate, "0001")
        await connection.execute(text("INSERT INTO people (id, name, created) VALUES ('a', 'Anna', 1)"))
    await engine.dispose()
    await backup(address(database), tmp_path / "old")
    assert check(tmp_path / "old").header.schema == "0001"
    await restore(tmp_path / "old", address(other))
    with Served(other):
        assert [row[:2] for row in (await rows_of(other))["people"]] == [("a", "Anna")]


async def test_numbers_that_postgresql_gives_go_on_behind_the_restored_ones(postgres_url: str) -> None:
    given = MetaData()
    for name in ("filled", "empty"):
        SqlTable(name, given, Column("number", Integer, primary_key=True), Column("word", Text))
    engine = engine_for(address(postgres_url))
    async with engine.begin() as connection:
        await connection.run_sync(given.create_all)
        await connection.execute(insert(given.tables["filled"]), [{"number": number} for number in (3, 7)])
        await connection.run_sync(advance_sequences, given)
        for name, number in (("filled", 8), ("empty", 1)):
            new = insert(given.tables[name]).values(word="new").returning(given.tables[name].c.number)
            assert (await connection.execute(new)).scalar_one() == number
    await engine.dispose()


async def test_copying_the_file_of_a_running_server_loses_moves(tmp_path: Path) -> None:
    """The newest moves are in the write-ahead log beside it: why docs/serving.md says to use `gambero backup`."""
    database, copied, file = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "games.backup"
    with Served(database) as server:
        anna = await Guest.new(server.url)
        seat = await anna.at(await anna.open("classic", start=True))
        for _ in range(20):
            await seat.play(seat.view["moves"][0])
        shutil.copy(database, copied)
        await backup(address(str(database)), file)
        with closing(sqlite3.connect(copied, timeout=PATIENCE)) as store:
            there = store.execute("SELECT name FROM sqlite_master WHERE name = 'log'").fetchall()
            moves = store.execute("SELECT count(*) FROM log WHERE kind = 'moved'").fetchone()[0] if there else 0
        assert moves < 20
        await restore(file, address(str(tmp_path / "restored.db")))
        assert len(await entries_of(str(tmp_path / "restored.db"), seat.table["id"])) >= seat.n


SMALL_DISK = (  # files of at most 64 KB: a write beyond that fails as on a full disk
    "import resource, signal; resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536)); "
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); from gambero.cli import main; main()"
)


async def test_a_disk_that_is_full_leaves_no_file(tmp_path: Path) -> None:
    database, file = str(tmp_path / "games.db"), str(tmp_path / "games.backup")
    await filled(database, 20_000)
    command = [sys.executable, "-c", SMALL_DISK, "backup", file, "--database", database]
    out = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (out.returncode, out.stderr) == (2, f"gambero: {file} could not be written: File too large\n")
    assert {one.name for one in tmp_path.iterdir()} <= {"games.db", "games.db-wal", "games.db-shm"}
