"""Every page, in both themes and three sizes: accessible, nothing cut off, nothing covered."""

import json
from typing import Any

import pytest

from browsing import DESK, PHONE, TABLET, WEB, Browsing, Person
from sights import all_sights

from serving import Served, run

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
# A card shows its number three times, and its name says it once: that is meant.
RULES = "{resultTypes: ['violations'], rules: {'label-content-name-mismatch': {enabled: false}}}"

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


async def _axe(person: Person) -> list[str]:
    await person.page.evaluate(AXE.read_text("utf-8"))  # from outside, so that the page's own policy stays as it is
    found: list[dict[str, Any]] = json.loads(
        await person.page.evaluate(f"axe.run({RULES}).then(all => JSON.stringify(all.violations))")
    )
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]} {node.get('failureSummary', '')[-160:]}"
        for one in found
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize(
    ("size", "theme"), [(DESK, "dark"), (PHONE, "light"), (TABLET, "dark")], ids=["desk", "phone", "tablet"]
)
def test_every_page_is_accessible_and_fits(served: Served, size: tuple[int, int], theme: str) -> None:
    async def story() -> None:
        wrong: list[str] = []
        async with Browsing(served.url) as browser:
            async for sight in all_sights(served.url, served.database):
                if sight.twin:
                    continue
                person = await browser.person(sight.guest, size, theme=theme)
                await sight.look(person)
                wrong += [f"{sight.name}: {one}" for one in await _axe(person)]
                wrong += [f"{sight.name}: {one}" for one in await person.page.evaluate(COVERED)]
                wider = await person.page.evaluate(WIDER)
                wrong += [f"{sight.name}: {wider} pixels too wide"] if wider > 0 else []
                await person.page.context.close()
        assert not wrong, "\n".join(wrong)

    run(story())
