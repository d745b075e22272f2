"""Tension at a table: go, everybody at once, the first card counts, wrong cards cost, and a series of games."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gambero
from gambero.game import Game

from helpers.deals import dealt, unstuck_by_turning_up
from helpers.serving import Guest, Seated, Served
from helpers.setups import TENSION_CARDS

Card = tuple[int, int]
TOP = (5, 3)  # an 8 or a 2 fits
ANNAS: list[Card] = [(8, 1), (2, 2), (4, 1), (4, 2)]
BENS: list[Card] = [(2, 1), (8, 2), (6, 1), (6, 2)]


def deck() -> list[Card]:
    """Hands of four for two, the other cards in their stacks, and the card that lies open."""
    rest = list((Counter(TENSION_CARDS) - Counter([*ANNAS, *BENS, TOP])).elements())
    return [*ANNAS, *rest[:32], *BENS, *rest[32:], TOP]


async def two(server: Served, **more: Any) -> tuple[Seated, Seated, str, Guest]:
    """Anna, who says go, and Ben."""
    anna, ben = await Guest.new(server.url, "Anna"), await Guest.new(server.url, "Ben")
    more = {"deck": deck(), **more}
    table = await dealt(server, [anna, ben], "tension", **more)
    return await anna.at(table), await ben.at(table), table, ben


async def gone_off(*people: Seated) -> None:
    assert (await people[0].do("go"))["type"] == "ok"
    for one in people:
        await one.until(lambda: one.table["phase"] == "playing")  # noqa: B023


@pytest.mark.rule("T3", "T4")
async def test_hands_stay_down_until_the_starter_says_go_and_then_all_see_theirs_at_the_same_moment(
    house: Served,
) -> None:
    one, two_, _, _ = await two(house)
    for seat in (one, two_):
        assert (seat.table["phase"], seat.table["starter"]) == ("starting", 0)
        assert (seat.view["hand"], seat.view["moves"], seat.view["hands"]) == (None, [], [4, 4])
    assert (await one.do("move", move="0:8/1"))["why"] == "wait for go (T4)"
    assert (await one.do("move", move="0:+"))["code"] == "phase"
    refusal = await two_.do("go")
    assert (refusal["code"], refusal["why"]) == ("host", "Anna says go")
    await gone_off(one, two_)
    went = [next(news for news in seat.news if news["what"]["kind"] == "go") for seat in (one, two_)]
    assert went[0]["what"]["at"] == went[1]["what"]["at"] > went[0]["at"]  # a moment of the server's clock
    for seat, hand in ((one, ANNAS), (two_, BENS)):
        before = [news for news in seat.news if news["what"]["kind"] == "go"]
        assert all(news["view"].get("hand") is None for news in before)
        assert seat.news[-1]["what"]["kind"] == "began"
        assert seat.view["hand"] == sorted(map(list, hand))
    assert (await one.do("go"))["code"] == "phase"


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house where some time goes by between go and its moment."""
    with Served(tmp_path_factory.mktemp("slow") / "games.db", countdown="2") as server:
        yield server


@pytest.mark.rule("T4")
async def test_moves_before_the_moment_are_refused(slow: Served) -> None:
    one, _, _, _ = await two(slow)
    await one.send({"type": "go"})
    await one.send({"type": "move", "id": "early", "move": "0:8/1"})
    await one.until(lambda: "early" in one.answers)
    assert one.answers["early"]["why"] == "wait for go (T4)"


@pytest.mark.rule("T3")
async def test_nobody_looks_at_a_hand_before_the_moment_nor_who_comes_late(slow: Served) -> None:
    while True:
        first, second, table, ben = await two(slow)
        await first.do("go")
        await second.do("sync")
        late = await ben.at(table)
        if late.table["phase"] == "countdown":  # else the machine is busy, and it was over when Ben came
            break
    everybody = (first, second, late)
    assert (late.view["hand"], late.view["moves"]) == (None, [])
    for one in everybody:
        await one.until(lambda one=one: one.table["phase"] == "playing")  # type: ignore[misc]
        assert [len(card) for card in one.view["hand"]] == [2] * 4
        before, _, _ = "\n".join(one.heard).partition('"kind":"began"')
        assert '"hand":[' not in before


