"""Polling: what a lost message did not tell is found, many tables share one question, and no table waits for it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import orjson
import pytest
from redis.asyncio import Redis
from sqlalchemy import event, text
from starlette.types import Message

from gambero.server.http.tables import OpenTable, checked
from gambero.server.live import house as houses
from gambero.server.live import polling
from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.live.polling import Polling
from gambero.server.live.presence import Presence
from gambero.server.live.table import LiveTable
from gambero.server.settings import Settings
from gambero.server.store import journal, schema
from gambero.server.store.database import Store
from gambero.server.table.entries import Entry
from gambero.server.table.table import Seat
from gambero.server.wire import from_client as messages
from gambero.server.workers.backplane import Alone

from helpers.patience import PATIENCE


@pytest.fixture
async def two(postgres_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[House]]:
    """Two workers of one server, in this process."""
    monkeypatch.setattr(houses, "bot_steps", dict)  # nothing to compile: no bot plays
    both = [House(Settings(database=postgres_url, redis=redis_url)) for _ in range(2)]
    for house in both:
        await house.start()
    yield both
    for house in both:
        await house.stop()


async def send_nothing(_: Message) -> None: ...


async def opened(house: House) -> tuple[str, Connection]:
    anna = (await house.people.guest("Anna")).person
    table = await house.open(checked(OpenTable(game="classic", players=1)), anna, [], start=True)
    return table, Connection(anna.id, "Anna", send_nothing)


async def until(so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.01)


def polling_of(house: House) -> Polling:
    return Polling(house.tables, house.store, house.backplane, house._receive, house.metrics.fault)


async def test_an_entry_whose_message_was_lost_is_found(two: list[House], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = two
    table, connection = await opened(here)
    playing, watching = await here.live(table), await there.live(table)
    assert await playing.join(connection)
    await until(lambda: watching.presence.here)  # both workers know each other
    monkeypatch.setattr(here.backplane, "publish", lambda *_: None)  # nothing arrives any more
    move = playing.table.playing.moves()[0]
    await playing.act(connection, messages.Move(type="move", move=move))
    await until(lambda: watching.table.number == playing.table.number)
    assert watching.table.playing.log == playing.table.playing.log


async def test_somebody_who_came_without_a_message_is_seen(two: list[House], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = two
    table, connection = await opened(here)
    live, other = await here.live(table), await there.live(table)
    monkeypatch.setattr(here.backplane, "publish", lambda *_: None)
    assert await live.join(connection)
    await until(lambda: connection.person in other.presence.here)
    live.presence.connections.clear()
    await until(lambda: connection.person in other.presence.gone)


async def test_no_poll_waits_for_a_table_or_holds_it_up(two: list[House]) -> None:
    house = two[0]
    table, connection = await opened(house)
    live = await house.live(table)
    await live.join(connection)
    polls = polling_of(house)
    async with asyncio.timeout(PATIENCE), live.lock:  # somebody's move is being stored
        await polls.poll_logs([live])
        await polls.poll_presence([live])


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """All that is asked of the tables' logs meanwhile."""
    sent: list[str] = []

    def note(*given: Any) -> None:
        if "FROM log" in given[2]:
            sent.append(given[2])

    event.listen(store.engine.sync_engine, "before_cursor_execute", note)
    yield sent
    event.remove(store.engine.sync_engine, "before_cursor_execute", note)


async def test_many_tables_share_one_query_and_one_call_of_redis(
    two: list[House], redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polling, "LEASE_CHECK", 3600)  # polls happen here alone
    await asyncio.sleep(2.1)  # until those under way have ended
    house = two[0]
    lives = []
    for _ in range(30):
        table, connection = await opened(house)
        lives.append(await house.live(table))
        await lives[-1].join(connection)
        assert await house.backplane.holds_lease(table)
    redis: Any = Redis.from_url(redis_url, decode_responses=True)

    async def scripts() -> int:
        return int((await redis.info("commandstats"))["cmdstat_evalsha"]["calls"])

    before = await scripts()
    with statements(house.store) as sent:
        await polling_of(house).poll_logs(lives)
        await polling_of(house).poll_presence(lives)
    assert len(sent) == 1
    assert await scripts() == before + 1
    for live in lives:
        assert await redis.get(f"gambero:keeper:{live.table.id}") == house.worker
        assert await redis.exists(f"gambero:here:{live.table.id}:{house.worker}")
    await redis.aclose()


