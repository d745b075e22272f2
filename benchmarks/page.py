"""The page in a real browser: how soon a table can be used on a slow processor, and how soon a click is answered."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.rows import Row

from helpers.browsing import Browsing, alone
from helpers.serving import Guest, Served

SLOWED = 6  # times slower than this processor
TRIES = 5  # the fastest counts, since other programs disturbed it least
READY = 2.0  # seconds until a card can be chosen
ANSWER = 100.0  # milliseconds from the click until the card has left the hand
# The yardstick: a fixed piece of work in the same, slowed browser.
WORK = """() => {
  const start = performance.now();
  let total = 0;
  for (let at = 0; at < 2e7; at++) total = (total + at) | 0;
  return performance.now() - start + 0 * total;
}"""
# Clicks a pile, and counts until a frame shows the hand without the card.
LAID = """([zone, card]) => new Promise(done => {
  const start = performance.now();
  const look = () => card.isConnected ? requestAnimationFrame(look) : done(performance.now() - start);
  zone.click();
  requestAnimationFrame(look);
})"""


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder) / "games.db") as server:
        ready, work = asyncio.run(_ready(server.url))
        yield Row(f"yardstick: 20 million additions, {SLOWED} times slower", f"{work:.0f} ms")
        yield Row(f"a table is ready, {SLOWED} times slower", f"{ready:.2f} s", f"≤ {READY:.0f} s", ready <= READY)
        yield Row("  the same in yardsticks", f"{ready * 1e3 / work:.1f}")
        answer = asyncio.run(_answer(server.url))
        yield Row("a card leaves the hand after a click", f"{answer:.0f} ms", f"≤ {ANSWER:.0f} ms", answer <= ANSWER)


async def _ready(url: str) -> tuple[float, float]:
    """Seconds until somebody who comes for the first time can choose a card; milliseconds of the yardstick."""
    guest, table = await alone(url)
    async with Browsing(url) as browser:
        tries = [await _first_visit(browser, guest, table) for _ in range(TRIES)]
    return min(ready for ready, _ in tries), min(work for _, work in tries)


async def _first_visit(browser: Browsing, guest: Guest, table: str) -> tuple[float, float]:
    person = await browser.person(guest, still=False)
    session = await person.page.context.new_cdp_session(person.page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    await person.sit_at(table)
    ready: float = await person.page.evaluate("performance.now() / 1000")
    work: float = await person.page.evaluate(WORK)
    await person.page.context.close()
    return ready, work


async def _answer(url: str) -> float:
    guest, table = await alone(url)
    async with Browsing(url) as browser:
        person = await browser.person(guest, still=False)
        await person.sit_at(table)
        times: list[float] = []
        for _ in range(TRIES):
            await person.until(person.fits)
            number, pile = (await person.fits())[0]
            await person.card(number).click()
            zone, card = await person.pile(pile).element_handle(), await person.card(number).element_handle()
            times.append(await person.page.evaluate(LAID, [zone, card]))
    return min(times)
