"""The deal of the day, going on where one left, and finished games over HTTP."""

import json
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import gambero
from gambero.game.fair import intact
from gambero.server.table.dealing import FIRST_DAY

from helpers.deals import dealt, deck_of
from helpers.serving import Gone, Guest, Seated, Served


def today(days: int = 0) -> date:
    """Some days from now; asked for late, so that midnight seldom comes between."""
    return datetime.now(UTC).date() + timedelta(days)


async def the_day(guest: Guest, game: str = "classic", day: date | None = None) -> str:
    """Open a day's deal; returns the table."""
    answer = await guest.ask("POST", f"/api/daily/{game}/{day or today()}")
    assert answer.is_success, answer.text
    return str(answer.json()["id"])


async def results(guest: Guest, game: str = "classic", day: date | None = None) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.ask("GET", f"/api/daily/{game}/{day or today()}")).json()
    return found


async def played(seat: Seated, which: int = 0) -> Seated:
    """To the end, always the first move, or the last."""
    if seat.table["phase"] == "starting":
        await seat.do("eager", level=2)
    while seat.table["phase"] != "over":
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
        if seat.view["moves"]:
            await seat.play(seat.view["moves"][which])
    return seat


async def mine(guest: Guest) -> list[str]:
    return [table["id"] for table in (await guest.ask("GET", "/api/tables/mine")).json()["tables"]]


# The deal of the day.


@pytest.mark.parametrize("game", ["classic", "duel"])
async def test_its_cards_stay_secret_from_whoever_still_plays_it(house: Served, game: str) -> None:
    async def told(guest: Guest, game_id: str) -> list[str]:
        """What is said of a game in every way there is: a refusal's code, or nothing against it."""
        paths = ["/record", "?open=true", "/expert?moves=1", "/analysis", "/others"]
        paths += ["/luck"] if game == "classic" else []
        answers = [await guest.ask("GET", f"/api/games/{game_id}{path}") for path in paths]
        if guest.name != "nobody":
            body = {"game_id": game_id, "moves": 1, "bots": "greedy"}
            answers.append(await guest.ask("POST", "/api/practice", body))
        return [one.json()["code"] if one.is_error else "" for one in answers]

    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    hers = await the_day(anna, game)
    game_id = str((await played(await anna.at(hers))).table["game_id"])
    his = await ben.at(await the_day(ben, game))
    for guest in (ben, Guest(house.url, "nonsense", "nobody")):
        assert set(await told(guest, game_id)) == {"secret"}
    assert set(await told(anna, game_id)) == {""}  # she has seen them all
    with pytest.raises(Gone, match="secret"):
        await ben.at(hers)
    await played(his)
    assert set(await told(ben, game_id)) == {""}


async def test_how_others_played_the_deal_is_told_to_whoever_knows_its_cards(served: Served) -> None:
    anna, ben, carla = [await Guest.new(served.url, name) for name in ("Anna", "Ben", "Carla")]
    ids = []
    for one, which in ((anna, 0), (ben, -1)):
        seat = await played(await one.at(await the_day(one)), which)
        ids.append(seat.table["game_id"])
    secret = await carla.ask("GET", f"/api/games/{ids[0]}/others")
    assert (secret.status_code, secret.json()["code"]) == (403, "secret")
    told = (await anna.ask("GET", f"/api/games/{ids[0]}/others")).json()
    (other,) = told["games"]
    assert (other["name"], other["game_id"], other["luck"]) == ("Ben", ids[1], None)
    assert told["day"]
    done = json.loads((await anna.ask("GET", f"/api/games/{ids[1]}/analysis")).text.splitlines()[-1])
    (other,) = (await anna.ask("GET", f"/api/games/{ids[0]}/others")).json()["games"]
    assert other["luck"] == done["analysis"]["luck"]
    alone = await anna.finished("classic")
    assert (await carla.ask("GET", f"/api/games/{alone}/others")).json() == {"day": None, "games": []}
    assert (await carla.ask("GET", "/api/games/nobody_knows/others")).status_code == 404


