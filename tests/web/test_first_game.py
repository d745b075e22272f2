"""The first game: few clicks, no quiz, a strip that says what wins, levels, and a board that stands still."""

from typing import Any

import pytest
from playwright.async_api import Locator

from gambero.game import GAMES

from helpers.browsing import Browsing, Person, deal, deck
from helpers.serving import Guest, Served

COUNT = "window.clicks = 0; addEventListener('click', () => window.clicks++, true);"
SIZES = [(1440, 900), (1280, 720), (390, 844), (390, 664), (360, 640), (740, 360)]
BOXES = """() => [...document.querySelectorAll(
    "[data-pile], [data-pile] .stack > .top, .hand button, .turn .button",
)].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
})"""
COVERED = """(what) => {
    const boxes = (one) => [...document.querySelectorAll(one)].map((found) => found.getBoundingClientRect());
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    return boxes(what).filter((note) => boxes('[data-pile] .stack > .top').some((top) => over(note, top))).length;
}"""

# What is wrong with the strip of a duel and the gift beside it.
STRIP_AND_GIFT = """() => {
    const [strip, gift] = ['.strip', '.gift'].map((one) => document.querySelector(one));
    const [a, b] = [strip, gift].map((one) => one.getBoundingClientRect());
    const met = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
    const words = strip.querySelector('p');
    return [
        [a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom, 'one lies over the other'],
        [a.left < 0 || b.right > innerWidth, 'they are wider than the screen'],
        [!gift.contains(met), 'the gift is covered'],
        [words.scrollHeight > words.clientHeight || words.scrollWidth > words.clientWidth, 'words are cut'],
    ].flatMap(([so, what]) => so ? [what] : []);
}"""

# Notes at every change whether the number of the countdown lies beside the pile.
APART = """() => {
    window.apart = [];
    new MutationObserver(() => {
        const [a, b] = ['.countdown .number', '.middle .pile .card']
            .map((one) => document.querySelector(one)?.getBoundingClientRect());
        if (a && b) window.apart.push(a.left >= b.right || a.right <= b.left || a.top >= b.bottom || a.bottom <= b.top);
    }).observe(document.body, { childList: true, subtree: true });
}"""


async def test_three_clicks_from_the_first_page_to_a_card_on_a_pile(house: Served) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.page.add_init_script(COUNT)
        await me.go("/")
        await me.button("start.play").click()
        await me.sees(me.button("eager.i_start"))
        card = me.hand.nth(2)
        await card.click()
        await me.until(lambda: me.page.locator(".pile.can").count())
        held = len(await me.cards())
        await me.page.locator(".pile.can .zone").first.click()
        await me.until(lambda: _fewer(me, held))
        assert await me.page.evaluate("window.clicks") == 3
        # What wins, and what the turn wants, with the number of the game's record.
        await me.sees(me.page.locator(".strip").get_by_text(me.t("strip.team", cards=GAMES["classic"].cards)))


async def _fewer(me: Person, held: int) -> bool:
    return len(await me.cards()) < held


async def test_others_may_start_and_the_strip_fades_after_two_turns(house: Served) -> None:
    anna = await Guest.new(house.url, "Anna")
    table = await anna.open("classic", players=2, bots=["greedy"], start=True, speed="fast")
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go(f"/t/{table}")
        await me.button("eager.let_them").click()
        strip = me.page.locator(".strip")
        for turn in range(2):
            await me.until(lambda: me.reads("turn.owed").count())
            if not turn:
                seat = await anna.at(table)
                assert seat.view["log"][0][1] == "@1"
            assert await strip.count() == 1
            while not await me.can_end():
                await me.until(me.fits)  # while a move is under way, nothing fits
                await me.lay(*(await me.fits())[0])
            await me.end_turn.click()
        await strip.wait_for(state="detached")


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_strip_of_a_duel_is_whole_and_leaves_the_gift_in_sight(house: Served, language: str) -> None:
    anna, _ = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    table = await anna.open("duel", players=2)
    cards = [*range(2, 60)]
    deal(house.database, table, "duel", (cards, cards), ["@0"], others="Berta")
    async with Browsing(house.url) as browser:
        me = await browser.person(anna, language=language, touch=True)
        await me.sit_at(table)
        await me.sees(me.page.locator(".strip").get_by_text(me.t("strip.duel", cards=GAMES["duel"].cards)))
        for size in [(390, 844), (360, 640), (740, 360)]:
            await _boxes(me, size)
            assert await me.page.evaluate(STRIP_AND_GIFT) == [], size
            assert await me.page.evaluate(COVERED, ".strip, .gift") == 0, size
        await me.button("duel.gift_free").click()
        await me.sees(me.page.locator("dialog[open]"))


async def test_the_start_page_deals_above_the_fold_at_the_level_that_is_chosen(house: Served) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.go("/")
        play, deal_ = me.button("start.play"), me.page.get_by_role("button", name=me.texts["start.deal"], exact=True)
        for size in [(390, 664), (1440, 900)]:
            await me.page.set_viewport_size({"width": size[0], "height": size[1]})
            for button in [play] if size[0] < 640 else [play, deal_]:
                box = await button.bounding_box()
                assert box
                assert box["y"] + box["height"] <= size[1]
        for option in GAMES["classic"].options:
            await me.sees(me.reads(f"option.{option}.what"))
        await me.page.locator(".hero").get_by_role("radio", name=me.texts["level.easy"]).check()
        await play.click()
        await me.sees(me.page.get_by_text(f"{me.texts['bot.human']} 1"))
        # A first game of tension has easy, slow opponents.
        await me.go("/")
        await me.page.get_by_role("radio", name=me.t("game.tension")).check()
        speed = me.page.get_by_role("radiogroup", name=me.texts["speed.label"])
        assert await speed.get_by_role("radio", name=me.texts["speed.slow"]).is_checked()


