"""The table of classic and extreme, played in a browser."""

import pytest

from helpers.browsing import LANGUAGES, Browsing, Person, alone, deal, deck
from helpers.serving import Guest, Served


async def test_a_card_laid_by_mistake_is_taken_back(house: Served) -> None:
    async def _same(me: Person, before: list[int]) -> bool:
        return await me.cards() == before

    anna, table = await alone(house.url)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        before = await me.cards()
        assert not await me.button("turn.undo").is_enabled()
        await me.lay(*(await me.fits())[0])
        await me.button("turn.undo").click()
        await me.until(lambda: _same(me, before))
        seat = await anna.at(table)
        assert seat.view["hand"] == before


IN_VIEW = """node => {
  const { top, bottom } = node.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refusal_leads_to_its_rule(house: Served, language: str) -> None:
    anna = await Guest.new(house.url)
    table = await anna.open("classic")
    deal(house.database, table, "classic", deck(40, 30, 35), ["40a"], players=1)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna, language=language)
        await me.sit_at(table)
        await me.card(35).click()
        await me.pile("a").click()
        await me.sees(me.reads("why.illegal.does_not_fit", card=35, top=40))
        rule = me.named("link", "rules.clause", id="C7")
        await me.walk_to(rule)
        async with me.page.expect_popup() as opened:
            await me.page.keyboard.press("Enter")
        beside = Person(await opened.value, house.url, language)
        title = beside.page.locator("#C7 h3")
        await beside.sees(title.get_by_text(me.texts["rule.C7.title"]))
        await beside.until(lambda: title.evaluate(IN_VIEW))
        assert not beside.complaints
        assert await rule.is_visible()  # the table stays open


MOVING = """() => document.getAnimations().filter(one => one.playState === 'running'
  && one.effect.getComputedTiming().endTime > 1).length"""


@pytest.mark.parametrize("still", [False, True], ids=["moving", "still"])
async def test_cards_and_fire_move_but_not_for_who_wants_it_still(house: Served, still: bool) -> None:
    anna = await Guest.new(house.url)
    table = await anna.open("classic", options={"on_fire": True})
    deal(house.database, table, "classic", deck(22, 33, 44), on_fire=True)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna, still=still)
        await me.sit_at(table)
        await me.lay(22, "a")
        await me.sees(me.reads("fire.next"))
        assert (await me.page.evaluate(MOVING) == 0) is still
