"""The table of classic and extreme, played in a browser."""

import pytest

from helpers.browsing import Browsing, Person, alone, deal, deck
from helpers.serving import Guest, Served, run


def test_a_card_laid_by_mistake_is_taken_back(house: Served) -> None:
    async def story() -> None:
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

    async def _same(me: Person, before: list[int]) -> bool:
        return await me.cards() == before

    run(story())


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