@pytest.mark.rule("T5", "T7", "T9")
async def test_everyone_plays_at_once(house: Served) -> None:
    one, two_, table, ben = await two(house)
    await gone_off(one, two_)
    assert "0:8/1" in one.view["moves"]
    assert "0:4/1" not in one.view["moves"]
    assert not any(move.startswith("1:") for move in one.view["moves"])
    await one.play("0:8/1")
    await two_.play("1:+")
    await one.play("0:+")
    assert (await one.do("move", move="1:+"))["code"] == "seat"  # not Ben's cards
    await two_.until(lambda: two_.n == one.n)
    drew = [event["cards"] for news in two_.news for event in news["events"] if event["event"] == "drew"]
    assert (len(drew[0]), drew[1]) == (1, None)  # Ben sees his own card, not Anna's
    fresh = await ben.at(table)
    assert (fresh.view, fresh.table) == (two_.view, two_.table)


@pytest.mark.rule("T8")
async def test_the_first_card_counts_and_the_slower_player_is_told_whose_it_was(house: Served) -> None:
    one, two_, _, _ = await two(house, wait=9.0)
    await gone_off(one, two_)
    seen = two_.n
    await one.play("0:8/1")
    refusal = await two_.do("move", move="1:2/1", after=seen)
    assert (refusal["code"], refusal["values"]["seat"], refusal["values"]["card"]) == ("late", 0, "8/1")
    assert refusal["why"] == "Anna's 8/1 was first: take your card back (T8)"
    assert (await two_.do("move", move="1:+"))["type"] == "ok"  # and nothing to wait for


@pytest.mark.rule("T8")
async def test_of_two_cards_at_the_same_moment_one_is_first(house: Served) -> None:
    one, two_, _, _ = await two(house)
    await gone_off(one, two_)
    wishes = (one.do("move", move="0:8/1", after=one.n), two_.do("move", move="1:2/1", after=two_.n))
    answers = await asyncio.gather(*wishes)
    assert sorted(answer.get("code", "ok") for answer in answers) == ["late", "ok"]
    first = 0 if answers[0]["type"] == "ok" else 1
    await one.until(lambda: one.view["log"])
    assert one.view["log"] == [[first, ("0:8/1", "1:2/1")[first]]]
    assert answers[1 - first]["values"]["seat"] == first


@pytest.mark.rule("T13")
async def test_a_wrong_card_costs_its_player_a_moment_and_others_nothing(house: Served) -> None:
    one, two_, _, _ = await two(house, wait=30.0)
    await gone_off(one, two_)
    refusal = await one.do("move", move="0:4/1", after=one.n)
    assert refusal["code"] == "wrong"
    assert "(T5" in refusal["why"]
    await two_.until(lambda: two_.news[-1]["what"]["kind"] == "wrong")
    what = two_.news[-1]["what"]
    assert (what["seat"], what["until"]) == (0, refusal["values"]["until"])
    assert refusal["values"]["until"] - two_.news[-1]["at"] == 30_000
    again = await one.do("move", move="0:8/1")
    assert (again["code"], again["values"]["until"]) == ("wait", refusal["values"]["until"])
    assert (await two_.do("move", move="1:2/1"))["type"] == "ok"


@pytest.mark.rule("T13")
async def test_after_the_moment_one_plays_on(house: Served) -> None:
    one, two_, _, _ = await two(house, wait=0.2)
    await gone_off(one, two_)
    assert (await one.do("move", move="0:4/1"))["code"] == "wrong"
    while (answer := await one.do("move", move="0:8/1"))["type"] != "ok":
        assert answer["code"] == "wait"


@pytest.mark.rule("T10")
async def test_when_nobody_can_play_everyone_stops_and_go_turns_the_bottom_card_up(house: Served) -> None:
    game, line = unstuck_by_turning_up()
    last = line.pop()
    one, two_, table, ben = await two(house, deck=game.deck, moves=" ".join(line))
    mover = (one, two_)[int(last[0])]
    await mover.play(last)
    for seat in (one, two_):
        await seat.until(lambda: seat.table["phase"] == "stuck")  # noqa: B023
        assert seat.view["moves"] == []
    for seat, number in ((one, 0), (two_, 1)):
        refusal = await seat.do("move", move=f"{number}:+")
        assert refusal["why"] == "everyone stops until go is said again (T10)"
    assert (await two_.do("go"))["code"] == "host"
    bottom = two_.view["pile"][0]
    await gone_off(one, two_)
    went = next(news for news in two_.news if news["what"]["kind"] == "go")
    assert went["events"] == [{"event": "turned_up", "card": bottom}]
    assert two_.view["piles"] == bottom
    assert one.view["moves"] + two_.view["moves"]
    fresh = await ben.at(table)
    assert (fresh.view, fresh.table) == (two_.view, two_.table)


