"""The database comes to its present form by itself, from nothing and from an older one, with all that is in it."""

import json
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from itsdangerous import URLSafeSerializer
from sqlalchemy import Connection, inspect, text

import gambero
from gambero.game import new_game
from gambero.game.setup import prepared
from gambero.server.store import schema
from gambero.server.store.database import engine_for, known_revisions, migrate, revision, upgrade
from gambero.server.table.dealing import sealed

from helpers.serving import Guest, Seated, Served, address

DAILY, SITTING, SHUFFLED, TRIES = "0002", "0003", "0004", "0005"  # what came with a schema
LAST = TRIES
ANNA, SECRET, SALT = "a" * 32, "5" * 64, "7" * 64
DAY, IN_TIME, TOO_LATE = "2026-03-14", 1_773_532_799_000, 1_773_536_400_000  # 23:59:59 UTC, and 01:00 a day later
PLAYED = 5  # moves of the game in progress
DONE: dict[str, tuple[str, dict[str, Any], str]] = {  # finished games, each with its options as they were kept
    "done": ("duel", {"seed": 1}, "{}"),
    "house": ("extreme", {"players": 2, "seed": 2}, '{"commands":"house"}'),
    "hard": ("extreme", {"players": 2, "seed": 3, "professional": True}, '{"professional":true,"commands":"house"}'),
    "mixed": (
        "extreme",
        {"players": 2, "seed": 4, "professional": True, "commands": "shuffled"},
        '{"professional":true,"commands":"shuffled"}',
    ),
}
NOW: dict[str, dict[str, bool]] = {  # and as they are now, the latest first
    "mixed": {"professional": True, "shuffled": True},
    "hard": {"professional": True},
    "house": {},
    "done": {},
}


async def inside(url: str, work: Any, *, keep: bool = True) -> Any:
    """Do something with a connection to a database."""
    engine = engine_for(address(url))
    async with engine.connect() as connection:
        done = await connection.run_sync(work)
        await (connection.commit() if keep else connection.rollback())
    await engine.dispose()
    return done


def of_people(connection: Connection, table: str) -> list[tuple[str, str]]:
    return [(row.person, row.table_id) for row in connection.execute(text(f"SELECT person, table_id FROM {table}"))]


def differences(connection: Connection) -> Any:
    """Where the tables differ from what the code says they are."""
    return compare_metadata(MigrationContext.configure(connection), schema.metadata)


def to_the_end(game: gambero.Game) -> gambero.Game:
    while not game.over:
        game.move(game.moves()[-1])
    return game


def old_house(connection: Connection, at: str) -> gambero.Game:
    """A database as the release with this schema made it: somebody, finished games, and a table in the middle of one.

    Rows are those of the releases up to LAST; what later migrations add to them, these fill in themselves.
    """
    migrate(connection, min(at, LAST))
    game = gambero.new("classic", players=1, seed=7)
    log: list[tuple[str, str | None, dict[str, Any]]] = [
        (
            "opened",
            None,
            {
                "game": "classic",
                "players": 1,
                "options": dict(game.options),
                "commands": None,
                "listed": False,
                "clock": None,
                "wait": 0.5,
                "tournament": None,
                "daily": None,
                "host": ANNA,
            },
        ),
        ("sat", ANNA, {"seat": 0, "name": "Anna"}),
        ("dealt", None, sealed(prepared("classic", players=1, seed=7), SALT, "game")),
    ]
    for number in range(PLAYED):
        log.append(("moved", None, {"move": game.moves()[0], "id": f"0:old {number}"}))
        game.move(game.moves()[0])
    finished = {name: to_the_end(new_game(kind, **how)) for name, (kind, how, _) in DONE.items()}
    rows: list[tuple[str, dict[str, Any]]] = [
        ("people", {"id": ANNA, "name": "Anna", "created": 1}),
        ("secrets", {"name": "cookies", "value": SECRET}),
        ("tables", {"id": "old", "listed": False, "phase": "playing", "summary": "{}", "touched": 1}),
        *(
            ("log", {"table_id": "old", "number": n, "at": n, "kind": kind, "person": who, "data": json.dumps(data)})
            for n, (kind, who, data) in enumerate(log, 1)
        ),
        *(
            (
                "games",
                {
                    "id": name,
                    "table_id": "before",
                    "game": game.game,
                    "options": DONE[name][2] if at < SHUFFLED else json.dumps(NOW[name], separators=(",", ":")),
                    "players": 2,
                    "result": json.dumps(game.result.as_json()),  # type: ignore[union-attr]  # it is over
                    "record": game.record(),
                    "finished": number,
                },
            )
            for number, (name, game) in enumerate(finished.items())
        ),
        *(("seats", {"game_id": name, "seat": 0, "person": ANNA, "name": "Anna", "won": True}) for name in DONE),
        *(("seats", {"game_id": name, "seat": 1, "bot": "greedy", "name": "greedy", "won": False}) for name in DONE),
    ]
    if at >= DAILY:
        result = {"day": DAY, "game": "duel", "person": ANNA, "game_id": "done", "won": True, "score": 0}
        rows.append(("daily", {**result, "name": "Anna", "finished": IN_TIME}))
    if at >= SITTING:
        rows.append(("sitting", {"table_id": "old", "person": ANNA}))
    if at >= TRIES:
        rows.append(("tries", {"day": DAY, "game": "duel", "person": ANNA, "table_id": "before"}))
    for table, row in rows:
        names = ", ".join(row)
        connection.execute(text(f"INSERT INTO {table} ({names}) VALUES (:{names.replace(', ', ', :')})"), row)
    upgrade(connection, at)
    return game