@pytest.mark.slow
async def test_the_board_does_not_move_for_hints_refusals_and_commands(house: Served) -> None:
    """Nor does what is told cover the top of a pile."""
    anna, berta = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    table = await anna.open("extreme", players=2)
    cards = deck(17, 40, 41, 42, 50, 60, 70, 80)  # a lasting command first
    deal(house.database, table, "extreme", cards, ["@0"], others="Berta", players=2)
    other = await berta.at(table)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        await me.page.evaluate("document.fonts.ready.then(() => true)")
        before = [await _boxes(me, size) for size in SIZES]
        await other.do("say", piles={"a": "mine", "c": "small", "d": "free"})
        await me.sees(me.page.locator("[data-heard]"))
        for words in ("take your time", "no hurry at all", "I hold good cards"):
            await other.do("chat", text=words)
        await me.sees(me.page.locator(".bubble").get_by_text("good cards"))
        await _stands(me, before, "[data-pile] > ul button")
        await me.pile("a").click()
        await me.sees(me.reads("pile.choose_first"))
        await _stands(me, before, ".notes > *")
        await me.button("turn.hint").click()
        await me.sees(me.page.locator(".hint"))
        await _stands(me, before, ".notes > *")
        await me.page.keyboard.press("Escape")
        await me.card(41).click()  # what its command will do, before it is laid
        await me.sees(me.page.locator(".before").get_by_text(me.texts["command.skull.what"]))
        await _stands(me, before, ".notes > *", chosen=True)
        await me.page.keyboard.press("Escape")
        # Signals have shrunk to signs by now, and open again when looked at.
        badge = me.page.locator('[data-pile="a"] [data-heard]')
        told = badge.get_by_text(me.texts["say.mine"])
        await me.until(lambda: _width(told, at_most=2))
        await badge.focus()
        await badge.press("Enter")
        await me.until(lambda: _width(told, at_least=20))
        await me.lay(17, "a")
        laid = [await _boxes(me, size) for size in SIZES]
        for size, now, then in zip(SIZES, laid, before, strict=True):
            piles = 8  # four piles and their tops: the hand has a card less
            assert _moved(now[:piles], then[:piles]) <= 2, size


async def _boxes(me: Person, size: tuple[int, int]) -> list[list[float]]:
    await me.page.set_viewport_size({"width": size[0], "height": size[1]})
    await me.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 350)))")
    found: list[list[float]] = await me.page.evaluate(BOXES)
    assert await me.page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0, size
    return found


async def _width(what: Locator, at_least: float = 0, at_most: float = 1000) -> bool:
    box = await what.bounding_box()
    return box is not None and at_least <= box["width"] <= at_most


async def _stands(me: Person, before: list[Any], note: str, chosen: bool = False) -> None:
    for size, then in zip(SIZES, before, strict=True):
        now = await _boxes(me, size)
        piles = 8  # a card that is chosen is lifted
        assert _moved(now[:piles] if chosen else now, then[:piles] if chosen else then) <= 2, (size, note)
        assert await me.page.evaluate(COVERED, note) == 0, (size, note)


def _moved(now: list[list[float]], then: list[list[float]]) -> float:
    assert len(now) == len(then)
    return max(abs(a - b) for one, two in zip(now, then, strict=True) for a, b in zip(one, two, strict=True))


async def test_costs_chips_new_cards_and_the_step_back(house: Served) -> None:
    anna, _ = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    table = await anna.open("classic", players=2)
    cards = deck(12, 37, 50, 61, 71, 86, 99, 20, 21, 95, 94, 60, 47, 30)
    moves = ["@0", "12a", "99c", ".", "47a", "60d", "."]
    deal(house.database, table, "classic", cards, moves, others="Berta", players=2)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        assert await me.page.locator(".lately i").all_text_contents() == ["47", "60"]
        await me.card(50).click()
        found = {pile: await me.page.locator(f'[data-pile="{pile}"] .cost').get_attribute("class") for pile in "abcd"}
        assert [next(one for one in ("calm", "warm", "hot") if one in str(found[pile])) for pile in "abcd"] == [
            "calm",
            "hot",
            "hot",
            "warm",
        ]
        await me.lay(37, "a")
        await me.sees(me.page.locator('[data-pile="a"] .ebb'))
        assert await me.page.locator(".lately").count() == 0
        await me.lay(86, "c")
        await me.end_turn.click()
        await me.until(lambda: me.page.locator(".hand .fresh").count())
        assert await me.page.locator(".hand .fresh").count() == 2


async def test_a_countdown_beside_the_pile_and_keys_on_the_cards(house: Served) -> None:
    anna = await Guest.new(house.url, "Anna")
    table = await anna.open("tension", players=2, bots=["human"], start=True, speed="slow")
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go(f"/t/{table}")
        await me.page.evaluate(APART)
        await me.button("tension.go").click()
        counted = "!document.querySelector('.countdown') && !!document.querySelector('.mine kbd')"
        await me.until(lambda: me.page.evaluate(counted))  # wait_for_function would need the page to allow eval
        seen = await me.page.evaluate("window.apart")
        assert seen
        assert all(seen)
        keys = await me.page.locator(".mine li").evaluate_all(
            "all => all.map((one) => [one.querySelector('.hidden').textContent, one.querySelector('kbd').textContent])"
        )
        assert keys
        assert all(int(name.split(",")[0]) % 10 == int(key.strip("⇧")) for name, key in keys)


async def test_the_rules_of_extreme_show_its_signs(house: Served) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.go("/rules/extreme")
        await me.sees(me.page.locator(".signs svg"))
        assert await me.page.locator(".signs li").count() == 7