async def test_each_table_is_polled_once_in_a_round_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "LEASE_CHECK", 0.05)
    monkeypatch.setattr(polling, "MOST_AT_ONCE", 2)
    faults: list[str] = []
    names = {name: cast(LiveTable, name) for name in "abcde"}
    polls = Polling(names, cast(Store, None), Alone(), lambda *_: None, lambda where, _: faults.append(where))
    asked: list[list[Any]] = []

    async def poll(tables: list[LiveTable]) -> None:
        asked.append(tables)
        raise OSError  # the next are polled all the same

    running = asyncio.create_task(polls.run(poll))
    await until(lambda: len(asked) >= 6)
    running.cancel()
    assert asked[:6] == [["a", "b"], ["c", "d"], ["e"]] * 2
    assert faults[:5] == ["polling"] * 5


async def test_who_is_elsewhere_stays_known_while_redis_does_not_answer() -> None:
    presence = Presence("t", [Seat(person) for person in ("anna", "berta", "carla")], Alone())
    anna = Connection("anna", "Anna", send_nothing)
    presence.add(anna)
    assert presence.learn(presence.begin_lookup(), None)
    assert not presence.gone  # the others may be connected elsewhere
    assert presence.learn(presence.begin_lookup(), {"berta"})
    assert set(presence.gone) == {"carla"}
    assert presence.learn(presence.begin_lookup(), None)
    assert presence.here == {"anna", "berta"}
    presence.connections.discard(anna)
    assert presence.learn(presence.begin_lookup(), None)
    assert set(presence.gone) == {"anna", "carla"}  # she left this worker
    asked = presence.begin_lookup()
    presence.arrived("carla")
    assert not presence.learn(asked, set())  # asked before Carla came
    assert "carla" in presence.here


def entry(table: str, number: int) -> Entry:
    return Entry(table, number, "chat", {"text": "ciao"}, None, 1)


async def test_entries_of_a_batch_are_stored_or_refused_each_for_itself(database: str) -> None:
    store = Store(Settings(database=database).database_url)
    await store.start()
    assert await store.append(entry("a", 1))
    assert await asyncio.gather(*(store.append(entry(table, 1)) for table in "abc")) == [False, True, True]
    name = {"name": "batch", "value": "1"}
    row = (store.upsert(schema.secrets), name)
    assert await asyncio.gather(*(store.append(entry(table, 2), [row]) for table in "ab")) == [True, True]
    assert await asyncio.gather(*(store.append(entry(table, 2), [row]) for table in "bc")) == [False, True]
    assert await store.append(entry("b", 3))  # the connection is as good as before
    assert await store.numbers(["a", "b", "c", "nobody's"]) == {"a": 2, "b": 3, "c": 2}
    await store.stop()


async def test_the_journal_connects_again_when_its_connection_was_closed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(Settings(database=postgres_url).database_url)
    await store.start()
    assert await store.append(entry("a", 1))
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    await store.rows(text(f"{others} AND pid <> pg_backend_pid()"))
    monkeypatch.setattr(journal, "IDLE", 0.0)  # as after a while
    assert await store.append(entry("a", 2))
    await store.stop()


async def test_who_joins_while_others_play_gets_a_view_before_any_news(tmp_path: Path) -> None:
    """Found by a drill: while a seat was given back, entries of another worker came in between."""
    house = House(Settings(database=str(tmp_path / "games.db")))
    await house.start()
    anna = (await house.people.guest("Anna")).person
    live = await house.live(await house.open(checked(OpenTable(game="duel")), anna, [], start=False))
    got: list[Any] = []

    async def hear(message: Message) -> None:
        if message["type"] == "websocket.send":
            got.append(orjson.loads(message["text"]))

    async def entry_comes() -> None:
        live._apply_and_tell(Entry(live.table.id, live.table.number + 1, "chat", {"seat": 0, "text": "hi"}, anna.id))

    announce, live.presence.announce = live.presence.announce, entry_comes  # type: ignore[method-assign]
    joining = Connection(anna.id, "Anna", hear)
    try:
        await live.join(joining)
    finally:
        live.presence.announce = announce  # type: ignore[method-assign]
    assert got[0]["type"] == "view"
    assert [line["text"] for line in got[0]["chat"]] == ["hi"]
    live._apply_and_tell(Entry(live.table.id, live.table.number + 1, "chat", {"seat": 0, "text": "ho"}, anna.id))
    assert (got[-1]["type"], got[-1]["n"]) == ("news", live.table.number)
    await house.stop()
