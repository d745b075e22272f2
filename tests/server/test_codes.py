"""Codes of tables: five letters that lead to an open table, and to nothing once it is over."""

from collections.abc import Iterator

import pytest
from sqlalchemy import update

from gambero.server.http.tables import OpenTable, checked
from gambero.server.live.house import House
from gambero.server.refusal import Refused
from gambero.server.settings import Settings
from gambero.server.sources import CODE_LETTERS, Sources
from gambero.server.store import codes, schema
from gambero.server.store.people import Person

from helpers.serving import Guest, Served

HOUR = 3600 * 1000


async def test_a_code_in_any_case_leads_to_its_table_until_the_table_is_removed(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await anna.open("classic", players=2)
    host = await anna.at(table)
    code = host.table["code"]
    assert len(code) == 5
    assert set(code) <= set(CODE_LETTERS)
    for written in (code, code.lower()):
        assert (await ben.ask("GET", f"/api/codes/{written}")).json() == {"id": table}
    for wrong in ("LLLLL", "BCDF", "BCDFGH", "BC-FG", "12345"):  # no code has an L
        answer = await ben.ask("GET", f"/api/codes/{wrong}")
        assert answer.json()["code"] in ("code", "invalid"), wrong
    await host.do("close")
    assert (await ben.ask("GET", f"/api/codes/{code}")).json()["code"] == "code"


async def test_codes_cannot_be_tried_one_after_the_other(folder_served: Served) -> None:
    anna = await Guest.new(folder_served.url)
    answers = [(await anna.ask("GET", "/api/codes/LLLLL")).json() for _ in range(4)]
    assert [one["code"] for one in answers] == ["code", "code", "code", "limit"]
    assert answers[-1]["values"]["seconds"] > 60
    other = await Guest.new(folder_served.url, "Ben")  # the limit is the address's
    assert (await other.ask("GET", "/api/codes/LLLLL")).json()["code"] == "limit"


async def test_a_deal_of_the_day_and_a_lesson_have_no_code(house: Served) -> None:
    anna = await Guest.new(house.url)
    today = (await anna.ask("GET", "/api/daily/classic/2026-01-01")).json()["today"]
    daily = (await anna.ask("POST", f"/api/daily/classic/{today}")).json()["id"]
    lesson = (await anna.ask("POST", "/api/practice", {"lesson": "C8"})).json()["id"]
    for table in (daily, lesson):
        assert (await anna.at(table)).table["code"] is None


@pytest.fixture
def folder_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("codes") / "games.db", codes="3") as served:
        yield served


class Repeating(Sources):
    """Its first two codes are the same."""

    def __init__(self) -> None:
        self._codes = iter(["BBBBB", "BBBBB", "CCCCC"])

    def new_code(self) -> str:
        return next(self._codes)


async def test_a_code_ends_with_the_gathering_or_the_game_and_two_tables_never_share_one(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    sources = Repeating()
    house = House(Settings.read(database=str(tmp_path_factory.mktemp("codes") / "games.db")), sources)
    await house.start()
    try:
        store, now = house.store, sources.now()
        tables = []
        for _ in range(2):
            opened = checked(OpenTable(game="classic")) | {"code": await codes.free(store, sources.new_code)}
            tables.append(await house.open(opened, Person("anna", "Anna"), [], start=False))
        assert [await codes.table_of(store, code, now) for code in ("BBBBB", "ccccc")] == tables

        async def valid(phase: str, hours: int) -> bool:
            await store.run(update(schema.tables).values(phase=phase))
            try:
                return await codes.table_of(store, "BBBBB", now + hours * HOUR) == tables[0]
            except Refused as refused:
                return refused.code != "code"

        ends = [await valid("gathering", 25), await valid("over", 2), await valid("closed", 0)]
        lasts = [await valid("over", 0), await valid("playing", 100), await valid("gathering", 23)]
        assert (ends, lasts) == ([False] * 3, [True] * 3)
        await codes.remove_ended(store, now)
        assert await valid("gathering", 0)
        await codes.remove_ended(store, now + 25 * HOUR)
        assert not await valid("gathering", 0)
    finally:
        await house.stop()