async def test_from_nothing_comes_what_the_code_says(database: str) -> None:
    with Served(database):
        assert await inside(database, differences) == []


@pytest.mark.parametrize("at", known_revisions()[:-1])
async def test_an_old_database_is_brought_up_to_date_with_all_that_is_in_it(database: str, at: str) -> None:
    game: gambero.Game = await inside(database, lambda connection: old_house(connection, at))
    assert await inside(database, revision) == at
    token = str(URLSafeSerializer(SECRET, salt="person").dumps(ANNA))  # as the first release made it

    async def story(url: str) -> None:
        anna = Guest(url, token)
        seat: Seated = await anna.at("old")
        assert (seat.n, seat.you["seat"], seat.view["log"]) == (3 + PLAYED, 0, [list(move) for move in game.log])
        assert seat.view["hand"] == game.hand(0)
        answer = await seat.do("move", move="2a", id="old 4")
        assert (answer["n"], answer["again"]) == (3 + PLAYED, True), "sent again: known from before"
        await seat.play(seat.view["moves"][0])
        games = (await anna.ask("GET", "/api/games")).json()["games"]
        assert [(one["id"], one["options"]) for one in games] == list(NOW.items())
        counted = (await anna.ask("GET", "/api/statistics")).json()["by"]
        assert [cell["options"] for cell in counted] == [NOW[name] for name in DONE]
        assert gambero.replay((await anna.ask("GET", "/api/games/done/record")).text).over
        day = (await anna.ask("GET", f"/api/daily/duel/{DAY}")).json() if at >= DAILY else None
        assert day is None or [one["name"] for one in day["results"]] == ["Anna"]

    with Served(database) as server:
        await story(server.url)
        assert await inside(database, differences) == []
        assert await inside(database, lambda connection: of_people(connection, "sitting")) == [(ANNA, "old")]
        tried = [(ANNA, "before")] if at >= DAILY else []
        assert await inside(database, lambda connection: of_people(connection, "tries")) == tried


BEFORE_TRIES = "0004"


def days_played(connection: Connection) -> None:
    """Two results of a day, one of them too late, and a deal of the day that Anna has opened twice."""
    migrate(connection, BEFORE_TRIES)
    game = {"game": "classic", "options": "{}", "players": 1, "result": "{}", "record": "", "finished": 0}
    result = {"day": DAY, "game": "classic", "won": True, "score": 0, "name": ""}
    opened = json.dumps({"game": "duel", "daily": DAY})
    rows: list[tuple[str, dict[str, Any]]] = [
        *(("games", {"id": f"game {who}", "table_id": f"table {who}", **game}) for who in ("ben", "carla")),
        ("daily", {**result, "person": "ben", "game_id": "game ben", "finished": IN_TIME}),
        ("daily", {**result, "person": "carla", "game_id": "game carla", "finished": TOO_LATE}),
        *(("sitting", {"table_id": table, "person": ANNA}) for table in ("first", "second", "other")),
        ("log", {"table_id": "second", "number": 1, "at": 2, "kind": "opened", "data": opened}),
        ("log", {"table_id": "first", "number": 1, "at": 1, "kind": "opened", "data": opened}),
        ("log", {"table_id": "other", "number": 1, "at": 0, "kind": "opened", "data": '{"daily": null}'}),
    ]
    for table, row in rows:
        names = ", ".join(row)
        connection.execute(text(f"INSERT INTO {table} ({names}) VALUES (:{names.replace(', ', ', :')})"), row)


