"""Whose game it was: wins of a deputy bot are shown as its own, and nobody can remove a table to avoid a loss."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert

from gambero.server.store import history, schema
from gambero.server.store.database import Store
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table

from helpers.deals import dealt
from helpers.long_logs import LongLog
from helpers.serving import Guest, Served, address

PERSON = "p" * 32


# Shares.


class Story:
    """A table of two people, without a server."""

    def __init__(self) -> None:
        self.table = Table("t")
        for entry in LongLog("t", 5).entries:  # Anna is on
            self.table.apply(entry)

    def add(self, kind: str, **data: Any) -> None:
        self.table.apply(Entry("t", self.table.number + 1, kind, data))

    def lay(self) -> None:
        self.add("moved", move=next(move for move in self.table.playing.moves() if move != "."))

    def turn(self) -> None:
        self.lay()
        self.lay()
        self.add("moved", move=".")

    def shares(self) -> list[float]:
        return [self.table.deputy_share(seat) for seat in range(2)]


def test_the_moves_of_a_deputy_are_its_own() -> None:
    story = Story()
    story.turn()
    story.turn()
    assert story.shares() == [0, 0]
    story.add("away", seat=0, bot="expert")
    story.turn()
    assert story.shares() == [0.5, 0]
    assert not story.table.is_own(0)  # the bot plays now
    story.add("back", seat=0)
    assert story.table.is_own(0)  # half is enough
    story.turn()
    story.add("away", seat=0, bot="expert")
    story.turn()
    story.add("back", seat=0)
    assert story.shares() == [pytest.approx(2 / 3), 0]
    assert not story.table.is_own(0)
    assert story.table.is_own(1)


def test_the_rest_of_a_turn_whose_time_is_up_is_a_bots() -> None:
    story = Story()
    story.lay()
    story.add("timeout", seat=0)
    story.lay()
    story.add("moved", move=".")
    assert story.shares() == [pytest.approx(2 / 3), 0]
    story.turn()
    story.turn()
    assert story.shares() == [pytest.approx(1 / 3), 0]
    assert story.table.is_own(0)


def test_a_card_taken_back_is_nobodys_move() -> None:
    story = Story()
    story.lay()
    story.add("away", seat=0, bot="expert")
    story.lay()
    story.add("back", seat=0)
    story.add("undone")
    assert story.shares() == [0, 0]
    story.lay()
    assert story.shares() == [0, 0]


async def test_a_win_of_a_deputy_counts_for_nobody_and_a_loss_for_its_person(house: Served) -> None:
    anna = await Guest.new(house.url)
    table = await dealt(house, [anna], "duel", moves="@0", bots=["random"])
    seat = await anna.at(table)
    await seat.play(seat.view["moves"][0])
    await seat.do("leave")
    await seat.until(lambda: seat.table["phase"] == "over")
    (game,) = (await anna.ask("GET", "/api/games")).json()["games"]
    mine, bot = game["seats"]
    assert 0.5 < mine["deputy"] < 1
    assert (mine["own"], bot["own"], bot["deputy"]) == (False, True, 0)
    replay = (await anna.ask("GET", f"/api/games/{game['id']}")).json()
    assert replay["seats"] == game["seats"]
    found = (await anna.ask("GET", "/api/statistics")).json()
    assert (found["games"], found["streak"]) == (0 if game["won"] else 1, 0)


# Removing a table.


@pytest.mark.parametrize(("game", "moves"), [("duel", "@0"), ("tension", "0:+")])
async def test_a_running_game_against_somebody_cannot_be_removed(house: Served, game: str, moves: str) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await dealt(house, [anna, ben], game, moves=moves)
    one, two = await anna.at(table), await ben.at(table)
    refused = await one.do("close")
    assert (refused["code"], refused["reason"], refused["values"]) == ("host", "others_play", {"name": "Ben"})
    assert not one.table["closed"]
    await two.do("leave")  # Ben does not want to go on
    await one.until(lambda: one.table["seats"][1]["deputy"] is not None)
    assert (await one.do("close"))["type"] == "ok"


async def test_who_lost_the_connection_in_a_duel_finds_it_again(tmp_path: Path) -> None:
    """A bot plays for them, since they are gone; else a host could remove the game that they are about to lose."""
    with Served(tmp_path / "games.db", away="0.1") as served:
        anna, ben = await Guest.new(served.url, "Anna"), await Guest.new(served.url, "Ben")
        table = await dealt(served, [anna, ben], "duel", moves="@0")
        one, two = await anna.at(table), await ben.at(table)
        await two.close()
        await one.until(lambda: one.table["seats"][1]["deputy"] is not None)
        assert (await one.do("close"))["reason"] == "others_play"


async def test_other_tables_can_be_removed_at_any_time(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    for people, bots, game in (([anna], ["random"], "duel"), ([anna, ben], [], "classic")):
        table = await dealt(house, people, game, moves="@0", bots=bots)
        assert (await (await anna.at(table)).do("close"))["type"] == "ok"
    waiting = await anna.open("duel")
    assert (await (await anna.at(waiting)).do("close"))["type"] == "ok"


# Statistics.


def slowly(games: list[dict[str, Any]]) -> dict[str, Any]:
    """What the database should count."""
    counted = [one for one in games if one["own"] or not one["won"]]
    cells: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    streak = best = 0
    for one in counted:
        cells.setdefault((one["game"], one["options"], one["company"]), []).append(one)
        streak = streak + 1 if one["won"] else 0
        best = max(best, streak)
    by = {
        key: {
            "games": len(cell),
            "wins": sum(one["won"] for one in cell),
            "left": pytest.approx(sum(one["cards_left"] for one in cell) / len(cell)),
            "brilliant": sum(one["brilliant"] for one in cell),
            "fewest": min(one["cards_left"] for one in cell),
        }
        for key, cell in cells.items()
    }
    return {"games": len(counted), "streak": streak, "best_streak": best, "by": by, "last": counted[-50:]}


@pytest.mark.parametrize("ends", [True, False])
async def test_the_database_counts_what_python_counts(database: str, ends: bool) -> None:
    chance = Random(5)
    store = Store(address(database))
    await store.start()
    try:
        games = [
            {
                "id": f"g{number}",
                "game": chance.choice(("classic", "duel")),
                "options": chance.choice(("{}", '{"professional":true}')),
                "company": (company := chance.choice(("alone", "bots", "people"))),
                "players": 1 if company == "alone" else 2,
                "finished": number // 3,  # some at the same moment
                "won": chance.random() < 0.8,
                "own": chance.random() < 0.8,
                "cards_left": chance.randrange(60),
                "brilliant": chance.random() < 0.3,
            }
            for number in range(1000, 1300)
        ]
        games[-1]["won"] = ends  # a streak that goes on, and one that has just ended
        await store.run(*rows(games), *rows([{**games[0], "id": "other"}], person="q" * 32))
        found = (await history.statistics(store, PERSON, no_skip)).model_dump()
        expected = slowly(games)
        by = {
            (cell["game"], '{"professional":true}' if cell["options"] else "{}", cell["company"]): {
                key: cell[key] for key in ("games", "wins", "left", "brilliant", "fewest")
            }
            for cell in found["by"]
        }
        assert by == expected["by"]
        assert [found[key] for key in ("games", "streak", "best_streak")] == [
            expected[key] for key in ("games", "streak", "best_streak")
        ]
        assert [(one["game"], one["won"], one["finished"]) for one in found["last"]] == [
            (one["game"], one["won"], one["finished"]) for one in expected["last"]
        ]
        nobody = (await history.statistics(store, "nobody", no_skip)).model_dump()
        assert nobody == {"games": 0, "streak": 0, "best_streak": 0, "by": [], "last": []}
    finally:
        await store.stop()


def no_skip(where: str, wrong: Exception, row: str) -> None:
    raise AssertionError(f"{where}: {row} is skipped") from wrong


def rows(games: list[dict[str, Any]], person: str = PERSON) -> list[Any]:
    """The rows of games of a person at seat 0."""
    kept = [
        {key: one[key] for key in ("id", "game", "options", "players", "finished")}
        | {"table_id": "t", "result": "{}", "record": ""}
        for one in games
    ]
    seats: list[dict[str, Any]] = []
    for one in games:
        mine = {key: one[key] for key in ("won", "own", "cards_left", "brilliant")} | {"deputy": 0.0}
        seats.append({"game_id": one["id"], "seat": 0, "person": person, "bot": None, "name": "Anna", **mine})
        if one["company"] != "alone":
            who = {"person": None, "bot": "greedy"} if one["company"] == "bots" else {"person": "b" * 32, "bot": None}
            seats.append({"game_id": one["id"], "seat": 1, "name": "Ben", **who, **mine})
    return [insert(schema.games).values(kept), insert(schema.seats).values(seats)]
