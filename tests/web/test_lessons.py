"""Learning by playing: the tutorials by keys alone, and an example for every clause of the rules."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.async_api import Locator
from playwright.async_api import TimeoutError as TooLong

from helpers.browsing import Browsing, Person
from helpers.serving import Guest, Served

GAMES = ("classic", "extreme", "duel", "tension")
A_MOMENT = 3000  # milliseconds
KEYS = {"a": "a", "b": "b", "c": "c", "d": "d", "A": "b", "C": "d"}


async def _lessons(house: Served) -> dict[str, dict[str, Any]]:
    lessons = (await (await Guest.new(house.url)).ask("GET", "/api/lessons")).json()["lessons"]
    return {lesson["id"]: lesson for lesson in lessons}


async def _do(me: Person, act: str) -> None:
    """An act of a lesson, by the keys of the tables."""
    board = me.named("region", "board.label")
    if not await board.evaluate("node => node.contains(document.activeElement)"):
        await me.walk_to(board.locator("button:visible, input:visible"))
    if lay := re.fullmatch(r"(\d+)([abcdAC])", act):
        cards = await _held(me)
        await me.page.keyboard.press(str(cards.index(lay[1]) + 1))
        pile = KEYS[lay[2]] if lay[2] in "AC" or not await board.locator('[data-pile="A"]').count() else lay[2]
        await me.page.keyboard.press(pile)
    elif quick := re.fullmatch(r"0:(\d+)/\d", act):
        await me.page.keyboard.press(quick[1][-1])
    elif act == "0:x":
        await me.page.keyboard.press((await _held(me))[0][-1])
    elif act in (".", "0:+", "go"):
        await me.page.keyboard.press({".": "e", "0:+": "d", "go": "g"}[act])
    elif act.startswith("chat:"):
        await me.walk_to(board.get_by_role("textbox"))
        await me.page.keyboard.type(act.removeprefix("chat:"))
        await me.page.keyboard.press("Enter")
    else:
        await me.walk_to(board.locator("[data-marked]"))
        await me.page.keyboard.press("Enter")


async def _held(me: Person) -> list[str]:
    board = me.named("region", "board.label")
    hand = board.get_by_role("toolbar").or_(board.locator("ul.hand")).get_by_role("button")
    names = await hand.locator(".hidden").all_text_contents()
    return [re.findall(r"\d+", name)[0] for name in names]


async def _names_its_pile(button: Locator) -> bool:
    """“rising pile A”, and not the letter of a move."""
    return re.search(r" [a-d]$", await button.inner_text()) is None


async def _play(me: Person, lesson: dict[str, Any]) -> None:
    """Step by step; what is worth trying because it is refused, is tried."""
    for count, step in enumerate(lesson["steps"]):
        await me.page.locator(f'[data-step="{count}"]').wait_for()
        for refused in step["refused"]:
            button = me.button("coach.try_too").nth(step["refused"].index(refused))
            await me.until(lambda button=button: _names_its_pile(button))  # type: ignore[misc]
            wrong = me.named("region", "board.label").locator(".status p")
            while not await wrong.count():
                await me.walk_to(button)
                await me.page.keyboard.press("Enter")
                with suppress(TooLong):  # the other played at this very moment, and the button was gone
                    await wrong.wait_for(timeout=A_MOMENT)
        if step["expect"][0].startswith("0:"):
            await me.page.get_by_role("button", name=me.texts["tension.go"], exact=True).wait_for(state="hidden")
        await me.page.locator("[data-next]").first.wait_for()
        done = me.page.locator(f'[data-step="{count + 1}"]')
        while not await done.count():
            await _do(me, step["expect"][0])
            await done.or_(me.reads("why.wait.wrong_card")).first.wait_for()  # a wrong card costs a moment (T13)
            with suppress(TooLong):  # what stands there may be from before, and this card on its way
                await done.wait_for(timeout=A_MOMENT)


@pytest.mark.parametrize("game", GAMES)
async def test_a_tutorial_is_played_by_keys_alone(house: Served, game: str) -> None:
    lesson = (await _lessons(house))[game]
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.go(f"/learn/{game}")
        await _play(me, lesson)
        await me.sees(me.reads(f"learn.{game}.end"))
        progress = me.named("progressbar", "learn.progress")
        assert await progress.get_attribute("aria-valuenow") == str(len(lesson["steps"]))
        await me.walk_to(me.page.get_by_role("link", name=me.texts["learn.read_rules"]))
        await me.page.keyboard.press("Enter")
        await me.page.wait_for_url(f"**/rules/{game}")
        await me.until(lambda: me.has_focus(me.page.get_by_role("heading", level=1)))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_every_clause_has_an_example_that_can_be_played(house: Served, game: str) -> None:
    lessons = await _lessons(house)
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.go(f"/rules/{game}")
        await me.sees(me.page.locator("article"))
        clauses = [str(await one.get_attribute("id")) for one in await me.page.locator("article").all()]
        assert len(clauses) >= 10
        for clause in clauses:
            article = me.page.locator(f"article#{clause}")
            await article.get_by_role("button", name=me.texts["rules.try"]).click()
            await me.sees(article.get_by_text(me.t(f"rule.{clause}.try")))
            await _play(me, lessons[clause])
            await me.sees(article.get_by_text(me.t(f"rule.{clause}.done")))
            await article.get_by_role("button", name=me.texts["rules.close"]).click()
