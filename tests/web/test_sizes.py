"""Tables and pages fit the screens people have, in every language: nothing is cut off or covered."""

from typing import Any

import pytest

from helpers.browsing import LANGUAGES, Browsing, Person
from helpers.serving import Guest, Served

TABLES: dict[str, dict[str, Any]] = {
    "alone": {"game": "classic"},
    "five": {"game": "classic", "players": 5, "bots": ["careful"] * 4},
    "extreme": {"game": "extreme", "players": 2, "bots": ["careful"]},
    "duel": {"game": "duel", "bots": ["careful"]},
    "tension": {"game": "tension", "players": 4, "bots": ["careful"] * 3},
}
# Phones with a browser's bars, tablets both ways, small laptops, desks.
SIZES = [(375, 667), (390, 664), (412, 780), (768, 1024), (820, 1180), (1024, 768), (1180, 820), (1280, 720)]
SIZES += [(1366, 657), (1440, 900), (1920, 1080)]
NARROW = [
    (320, 568),
    (360, 640),
    (844, 390),
    (915, 412),
    (940, 700),
    (1024, 600),
]  # there one may scroll down, never aside

LOOK = """() => {
    const [wide, high, found] = [innerWidth, innerHeight, []];
    const boxes = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility())
        .map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width);
    const name = (one) => one.dataset.pile ?? (one.innerText || one.className).toString().trim().slice(0, 30);
    if (document.scrollingElement.scrollWidth > wide) found.push(`aside: ${document.scrollingElement.scrollWidth}`);
    for (const [one, box] of boxes('main button, main [data-pile], main .stock'))
        if (box.left < -1 || box.right > wide + 1) found.push(`cut off: ${name(one)}`);
    const race = ['main .rivals li', '.middle .pile', '.mine li'];
    const turns = ['[data-pile]', '.hand button', '[data-home] button', '.turn .button', 'main .stock'];
    const wanted = document.querySelector('main .rivals') ? race : turns;
    const missing = wanted.filter((what) => !boxes(what).length);
    const all = boxes([...race, ...turns].join(', '));
    const shared = (a, b) => Math.min(a[1], b[1]) - Math.max(a[0], b[0]);
    all.forEach(([one, a], i) => all.slice(i + 1).forEach(([other, b]) => {
        const across = shared([a.left, a.right], [b.left, b.right]);
        const beside = Math.min(across, shared([a.top, a.bottom], [b.top, b.bottom])) <= 2;
        if (!beside && !one.contains(other) && !other.contains(one)) found.push(`${name(one)} over ${name(other)}`);
    }));
    return [found, document.scrollingElement.scrollHeight - high, missing];
}"""


# Words that do not fit into what they are written on, and a bar at the top that needs a second row on a wide screen.
TIGHT = """() => {
    const words = [...document.querySelectorAll('button, a, label, legend, th, h1, h2, h3, main p')];
    const shown = words.filter((one) => one.checkVisibility({ opacityProperty: true }) && one.innerText.trim());
    const tight = shown.filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
        .filter((one) => !/hidden|clip|auto/.test(getComputedStyle(one).overflowX));
    const bar = [...document.querySelectorAll('header:has(> .logo):has(> nav) > *')]
        .map((one) => one.getBoundingClientRect());
    const apart = innerWidth > 640 && bar.some((one) => one.top >= bar[0].bottom);
    return [...tight.map((one) => one.innerText.slice(0, 40)), ...(apart ? ['the bar has two rows'] : [])];
}"""
PAGES = [
    "/",
    "/lobby",
    "/daily",
    "/puzzles",
    "/games",
    "/rules",
    "/learn",
    "/settings",
    "/rules/extreme",
    "/learn/duel",
]


async def _opened(house: Served, table: str) -> tuple[Guest, str]:
    """Anna at one of the tables, about to lay her first card."""
    anna = await Guest.new(house.url, "Anna")
    wanted = dict(TABLES[table])
    link = await anna.open(wanted.pop("game"), start=True, **wanted)
    seat = await anna.at(link)
    if seat.table["phase"] == "starting" and seat.table["game"] != "tension":
        await seat.do("starter", seat=0)
    return anna, link


async def _resize(me: Person, size: tuple[int, int]) -> None:
    await me.page.set_viewport_size({"width": size[0], "height": size[1]})
    await me.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 400)))")


@pytest.mark.parametrize("cards", ["medium", "large"])
@pytest.mark.parametrize("table", TABLES)
async def test_a_table_fits(house: Served, table: str, cards: str) -> None:
    anna, link = await _opened(house, table)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        liked = f"localStorage.setItem('gambero.settings', JSON.stringify({{cards: '{cards}'}}))"
        await me.page.add_init_script(liked)
        await me.go(f"/t/{link}")
        await me.sees(me.page.locator("main .table"))
        await me.page.evaluate("document.fonts.ready.then(() => true)")
        for size in SIZES + NARROW:
            await _resize(me, size)
            found, scrolled, missing = await me.page.evaluate(LOOK)
            assert missing == [], size
            assert found == [], size
            assert scrolled <= 0 or size in NARROW, (size, scrolled)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
async def test_a_table_fits_in_every_language(house: Served, table: str) -> None:
    anna, link = await _opened(house, table)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go(f"/t/{link}")
        await me.sees(me.page.locator("main .table"))
        for language in LANGUAGES:
            await me.page.locator("header select").select_option(language)
            await me.page.locator(f"html[lang={language}]").wait_for()
            for size in [(390, 664), (360, 640), (1024, 768), (1440, 900)]:
                await _resize(me, size)
                found, _, missing = await me.page.evaluate(LOOK)
                assert [*found, *missing, *await me.page.evaluate(TIGHT)] == [], (language, size)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
async def test_pages_fit_in_every_language(house: Served, language: str) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person(language=language)
        for page in PAGES:
            await me.go(page)
            await me.sees(me.page.locator("main :is(h1, h2, [data-pile])"))
            for size in [(360, 640), (740, 360), (1440, 900)]:
                await _resize(me, size)
                wider = await me.page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
                assert wider <= 0, (page, size)
                assert await me.page.evaluate(TIGHT) == [], (page, size)
