"""Who sits where, who is host, who starts; and what the lobby shows of it."""

from typing import Any

import pytest

from helpers.deals import dealt, deck_of
from helpers.serving import Guest, Seated, Served
from helpers.setups import SETUPS, name


async def two(url: str, game: str = "classic", **more: Any) -> tuple[Guest, Guest, Seated, Seated, str]:
    """Anna, who opened a table, and Ben, who followed its link and sat down."""
    anna, ben = await Guest.new(url, "Anna"), await Guest.new(url, "Ben")
    table = await anna.open(game, players=2, **more)
    first, second = await anna.at(table), await ben.at(table)
    assert (await second.do("sit"))["type"] == "ok"
    await both(first, second)
    return anna, ben, first, second, table


async def both(*people: Seated) -> None:
    """Wait until all have heard the same."""
    for one in people:
        await one.until(lambda: one.n == max(other.n for other in people))  # noqa: B023


def kinds(seat: Seated) -> list[str]:
    return [one["kind"] for one in seat.table["seats"]]


async def lobby(guest: Guest) -> dict[str, set[str]]:
    found = (await guest.ask("GET", "/api/lobby")).json()
    return {part: {table["id"] for table in found[part]} for part in ("open", "playing")}


@pytest.mark.parametrize("setup", SETUPS, ids=name)
async def test_there_is_a_table_for_every_game_and_option(house: Served, setup: tuple[str, dict[str, Any]]) -> None:
    game, options = setup
    players = options.get("players", 2)
    chosen = {name: value for name, value in options.items() if name != "players"}
    anna = await Guest.new(house.url)
    bots = ["random"] * (players - 1)
    seat = await anna.at(await anna.open(game, players=players, options=chosen, bots=bots, start=True))
    assert seat.table["options"] == seat.view["options"] == chosen
    assert seat.view["players"] == len(seat.table["seats"]) == players
    assert seat.table["phase"] == ("playing" if players == 1 else "starting")


