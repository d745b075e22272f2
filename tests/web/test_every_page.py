"""Every page, in both themes and three sizes: accessible, nothing cut off, nothing covered."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from helpers.browsing import DESK, SIZES, WEB, Browsing, Person
from helpers.serving import Served
from helpers.sights import EMPTY, GROUPS, Group, sights

pytestmark = pytest.mark.slow
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
EVERYTHING = "{resultTypes: ['violations'], rules: {'label-content-name-mismatch': {enabled: true}}}"
COLOURS = "{resultTypes: ['violations'], runOnly: ['color-contrast']}"  # all that another theme changes

# What can be pressed must be what a finger or a mouse meets there; a pile may carry signs of its own, and a sheet that
# asks something lies above all.
COVERED = """() => [...document.querySelectorAll('button:enabled, a[href], input, select')].flatMap(node => {
  const box = node.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!box.width || !box.height || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return [];
  for (let one = node.parentElement; one; one = one.parentElement) { // scrolled out of sight
    const seen = one.getBoundingClientRect();
    const cuts = !/visible/.test(getComputedStyle(one).overflow);
    if (cuts && (x < seen.left || x > seen.right || y < seen.top || y > seen.bottom)) return [];
  }
  if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
  const met = document.elementFromPoint(x, y);
  const pile = node.closest('[data-pile]');
  if (!met || node.contains(met) || met.contains(node) || (pile && pile.contains(met))) return [];
  if (met.closest('.above, dialog')) return [];
  if (node.labels && [...node.labels].some(label => label.contains(met))) return [];
  const name = one => `${one.tagName} ${one.className} ${one.getAttribute('aria-label') ?? one.textContent.trim()}`;
  return [`${name(node).slice(0, 80)} is covered by ${name(met).slice(0, 80)}`];
})"""
WIDER = "document.scrollingElement.scrollWidth - innerWidth"


async def _axe(person: Person, rules: str) -> list[str]:
    found: list[dict[str, Any]] = json.loads(
        await person.page.evaluate(f"axe.run({rules}).then(all => JSON.stringify(all.violations))")
    )
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]} {node.get('failureSummary', '')[-160:]}"
        for one in found
        for node in one["nodes"][:3]
    ]


async def _barriers(person: Person) -> list[str]:
    await person.page.evaluate(AXE.read_text("utf-8"))  # from outside, so that the page's own policy stays as it is
    by_night = await _axe(person, EVERYTHING)
    await person.page.emulate_media(color_scheme="light")
    await person.page.locator(":root[data-theme=light]").wait_for()
    return by_night + [f"by day: {one}" for one in await _axe(person, COLOURS)]


async def _wrong(server: Served, group: Group) -> list[str]:
    """What is wrong with the pages of a group. Each is made once and looked at in three sizes."""
    wrong: list[str] = []
    async with Browsing(server.url) as browser:
        async for sight in sights(server.url, server.database, group):
            if sight.twin:
                continue
            for name, size in SIZES.items():
                person = await browser.person(sight.guest, size, theme="dark", touch=size != DESK)
                await sight.look(person)
                wider = await person.page.evaluate(WIDER)
                found = [f"{wider} pixels too wide"] if wider > 0 else []
                found += [*await person.page.evaluate(COVERED), *await _barriers(person)]
                wrong += [f"{sight.name}, {name}: {one}" for one in found]
                await person.page.context.close()
    return wrong


@pytest.fixture(scope="module")
def gallery(page: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:  # noqa: ARG001
    """A server for all groups but the empty pages. No bot takes a seat over while its table is looked at."""
    with Served(tmp_path_factory.mktemp("gallery") / "games.db", away="3600") as server:
        yield server


async def test_pages_without_tables_and_games_are_accessible_and_fit(served: Served) -> None:
    assert not (wrong := await _wrong(served, EMPTY)), "\n".join(wrong)


@pytest.mark.parametrize("group", GROUPS)
async def test_every_page_is_accessible_and_fits(gallery: Served, group: str) -> None:
    assert not (wrong := await _wrong(gallery, GROUPS[group])), "\n".join(wrong)
