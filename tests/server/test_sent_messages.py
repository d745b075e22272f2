"""What a server sends is as `wire/to_client.py` describes it, and as the page's types say."""

import asyncio
from typing import Any

import pytest

from gambero.server.wire import to_client

from helpers.serving import Guest, Seated, Served

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {}),
    ("classic", {"players": 3, "bots": ["careful", "greedy"]}),
    ("classic", {"players": 2, "bots": ["greedy"], "options": {"professional": True, "short_hands": True}}),
    ("classic", {"players": 2, "bots": ["careful"], "options": {"on_fire": True}, "clock": 60}),
    ("extreme", {"players": 2, "bots": ["careful"], "commands": "house"}),
    ("extreme", {"commands": "shuffled", "options": {"professional": True}}),
    ("duel", {"bots": ["greedy"]}),
    ("duel", {"bots": ["greedy"], "options": {"last_card_wins": True}}),
    ("tension", {"players": 3, "bots": ["careful", "greedy"], "tournament": 6}),
]


def hold(*people: Seated) -> set[str]:
    """Every message these people were sent is as described; returns which kinds there were."""
    kinds = set()
    for text in (text for person in people for text in person.heard):
        message = to_client.READER.validate_json(text, strict=True)
        kinds.add(message.what.kind if message.type == "news" else message.type)
        kinds |= {event["event"] for event in message.events} if message.type == "news" else set()
    return kinds


async def _to_the_end(seat: Seated) -> None:
    if seat.table["phase"] == "starting" and seat.table["game"] != "tension":
        await seat.do("eager", level=2)
    if seat.table["game"] == "tension":
        await seat.do("go")
    while seat.table["phase"] != "over":
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] in ("over", "stuck"))
        if seat.table["phase"] == "stuck":
            await seat.do("go")
            await seat.until(lambda: seat.table["phase"] != "stuck")
        elif seat.view["moves"]:
            await seat.do("move", move=seat.view["moves"][0])


@pytest.mark.parametrize(
    ("game", "more"), GAMES, ids=lambda given: given if isinstance(given, str) else "-".join(given)
)
async def test_a_whole_game_is_told_as_described(served: Served, game: str, more: dict[str, Any]) -> None:
    anna, carla = await Guest.new(served.url), await Guest.new(served.url, "Carla")
    table = await anna.open(game, start=True, **more)
    seat, spectator = await anna.at(table), await carla.at(table)
    await _to_the_end(seat)
    await spectator.until(lambda: spectator.n == seat.n)
    again = await anna.at(table)
    assert {"view", "here", "moved", "over"} <= hold(seat, spectator, again)
    answer = await anna.ask("GET", f"/api/games/{seat.table['game_id']}?open=true")
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["frames"]) == 1 + len(again.view["log"])


async def test_all_that_can_be_said_and_refused_is_told_as_described(served: Served) -> None:
    anna, berta = await Guest.new(served.url), await Guest.new(served.url, "Berta")
    table = await anna.open("classic", players=3)
    first = await anna.at(table)
    second = await berta.at(table)
    acts: list[dict[str, Any]] = [{"kind": "sit"}, {"kind": "leave"}, {"kind": "sit", "seat": 2}]
    for act in acts:
        await second.do(**act)
    acts = [
        {"kind": "bot", "seat": 1, "bot": "greedy"},
        {"kind": "clear", "seat": 1},
        {"kind": "bot", "seat": 1, "bot": "greedy"},
        {"kind": "host", "seat": 2},
    ]
    for act in acts:
        await first.do(**act)
    await second.do("start")
    await second.do("eager", level=0)
    await first.do("eager", level=2)
    await first.until(lambda: first.view["moves"])
    await first.do("hint")
    await second.do("say", piles={"a": "mine", "c": "small"}, commands=[])
    await second.do("chat", text="good luck")
    refused = await second.do("chat", text="I have 42")
    assert refused["code"] == "number"
    await first.do("move", move=first.view["moves"][-1], id="once")
    await first.do("move", move=first.view["moves"][-1], id="once")
    await first.do("move", move="42a", after=1)
    await first.do("undo")
    await first.do("ping")
    await first.do("sync")
    await second.do("leave")
    await second.do("sit")
    await first.do("close")
    kinds = hold(first, second)
    expected = {
        "sat",
        "left",
        "bot",
        "host",
        "dealt",
        "eager",
        "said",
        "chat",
        "moved",
        "undone",
        "away",
        "refused",
    }
    assert expected <= kinds, expected - kinds


async def test_a_restart_is_told_as_described(served: Served) -> None:
    anna = await Guest.new(served.url)
    seat = await anna.at(await anna.open("classic", start=True))
    await asyncio.to_thread(served.stop)
    await seat.until(lambda: "bye" in seat.heard[-1])
    assert "bye" in hold(seat)


def test_what_nobody_described_is_noticed() -> None:
    with pytest.raises(ValueError, match="extra"):
        to_client.READER.validate_json('{"type": "here", "here": [], "watching": 0, "secret": 1}', strict=True)
    with pytest.raises(ValueError, match="piles"):
        to_client.READER.validate_json(
            '{"type": "news", "n": 1, "at": 1, "what": {"kind": "began"}, "events": [], "table": {},'
            ' "view": {"piles": "none"}}',
            strict=True,
        )


@pytest.mark.parametrize(
    ("events", "view"),
    [
        ('{"event": "started", "seat": 0, "secret": 1}', "{}"),
        ('{"event": "turned_up", "card": [1, 2, 3]}', "{}"),
        ('{"event": "drew", "seat": 0, "count": 1, "cards": ["7/3"]}', "{}"),
        ("", '{"deck": [2, 3]}'),
        ("", '{"log": [[0, "37a", "secret"]]}'),
        ("", '{"piles": [1, 1, 100]}'),
        ("", '{"turn": {"laid": 0, "three": false, "skulls": [], "picked": null, "next": 4}}'),
    ],
)
def test_more_than_described_of_a_game_is_noticed(events: str, view: str) -> None:
    news = '{"type": "news", "n": 1, "at": 1, "what": {"kind": "began"}, "table": {}, "events": [%s], "view": %s}'
    to_client.READER.validate_json(news % ("", "{}"), strict=True)
    with pytest.raises(ValueError, match="validation error"):
        to_client.READER.validate_json(news % (events, view), strict=True)
