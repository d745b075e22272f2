"""A finished game, looked at again: where it was won or lost, what would have been better, and another try."""

import asyncio
import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.async_api import Route

from helpers.browsing import Browsing, Person
from helpers.serving import Guest, Seated, Served

GAMES: dict[str, dict[str, Any]] = {
    "classic": {"players": 2, "bots": ["greedy"]},
    "extreme": {"players": 1},
    "duel": {"players": 2, "bots": ["greedy"]},
    "tension": {"players": 2, "bots": ["careful"]},
}
PLAYED: dict[tuple[str, str], tuple[Guest, str, str]] = {}  # one game of a kind on a server does for all tests


async def _finished(house: Served, game: str) -> tuple[Guest, str, str]:
    """Who played it, the table, and the game."""
    if (house.url, game) not in PLAYED:
        anna = await Guest.new(house.url, "Anna")
        seat = await anna.at(await anna.open(game, start=True, **GAMES[game]))
        if game == "tension":
            await _race(seat)
        else:
            await seat.do("starter", seat=0)
            await _lose(seat)
        PLAYED[house.url, game] = anna, str(seat.table["id"]), str(seat.table["game_id"])
    return PLAYED[house.url, game]


async def _race(seat: Seated) -> None:
    while seat.table["phase"] != "over":
        before = seat.n
        if seat.table["phase"] in ("starting", "stuck"):
            await seat.do("go")
        elif seat.view["moves"]:
            await seat.do("move", move=seat.view["moves"][0])
        await seat.until(lambda before=before: seat.n > before)  # type: ignore[misc]


async def _lose(seat: Seated) -> None:
    while seat.table["phase"] != "over":
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
        if seat.view["moves"]:
            await seat.do("move", move=seat.view["moves"][-1])


async def _analysis(anna: Guest, game_id: str) -> dict[str, Any]:
    lines = (await anna.ask("GET", f"/api/games/{game_id}/analysis")).text.splitlines()
    last: dict[str, Any] = json.loads(lines[-1])
    assert last["type"] == "done", last
    found: dict[str, Any] = last["analysis"]
    return found


async def _at(me: Person) -> int:
    return int(str(await me.page.get_by_role("slider").input_value()))


async def _turn(me: Person) -> int:
    """The turn that is spoken of, counted from 1."""
    return int(re.findall(r"\d+", await me.page.locator(".box h2").inner_text())[0])


def _cards(moves: list[str]) -> list[str]:
    return sorted(move[:-1] for move in moves if move != ".")


async def _ghosts(me: Person) -> list[str]:
    return sorted(await me.page.locator(".ghosts .number").all_inner_texts())