async def test_results_of_days_are_kept_and_the_first_opened_try_is_known(database: str) -> None:
    await inside(database, days_played)
    await inside(database, migrate)
    kept = "SELECT person, late, newcomer FROM daily ORDER BY person"
    late = [tuple(row) for row in await inside(database, lambda store: store.execute(text(kept)).all())]
    assert late == [("ben", False, False), ("carla", True, False)]
    tries = "SELECT person, day, game, table_id FROM tries ORDER BY person"
    assert [tuple(row) for row in await inside(database, lambda store: store.execute(text(tries)).all())] == [
        (ANNA, DAY, "duel", "first"),
        ("ben", DAY, "classic", "table ben"),
        ("carla", DAY, "classic", "table carla"),
    ]
    assert await inside(database, differences) == []


async def test_a_migration_that_is_cut_off_leaves_nothing_behind(database: str) -> None:
    await inside(database, migrate, keep=False)
    assert await inside(database, lambda connection: inspect(connection).get_table_names()) == []
    with Served(database):
        assert await inside(database, differences) == []


async def test_workers_that_start_together_on_an_empty_database_all_come_up(postgres_url: str, redis_url: str) -> None:
    servers = [Served(postgres_url, redis_url) for _ in range(2)]
    with ThreadPoolExecutor() as together:
        list(together.map(Served.start, servers))
    try:
        tables = [await opened_at(server.url) for server in servers]
        assert len(set(tables)) == 2
        assert await inside(postgres_url, differences) == []
    finally:
        codes = [server.stop() for server in servers]
    assert codes == [0, 0]


async def opened_at(url: str) -> str:
    return await (await Guest.new(url)).open("classic", start=True)


async def test_a_database_newer_than_the_code_is_refused_in_one_line(database: str) -> None:
    await inside(database, migrate)
    await inside(
        database, lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    )
    server = Served(database)
    with pytest.raises(AssertionError) as wrong:
        server.start()
    said = [line for line in str(wrong.value).splitlines() if "gambero: " in line]
    assert len(said) == 1
    assert "newer (at 9999)" in said[0]
    assert "Traceback" not in str(wrong.value)
    assert server.process
    assert server.process.returncode == 2


BEFORE_SESSIONS = "0007"


def before_sessions(connection: Connection) -> None:
    """Two accounts whose names look alike, and tables whose host is in the log by id alone."""
    migrate(connection, BEFORE_SESSIONS)
    opened = json.dumps({"host": ANNA, "daily": None})
    rows: list[tuple[str, dict[str, Any]]] = [
        ("people", {"id": ANNA, "name": "Luca", "login": "luca", "created": 2}),
        ("people", {"id": "b" * 32, "name": "Lu\u0441a", "login": "lu\u0441a", "created": 1}),  # with a Cyrillic s
        ("people", {"id": "c" * 32, "name": "Guest", "created": 3}),
        ("secrets", {"name": "cookies", "value": SECRET}),
        ("log", {"table_id": "one", "number": 1, "at": 1, "kind": "opened", "data": opened}),
        ("log", {"table_id": "one", "number": 2, "at": 2, "kind": "host", "data": json.dumps({"person": "c" * 32})}),
        ("log", {"table_id": "one", "number": 3, "at": 3, "kind": "moved", "data": "{}"}),
    ]
    for table, row in rows:
        names = ", ".join(row)
        connection.execute(text(f"INSERT INTO {table} ({names}) VALUES (:{names.replace(', ', ', :')})"), row)


async def test_tokens_become_sessions_and_of_lookalikes_the_older_account_has_the_name(database: str) -> None:
    async def found(query: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await inside(database, lambda store: store.execute(text(query)).all())]

    await inside(database, before_sessions)
    await inside(database, migrate)
    assert {person for _, person in await found("SELECT look, person FROM looks")} == {"b" * 32}
    tokens = {who: str(URLSafeSerializer(SECRET, salt="person").dumps(who)) for who in (ANNA, "b" * 32, "c" * 32)}
    expected = {(who, sha256(token.encode()).hexdigest()) for who, token in tokens.items()}
    assert set(await found("SELECT person, hash FROM sessions")) == expected
    assert await found("SELECT name FROM secrets") == []  # nobody can make such a token any more
    assert await found("SELECT number, person FROM log ORDER BY number") == [(1, ANNA), (2, "c" * 32), (3, None)]
    assert await inside(database, differences) == []
