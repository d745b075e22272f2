"""Two different cards at the same instant, meant for the same moment: one is first, the other is refused after it."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from helpers import stores
from helpers.serving import Guest, Seated, Served

ROUNDS = 8
Doors = tuple[str, str]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def doors(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    """Where two sockets connect: the same worker on SQLite, or two workers on PostgreSQL and Redis."""
    if request.param == "sqlite":
        with Served(tmp_path_factory.mktemp("instant") / "games.db") as server:
            yield server.url, server.url
        return
    database = stores.new_database(request.getfixturevalue("postgres"), "instant")
    redis = request.getfixturevalue("redis_url")
    with Served(database, redis) as one, Served(database, redis) as other:
        yield one.url, other.url


async def at_once(*moves: tuple[Seated, str]) -> list[dict[str, Any]]:
    """All sent before any answer is read, each with the last number its sender saw, which is the same."""
    after = {seat.n for seat, _ in moves}
    assert len(after) == 1
    return await asyncio.gather(*(seat.do("move", move=move, after=seat.n) for seat, move in moves))


def first_and_other(answers: list[dict[str, Any]]) -> tuple[int, int]:
    assert sorted(answer["type"] for answer in answers) == ["ok", "refused"]
    first = [answer["type"] for answer in answers].index("ok")
    return first, 1 - first


async def up_to(number: int, *seats: Seated) -> None:
    for seat in seats:
        await seat.until(lambda: seat.n >= number)  # noqa: B023  # waited for at once


def kinds_heard(seat: Seated, number: int, name: str) -> list[str]:
    """In which order the news of that number and the answer of that name came."""
    marks = {f'{{"type":"news","n":{number},': "news", f'"id":"{name}"': "answer"}
    return [kind for text in seat.heard for mark, kind in marks.items() if mark in text]


def two_cards(seat: Seated) -> list[str]:
    """Two moves that lay different cards, or fewer if there are none."""
    by_card = {move.partition(":")[2] or move[:-1]: move for move in seat.view["moves"] if move[0].isdigit()}
    return [move for card, move in by_card.items() if card[0].isdigit()][:2]


@pytest.mark.parametrize("game", ["classic", "duel"])
async def test_of_two_cards_from_two_tabs_of_a_seat_one_is_laid_and_the_other_is_stale(doors: Doors, game: str) -> None:
    anna, ben = await Guest.new(doors[0], "Anna"), await Guest.new(doors[1], "Ben")
    for _ in range(ROUNDS):
        tabs, watcher = await begun(anna, ben, game, doors)
        cards = two_cards(tabs[0])
        assert len(cards) == 2
        before = tabs[0].n
        answers = await at_once(*zip(tabs, cards, strict=True))
        first, other = first_and_other(answers)
        assert (answers[first]["n"], answers[other]["code"]) == (before + 1, "stale")
        assert answers[other]["values"]["n"] == before + 1  # it was judged after the first
        assert kinds_heard(tabs[other], before + 1, answers[other]["id"]) == ["news", "answer"]
        await up_to(before + 1, *tabs, watcher)
        for eyes in (*tabs, watcher):
            assert eyes.view["log"] == [[None, "@0"], [0, cards[first]]]
        assert tabs[0].view == tabs[1].view
        assert int(cards[other][:-1]) in tabs[0].view["hand"]  # it stayed where it was


async def begun(anna: Guest, ben: Guest, game: str, doors: Doors) -> tuple[list[Seated], Seated]:
    """Two tabs of Anna, who begins, and Ben, at a new table."""
    table = await anna.open(game, players=2, **({"wait": 0} if game == "tension" else {}))
    tabs, opposite = [await anna.at(table, door) for door in doors], await ben.at(table, doors[1])
    start = {"kind": "go"} if game == "tension" else {"kind": "starter", "seat": 0}
    for seat, act in ((opposite, {"kind": "sit"}), (tabs[0], {"kind": "start"}), (tabs[0], start)):
        assert (await seat.do(**act))["type"] == "ok"
    for seat in (*tabs, opposite):
        await seat.until(lambda: seat.table["phase"] in ("playing", "stuck"))  # noqa: B023
    await up_to(max(seat.n for seat in (*tabs, opposite)), *tabs, opposite)
    return tabs, opposite


@pytest.mark.rule("T8")
async def test_of_two_cards_of_tension_from_two_tabs_of_a_seat_the_second_is_late_if_it_fits_no_more(
    doors: Doors,
) -> None:
    anna, ben = await Guest.new(doors[0], "Anna"), await Guest.new(doors[1], "Ben")
    races = 0
    while races < 3:
        tabs, watcher = await begun(anna, ben, "tension", doors)
        cards = two_cards(tabs[0])
        if len(cards) < 2:
            continue
        before = tabs[0].n
        answers = await at_once(*zip(tabs, cards, strict=True))
        if all(answer["type"] == "ok" for answer in answers):  # the second fits on the first
            continue
        races += 1
        first, other = first_and_other(answers)
        late, own = answers[other], cards[first].partition(":")[2]
        assert (late["code"], late["values"]["seat"], late["values"]["card"]) == ("late", 0, own)
        assert kinds_heard(tabs[other], before + 1, late["id"]) == ["news", "answer"]
        await up_to(before + 1, *tabs, watcher)
        assert watcher.view["log"] == tabs[0].view["log"] == tabs[1].view["log"] == [[0, cards[first]]]


async def test_the_end_of_a_turn_and_the_next_ones_card_at_the_same_instant(doors: Doors) -> None:
    """Whichever is read first, the end of the turn counts, and the card was too soon."""

    anna, ben = await Guest.new(doors[0], "Anna"), await Guest.new(doors[1], "Ben")
    for _ in range(ROUNDS):
        tabs, bens = await begun(anna, ben, "classic", doors)
        while "." not in tabs[0].view["moves"]:
            answer = await tabs[0].play(tabs[0].view["moves"][0])
            await up_to(answer["n"], bens)
        before = tabs[0].n
        answers = await at_once((tabs[0], "."), (bens, f"{bens.view['hand'][0]}a"))
        assert (answers[0]["type"], answers[0]["n"]) == ("ok", before + 1)
        assert answers[1]["code"] in ("turn", "stale")
        await up_to(before + 1, bens)
        assert bens.view["log"][-1] == [0, "."]
        assert bens.view["to_move"] == 1