@pytest.mark.parametrize("game", ["classic", "duel"])
async def test_a_review_shows_where_it_was_lost(house: Served, game: str) -> None:
    anna, _, game_id = await _finished(house, game)
    found = await _analysis(anna, game_id)
    judged = [place for place, turn in enumerate(found["turns"]) if turn["judgement"]]
    worst = max((place for place in judged if found["turns"][place]["seat"] == 0), key=_error(found))
    async with Browsing(house.url) as browser:
        me = await browser.person(anna, permissions=["clipboard-read", "clipboard-write"])
        await me.go(f"/g/{game_id}")
        await me.sees(me.named("list", "review.summary"))
        assert await me.named("list", "review.summary").first.get_by_role("listitem").count() == 4

        # The costliest turn of one's own, as it began, with what was laid; then what expert would have laid.
        await me.until(lambda: _is(me, worst + 1))
        turn = found["turns"][worst]
        assert await _at(me) == worst
        assert await _ghosts(me) == _cards(turn["moves"])
        chips = me.named("group", "review.plans").get_by_role("button")
        worth = [str(round(100 * turn[plan])) for plan in ("played", "chance")]
        assert await chips.locator("b").all_inner_texts() == worth
        await chips.last.click()
        assert await _ghosts(me) == _cards(turn["best"])
        await me.sees(me.named("list", "review.why").get_by_role("listitem"))

        # A link leads to this very turn and plan, whoever opens it.
        await me.button("replay.share").click()
        await me.sees(me.reads("replay.copied"))
        other = await browser.person()
        await other.page.goto(await me.page.evaluate("navigator.clipboard.readText()"))
        await other.sees(other.named("list", "review.summary"))
        assert await _turn(other) == worst + 1
        assert await _ghosts(other) == _cards(turn["best"])

        # By mistakes, by turns, by moves, and along the curve.
        await me.page.keyboard.press("Home")
        for place in [place for place in judged if place > 0]:
            await me.page.keyboard.press("n")
            assert await _turn(me) == place + 1
        await me.page.get_by_role("slider").fill("1")
        assert await _turn(me) == 2
        await me.page.get_by_role("slider").evaluate("curve => curve.blur()")
        await me.page.keyboard.press("PageUp")
        assert await _turn(me) == 1
        await me.page.keyboard.press("ArrowRight")
        assert len(await _ghosts(me)) == len(_cards(found["turns"][0]["moves"])) - 1
        await me.page.keyboard.press("End")
        assert await _at(me) == len(found["turns"]) - 1

        # What is said belongs to the move that was clicked, also to the last one of a turn.
        frame = found["turns"][1]["first"]
        await me.page.locator(f"[data-frame='{frame}']").click()
        assert await _turn(me) == 1


def _error(found: dict[str, Any]) -> Any:
    return lambda place: found["turns"][place]["error"]


async def _is(me: Person, turn: int) -> bool:
    return await _turn(me) == turn


async def test_a_turn_is_tried_again_and_a_win_watched(house: Served) -> None:
    anna, _, game_id = await _finished(house, "classic")
    found = await _analysis(anna, game_id)
    at = next(place for place, turn in enumerate(found["turns"]) if turn["judgement"] and turn["seat"] == 0)
    best = found["turns"][at]["best"]
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        me.forgiven.append(r"status of 422 .*/try")  # a card that fits nowhere
        await me.go(f"/g/{game_id}?turn={at + 1}")
        await me.sees(me.named("list", "review.summary"))
        await me.page.keyboard.press("t")
        await me.sees(me.hand)
        assert not await me.named("group", "review.plans").count()  # the solution is out of sight
        for move in best:
            if move != ".":
                await me.lay(int(move[:-1]), move[-1])
        await me.page.keyboard.press("u")  # the last one taken back, and laid again
        last = [move for move in best if move != "."][-1]
        await me.card(int(last[:-1])).wait_for()
        await me.press(int(last[:-1]), last[-1])
        if best[-1] == ".":
            await me.end_turn.click()
        await me.sees(me.reads("review.solved"))
        assert await _ghosts(me) == _cards(best)
        assert await me.named("group", "review.plans").get_by_role("button").count() == 3

        # With hindsight.
        watch = me.button("review.win_at").or_(me.button("review.win_here"))
        assert bool(await watch.count()) == (found["winnable"] is not None)
        if found["winnable"] is not None:
            await watch.click()
            await me.sees(me.reads("review.hindsight"))
            await me.page.keyboard.press("End")
            await me.sees(me.page.locator(".board").get_by_text(me.texts["replay.no_cards"]).first)
            await me.page.keyboard.press("Escape")
            await me.until(lambda: _is(me, at + 1))


