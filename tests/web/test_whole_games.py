"""Every kind of game, from the first page to the end of the game, as somebody plays it who has just arrived."""

import re

import pytest
from playwright.async_api import Locator

from gambero.lab.deal_luck import TRIES

from helpers.browsing import DESK, PHONE, Browsing, Person
from helpers.serving import Served

GAMES = {
    "classic": ("classic", []),
    "professional": ("classic", ["professional"]),
    "on fire": ("classic", ["on_fire"]),
    "professional, short hands, on fire": ("classic", ["professional", "short_hands", "on_fire"]),
    "extreme": ("extreme", []),
    "extreme, professional": ("extreme", ["professional", "short_hands"]),
}


async def _choose(me: Person, game: str, *options: str) -> None:
    await me.go("/")
    await me.page.get_by_role("radio", name=re.compile(f"^{me.texts[f'game.{game}']}")).check()
    for option in options:
        await me.page.get_by_role("checkbox", name=me.texts[f"option.{option}"], exact=True).check()


@pytest.mark.parametrize("kind", GAMES)
async def test_alone_by_mouse(house: Served, kind: str) -> None:
    game, options = GAMES[kind]
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await _choose(me, game, *options)
        await me.page.get_by_role("radio", name="1", exact=True).check()
        await me.button("start.deal").click()
        await me.sees(me.hand)
        title = await me.page.get_by_role("heading", level=1).inner_text()
        assert title == " · ".join([me.texts[f"game.{game}"], *(me.texts[f"option.{one}"] for one in options)])
        short, owed = "short_hands" in options, 3 if "professional" in options else 2
        assert len(await me.cards()) == (7 if short else 8)
        await me.sees(me.reads("turn.owed", n=owed))
        await me.play(me.lay, me.end_turn.click)
        assert me.t("over.lost").fullmatch(await me.page.locator("#over-title").inner_text())
        why = "|".join(me.t(f"over.reason.{reason}").pattern for reason in ("stuck", "fire", "skull", "three"))
        await me.sees(me.page.get_by_text(re.compile(why)))
        await me.sees(me.reads("luck.why", n=TRIES))
        await me.button("over.again_alone").click()
        await me.sees(me.reads("turn.owed", n=owed))


async def test_by_keyboard_alone(house: Served) -> None:
    """From the first page to the end, and on to the next game: no mouse, and focus is always somewhere."""

    async with Browsing(house.url) as browser:
        me = await browser.person(size=DESK)
        await me.go("/")
        await me.walk_to(me.button("start.alone"))
        await me.page.keyboard.press("Enter")
        await me.sees(me.hand)

        async def lay(card: int, pile: str) -> None:
            await me.press(card, pile)
            assert await me.focused() != "BODY"

        async def end() -> None:
            await me.page.keyboard.press("e")

        await me.play(lay, end)
        await me.sees(me.reads("over.lost"))
        assert await me.focused() == "SECTION"
        await me.walk_to(me.button("over.again_alone"))
        await me.page.keyboard.press("Enter")
        await me.sees(me.reads("turn.owed", n=2))
        await me.until(lambda: me.has_focus(me.hand))


@pytest.mark.parametrize("how", ["touch", "drag"])
async def test_alone_by_hand(house: Served, how: str) -> None:
    async with Browsing(house.url) as browser:
        touch = how == "touch"
        me = await browser.person(size=PHONE if touch else DESK, touch=touch)
        await me.go("/")
        alone = me.button("start.alone")
        await (alone.tap() if touch else alone.click())
        await me.sees(me.hand)
        await me.play(me.tap if touch else me.drag, me.end_turn.tap if touch else me.end_turn.click)
        await me.sees(me.reads("over.lost"))


async def test_a_duel_with_a_bot(house: Served) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await _choose(me, "duel")
        await me.page.get_by_role("radio", name=me.texts["start.bots"], exact=True).check()
        await me.button("start.deal").click()
        await me.button("eager.i_start").click()
        given = False

        async def lay(card: int, pile: str) -> None:
            nonlocal given
            if pile in "ac":
                await me.lay(card, pile)
                return
            await me.card(card).click()
            await me.pile({"b": "A", "d": "C"}[pile]).click()
            if not given:  # the first gift is explained before it is made
                await me.button("duel.give", card=card).click()
            given = True
            await me.card(card).wait_for(state="detached")

        await me.play(lay, me.end_turn.click)
        endings = "|".join(me.t(key).pattern for key in ("ends.won", "ends.lost"))
        await me.sees(me.page.get_by_role("heading", name=re.compile(endings)))


@pytest.mark.slow
@pytest.mark.parametrize("how", ["mouse", "keyboard", "touch"])
async def test_tension_with_a_bot(house: Served, how: str) -> None:
    async with Browsing(house.url) as browser:
        touch = how == "touch"
        me = await browser.person(size=PHONE if touch else DESK, touch=touch)
        await _choose(me, "tension")
        await me.page.get_by_role("radio", name="2", exact=True).check()
        await me.page.get_by_role("radio", name=me.texts["start.bots"], exact=True).check()
        await me.page.get_by_role("checkbox", name=me.t("start.extra.tournament", n=4)).check()
        speed = me.page.get_by_role("radiogroup", name=me.texts["speed.label"])
        await speed.get_by_role("radio", name=me.texts["speed.fast"]).check()
        await me.button("start.deal").click()
        await me.sees(me.page.get_by_role("button", name=me.texts["tension.go"], exact=True))

        async def press(what: Locator, key: str) -> None:
            if how == "keyboard":
                await me.page.keyboard.press(key)
            else:
                await (what.tap if touch else what.click)(timeout=1500)

        assert await me.rush(press) > 0
        await me.sees(me.page.get_by_role("table"))  # the tournament's score sheet
        await me.sees(me.button("ends.next"))
