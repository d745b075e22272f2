"""The table of classic and extreme, played in a browser."""

from browsing import Browsing, Person, alone

from serving import Served, run


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