async def test_one_leads_and_another_follows(house: Served) -> None:
    anna, _, game_id = await _finished(house, "classic")
    found = await _analysis(anna, game_id)
    best = found["turns"][2]["best"]
    async with Browsing(house.url) as browser:
        me = await browser.person(anna, permissions=["clipboard-read", "clipboard-write"])
        await me.go(f"/g/{game_id}?turn=2")
        await me.button("review.lead").click()
        await me.sees(me.page.get_by_text(me.texts["review.lead_copied"]))
        other = await browser.person()
        await other.page.goto(await me.page.evaluate("navigator.clipboard.readText()"))
        await other.sees(other.reads("review.led", name="Anna"))
        await other.until(lambda: _is(other, 2))
        await me.page.keyboard.press("PageDown")
        await other.until(lambda: _is(other, 3))

        # Whoever looks around is left alone until they follow again.
        await other.page.keyboard.press("PageUp")
        await other.sees(other.reads("review.led_loose", name="Anna"))
        assert await _is(other, 2)
        await other.button("review.led_follow").click()
        await other.until(lambda: _is(other, 3))

        # A try is seen card by card, and what it was worth; the solution is out of sight until then.
        await me.page.keyboard.press("t")
        await me.sees(me.hand)
        await other.sees(other.reads("review.led_tries", name="Anna", n=3))
        assert not await other.named("group", "review.plans").count()
        laid = []
        for move in best:
            if move == ".":
                await me.until(me.can_end)
                await me.end_turn.click()
            else:
                await me.lay(int(move[:-1]), move[-1])
                laid.append(move)
                await other.until(lambda: _shows(other, _cards(laid)))
        await other.sees(other.reads("review.solved"))
        await other.sees(other.reads("review.chip_tried", name="Anna"))
        assert await _ghosts(other) == _cards(best)

        # So is the line that would have won.
        await me.button("review.win_at").or_(me.button("review.win_here")).click()
        await other.sees(other.reads("review.hindsight"))
        await me.page.keyboard.press("Escape")
        await other.until(lambda: _gone(other, "review.hindsight"))


async def _shows(me: Person, cards: list[str]) -> bool:
    return await _ghosts(me) == cards


async def _gone(me: Person, key: str) -> bool:
    return not await me.reads(key).count()


async def test_what_others_said_is_shown_at_its_turn(house: Served) -> None:
    anna, berta = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    table = await anna.open("classic", players=2)
    seats = [await anna.at(table), await berta.at(table)]
    await seats[1].do("sit")
    await seats[0].do("start")
    await seats[0].do("starter", seat=0)
    await seats[1].do("say", piles={"a": "mine", "d": "small"})
    low, high = sorted(seats[0].view["hand"]), sorted(seats[1].view["hand"], reverse=True)
    await seats[0].until(lambda: seats[0].view["moves"])
    for move in (f"{low[0]}a", f"{low[1]}a", "."):
        await seats[0].play(move)
    await seats[1].until(lambda: seats[1].view["moves"])
    for move in (f"{high[0]}c", f"{high[1]}c", "."):
        await seats[1].play(move)
    await seats[1].do("say", piles={"d": "free"})
    await asyncio.gather(*map(_lose, seats))
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go(f"/g/{seats[0].table['game_id']}?turn=1")
        said = me.named("list", "review.said").get_by_role("listitem")
        await me.sees(said)
        (line,) = await said.all_inner_texts()
        for words in ("Berta", me.texts["say.mine"], me.texts["say.small"]):
            assert words in line
        await me.page.keyboard.press("PageDown")  # Berta's own turn: what she said herself is no news to her
        assert await _turn(me) == 2
        assert not await said.count()
        await me.page.keyboard.press("PageDown")
        assert await _turn(me) == 3
        (line,) = await said.all_inner_texts()
        assert me.texts["say.free"] in line
        assert me.texts["say.mine"] not in line  # that was withdrawn with her turn


