"""A stored row that cannot be read hides itself, and nothing else."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served

BROKEN = ("{", "[]", "null", '{"id": 7}', '{"id": "x", "seats": [{"kind": "chair"}]}')


def write(server: Served, statement: str, *rows: tuple[object, ...]) -> None:
    with closing(sqlite3.connect(server.database, timeout=PATIENCE)) as store, store:
        store.executemany(statement, rows)


async def skipped(anna: Guest, where: str) -> int:
    found = re.search(f'gambero_rows_skipped_total{{where="{where}"}} (\\d+)', (await anna.ask("GET", "/metrics")).text)
    return int(found[1]) if found else 0


async def test_the_lobby_and_my_tables_leave_out_what_cannot_be_read(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db") as server:
        anna = await Guest.new(server.url)
        table = await anna.open("classic", players=2, listed=True)
        playing = await anna.open("classic", players=1, listed=True, start=True)
        rows = [(f"broken{number}", summary) for number, summary in enumerate(BROKEN)]
        write(
            server,
            "INSERT INTO tables SELECT ?, listed, phase, ?, touched, due FROM tables WHERE id = ?",
            *((*row, table) for row in rows),
        )
        write(
            server,
            "INSERT INTO sitting SELECT ?, person, seat FROM sitting WHERE table_id = ?",
            *((name, table) for name, _ in rows),
        )
        for _ in range(2):
            lobby = await anna.ask("GET", "/api/lobby")
            assert lobby.status_code == 200
            assert [one["id"] for one in lobby.json()["open"]] == [table]
            assert [one["id"] for one in lobby.json()["playing"]] == [playing]
        mine = await anna.ask("GET", "/api/tables/mine")
        assert {one["id"] for one in mine.json()["tables"]} == {table, playing}
        assert await skipped(anna, "lobby") == 3 * len(BROKEN)
        server.stop()
        told = [json.loads(line) for line in server.log if "row skipped" in line]
        assert sorted(line["row"] for line in told) == [name for name, _ in rows]  # each once


async def test_my_games_leave_out_what_cannot_be_read(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db") as server:
        anna = await Guest.new(server.url)
        games = [await played(anna) for _ in range(3)]
        write(server, "UPDATE games SET result = ? WHERE id = ?", ("{", games[0]))
        write(server, "UPDATE games SET options = ? WHERE id = ?", ('{"professional": "perhaps"}', games[1]))
        found = await anna.ask("GET", "/api/games")
        assert [one["id"] for one in found.json()["games"]] == [games[2]]
        assert await skipped(anna, "games") == 2
        statistics = await anna.ask("GET", "/api/statistics")
        assert statistics.status_code == 200
        assert (await anna.ask("GET", f"/api/games/{games[2]}")).status_code == 200


async def played(anna: Guest) -> str:
    """A game alone, to its end."""
    seat = await anna.at(await anna.open("classic", players=1, start=True))
    while seat.table["phase"] != "over":
        await seat.play(seat.view["moves"][-1])
    return str(seat.table["game_id"])