@pytest.mark.rule("T4")
async def test_a_bot_plays_at_once_for_who_is_gone_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def story(server: Served) -> None:
        one, two_, table, ben = await two(server)
        await gone_off(one, two_)
        before = len(one.news)  # a slow machine may have been late with Ben, too
        await two_.close()
        await one.until(lambda: one.table["seats"][1]["deputy"] == "careful")
        await one.until(lambda: any(who == 1 for who, _ in one.view["log"]))
        back = await ben.at(table)
        assert back.table["seats"][1]["deputy"] is None
        while (answer := await back.do("move", move=next(iter(back.view["moves"]), "1:+")))["type"] != "ok":
            assert answer["code"] in ("late", "wrong", "wait", "illegal"), answer
        await one.until(lambda: one.n >= answer["n"])
        assert one.view["log"][-1][0] == 1
        assert [news["what"]["kind"] for news in one.news[before:]].count("away") == 1

    with Served(tmp_path / "games.db", away="0.3") as server:
        await story(server)


@pytest.mark.rule("T4")
async def test_when_the_starter_is_gone_another_says_go(tmp_path: Path) -> None:
    async def story(server: Served) -> None:
        one, two_, _, _ = await two(server)
        await one.close()
        await two_.until(lambda: two_.table["starter"] == 1)
        await gone_off(two_)

    with Served(tmp_path / "games.db", away="0.3") as server:
        await story(server)


def one_card_left() -> tuple[Game, str, list[str]]:
    """A game in which a seat has a single card and no stack."""
    for seed in range(1000):
        chance, game = random.Random(seed), gambero.new("tension", players=2, seed=seed)
        line = 32 * ["0:+", "1:+"]
        for move in line:
            game.move(move)
        while (moves := game.moves()) and not (last := [move for move in moves if move.endswith("x")]):
            line.append(chance.choice(moves))
            game.move(line[-1])
        if moves and last:
            return game, last[0], line
    raise AssertionError("no such game")


@pytest.mark.rule("T11")
async def test_the_last_card_goes_face_down_and_wins(house: Served) -> None:
    game, last, line = one_card_left()
    one, two_, _, _ = await two(house, deck=game.deck, moves=" ".join(line))
    winner = int(last[0])
    mover, other = (one, two_) if winner == 0 else (two_, one)
    ((value, step),) = mover.view["hand"]
    refusal = await mover.do("move", move=f"{winner}:{value}/{step}")
    assert refusal["type"] == "refused"  # the only way is face down
    while (answer := await mover.do("move", move=last))["type"] != "ok":
        assert answer["code"] == "wait"
    await other.until(lambda: other.table["phase"] == "over")
    assert other.news[-1]["events"][0] == {"event": "last", "seat": winner}
    assert other.view["result"]["winners"] == [winner]


async def _played(one: Seated, two_: Seated) -> list[int]:
    """A whole game, each laying what fits and drawing otherwise; returns the cards left."""
    assert (await one.do("start"))["type"] == "ok"
    await gone_off(one, two_)
    while True:
        for seat in (one, two_):
            await seat.until(lambda: seat.n == max(one.n, two_.n))  # noqa: B023
            if seat.table["phase"] == "playing" and seat.view["moves"]:
                await seat.play(sorted(seat.view["moves"])[-1])  # digits come after "+", x last of all
        await one.until(lambda: one.n == max(one.n, two_.n))
        if one.table["phase"] == "stuck":
            await one.do("go")
            await one.until(lambda: one.table["phase"] in ("playing", "over"))
        if one.table["phase"] == "over":
            return list(one.view["result"]["left"])


@pytest.mark.rule("T12")
async def test_a_tournament_is_a_series_with_a_score_sheet(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    few = await anna.ask("POST", "/api/tables", {"game": "tension", "players": 2, "tournament": 3})
    told = few.json()
    assert (told["code"], told["reason"], told["clause"]) == ("options", "few_games", "T12")
    assert told["values"] == {"fewest": 4}
    assert "at least twice the players" in told["why"]
    table = await anna.open("tension", players=2, tournament=4)
    one, two_ = await anna.at(table), await ben.at(table)
    await two_.do("sit")
    lefts: list[list[int]] = []
    for game in range(4):
        assert not one.table["tournament"]["over"]
        assert len(one.table["tournament"]["sheet"]) == game
        lefts.append(await _played(one, two_))
    sheet = one.table["tournament"]
    assert (sheet["target"], sheet["over"]) == (4, True)
    assert sheet["sheet"] == lefts  # the winner has none left, the other one point a card
    assert sheet["points"] == [sum(column) for column in zip(*lefts, strict=True)]
    winner = sheet["points"].index(min(sheet["points"]))
    assert sheet["places"][winner] == 1
    await two_.until(lambda: two_.n == one.n)
    assert two_.table["tournament"] == sheet
    await one.do("start")  # another one begins
    assert one.table["tournament"]["sheet"] == []
    assert not one.table["tournament"]["over"]
