"""The analysis of a finished game over HTTP: sent as it grows, made once however many ask, and kept."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import gambero
from gambero.rules.compiled import fingerprint
from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker
from gambero.server.live import analyses
from gambero.server.live.analyses import Analyses
from gambero.server.refusal import Refused
from gambero.server.review.analysing import VERSION, packaged_weights, version
from gambero.server.store.database import Store
from gambero.server.wire.analysis import READER
from gambero.server.workers.backplane import Alone
from gambero.study import analyse

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served, address, stored

Line = dict[str, Any]
ANNA = Asker("anna", "1.1.1.1")


@asynccontextmanager
async def asking(guest: Guest, game_id: str, url: str | None = None) -> AsyncIterator[httpx.Response]:
    async with (
        httpx.AsyncClient(base_url=url or guest.url, headers=guest.headers, timeout=5 * PATIENCE) as client,
        client.stream("GET", f"/api/games/{game_id}/analysis") as answer,
    ):
        yield answer


async def lines(guest: Guest, game_id: str, url: str | None = None) -> list[Line]:
    async with asking(guest, game_id, url) as answer:
        assert answer.status_code == 200, await answer.aread()
        return [read(line) async for line in answer.aiter_lines()]


def read(line: str) -> Line:
    READER.validate_json(line, strict=True)  # as it is described
    found: Line = json.loads(line)
    return found


def as_told(analysis: Line) -> list[Line]:
    """The lines of an analysis that is made for who asks."""
    turns = analysis["turns"]
    return [
        {"type": "about", "turns": len(turns), "done": False},
        *({"type": "turn", "index": index, **turn} for index, turn in enumerate(turns)),
        {"type": "done", "analysis": analysis},
    ]


# As it grows, and kept.


@pytest.mark.parametrize(
    ("game", "about"), [("extreme", {"players": 2, "bots": ["greedy"]}), ("duel", {"bots": ["greedy"]})]
)
async def test_it_is_told_turn_by_turn_and_then_kept(served: Served, game: str, about: dict[str, Any]) -> None:
    anna, ben = await Guest.new(served.url), await Guest.new(served.url, "Ben")
    game_id = await anna.finished(game, **about)
    found = await lines(anna, game_id)
    done = found[-1]["analysis"]
    assert found == as_told(done)
    record = (await anna.ask("GET", f"/api/games/{game_id}/record")).text
    assert done | {"seconds": 0} == json.loads(json.dumps(gambero.analyse(record).as_json())) | {"seconds": 0}
    kept = [{"type": "about", "turns": len(done["turns"]), "done": True}, found[-1]]
    assert await lines(ben, game_id) == kept  # whoever may see the game; the very same, with its seconds
    assert await lines(Guest(served.url, "nonsense"), game_id) == kept


async def test_a_proxy_is_told_to_pass_each_line_on(served: Served) -> None:
    anna = await Guest.new(served.url)
    async with asking(anna, await anna.finished("duel", bots=["greedy"])) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        assert answer.headers["x-accel-buffering"] == "no"
        assert answer.headers["cache-control"] == "no-store"
        assert "content-length" not in answer.headers


async def test_many_who_ask_at_once_get_the_same(served: Served) -> None:
    anna = await Guest.new(served.url)
    game_id = await anna.finished("classic", players=2, bots=["greedy"])
    answers = await asyncio.gather(*(lines(anna, game_id) for _ in range(30)))
    assert {json.dumps(answer[-1]) for answer in answers} == {json.dumps(answers[0][-1])}


async def test_what_a_worker_was_killed_over_is_begun_again(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    server = Served(database).start()
    anna = await Guest.new(server.url)
    game_id = await anna.finished("extreme", players=3, bots=["careful", "careful"])
    async with asking(anna, game_id) as answer:
        told = answer.aiter_lines()
        while read(await anext(told))["type"] != "turn":
            pass
        server.kill()
    assert stored(database, "SELECT count(*) FROM analyses") == [(0,)]
    with server:
        found = await lines(anna, game_id)
        assert found == as_told(found[-1]["analysis"])
    assert stored(database, "SELECT game_id FROM analyses") == [(game_id,)]


@pytest.mark.parametrize("work", ["compute", "follow"])
async def test_two_workers_share_one_analysis(postgres_url: str, redis_url: str, work: str) -> None:
    """Whoever asks the worker that does not compute is told turn by turn too, and goes on if the other is killed."""
    with Served(postgres_url, redis_url) as one, Served(postgres_url, redis_url) as other:
        anna = await Guest.new(one.url)
        game_id = await anna.finished("extreme", players=3, bots=["careful", "careful"])
        async with asking(anna, game_id) as answer:
            first = answer.aiter_lines()
            assert read(await anext(first))["type"] == "about"  # this one computes
            following = asyncio.create_task(lines(anna, game_id, other.url))
            if work == "compute":
                mine = [read(line) async for line in first]
                assert (await following)[-1] == mine[-1]  # to the same millisecond: it was made once
            else:
                one.kill()
        found = await following
        turns = [line for line in found if line["type"] == "turn"]
        assert turns == as_told(found[-1]["analysis"])[1 : len(turns) + 1]


async def test_an_older_analysis_is_made_again(served: Served) -> None:
    import sqlite3

    anna = await Guest.new(served.url)
    game_id = await anna.finished("duel", bots=["greedy"])
    with sqlite3.connect(served.database) as store:
        store.execute("INSERT INTO analyses VALUES (?, 0, 1, 'old')", [game_id])
    found = await lines(anna, game_id)
    assert found == as_told(found[-1]["analysis"])
    assert stored(Path(served.database), "SELECT count(*) FROM analyses WHERE version > 0") == [(1,)]


def test_other_judges_or_another_program_make_another_version() -> None:
    weights = {"classic-1.npy": b"one", "extreme.npy": b"two"}
    one = version("program", weights.items())
    assert one == version("program", reversed(weights.items()))
    others = {
        version("another", weights.items()),
        version("program", {**weights, "extreme.npy": b"three"}.items()),
        version("program", {**weights, "more.npy": b""}.items()),
        version("program", {"extreme.npy": b"one", "classic-1.npy": b"two"}.items()),
        version("program", ()),
    }
    assert len(others | {one}) == 6
    assert all(0 < number < 2**31 for number in others)
    assert version(fingerprint(Path(analyse.__file__)), packaged_weights()) == VERSION
    names = {name for name, _ in packaged_weights()}
    assert {"extreme.npy", "careful.npy", "chances-plain.json"} <= names


# What is refused.


async def test_there_is_no_analysis_of_what_is_not_there(served: Served) -> None:
    anna = await Guest.new(served.url)
    table = await anna.open("classic", start=True)  # not over: it has no game id anybody knows
    for game_id in ("nobody_knows", table):
        answer = await anna.ask("GET", f"/api/games/{game_id}/analysis")
        assert (answer.status_code, answer.json()["code"]) == (404, "game_id")


async def test_a_stopping_server_ends_the_lines(tmp_path: Path) -> None:
    server = Served(tmp_path / "games.db").start()
    anna = await Guest.new(server.url)
    game_id = await anna.finished("extreme", players=3, bots=["careful", "careful"])
    async with asking(anna, game_id) as answer:
        told = answer.aiter_lines()
        assert read(await anext(told))["type"] == "about"
        stopping = asyncio.create_task(asyncio.to_thread(server.stop))
        last = [read(line) async for line in told][-1]
    assert await stopping == 0
    assert last["type"] == "done" or (last["code"], last["reason"]) == ("closing", "restart")


# Within one worker, on a real store and real threads.


class Work:
    """What an analysis needs of a house."""

    def __init__(self, store: Store) -> None:
        self.pool = Pool(1, 60.0)
        self.tasks: set[asyncio.Task[object]] = set()
        self.faults: list[BaseException] = []
        self.analyses = Analyses(self.pool, store, Alone(), self.spawn, lambda _where, wrong: self.faults.append(wrong))

    def spawn(self, work: Any) -> None:
        self.tasks.add(asyncio.ensure_future(work))


@pytest.fixture
async def work(tmp_path: Path) -> AsyncIterator[Work]:
    store = Store(address(str(tmp_path / "games.db")))
    await store.start()
    found = Work(store)
    found.pool.start()
    yield found
    for task in found.tasks:
        task.cancel()
    await asyncio.gather(*found.tasks, return_exceptions=True)
    found.pool.stop()
    await store.stop()


def a_record(seed: int = 5) -> str:
    game = gambero.new("duel", seed=seed)
    game.move("@0")
    bot = gambero.bot("greedy", seed=seed)
    while not game.over:
        game.move(bot.choose(game.view(game.to_move)))
    return game.record()


async def test_asked_a_thousand_times_at_once_it_is_made_once(work: Work) -> None:
    record = a_record()

    async def ask(number: int) -> list[bytes]:
        asker = Asker(f"person {number}", f"address {number % 50}")
        return [line async for line in await work.analyses.ask(asker, "game", record)]

    answers = await asyncio.gather(*map(ask, range(1000)))
    assert len({answer[-1] for answer in answers}) == 1  # with its seconds, to the millisecond
    assert b'"type":"done"' in answers[0][-1]
    assert len(work.tasks) == 1


async def test_whoever_comes_back_soon_finds_it_going_on(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    record = a_record()
    first = await work.analyses.ask(ANNA, "game", record)
    about = await anext(first)
    await first.aclose()  # type: ignore[attr-defined]  # the page was closed
    again = [line async for line in await work.analyses.ask(ANNA, "game", record)]
    assert again[0] == about
    assert len(work.tasks) == 1
    monkeypatch.setattr(analyses, "UNWANTED", 0.0)
    second = await work.analyses.ask(ANNA, "other", a_record(6))
    await anext(second)
    await second.aclose()  # type: ignore[attr-defined]
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*work.tasks)  # it is given up: nothing is computed for nobody
    assert not work.faults


async def test_no_more_are_under_way_than_there_is_room_for(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST", 2)
    record = a_record()
    streams = [await work.analyses.ask(ANNA, str(number), record) for number in range(2)]
    abouts = [await anext(stream) for stream in streams]
    with pytest.raises(Refused) as refused:
        await work.analyses.ask(ANNA, "third", record)
    assert refused.value.code == "busy"
    await streams[0].aclose()  # type: ignore[attr-defined]  # nobody follows that one any more
    third = await work.analyses.ask(ANNA, "third", record)
    assert await anext(third) == abouts[0]
    for stream in (streams[1], third):
        await stream.aclose()  # type: ignore[attr-defined]


async def test_a_fault_is_told_and_the_next_to_ask_begins_again(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_record: str) -> None:
        raise RuntimeError("broken")

    record = a_record()
    with monkeypatch.context() as patched:
        patched.setattr(analyses, "begin", broken)
        (line,) = [line async for line in await work.analyses.ask(ANNA, "game", record)]
    told = read(line.decode())
    assert (told["type"], told["code"], told["reason"]) == ("refused", "fault", "try_again")
    assert [type(wrong) for wrong in work.faults] == [RuntimeError]
    assert b"done" in [line async for line in await work.analyses.ask(ANNA, "game", record)][-1]


async def test_a_game_without_times_has_no_pace(work: Work) -> None:
    game = gambero.new("tension", players=2, seed=1)
    while not game.over:
        game.move(game.moves()[-1])
    (line,) = [line async for line in await work.analyses.ask(ANNA, "game", game.record())]
    told = read(line.decode())
    assert (told["type"], told["code"], told["reason"]) == ("refused", "game_id", "no_times")
