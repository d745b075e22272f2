"""What a host changes, a latecomer and a bot for who is gone, as everybody at the table is told."""

import asyncio

from helpers.serving import Guest, Seated, Served


async def level(*people: Seated) -> None:
    """Wait until all have heard the same."""
    for one in people:
        await one.until(lambda: one.n == max(other.n for other in people))  # noqa: B023


async def test_a_change_is_told_to_everybody_as_a_whole_view(house: Served) -> None:
    anna, ben, carla = [await Guest.new(house.url, name) for name in ("Anna", "Ben", "Carla")]
    table = await anna.open("classic", players=4, listed=True)
    host, guest, watcher = [await one.at(table) for one in (anna, ben, carla)]
    await guest.do("sit", seat=3)
    await level(host, guest, watcher)
    answer = await host.do("change", game="duel", listed=True)
    await level(host, guest, watcher)
    assert (guest.n, guest.you["seat"], guest.table["game"], guest.table["players"]) == (answer["n"], 1, "duel", 2)
    for one in (host, guest, watcher):
        assert [seat["name"] for seat in one.table["seats"]] == ["Anna", "Ben"]
        assert len(one.here) == 2
    again = await ben.at(table)
    assert (again.table, again.you) == (guest.table, guest.you)
    assert table not in {one["id"] for one in (await carla.ask("GET", "/api/lobby")).json()["open"]}  # it is full now
    await host.do("start")
    await level(host, guest, watcher)
    assert (guest.view["game"], len(guest.view["hand"]), watcher.view["hand"]) == ("duel", 6, None)
    wrong = await host.do("change", game="duel", seat=1)
    assert (wrong["code"], wrong["values"]["field"]) == ("malformed", "seat")


async def test_a_latecomer_is_given_the_bots_hand_and_nobody_else_is(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await anna.open("classic", players=2, bots=["careful"], start=True)
    host, late = await anna.at(table), await ben.at(table)
    assert (await late.do("sit"))["reason"] == "only_watch"
    await host.do("latecomers")
    await late.until(lambda: late.table["latecomers"])
    assert late.view["hand"] is None
    assert (await late.do("sit"))["type"] == "ok"
    await level(host, late)
    assert (late.you["seat"], len(late.view["hand"] or ())) == (1, 7)
    assert host.table["seats"][1]["name"] == "Ben"
    assert not any(f'"hand":{late.view["hand"]}'.replace(" ", "") in text for text in host.heard)


async def test_a_bot_plays_now_for_who_is_gone_and_gives_the_seat_back(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await anna.open("classic", players=2)
    host, guest = await anna.at(table), await ben.at(table)
    await guest.do("sit")
    await host.do("start")
    assert (await host.do("deputy", seat=1))["reason"] == "connected"
    await guest.close()
    await host.until(lambda: host.here == [True, False])
    assert (await host.do("deputy", seat=1))["type"] == "ok"
    await host.until(lambda: host.table["seats"][1]["deputy"])
    back = await ben.at(table)
    await asyncio.gather(*(one.until(lambda: one.table["seats"][1]["deputy"] is None) for one in (host, back)))  # noqa: B023
