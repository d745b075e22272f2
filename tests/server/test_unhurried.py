"""A table without hurry: a turn takes days, no seat is taken over before, and it goes on though nobody is there."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gambero.server.http.tables import OpenTable, checked
from gambero.server.live import house as houses
from gambero.server.live.house import House
from gambero.server.refusal import Refused
from gambero.server.store import lobby

from helpers.clocked import Clocks, Person, calm, seated, serving
from helpers.serving import Guest, Served

HOUR = 3600.0


@pytest.fixture(autouse=True)
def nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "bot_steps", dict)


def skip(*about: object) -> None:
    raise AssertionError(about)


async def begun(house: House, **about: Any) -> list[Person]:
    """Two people at a table, of whom the first begins."""
    people = await seated(house, game="classic", players=2, **about)
    await people[0].do(type="starter", seat=0)
    return people


async def gone(people: list[Person]) -> None:
    for person in people:
        await person.live.leave(person.connection)


async def waits_for(house: House, person: str) -> tuple[list[int], int | None]:
    (table,) = await lobby.tables_of(house.store, person, skip)
    return table.waits_for, table.seat


async def test_no_seat_is_taken_over_however_long_its_person_is_gone(tmp_path: Path) -> None:
    async with serving(tmp_path, Clocks(), away=0.0) as house:
        for days, deputies in ((3, [None, None]), (None, ["expert", "expert"])):
            people = await begun(house, days=days)
            live = people[0].live
            watching = Person(live, "carl", "Carl")
            await live.join(watching.connection)
            await gone(people[1:])
            if days is not None:
                with pytest.raises(Refused, match="no hurry"):
                    await people[0].do(type="deputy", seat=1)
            await gone(people[:1])
            await calm(live)
            while days is None and not all(seat.deputy for seat in live.table.seats):
                await asyncio.sleep(0)
            assert [seat.deputy for seat in live.table.seats] == deputies


async def test_a_limit_of_days_survives_a_restart_and_ends_a_turn_though_nobody_is_there(tmp_path: Path) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        anna, ben = await begun(house, days=1)
        table_id = anna.live.table.id
        assert await waits_for(house, "ben1") == ([0], 1)
    clocks.passes(23 * HOUR)
    async with serving(tmp_path, clocks) as house:
        await house.unhurried.look()
        assert table_id not in house.tables  # it waits, and costs nothing
        assert (await house.live(table_id)).timers.turn_left(24 * HOUR) == pytest.approx(HOUR)
    clocks.passes(2 * HOUR)
    async with serving(tmp_path, clocks, pace=0.0) as house:
        await house.unhurried.look()
        live = house.tables[table_id]
        while live.table.playing.to_move != 1:
            live.awake.set()
            await asyncio.sleep(0.01)
        assert [seat.deputy for seat in live.table.seats] == [None, None]
        await calm(live)
        assert live.table.playing.to_move == 1  # the second has a whole day
        while await waits_for(house, "ben1") != ([1], 1):
            await asyncio.sleep(0.01)
        again = Person(live, ben.connection.person, "Ben")
        await live.join(again.connection)
        view = await again.view()
        assert (view["table"]["days"], view["table"]["turn_at"]) == (1, clocks.wall)


async def test_bots_move_though_whoever_moved_before_them_has_gone_and_the_server_was_restarted(tmp_path: Path) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks, pace=600.0) as house:
        guest = (await house.people.guest("Anna")).person
        about = checked(OpenTable(game="classic", players=2, days=0))
        live = await house.live(await house.open(about, guest, ["careful"], start=True))
        anna = Person(live, guest.id, "Anna")
        await live.join(anna.connection)
        await anna.do(type="starter", seat=0)
        assert await waits_for(house, guest.id) == ([0], 0)
        for _ in range(2):
            await anna.do(type="move", move=live.table.playing.moves()[0])
        await anna.do(type="move", move=".")
        assert await waits_for(house, guest.id) == ([], 0)
    clocks.passes(10 * 24 * HOUR)
    async with serving(tmp_path, clocks, pace=0.0) as house:
        await house.unhurried.look()
        live = house.tables[live.table.id]
        while await waits_for(house, guest.id) != ([0], 0):  # the table in memory is ahead of the store
            await asyncio.sleep(0.01)
        assert live.table.playing.to_move == 0
        clocks.passes(1000 * 24 * HOUR)  # there is no limit
        await calm(live)
        assert live.table.hurried is None
        assert await lobby.overdue(house.store, clocks.now(), 9) == []


async def test_who_says_nothing_for_a_day_does_not_mind_who_starts(tmp_path: Path) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        anna, ben = await seated(house, game="classic", players=2, days=1)
        await anna.do(type="eager", level=0)
        assert await waits_for(house, "ben1") == ([1], 1)
        await gone([anna, ben])
        clocks.passes(25 * HOUR)
        while anna.live.table.phase != "playing":
            anna.live.awake.set()
            await asyncio.sleep(0)
        assert anna.live.table.playing.to_move == 1
        assert anna.live.timers.turn_left(24 * HOUR) > 23 * HOUR  # a whole day for the first turn


@pytest.mark.parametrize(
    ("about", "reason"),
    [({"game": "tension", "days": 1}, "no_days"), ({"game": "duel", "days": 1, "clock": 60.0}, "clock_or_days")],
)
def test_what_cannot_be_played_over_days_is_refused(about: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as refused:
        checked(OpenTable(**about))
    assert (refused.value.code, refused.value.reason) == ("options", reason)


async def test_my_tables_say_whose_turn_it_is(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await anna.open("duel", days=3)
    mine, other = await anna.at(table), await ben.at(table)
    await other.do("sit")
    await mine.do("start")
    await mine.do("starter", seat=1)
    for person, seat in ((anna, 0), (ben, 1)):
        (shown,) = (await person.ask("GET", "/api/tables/mine")).json()["tables"]
        assert (shown["days"], shown["waits_for"], shown["seat"]) == (3, [1], seat)
        assert shown["due"] - mine.table["turn_at"] == 3 * 24 * HOUR * 1000
