"""Which tries at a day's deal count, and how they rank: an application in this process, whose clock a test sets."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Message

from gambero.server.app import create_app
from gambero.server.http.daily import day_s_table
from gambero.server.live import ghosts
from gambero.server.live import house as houses
from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.review.ghosts import play_out
from gambero.server.settings import Settings
from gambero.server.sources import Sources
from gambero.server.store import daily, schema
from gambero.server.wire import from_client

from helpers.patience import PATIENCE

DAY = datetime(2026, 3, 14, tzinfo=UTC)
NOON, NEXT_DAY = DAY + timedelta(hours=12), DAY + timedelta(days=1)


class SetClock(Sources):
    time = NOON

    def now(self) -> int:
        self.time += timedelta(milliseconds=1)
        return int(1000 * self.time.timestamp())


class Day:
    """The deal of the day at an application, and those who play it."""

    def __init__(self, house: House, clock: SetClock, client: httpx.AsyncClient) -> None:
        self.house, self.clock, self.client = house, clock, client

    async def ask(self, who: str, method: str, path: str) -> httpx.Response:
        return await self.client.request(method, path, headers={"Authorization": f"Bearer {who}"})

    async def somebody(self, name: str, *, past: bool = True) -> str:
        """A person's token; with a past, they have finished a game the day before."""
        who = str((await self.client.post("/api/me", json={"name": name})).json()["token"])
        self.client.cookies.clear()
        if past:
            person = await self.house.people.by_token(who)
            assert person
            game = {"table_id": "", "game": "duel", "options": "{}", "players": 2, "result": "{}", "record": ""}
            before = int(1000 * (DAY - timedelta(hours=1)).timestamp())
            seat = {"game_id": name, "seat": 0, "person": person.id, "name": name, "won": True}
            await self.house.store.run(
                schema.games.insert().values(id=name, **game, finished=before), schema.seats.insert().values(seat)
            )
        return who

    async def open(self, who: str) -> str:
        answer = await self.ask(who, "POST", f"/api/daily/classic/{DAY.date()}")
        assert answer.is_success, answer.text
        return str(answer.json()["id"])

    async def act(self, who: str, table: str, **message: Any) -> None:
        async def send(_: Message) -> None: ...

        person = await self.house.people.by_token(who)
        assert person
        live = await self.house.live(table)
        connection = Connection(person.id, person.name, send)
        await live.join(connection)
        await live.act(connection, from_client.READER.validate_python(message))
        await live.leave(connection)

    async def play(self, who: str, table: str, most: int = 1000) -> str:
        """The first move there is, to the end or so many; returns the game's id."""
        live = await self.house.live(table)
        while most and not live.table.playing.over:
            await self.act(who, table, type="move", move=live.table.playing.moves(0)[0])
            most -= 1
        return str(live.table.deal["game_id"])

    async def results(self, who: str) -> dict[str, Any]:
        found: dict[str, Any] = (await self.ask(who, "GET", f"/api/daily/classic/{DAY.date()}")).json()
        return found

    async def names(self, who: str, table: str = "results") -> list[tuple[int, str]]:
        return [(row["place"], row["name"]) for row in (await self.results(who))[table]]


@pytest.fixture
async def day(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Day]:
    monkeypatch.setattr(houses, "bot_steps", dict)  # nothing to compile: no bot plays
    clock = SetClock()
    app = create_app(Settings(database=str(folder / "games.db"), requests=0, tables=0), clock)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
    ):
        yield Day(app.state.house, clock, client)


async def test_a_try_that_is_not_over_is_the_one_that_is_continued(day: Day) -> None:
    anna = await day.somebody("Anna")
    opened = await asyncio.gather(*(day.open(anna) for _ in range(4)))  # four tabs at the same moment
    assert len(set(opened)) == 1
    await day.play(anna, opened[0], 5)
    assert await day.open(anna) == opened[0]
    answer = await day.ask(anna, "POST", f"/api/daily/classic/{DAY.date()}")
    assert answer.status_code == 200  # not opened: it was there
    game = await day.play(anna, opened[0])
    again = await day.open(anna)
    assert again != opened[0]
    await day.play(anna, again)
    assert [row["game_id"] for row in (await day.results(anna))["results"]] == [game]


async def test_a_try_that_is_given_up_was_the_one_that_counts(day: Day) -> None:
    anna = await day.somebody("Anna")
    first = await day.open(anna)
    await day.play(anna, first, 5)
    await day.act(anna, first, type="close")
    game = await day.play(anna, await day.open(anna))
    assert await day.names(anna) == []
    assert (await day.ask(anna, "GET", f"/api/games/{game}/record")).status_code == 200  # her own


async def test_what_is_played_when_the_cards_are_open_ranks_apart(day: Day) -> None:
    anna, ben, carla = [await day.somebody(name) for name in ("Anna", "Ben", "Carla")]
    game = await day.play(anna, await day.open(anna))
    begun = await day.open(ben)
    await day.play(ben, begun, 5)
    assert (await day.ask(carla, "GET", f"/api/games/{game}/record")).json()["code"] == "secret"
    day.clock.time = NEXT_DAY + timedelta(hours=2)
    assert (await day.ask(carla, "GET", f"/api/games/{game}/record")).status_code == 200
    await day.play(ben, begun)  # begun in time, and finished with the cards in sight
    await day.play(carla, await day.open(carla))
    assert await day.names(carla) == [(1, "Anna")]
    assert await day.names(carla, "late") == [(1, "Ben"), (1, "Carla")]
    assert (await day.results(carla))["you"]["late"]
    assert not (await day.results(anna))["you"]["late"]


