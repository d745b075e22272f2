"""What was promised of size, and that a card moves before the server answers. Times are measured by `make bench`."""

from helpers.browsing import Browsing, alone
from helpers.serving import Served

FIRST_LOAD = 150 * 1024  # bytes of code and styles, compressed
LOADED = """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .filter(one => /\\.(js|css)$|\\/$|\\/t\\//.test(new URL(one.name).pathname))
  .map(one => [new URL(one.name).pathname, one.encodedBodySize])"""
# Clicks a pile and lets the page render: no answer can come in between. Is the card in the hand before, and after?
LAID = """async ([zone, card]) => {
  const hand = card.closest('[role=toolbar]');
  const before = hand.contains(card);
  zone.click();
  for (let i = 0; i < 5; i++) await Promise.resolve();
  return [before, hand.contains(card)];
}"""


async def test_the_first_load_is_small(house: Served) -> None:
    anna, table = await alone(house.url)
    async with Browsing(house.url) as browser:
        for path, shown in (("/", "h1"), (f"/t/{table}", "[data-pile]")):
            me = await browser.person(anna)
            await me.go(path)
            await me.sees(me.page.locator(shown))
            sizes = dict(await me.page.evaluate(LOADED))
            assert len(sizes) > 4  # else nothing was measured
            assert sum(sizes.values()) <= FIRST_LOAD, sizes


async def test_a_card_leaves_the_hand_before_the_server_answers(house: Served) -> None:
    anna, table = await alone(house.url)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna, still=False)
        await me.sit_at(table)
        await me.until(me.fits)
        number, pile = (await me.fits())[0]
        await me.card(number).click()
        zone, card = await me.pile(pile).element_handle(), await me.card(number).element_handle()
        assert await me.page.evaluate(LAID, [zone, card]) == [True, False]
