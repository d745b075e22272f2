"""A table over its socket: views, news, moves, seats."""

from typing import Any

import pytest

from gambero.game import GAMES
from gambero.rules.commands import NAMES

from helpers.serving import Guest, Served


async def _play_alone(url: str) -> None:
    anna = await Guest.new(url)
    table = await anna.open("classic", start=True)
    seat = await anna.at(table)
    assert seat.table["phase"] == "playing"
    assert len(seat.view["hand"]) == 8
    while seat.table["phase"] != "over":
        await seat.play(seat.view["moves"][0])
    again = await anna.at(table)
    assert (again.view, again.table, again.n) == (seat.view, seat.table, seat.n)


async def test_what_news_adds_up_to_is_what_a_fresh_view_shows(served: Served) -> None:
    await _play_alone(served.url)


@pytest.mark.parametrize("game", ["classic", "extreme"])
async def test_bots_play_to_the_end_with_a_person(served: Served, game: str) -> None:
    anna = await Guest.new(served.url)
    seat = await anna.at(await anna.open(game, players=3, bots=["careful", "greedy"], start=True))
    await seat.do("eager", level=2)
    await seat.until(lambda: seat.table["phase"] == "playing")
    while True:
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
        if seat.table["phase"] == "over":
            break
        await seat.play(seat.view["moves"][0])
    assert seat.view["result"]


@pytest.mark.parametrize("game", GAMES)
async def test_bots_play_among_themselves_and_whoever_opened_the_table_watches(served: Served, game: str) -> None:
    anna = await Guest.new(served.url)
    players = GAMES[game].players[1]
    watcher = await anna.at(await anna.open(game, players=players, bots=["greedy"] * players, start=True, speed="fast"))
    assert (watcher.you["seat"], watcher.you["host"]) == (None, True)
    await watcher.until(lambda: watcher.table["phase"] == "over")
    assert (await watcher.do("start"))["type"] == "ok"  # and again


async def test_a_host_who_gets_up_keeps_the_table_until_somebody_else_sits_down(served: Served) -> None:
    anna, ben = await Guest.new(served.url), await Guest.new(served.url, "Ben")
    table = await anna.open("classic", players=2, bots=["greedy"])
    host = await anna.at(table)
    assert (await host.do("leave"))["type"] == "ok"
    assert (host.you["seat"], host.you["host"]) == (None, True)
    assert (await host.do("bot", seat=0, bot="careful"))["type"] == "ok"
    assert (await host.do("clear", seat=0))["type"] == "ok"
    guest = await ben.at(table)
    await guest.do("sit")
    assert guest.table["host"] == 0
    assert (await host.do("start"))["code"] == "host"


@pytest.mark.rule("E1")
async def test_a_layout_of_ones_own_is_dealt(served: Served) -> None:
    anna = await Guest.new(served.url)
    layout = {str(number): name for place, name in enumerate(NAMES) for number in range(60 + place, 88 + place, 7)}
    seat = await anna.at(await anna.open("extreme", commands=layout, start=True))
    assert seat.view["commands"] == layout
    assert seat.table["commands"] == "own"
    for wrong in ({**layout, "3": "stop"}, dict([*layout.items()][:27]), {"2": "halt"}, {"two": "stop"}, "mine"):
        answer = await anna.ask("POST", "/api/tables", {"game": "extreme", "commands": wrong})
        assert (answer.status_code, answer.json()["code"] in ("options", "invalid")) == (422, True), answer.text
    answer = await anna.ask("POST", "/api/tables", {"game": "classic", "commands": layout})
    assert (answer.status_code, answer.json()["reason"]) == (422, "no_commands")


@pytest.mark.parametrize(
    ("wanted", "reason", "values"),
    [
        ({"game": "classic", "players": 10**30}, "players", {"game": "classic", "fewest": 1, "most": 5}),
        ({"game": "extreme", "options": {"on_fire": True}}, "not_combined", {"game": "extreme", "option": "on_fire"}),
        ({"game": "duel", "options": {"x" * 99: True}}, "unknown_option", {"game": "duel", "option": "x" * 40}),
        ({"game": "extreme", "commands": {"1": "stop"}}, "layout", {"cards": 28, "copies": 4}),
        ({"game": "duel", "tournament": 4}, "no_tournament", {"game": "duel"}),
    ],
)
async def test_a_table_that_cannot_be_set_up_is_refused_as_data(
    served: Served, wanted: dict[str, Any], reason: str, values: dict[str, Any]
) -> None:
    anna = await Guest.new(served.url)
    told = (await anna.ask("POST", "/api/tables", wanted)).json()
    assert (told["code"], told["reason"]) == ("options", reason)
    assert told["values"].items() >= values.items()
    assert told["why"]


async def test_a_form_that_is_wrong_names_its_field(served: Served) -> None:
    anna = await Guest.new(served.url)
    told = (await anna.ask("POST", "/api/tables", {"game": "duel", "clock": 1})).json()
    assert (told["code"], told["reason"]) == ("invalid", "form")
    assert told["values"] == {"field": "body.clock", "error": "greater_than_equal"}
    assert told["why"].startswith("body.clock: ")
