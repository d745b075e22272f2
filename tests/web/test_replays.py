"""A finished game, looked at again: step by step, through any eyes, with all cards open, and from any point on."""

import re
from typing import Any

import pytest

from helpers.browsing import Browsing, Person
from helpers.serving import Guest, Seated, Served

GAMES: dict[str, dict[str, Any]] = {
    "classic": {"players": 2, "bots": ["greedy"]},
    "extreme": {"players": 1},
    "duel": {"players": 2, "bots": ["greedy"]},
    "tension": {"players": 2, "bots": ["careful"]},
}


async def _finished(anna: Guest, game: str) -> str:
    seat = await anna.at(await anna.open(game, start=True, **GAMES[game]))
    if game == "tension":
        while seat.table["phase"] != "over":
            before = seat.n
            if seat.table["phase"] in ("starting", "stuck"):
                await seat.do("go")
            elif seat.view["moves"]:
                await seat.do("move", move=seat.view["moves"][0])
            await seat.until(lambda before=before: seat.n > before)  # type: ignore[misc]
    else:
        await seat.do("starter", seat=0)
        await _lose(seat)
    return str(seat.table["game_id"])


async def _lose(seat: Seated) -> None:
    while seat.table["phase"] != "over":
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
        if seat.view["moves"]:
            await seat.do("move", move=seat.view["moves"][-1])


async def _at(me: Person) -> int:
    return int(str(await me.page.get_by_role("slider").input_value()))


async def _in_sight(me: Person) -> bool:
    """The list of moves has scrolled to where the board is."""
    return bool(
        await me.page.locator("[aria-current=step]").evaluate(
            """here => {
                const [step, list] = [here, here.closest('ol')].map((one) => one.getBoundingClientRect());
                return step.top >= list.top && step.bottom <= list.bottom;
            }"""
        )
    )


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_looked_at_again(house: Served, game: str) -> None:
    async def _more(me: Person, than: int) -> bool:
        return len(re.findall(r"\d+", await me.page.locator("section.board").inner_text())) > than

    anna = await Guest.new(house.url, "Anna")
    game_id = await _finished(anna, game)
    frames = (await anna.ask("GET", f"/api/games/{game_id}")).json()["frames"]
    async with Browsing(house.url) as browser:
        me = await browser.person(permissions=["clipboard-read", "clipboard-write"])  # anybody with the link
        await me.go(f"/g/{game_id}")
        await me.sees(me.page.get_by_role("slider"))
        last = int(str(await me.page.get_by_role("slider").get_attribute("max")))
        assert last == len(frames) - 1

        await me.page.keyboard.press("ArrowRight")
        await me.button("replay.forth").click()
        assert await _at(me) == 2
        await me.page.keyboard.press("End")
        assert await _at(me) == last
        await me.until(lambda: _in_sight(me))
        await me.page.keyboard.press("Home")
        assert await _at(me) == 0

        # With all cards open there are more to be seen than one's own.
        board = me.page.locator("section.board")
        closed = len(re.findall(r"\d+", await board.inner_text()))
        await me.page.get_by_role("checkbox", name=me.texts["replay.open"]).check()
        if GAMES[game]["players"] > 1:
            await me.until(lambda: _more(me, closed))
            await me.page.get_by_role("combobox").select_option("1")
        await me.page.get_by_role("combobox").select_option("none")
        await me.page.keyboard.press("Escape")

        # A replay is a link, to this very moment.
        await me.button("replay.forth").click()
        await me.button("replay.share").click()
        await me.sees(me.reads("replay.copied"))
        shared = await me.page.evaluate("navigator.clipboard.readText()")
        other = await browser.person()
        await other.page.goto(shared)
        await other.sees(other.page.get_by_role("slider"))
        assert await _at(other) == 1
        assert await other.page.get_by_role("checkbox", name=other.texts["replay.open"]).is_checked()

        # Try it from here.
        await me.button("replay.try").first.click()
        await me.page.wait_for_url("**/t/*")
        await me.sees(me.page.locator("main .table"))


@pytest.mark.parametrize("game", GAMES)
async def test_the_expert_says_what_it_would_have_laid(house: Served, game: str) -> None:
    anna = await Guest.new(house.url, "Anna")
    game_id = await _finished(anna, game)
    replayed = (await anna.ask("GET", f"/api/games/{game_id}")).json()
    expert = (await anna.ask("GET", f"/api/games/{game_id}/expert?moves=1&seat=0")).json()
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.go(f"/g/{game_id}?seat=0&at=1")
        await me.page.get_by_role("checkbox", name=me.texts["replay.expert"]).check()
        box = me.page.locator(".expert")
        numbers = [number for move in expert["moves"] for number in re.findall(r"\d+", move.split(":")[-1])]
        for number in numbers:
            await me.sees(box.get_by_text(re.compile(rf"\b{number}\b")).first)
        if expert["advice"] and expert["advice"]["others"]:
            await box.get_by_text(me.texts["hint.others"]).click()
            assert await box.locator("details li").count() == len(expert["advice"]["others"])

        # Nothing is told of a hand that these eyes do not see, until all cards are open.
        theirs = next((at for at, one in enumerate(replayed["frames"]) if one["view"]["to_move"] == 1), None)
        if theirs:
            other = await browser.person()
            await other.go(f"/g/{game_id}?seat=0&expert=1&at={theirs}")
            await other.sees(other.page.get_by_text(re.compile(other.texts["replay.expert_hidden"].split("{")[0])))
            await other.page.get_by_role("checkbox", name=other.texts["replay.open"]).check()
            await other.sees(other.page.locator(".expert b"))

        await me.page.keyboard.press("End")
        await me.sees(me.reads("replay.expert_nobody"))


async def test_a_game_that_is_not_there_says_so(house: Served) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person()
        me.forgiven.append(r"status of 404 .*/api/games/")
        await me.go("/g/nothing_here")
        await me.sees(me.reads("replay.missing"))
        await me.sees(me.page.get_by_role("link", name=me.texts["app.to_start"]))