async def test_the_cards_of_a_day_that_is_over_are_open(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await the_day(anna, "classic", today(-2))
    game_id = (await played(await anna.at(table))).table["game_id"]
    assert (await ben.ask("GET", f"/api/games/{game_id}/record")).status_code == 200
    assert (await ben.at(table)).you["seat"] is None


@pytest.mark.parametrize("game", ["classic", "extreme", "duel"])
async def test_everybody_gets_the_same_cards_on_one_day(house: Served, game: str) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    one, two = await anna.at(await the_day(anna, game)), await ben.at(await the_day(ben, game))
    assert one.table["id"] != two.table["id"]
    assert one.table["commitment"] == two.table["commitment"]
    assert (one.view["hand"], one.view["commands" if game == "extreme" else "piles"]) == (
        two.view["hand"],
        two.view["commands" if game == "extreme" else "piles"],
    )
    assert one.table["daily"] == str(today())
    assert [seat["bot"] for seat in one.table["seats"]] == ([None, "expert"] if game == "duel" else [None])
    before = await anna.at(await the_day(anna, game, today(-1)))
    assert before.table["commitment"] != one.table["commitment"]


async def test_a_duel_of_the_day_is_played_against_the_expert(house: Served) -> None:
    anna = await Guest.new(house.url)
    seat = await played(await anna.at(await the_day(anna, "duel")))
    left = seat.view["result"]["left"]
    assert (await results(anna, "duel"))["you"]["score"] == left[0] - left[1]


@pytest.mark.parametrize(
    "day",
    [1, 400, FIRST_DAY - timedelta(1), "someday", "2026-02-30"],
    ids=str,  # a number is days from today
)
async def test_there_is_no_deal_before_the_first_day_nor_after_today(house: Served, day: Any) -> None:
    anna = await Guest.new(house.url)
    for method in ("GET", "POST"):
        answer = await anna.ask(method, f"/api/daily/classic/{today(day) if isinstance(day, int) else day}")
        assert (answer.status_code, answer.json()["code"]) == (404, "day")
    assert (await anna.ask("POST", f"/api/daily/tension/{today()}")).status_code == 422


async def test_past_days_are_played_and_counted_for_their_day(house: Served) -> None:
    anna = await Guest.new(house.url)
    seat = await played(await anna.at(await the_day(anna, "classic", FIRST_DAY)))
    found = await results(anna, "classic", FIRST_DAY)
    assert found["you"]["game_id"] == seat.table["game_id"]
    assert (found["day"], found["today"]) == (str(FIRST_DAY), str(today()))
    assert (await results(anna, "classic", FIRST_DAY + timedelta(1)))["you"] is None


async def test_a_second_try_counts_for_nothing(served: Served) -> None:
    anna = await Guest.new(served.url)
    first = await played(await anna.at(await the_day(anna)))
    second = await played(await anna.at(await the_day(anna)), -1)
    assert first.table["game_id"] != second.table["game_id"]
    found = await results(anna)
    assert [row["game_id"] for row in found["results"]] == [first.table["game_id"]]
    assert (await first.do("start"))["code"] == "daily"  # once at a table
    assert (await anna.ask("GET", f"/api/games/{second.table['game_id']}/record")).status_code == 200


async def test_results_have_places_and_equals_share_one(served: Served) -> None:
    left: dict[str, int] = {}
    for name, which in (("Anna", 0), ("Ben", 0), ("Carla", -1)):
        guest = await Guest.new(served.url, name)
        seat = await played(await guest.at(await the_day(guest)), which)
        left[name] = seat.view["result"]["left"]
    assert left["Anna"] == left["Ben"]  # the same cards, the same moves
    rows = (await results(guest))["results"]
    fewest = min(left.values())
    worse = 1 + sum(cards == fewest for cards in left.values())
    assert {row["name"]: row["place"] for row in rows} == {
        name: 1 if cards == fewest else worse for name, cards in left.items()
    }
    assert [row["score"] for row in rows] == sorted(left.values())
    assert [row["name"] for row in rows if row["you"]] == ["Carla"]


async def test_nobody_plays_a_deal_of_the_day_for_somebody(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        anna, ben, carla = [await Guest.new(url, name) for name in ("Anna", "Ben", "Carla")]
        table = await the_day(anna, day=today(-2))  # which others may watch
        one, watcher = await anna.at(table), await carla.at(table)
        assert (await one.do("leave"))["code"] == "daily"
        await one.close()
        await watcher.until(lambda: watcher.here == [False])
        other = await anna.open("classic", players=2)
        two, three = await ben.at(other), await anna.at(other)
        await two.do("sit")
        await three.do("start")
        await three.close()
        await two.until(lambda: two.table["seats"][0]["deputy"])  # here Anna was given up, later
        assert watcher.table["seats"][0]["deputy"] is None

    with Served(tmp_path / "games.db", away="0.2") as server:
        await story(server.url)


# To go on where one left.


async def test_an_unfinished_deal_of_the_day_is_found_and_played_on(house: Served) -> None:
    anna = await Guest.new(house.url)
    table = await the_day(anna)
    seat = await anna.at(table)
    await seat.play(seat.view["moves"][0])
    await seat.close()
    (found,) = (await anna.ask("GET", "/api/tables/mine")).json()["tables"]
    assert (found["id"], found["daily"], found["phase"]) == (table, str(today()), "playing")
    again = await anna.at(found["id"])
    assert again.view == seat.view
    await played(again)
    assert await mine(anna) == []


async def test_my_tables_are_those_where_i_sit_and_that_are_not_over(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    first, second = await anna.open("classic", players=2), await anna.open("duel")
    assert await mine(anna) == [second, first]  # the latest first
    assert await mine(ben) == []
    seat = await ben.at(first)
    assert await mine(ben) == []  # only looking
    await seat.do("sit")
    assert (await mine(ben), await mine(anna)) == ([first], [first, second])
    await seat.do("leave")
    assert await mine(ben) == []
    host = await anna.at(second)
    await host.do("close")
    assert await mine(anna) == [first]


async def test_a_rematch_is_mine_again(house: Served) -> None:
    anna = await Guest.new(house.url)
    table = await anna.open("classic", start=True)
    seat = await played(await anna.at(table))
    assert await mine(anna) == []
    await seat.do("start")
    assert await mine(anna) == [table]


# Finished games.


async def test_a_finished_game_can_be_read_verified_and_seen_from_every_seat(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    deck = deck_of("2 3 4 5 6 7 99", "98 97 96 95 94 93 92")
    table = await dealt(house, [anna, ben], deck=deck, moves="@1 92a 93b 98a 97b .")
    one, two = await anna.at(table), await ben.at(table)
    seen = [(one.view["hand"], two.view["hand"])]
    while one.table["phase"] != "over":
        mover = one if one.view["moves"] else two
        await mover.play(mover.view["moves"][-1])
        for seat in (one, two):
            await seat.until(lambda: seat.n == mover.n)  # noqa: B023
        seen.append((one.view["hand"], two.view["hand"]))
    game = one.table["game_id"]
    path = f"/api/games/{game}"
    carla = await Guest.new(house.url, "Carla")
    text = (await carla.ask("GET", f"{path}/record")).text
    assert intact(gambero.replay(text))
    assert [list(step) for step in gambero.replay(text).log] == one.view["log"]
    told = {}
    for eyes in ("seat=0", "seat=1", "", "open=true"):
        told[eyes] = (await carla.ask("GET", f"{path}?{eyes}")).json()
        moves = [frame["move"] for frame in told[eyes]["frames"]]
        assert moves == [None, *(move for _, move in one.view["log"])]
        assert [who["name"] for who in told[eyes]["seats"]] == ["Anna", "Ben"]
    for number in (0, 1):
        hands = [frame["view"]["hand"] for frame in told[f"seat={number}"]["frames"]]
        assert hands[-len(seen) :] == [pair[number] for pair in seen]  # what that seat saw
        other = [event for frame in told[f"seat={number}"]["frames"] for event in frame["events"]]
        drawn = {event["seat"]: event["cards"] for event in other if event["event"] == "drew"}
        assert all(cards is None for seat, cards in drawn.items() if seat != number)
    assert all(frame["view"]["hand"] is None for frame in told[""]["frames"])
    assert told["open=true"]["frames"][0]["hands"] == [sorted(deck[:7]), sorted(deck[7:14])]
    assert (await carla.ask("GET", f"{path}?seat=2")).json()["code"] == "seat"
    assert (await carla.ask("GET", "/api/games/nothing")).status_code == 404


@pytest.mark.parametrize("commands", ["house", "shuffled"])
async def test_games_of_extreme_are_counted_by_their_commands(house: Served, commands: str) -> None:
    anna = await Guest.new(house.url)
    await played(await anna.at(await anna.open("extreme", commands=commands, start=True)))
    (game,) = (await anna.ask("GET", "/api/games")).json()["games"]
    (cell,) = (await anna.ask("GET", "/api/statistics")).json()["by"]
    assert game["options"] == cell["options"] == ({"shuffled": True} if commands == "shuffled" else {})