async def test_an_hour_after_midnight_cards_are_secret_and_tries_count_still(day: Day) -> None:
    anna, ben = await day.somebody("Anna"), await day.somebody("Ben")
    table = await day.open(anna)
    await day.play(anna, table, 5)
    day.clock.time = NEXT_DAY + timedelta(minutes=59)
    game = await day.play(anna, table)
    assert await day.names(anna) == [(1, "Anna")]
    assert (await day.ask(ben, "GET", f"/api/games/{game}/record")).json()["code"] == "secret"


async def test_whoever_has_no_past_ranks_after_all_others(day: Day) -> None:
    """All play the same moves: without a past, it may be one person under several names."""
    ben = await day.somebody("Ben", past=False)
    carla = await day.somebody("Carla", past=False)
    for who in (ben, carla, await day.somebody("Anna"), anna := await day.somebody("Dora")):
        await day.play(who, await day.open(who))
    assert await day.names(anna) == [(1, "Anna"), (1, "Dora"), (3, "Ben"), (3, "Carla")]
    found = await day.results(ben)
    assert [row["newcomer"] for row in found["results"]] == [False, False, True, True]
    assert found["you"]["newcomer"]


async def test_who_is_deleted_leaves_a_place_without_a_name(day: Day) -> None:
    anna, ben = await day.somebody("Anna"), await day.somebody("Ben", past=False)
    for who in (anna, ben):
        await day.play(who, await day.open(who))
    assert (await day.ask(anna, "DELETE", "/api/me")).status_code == 204
    assert await day.names(ben) == [(1, ""), (2, "Ben")]
    again = await day.somebody("Anna", past=False)
    assert (await day.results(again))["you"] is None
    await day.play(again, await day.open(again))
    assert await day.names(again) == [(1, ""), (2, "Ben"), (2, "Anna")]


async def test_ghosts_are_computed_once_and_shown_to_whoever_has_played(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ghosts, "GHOSTS", ("greedy", "careful"))
    anna, ben = await day.somebody("Anna"), await day.somebody("Ben")
    path = f"/api/daily/classic/{DAY.date()}"
    await day.play(anna, await day.open(anna))
    before = (await day.ask(ben, "GET", path)).json()
    assert (before["ghosts"], before["ghosts_coming"]) == ([], False)  # and none is computed for him
    assert await daily.ghosts(day.house.store, str(DAY.date()), "classic") == []
    shown = (await day.ask(anna, "GET", path)).json()
    assert shown["ghosts_coming"]
    async with asyncio.timeout(PATIENCE):
        while (shown := (await day.ask(anna, "GET", path)).json())["ghosts_coming"]:
            await asyncio.sleep(0.05)
    assert {one["bot"] for one in shown["ghosts"]} == {"greedy", "careful"}
    assert all(one["won"] == (one["score"] == 0) and 0 <= one["score"] <= 98 for one in shown["ghosts"])
    opened, _ = day_s_table("classic", str(DAY.date()))
    assert play_out(day.house.deal_alone(opened), ["greedy"])[1] == next(
        one["score"] for one in shown["ghosts"] if one["bot"] == "greedy"
    )  # of the same deal
    deals = {(await day.house.live(await day.open(ben))).table.deal["commitment"]}
    assert deals == {day.house.deal_alone(opened).seal.commitment}  # type: ignore[union-attr]  # it has one


async def test_days_in_a_row_yesterday_s_place_and_the_week(day: Day) -> None:
    anna, ben = await day.somebody("Anna"), await day.somebody("Ben")
    for who in (anna, ben):
        await day.play(who, await day.open(who))
    mine = (await day.ask(anna, "GET", "/api/days")).json()
    assert (mine["today"], mine["streak"], mine["best_streak"], mine["yesterday"]) == ("2026-03-14", 1, 1, [])
    assert [(one["day"], one["game"], one["late"]) for one in mine["days"]] == [("2026-03-14", "classic", False)]
    day.clock.time = NEXT_DAY + timedelta(hours=12)
    mine = (await day.ask(anna, "GET", "/api/days")).json()
    assert (mine["today"], mine["streak"]) == ("2026-03-15", 1)
    assert mine["yesterday"] == [{"game": "classic", "place": 1, "of": 2}]
    week = (await day.ask(ben, "GET", "/api/daily/classic/2026-03-15/week")).json()
    assert (week["first"], week["last"]) == ("2026-03-09", "2026-03-15")
    assert [(one["place"], one["days"], one["you"]) for one in week["results"]].count((1, 1, True)) == 1
    assert sorted(one["name"] for one in week["results"]) == ["Anna", "Ben"]
    day.clock.time = NEXT_DAY + timedelta(days=3)
    assert (await day.ask(anna, "GET", "/api/days")).json()["streak"] == 0
    carl = await day.somebody("Carl", past=False)
    await day.play(carl, await day.open(carl))  # late
    week = (await day.ask(carl, "GET", "/api/daily/classic/2026-03-15/week")).json()
    assert len(week["results"]) == 2
