"""The table of classic and extreme, played in a browser."""

import pytest

from browsing import DESK, PHONE, Browsing

from serving import Guest, Served, run


@pytest.mark.parametrize("how", ["mouse", "keyboard", "touch", "drag"])
def test_a_game_alone_is_played_to_its_end(house: Served, how: str) -> None:
    async def story() -> None:
        anna = await Guest.new(house.url)
        table = await anna.open("classic", start=True)
        async with Browsing(house.url) as browser:
            touch = how == "touch"
            me = await browser.person(anna, PHONE if touch else DESK, touch=touch)
            await me.go(f"/t/{table}")
            await me.sees(me.hand)
            lay = {"mouse": me.lay, "keyboard": me.press, "touch": me.tap, "drag": me.drag}[how]
            ends = {"keyboard": lambda: me.page.keyboard.press("e"), "touch": lambda: me.end_turn.tap()}
            await me.play(lay, ends.get(how, lambda: me.end_turn.click()))
            await me.sees(me.reads("over.lost"))
            left = (await anna.at(table)).view["result"]["left"]
            await me.sees(me.page.get_by_text(str(left), exact=True))

    run(story())


def test_a_card_laid_by_mistake_is_taken_back(house: Served) -> None:
    async def story() -> None:
        anna = await Guest.new(house.url)
        table = await anna.open("classic", start=True)
        async with Browsing(house.url) as browser:
            me = await browser.person(anna)
            await me.go(f"/t/{table}")
            await me.sees(me.hand)
            before = await me.cards()
            assert not await me.button("turn.undo").is_enabled()
            await me.lay(*(await me.fits())[0])
            await me.button("turn.undo").click()
            await me.until(lambda: _same(me, before))
            seat = await anna.at(table)
            assert seat.view["hand"] == before

    async def _same(me: object, before: list[int]) -> bool:
        return bool(await me.cards() == before)  # type: ignore[attr-defined]

    run(story())