async def test_how_others_played_the_deal_of_the_day(served: Served) -> None:
    """Each of two has the other's game beside their own, with its result, and a way to its review."""
    day = datetime.now(UTC).date()
    games = {}
    for name in ("Anna", "Berta"):
        guest = await Guest.new(served.url, name)
        table = str((await guest.ask("POST", f"/api/daily/classic/{day}")).json()["id"])
        seat = await guest.at(table)
        await _lose(seat)
        games[name] = guest, str(seat.table["game_id"]), seat.view["result"]["left"]
    async with Browsing(served.url) as browser:
        anna, hers, _ = games["Anna"]
        _, theirs, left = games["Berta"]
        me = await browser.person(anna)
        await me.go(f"/g/{hers}")
        others = me.page.get_by_role("region", name=me.texts["review.others"]).get_by_role("listitem")
        await me.sees(others)
        assert await others.count() == 1
        text = await others.inner_text()
        assert "Berta" in text
        assert str(left) in text
        await others.get_by_role("link").click()
        await me.page.wait_for_url(f"**/g/{theirs}*")
        await me.sees(others.get_by_text(me.texts["seats.you"], exact=True))


@pytest.mark.parametrize("game", ["extreme", "tension"])
async def test_a_game_is_looked_at_again(house: Served, game: str) -> None:
    async def _more(me: Person, than: int) -> bool:
        return len(re.findall(r"\d+", await me.page.locator("section.board").inner_text())) > than

    _, _, game_id = await _finished(house, game)
    async with Browsing(house.url) as browser:
        me = await browser.person()  # anybody with the link
        await me.go(f"/g/{game_id}?at=0")
        await me.sees(me.page.get_by_role("slider"))
        if game == "extreme":  # alone the first turn begins with the deal
            assert await _turn(me) == 1
        await me.page.keyboard.press("ArrowRight")
        await me.page.keyboard.press("ArrowRight")
        await me.page.wait_for_url("**at=2*")
        if game == "tension":  # what the expert would have done instead of this
            await me.sees(me.page.locator(".expert b"))
        board = me.page.locator("section.board")
        closed = len(re.findall(r"\d+", await board.inner_text()))
        await me.page.get_by_role("checkbox", name=me.texts["replay.open"]).check()
        if GAMES[game]["players"] > 1:
            await me.until(lambda: _more(me, closed))
        await me.named("combobox", "replay.eyes").select_option("none")

        # Try it from here.
        await me.button("replay.try").last.click()
        await me.page.wait_for_url("**/t/*")
        await me.sees(me.page.locator("main .table"))


async def test_without_an_analysis_the_game_can_still_be_looked_at(house: Served) -> None:
    anna, _, game_id = await _finished(house, "classic")
    busy = {"code": "busy", "reason": "queue", "values": {"seconds": 3}}

    async def refuse(route: Route) -> None:
        await route.fulfill(status=503, json=busy)

    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        me.forgiven.append(r"status of 503 .*/analysis")
        await me.page.route("**/analysis", refuse)
        await me.go(f"/g/{game_id}")
        await me.sees(me.reads("review.none"))
        assert await _turn(me) == 1
        await me.page.keyboard.press("PageDown")
        assert await _turn(me) == 2
        await me.page.unroute("**/analysis")
        await me.button("review.again").click()
        await me.sees(me.named("list", "review.summary"))
        assert await _turn(me) == 2  # whoever went there is left there


async def test_the_end_is_put_away_to_look_at_the_table(house: Served) -> None:
    anna, table, _ = await _finished(house, "classic")
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go(f"/t/{table}")
        title = me.page.locator("#over-title")
        await me.sees(title)
        await me.page.keyboard.press("Escape")
        await title.wait_for(state="hidden")
        await me.button("over.back").click()
        await me.sees(title)

        async def clicked_away() -> bool:  # not in its first second: that click may be meant for a card
            await me.page.locator(".above").click(position={"x": 5, "y": 5})
            return await title.is_hidden()

        await me.until(clicked_away)


async def test_a_game_that_is_not_there_says_so(house: Served) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person()
        me.forgiven.append(r"status of 404 .*/api/games/")
        await me.go("/g/nothing_here")
        await me.sees(me.reads("replay.missing"))
        await me.sees(me.page.get_by_role("link", name=me.texts["app.to_start"]))