async def test_people_and_bots_come_and_go_before_the_start(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await anna.open("classic", players=4, bots=["careful"])
    host, guest = await anna.at(table), await ben.at(table)
    assert kinds(guest) == ["person", "bot", "empty", "empty"]
    assert (guest.you["seat"], guest.view) == (None, {})
    assert (await guest.do("sit", seat=1))["code"] == "seat"  # a bot's
    assert (await guest.do("sit", seat=3))["type"] == "ok"
    assert guest.you == {"seat": 3, "name": "Ben", "host": False, "muted": []}
    assert (await guest.do("sit", seat=2))["why"] == "you have a seat at this table"
    assert (await host.do("start"))["why"] == "1 of 4 seats are empty: wait for friends or add bots"
    assert (await host.do("bot", seat=2, bot="nobody"))["code"] == "bot"
    assert (await host.do("bot", seat=3, bot="greedy"))["code"] == "seat"  # Ben sits there
    assert (await host.do("bot", seat=2, bot="greedy"))["type"] == "ok"
    assert (await host.do("bot", seat=2, bot="random"))["type"] == "ok"  # another bot instead
    assert (await host.do("clear", seat=1))["type"] == "ok"
    assert (await host.do("clear", seat=1))["why"] == "nobody sits there"
    await both(host, guest)
    assert kinds(guest) == ["person", "empty", "bot", "person"]
    assert guest.table["seats"][2]["bot"] == "random"
    await host.do("clear", seat=3)  # the host asks Ben to get up
    await guest.until(lambda: guest.you["seat"] is None)
    assert (await guest.do("sit"))["type"] == "ok"
    assert (await guest.do("leave"))["type"] == "ok"
    await guest.until(lambda: guest.you["seat"] is None)
    assert kinds(guest) == ["person", "empty", "bot", "empty"]


async def test_only_the_host_has_the_hosts_rights(house: Served) -> None:
    _, _, host, guest, _ = await two(house.url)
    wishes: list[dict[str, Any]] = [
        {"type": "start"},
        {"type": "close"},
        {"type": "bot", "seat": 1, "bot": "greedy"},
        {"type": "clear", "seat": 0},
        {"type": "host", "seat": 1},
        {"type": "starter", "seat": 1},
    ]
    for wish in wishes:
        assert (await guest.do(wish.pop("type"), **wish))["code"] == "host"
    assert (await host.do("start"))["type"] == "ok"


async def test_seats_do_not_change_in_the_middle_of_a_game(house: Served) -> None:
    anna, carla = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Carla")
    table = await anna.open("classic", players=2, bots=["greedy"], start=True)
    host, watcher = await anna.at(table), await carla.at(table)
    assert (await host.do("clear", seat=1))["code"] == "phase"
    assert (await host.do("bot", seat=1, bot="careful"))["code"] == "phase"
    assert (await watcher.do("sit"))["code"] == "phase"
    assert (await host.do("start"))["code"] == "phase"


async def test_the_hosts_rights_are_handed_on(house: Served) -> None:
    _, _, host, guest, _ = await two(house.url)
    assert (await host.do("host", seat=1))["type"] == "ok"
    await both(host, guest)
    assert guest.table["host"] == 1
    assert (await host.do("start"))["code"] == "host"
    assert (await guest.do("clear", seat=0))["type"] == "ok"
    assert (await guest.do("bot", seat=0, bot="greedy"))["type"] == "ok"
    assert (await guest.do("host", seat=0))["why"] == "only a person can be host"


async def test_a_host_who_leaves_leaves_the_table_to_the_next_person(house: Served) -> None:
    _, _, host, guest, _ = await two(house.url)
    await host.do("leave")
    await guest.until(lambda: guest.table["host"] == 1)
    await guest.do("leave")  # nobody is left: whoever sits down next is host
    await host.until(lambda: host.table["host"] is None)
    assert (await host.do("start"))["code"] == "host"
    await host.do("sit", seat=1)
    assert host.you == {"seat": 1, "name": "Anna", "host": True, "muted": []}


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A house where who is gone is soon given up."""
    with Served(tmp_path_factory.mktemp("impatient") / "games.db", away="0.2") as server:
        yield server


async def test_a_host_who_is_gone_before_the_game_loses_the_table_to_who_is_there(impatient: Served) -> None:
    anna, _, host, guest, table = await two(impatient.url)
    await host.close()
    await guest.until(lambda: guest.table["host"] == 1)
    assert kinds(guest) == ["person", "person"]  # the seat stays Anna's
    again = await anna.at(table)
    assert again.you == {"seat": 0, "name": "Anna", "host": False, "muted": []}
    assert (await guest.do("start"))["type"] == "ok"


async def test_a_host_who_is_gone_in_a_game_loses_the_table_to_who_is_there(impatient: Served) -> None:
    anna, _, host, guest, table = await two(impatient.url)
    await host.do("start")
    await host.close()
    await guest.until(lambda: guest.table["host"] == 1)
    assert guest.table["seats"][0]["deputy"] == "expert"
    again = await anna.at(table)
    assert again.table["seats"][0]["deputy"] is None
    assert again.table["host"] == 1


@pytest.mark.rule("C4")
async def test_who_is_gone_before_the_first_card_does_not_hold_up_the_others(impatient: Served) -> None:
    _, _, host, guest, _ = await two(impatient.url)
    await host.do("start")
    await host.do("eager", level=0)
    await guest.close()
    await host.until(lambda: host.table["phase"] == "playing")  # Ben's deputy said how gladly, too
    assert host.table["seats"][1]["deputy"] == "expert"


async def test_the_lobby_shows_what_is_open_and_what_can_be_watched(house: Served) -> None:
    carla = await Guest.new(house.url, "Carla")
    _, _, host, guest, listed = await two(house.url, listed=True)
    _, _, _, _, by_link = await two(house.url)
    await guest.do("leave")
    assert listed in (await lobby(carla))["open"]
    await guest.do("sit")
    assert listed not in (await lobby(carla))["open"]  # no seat is free
    await host.do("start")
    assert listed in (await lobby(carla))["playing"]
    await host.do("starter", seat=0)
    found = (await carla.ask("GET", "/api/lobby")).json()["playing"]
    assert next(one for one in found if one["id"] == listed)["phase"] == "playing"
    seen = await lobby(carla)
    assert by_link not in seen["open"] | seen["playing"]
    assert (await carla.at(by_link)).you["seat"] is None  # yet whoever has the link may come
    await host.do("close")
    assert listed not in (await lobby(carla))["open"] | (await lobby(carla))["playing"]


async def test_a_removed_table_says_so(house: Served) -> None:
    _, ben, host, guest, table = await two(house.url)
    assert (await host.do("close"))["type"] == "ok"
    await guest.until(lambda: guest.table["closed"])
    assert guest.news[-1]["what"] == {"kind": "closed"}
    assert (await guest.do("chat", text="hello?"))["code"] == "closed"
    with pytest.raises(AssertionError, match="there is no such table"):
        await ben.at(table)  # while Anna still looks at it
    await host.close()
    await guest.close()
    with pytest.raises(AssertionError, match="closed with 4404"):
        await ben.at(table)


async def test_spectators_see_the_table_and_cannot_act(house: Served) -> None:
    _, _, host, guest, table = await two(house.url)
    carla = await Guest.new(house.url, "Carla")
    watcher = await carla.at(table)
    await host.do("start")
    await host.do("starter", seat=0)
    await host.play(host.view["moves"][0])
    await both(host, guest, watcher)
    assert watcher.view["piles"] == host.view["piles"]
    assert watcher.view["log"] == host.view["log"]
    assert (watcher.view["hand"], watcher.view["moves"], watcher.view["hands"]) == (None, [], [6, 7])
    assert any('"watching":1' in text for text in host.heard)
    wishes: list[dict[str, Any]] = [
        {"type": "move", "move": host.view["moves"][0]},
        {"type": "undo"},
        {"type": "say", "piles": {"a": "mine"}},
        {"type": "leave"},
        {"type": "eager", "level": 2},
        {"type": "go"},
        {"type": "hint"},
    ]
    for wish in wishes:
        refusal = await watcher.do(wish.pop("type"), **wish)
        assert refusal["code"] == "seat", refusal
    assert (await watcher.do("ping"))["now"] > 0


# Who starts.


@pytest.mark.rule("C4")
async def test_the_gladdest_starts(house: Served) -> None:
    _, _, host, guest, _ = await two(house.url)
    await host.do("start")
    assert host.table["phase"] == "starting"
    assert len(host.view["hand"]) == 7  # cards first, then the question
    assert (host.view["moves"], host.table["eager"]) == ([], [None, None])
    assert (await host.do("move", move=f"{host.view['hand'][0]}a"))["code"] in ("illegal", "phase")
    assert (await host.do("move", move="@0"))["code"] == "phase"
    await host.do("eager", level=1)
    await guest.until(lambda: guest.table["eager"] == [1, None])
    await guest.do("eager", level=2)
    await host.until(lambda: host.table["phase"] == "playing")
    assert host.view["to_move"] == 1
    assert (await host.do("eager", level=2))["code"] == "phase"


@pytest.mark.rule("C4")
async def test_of_equally_glad_people_starts_who_said_so_first(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await dealt(house, [anna, ben, carla := await Guest.new(house.url, "Carla")])
    one, two, three = await anna.at(table), await ben.at(table), await carla.at(table)
    await one.do("eager", level=2)
    await two.do("eager", level=1)
    await one.do("eager", level=1)  # on second thoughts, after Ben
    await three.do("eager", level=0)
    await one.until(lambda: one.table["phase"] == "playing")
    assert one.view["to_move"] == 1


@pytest.mark.rule("C4")
async def test_of_equally_glad_players_people_start_before_bots(house: Served) -> None:
    anna = await Guest.new(house.url)
    seat = await anna.at(await anna.open("classic", players=3, bots=["random", "random"], start=True))
    await seat.until(lambda: seat.table["eager"] == [None, 1, 1])  # random does not mind
    await seat.do("eager", level=1)
    await seat.until(lambda: seat.table["phase"] == "playing")
    assert [move for _, move in seat.view["log"]] == ["@0"]


@pytest.mark.rule("C4")
async def test_the_host_may_settle_who_starts(house: Served) -> None:
    _, _, host, guest, _ = await two(house.url)
    assert (await host.do("starter", seat=1))["code"] == "phase"  # nothing is dealt
    await host.do("start")
    assert (await host.do("starter", seat=4))["code"] == "seat"
    await host.do("starter", seat=1)
    await guest.until(lambda: guest.view["moves"])
    assert guest.view["to_move"] == 1
    assert (await host.do("starter", seat=0))["code"] == "phase"


@pytest.mark.rule("D2")
async def test_who_starts_a_duel_is_settled_the_same_way(house: Served) -> None:
    _, _, host, guest, _ = await two(house.url, "duel")
    await host.do("start")
    await host.do("eager", level=0)
    await guest.do("eager", level=0)
    await host.until(lambda: host.table["phase"] == "playing")
    assert host.view["to_move"] == 0  # neither would rather: Anna said so first


@pytest.mark.rule("C4")
async def test_alone_there_is_no_question_who_starts(house: Served) -> None:
    anna = await Guest.new(house.url)
    seat = await anna.at(await anna.open("classic"))
    await seat.do("start")
    assert seat.table["phase"] == "playing"
    assert seat.view["moves"]
    assert (await seat.do("eager", level=2))["code"] == "phase"


async def test_a_rematch_is_dealt_to_the_same_seats(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    lost = deck_of("2 3 4 5 6 7 99", "98 97 96 95 94 93 92", then="8 9")  # Ben's cards end both rising piles
    table = await dealt(house, [anna, ben], deck=lost, moves="@1 92a 93b 98a 97b . 99a")
    host, guest = await anna.at(table), await ben.at(table)
    await host.play("7c")
    await host.play("6d")
    await host.play(".")
    while host.table["phase"] != "over":
        await both(host, guest)
        mover = guest if guest.view["moves"] else host
        await mover.play(mover.view["moves"][-1])
    await both(host, guest)
    before = guest.table["seats"]
    assert host.table["reveal"]["deck"] == lost
    assert (await guest.do("start"))["code"] == "host"
    assert (await host.do("start"))["type"] == "ok"
    await both(host, guest)
    assert guest.table["seats"] == before
    assert (guest.table["phase"], guest.table["games"], guest.table["reveal"]) == ("starting", 2, None)
    assert guest.view["log"] == []
    fresh = await ben.at(table)
    assert (fresh.view, fresh.table) == (guest.view, guest.table)  # a deal is told whole
