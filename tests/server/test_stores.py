"""What the stores promise: one winner for each number, all or nothing, on disk before it is told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event, func, insert, select, text

from gambero.server.store import schema
from gambero.server.store.database import FILE_CONNECTIONS, Store, engine_for
from gambero.server.store.journal import SqliteWriter
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served, address

ROUNDS = 100


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    store = Store(address(database))
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


def entry(table: str, number: int, who: str = "") -> Entry:
    return Entry(table, number, "chat", {"seat": 0, "text": who}, None, 0)


def person(name: str) -> Any:
    return insert(schema.people), {"id": name, "name": name, "created": 0}


async def people(store: Store) -> set[str]:
    return {row["id"] for row in await store.rows(select(schema.people.c.id))}


async def test_of_two_workers_that_store_the_same_number_one_is_first(database: str) -> None:
    async with opened(database) as one, opened(database) as other:
        winners = []
        for number in range(1, ROUNDS + 1):
            won = await asyncio.gather(one.append(entry("t", number, "one")), other.append(entry("t", number, "other")))
            assert sorted(won) == [False, True]
            winners.append("one" if won[0] else "other")
        log = await one.entries("t")
        assert [kept.number for kept in log] == list(range(1, ROUNDS + 1))
        assert [kept.data["text"] for kept in log] == winners


async def test_many_tables_are_stored_at_once_and_one_that_fails_takes_no_other_along(database: str) -> None:
    async with opened(database) as store:
        assert await store.append(entry("taken", 1))
        wishes = [store.append(entry(f"t{number}", 1), [person(f"p{number}")]) for number in range(50)]
        wishes.insert(10, store.append(entry("taken", 1, "late"), [person("late")]))
        wishes.insert(
            30,
            store.append(
                entry("broken", 1), [person("broken"), (text("INSERT INTO nowhere VALUES (:one)"), {"one": 1})]
            ),
        )
        outcomes = await asyncio.gather(*wishes, return_exceptions=True)
        assert outcomes.pop(30).__class__.__name__ in ("OperationalError", "ProgrammingError")
        assert outcomes.pop(10) is False
        assert outcomes == [True] * 50
        count = await store.rows(select(func.count().label("rows")).select_from(schema.log))
        assert count[0]["rows"] == 51
        assert await store.entries("broken") == []
        assert await people(store) == {f"p{number}" for number in range(50)}
        assert await store.append(entry("broken", 1)), "the writer goes on"


async def test_what_goes_with_an_entry_is_stored_with_it_or_not_at_all(database: str) -> None:
    async with opened(database) as one, opened(database) as other:
        for number in range(1, 31):
            won = await asyncio.gather(
                one.append(entry("t", number), [person(f"one {number}")]),
                other.append(entry("t", number), [person(f"other {number}")]),
            )
            name = "one" if won[0] else "other"
            assert {who for who in await people(one) if who.endswith(f" {number}")} == {f"{name} {number}"}


async def test_whoever_no_longer_waits_does_not_stop_the_writer(database: str) -> None:
    async with opened(database) as store:
        assert await store.append(entry("t", 1))
        for outcome in (entry("t", 1), entry("t", 2)):  # one that is refused, one that is stored
            waiting = asyncio.create_task(store.append(outcome))
            await asyncio.sleep(0)
            waiting.cancel()
        async with asyncio.timeout(PATIENCE):
            assert await store.append(entry("t", 3))
        assert [kept.number for kept in await store.entries("t")] == [1, 2, 3]


async def test_every_commit_is_on_disk_before_it_is_told(database: str) -> None:
    """In SQLite: a log ahead of the file, synced at each commit, on every connection there is."""

    async def asked(store: Store, question: str) -> Any:
        async with store.engine.connect() as connection:
            await asyncio.sleep(0.01)  # so that several are open at once
            return (await connection.execute(text(question))).scalar()

    async with opened(database) as store:
        if store.engine.dialect.name == "postgresql":
            for setting in ("synchronous_commit", "fsync"):
                assert await asked(store, f"SHOW {setting}") == "on"
            return
        full, at_once = 2, 5
        questions = (("PRAGMA journal_mode", "wal"), ("PRAGMA synchronous", full))
        for question, answer in questions:
            assert await asyncio.gather(*(asked(store, question) for _ in range(at_once))) == [answer] * at_once
        assert isinstance(store.journal.writer, SqliteWriter)
        with store.journal.writer.engine.connect() as connection:
            assert [connection.exec_driver_sql(question).scalar() for question, _ in questions] == ["wal", full]


POISON = {
    "sqlite": [
        "CREATE TRIGGER poison BEFORE INSERT ON log WHEN NEW.data LIKE '%poison%' "
        "BEGIN SELECT abs(-9223372036854775808); END"
    ],
    "postgresql": [
        "CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM 1 / 0; RETURN NEW; END $$",
        "CREATE TRIGGER poison BEFORE INSERT ON log FOR EACH ROW WHEN (NEW.data LIKE '%poison%') "
        "EXECUTE FUNCTION poison()",
    ],
}


async def test_a_move_that_cannot_be_stored_leaves_no_gap_in_the_log(database: str) -> None:
    """Whoever waits behind it must not be numbered after it."""

    async def story(server: Served) -> None:
        anna, berta = await Guest.new(server.url, "Anna"), await Guest.new(server.url, "Berta")
        table = await anna.open("classic", players=2)
        await (await berta.at(table)).do("sit")
        engine = engine_for(address(database))
        async with engine.begin() as connection:
            for statement in POISON[engine.dialect.name]:
                await connection.exec_driver_sql(statement)
        for number in range(10):
            first, second = await anna.at(table), await berta.at(table)
            assert first.n == second.n
            if first.table["phase"] == "gathering":
                await first.do("start")
                await first.do("starter", seat=0)
                await second.until(lambda: second.table["phase"] == "playing")  # noqa: B023
            await first.send({"type": "move", "move": first.view["moves"][0], "id": f"poison {number}"})
            await second.send({"type": "chat", "text": "and now?"})
            await first.closing()
            await second.closing()
        seat = await anna.at(table)
        await seat.play(seat.view["moves"][0])
        async with opened(database) as store:
            folded = Table(table)
            for kept in await store.entries(table):
                folded.apply(kept)  # refuses a gap
        assert folded.number == seat.n
        assert [list(move) for move in folded.playing.log] == seat.view["log"]
        await engine.dispose()

    with Served(database) as server:
        await story(server)


async def test_the_same_card_from_two_tabs_at_two_workers_is_laid_once(database: str, redis_url: str) -> None:
    async def story(one: Served, other: Served) -> None:
        anna = await Guest.new(one.url)
        table = await anna.open("classic", start=True)
        for _ in range(10):
            tabs = [await anna.at(table, one.url), await anna.at(table, other.url)]
            if tabs[0].table["phase"] == "over":
                break
            card = next(move for move in tabs[0].view["moves"] if move != ".")
            answers = await asyncio.gather(*(tab.do("move", move=card) for tab in tabs))
            assert sorted(answer["type"] for answer in answers) == ["ok", "refused"]
            refused = next(answer for answer in answers if answer["type"] == "refused")
            assert refused["code"] == "illegal"
            assert card[:-1] in refused["why"], "the law's sentence"
            for tab in tabs:
                await tab.until(lambda: tab.n == next(one["n"] for one in answers if one["type"] == "ok"))  # noqa: B023
                await tab.close()

    with Served(database, redis_url) as one, Served(database, redis_url) as other:
        await story(one, other)


async def test_over_two_workers_the_first_card_of_tension_wins_and_the_other_learns_whose(
    database: str, redis_url: str
) -> None:
    async def story(one: Served, other: Served) -> None:
        anna, berta = await Guest.new(one.url, "Anna"), await Guest.new(one.url, "Berta")
        races = 0
        while races < 5:
            table = await anna.open("tension", players=2, wait=0)
            first, second = await anna.at(table, one.url), await berta.at(table, other.url)
            for seat, act in ((second, "sit"), (first, "start"), (first, "go")):
                assert (await seat.do(act))["type"] == "ok"
            for seat in (first, second):
                await seat.until(lambda: seat.table["phase"] in ("playing", "stuck"))  # noqa: B023
            seats = [first, second]
            cards = [[move for move in seat.view["moves"] if move[2:3].isdigit()] for seat in seats]
            if not all(cards):
                continue
            answers = await asyncio.gather(
                *(seat.do("move", move=own[0], after=seat.n) for seat, own in zip(seats, cards, strict=True))
            )
            kinds = [answer["type"] for answer in answers]
            if kinds == ["ok", "ok"]:  # the second fits on the first
                continue
            races += 1
            assert sorted(kinds) == ["ok", "refused"]
            winner = kinds.index("ok")
            late = answers[1 - winner]
            assert (late["code"], late["values"]["seat"], late["values"]["card"]) == (
                "late",
                winner,
                cards[winner][0].partition(":")[2],
            )
            assert ("Anna", "Berta")[winner] in late["why"]

    with Served(database, redis_url) as one, Served(database, redis_url) as other:
        await story(one, other)


async def test_readers_of_a_file_wait_for_a_connection_instead_of_opening_more(tmp_path: Path) -> None:
    """Each would be a thread, for whose start the event loop waits: asking for much delayed everybody's moves."""
    async with opened(str(tmp_path / "games.db")) as store:
        connected = 0

        def count(*_: object) -> None:
            nonlocal connected
            connected += 1

        event.listen(store.engine.sync_engine, "connect", count)
        await asyncio.gather(*(store.rows(select(schema.people)) for _ in range(100)))
        assert 0 < connected <= FILE_CONNECTIONS
