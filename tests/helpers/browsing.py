"""People at browsers, for the tests: each uses only what can be seen, heard or pressed on the page."""

import asyncio
import json
import os
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Self

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, ViewportSize, async_playwright
from playwright.async_api import Error as PlaywrightError

from gambero.game import new_game
from gambero.game.setup import prepared
from gambero.server.table.dealing import sealed

from helpers.patience import PATIENCE
from helpers.serving import Guest

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = sorted(path.name for path in (WEB / "src" / "texts").iterdir())
REGIONS = {"en": "en-GB"}  # of a browser; every other language is at home where its code says
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK, TABLET, PHONE = (1440, 900), (820, 1180), (390, 844)
SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
UNPLUGGED = r"WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|Failed to load resource"
# Keeps every sentence that the live region was given, which itself keeps the last few.
LISTEN = """() => {
  const log = document.querySelector('[role=log]');
  window.heard = [];
  new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(node => {
    if (node.textContent.trim()) window.heard.push(node.textContent.trim());
  }))).observe(log, { childList: true });
}"""
_TEXT = re.compile(r"""^\s*'([\w.]+)':\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),?$""", re.MULTILINE)


def chromium() -> str | None:
    """The system's browser; CHROMIUM names another. Without its windows, a third less processor time goes into it."""
    named = os.environ.get("CHROMIUM")
    tries = [named] if named else ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    return next((found for one in tries if (found := shutil.which(one))), None)


def texts(language: str = "en") -> dict[str, str]:
    """All words of the pages by key; those of refusals begin with `why.`"""
    found = {}
    for file in sorted((WEB / "src" / "texts" / language).glob("*.ts")):
        before = "why." if file.stem == "refusals" else ""
        for key, text in _TEXT.findall(file.read_text("utf-8")):
            assert before + key not in found, f"{key} is there twice"
            found[before + key] = re.sub(r"\\(.)", r"\1", text[1:-1])
    return found


def pattern_of(text: str, **values: object) -> re.Pattern[str]:
    """A text of the page as a regular expression; values that are not given match anything."""
    parts = re.split(r"\{(\w+)(?:\|([^}]*))?\}", text)
    pattern = re.escape(parts[0])
    for name, words, rest in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        given = re.escape(str(values[name])) if name in values else ".*?"
        pattern += (f"(?:{'|'.join(map(re.escape, words.split('|')))})" if words else given) + re.escape(rest)
    return re.compile(pattern.replace("\u202f", r"\s"))  # Playwright takes French thin spaces for plain ones


class Person:
    """Somebody at a browser of their own."""

    def __init__(self, page: Page, url: str, language: str) -> None:
        self.page, self.url = page, url
        self.texts = texts(language)
        self.wrong: list[str] = []  # what the page complained of
        self.forgiven: list[str] = []
        self._listening = False
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.wrong.append(f"{error.message}\n{error.stack}"))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"{message.type}: {message.text} {message.location}")

    @property
    def complaints(self) -> list[str]:
        return [one for one in self.wrong if not any(re.search(pattern, one) for pattern in self.forgiven)]

    # The page.

    async def go(self, path: str) -> None:
        await self.page.goto(self.url + path)

    async def sit_at(self, table: str) -> None:
        """Open the link of a table where cards are dealt."""
        await self.go(f"/t/{table}")
        await self.sees(self.hand)

    def t(self, key: str, **values: object) -> re.Pattern[str]:
        return pattern_of(self.texts[key], **values)

    def named(self, role: Any, key: str, **values: object) -> Locator:
        """What has a role and the name that a text gives it."""
        return self.page.get_by_role(role, name=self.t(key, **values))

    def button(self, key: str, **values: object) -> Locator:
        return self.named("button", key, **values)

    def reads(self, key: str, **values: object) -> Locator:
        """Where a text can be read."""
        return self.page.get_by_text(self.t(key, **values))

    async def sees(self, what: Locator) -> None:
        await what.filter(visible=True).first.wait_for()

    async def until(self, so: Callable[[], Awaitable[object]], patience: float = PATIENCE) -> None:
        async with asyncio.timeout(patience):
            while not await so():
                await asyncio.sleep(0.02)

    async def focused(self) -> str:
        """What has focus; BODY is nowhere."""
        return str(await self.page.evaluate("document.activeElement.tagName"))

    async def has_focus(self, what: Locator) -> bool:
        return bool(await what.evaluate_all("nodes => nodes.includes(document.activeElement)"))

    async def walk_to(self, what: Locator) -> None:
        """Press Tab until this has the focus."""
        await self.sees(what)
        for _ in range(120):
            if await self.has_focus(what):
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {what}")

    async def heard(self) -> list[str]:
        """What was announced, in order."""
        if not self._listening:
            self._listening = True
            await self.page.evaluate(LISTEN)
        heard: list[str] = await self.page.evaluate("window.heard")
        return heard

    # A team table or a duel.

    @property
    def hand(self) -> Locator:
        return self.named("toolbar", "hand.label").get_by_role("button")

    def card(self, number: int) -> Locator:
        return self.named("toolbar", "hand.label").get_by_role("button", name=re.compile(rf"^{number}\b"))

    def pile(self, pile: str) -> Locator:
        return self.page.locator(f'[data-pile="{pile}"] button.zone')

    async def cards(self) -> list[int]:
        return [int(re.match(r"\d+", label)[0]) for label in await self._labels() if label[0].isdigit()]  # type: ignore[index]

    async def fits(self) -> list[tuple[int, str]]:
        """Which card goes on which pile, as the names of the cards say."""
        before = self.texts["hand.fits"].split("{piles}")[0]
        found = []
        for label in await self._labels():
            number, _, piles = label.partition(before)
            if piles:
                found += [(int(number.split(",")[0]), self._key(pile.strip())) for pile in piles.split(",")]
        return found

    def _key(self, pile: str) -> str:
        """The key of a pile: its letter, or what stands for it in a duel, where piles are called by whose they are."""
        duel = {"my_rising": "a", "their_rising": "b", "my_falling": "c", "their_falling": "d"}
        return next((key for name, key in duel.items() if self.t(f"duel.{name}").fullmatch(pile)), pile.lower())

    async def _labels(self) -> list[str]:
        return await self.hand.locator(".hidden").all_text_contents()

    async def lay(self, card: int, pile: str) -> None:
        """By two clicks."""
        await self.card(card).click()
        await self.pile(pile).click()
        await self.card(card).wait_for(state="detached")

    async def tap(self, card: int, pile: str) -> None:
        await self.card(card).tap()
        await self.pile(pile).tap()
        await self.card(card).wait_for(state="detached")

    async def press(self, card: int, pile: str) -> None:
        """By two keys: the card's place in the hand, and the pile's letter."""
        place = (await self.cards()).index(card)
        await self.page.keyboard.press(str(place + 1))
        await self.page.keyboard.press(pile)
        await self.card(card).wait_for(state="detached")

    async def drag(self, card: int, pile: str) -> None:
        await self.hold_over(card, pile)
        await self.page.mouse.up()
        await self.card(card).wait_for(state="detached")

    async def hold_over(self, card: int, pile: str) -> None:
        """Drag a card to a pile, and do not let it go yet."""
        await self.card(card).hover()
        await self.page.mouse.down()
        box = await self.pile(pile).bounding_box()
        assert box
        await self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)

    @property
    def end_turn(self) -> Locator:
        return self.button("turn.end")

    async def can_end(self) -> bool:
        return await self.end_turn.and_(self.page.locator(":enabled")).count() > 0

    async def is_over(self) -> bool:
        back = self.button("over.back")
        if await back.count():  # a tap that was meant for a card has put the end away
            await back.first.click()
        return await self.page.locator("#over-title").is_visible()

    async def play(self, lay: Callable[[int, str], Awaitable[None]], end: Callable[[], Awaitable[None]]) -> None:
        """Play what fits, turn after turn, with the longest steps, so that the game is soon over."""
        while True:
            await self.until(self._can_go_on)
            if await self.is_over():
                return
            before = await self.cards()
            if await self.can_end():
                await end()
                await self.until(lambda held=before: self._changed(held))  # type: ignore[misc]
            elif fits := await self.fits():  # none if the game ended just now
                card, pile = max(fits, key=lambda one: one[0] if one[1] in "ab" else 100 - one[0])
                await lay(card, pile)

    # Tension.

    async def rush(self, press: Callable[[Locator, str], Awaitable[None]]) -> int:
        """Lay what fits and draw what does not until the game is over; returns how many cards were thrown."""
        top = self.page.get_by_role("img", name=self.t("tension.pile"))
        hand = (
            self.page.locator("ul")
            .get_by_role("button", name=self.t("tension.card"))
            .and_(self.page.locator(":not([aria-disabled=true])"))
        )
        last = self.button("tension.lay_last")
        go = self.page.get_by_role("button", name=self.texts["tension.go"], exact=True)
        stack = self.button("tension.draw").and_(self.page.locator(":not([aria-disabled=true])"))
        thrown, seen, changed = 0, "", monotonic()
        while not await self.is_over():
            if (now := await self.page.locator("main").inner_text()) != seen:
                seen, changed = now, monotonic()
            assert monotonic() < changed + PATIENCE, f"the table does not go on: {seen}"
            try:
                if await go.count():
                    await press(go, "g")
                elif await last.count():
                    await press(last, (re.findall(r"\d+", str(await last.text_content()))[0])[-1])
                elif await top.count():
                    value, step = map(int, re.findall(r"\d+", str(await top.get_attribute("aria-label")))[:2])
                    fits = [(value + sign * step - 1) % 10 + 1 for sign in (1, -1)]
                    names = await hand.locator(".hidden").all_text_contents()
                    place = next((i for i, name in enumerate(names) if int(re.findall(r"\d+", name)[0]) in fits), None)
                    if place is not None:
                        thrown += 1
                        await press(hand.nth(place), re.findall(r"\d+", names[place])[0][-1])
                    elif await stack.count():  # also with an empty hand
                        await press(stack, "d")
            except PlaywrightError:  # it was gone before the finger came down
                continue
        return thrown

    async def _can_go_on(self) -> bool:
        return await self.is_over() or bool(await self.fits()) or await self.can_end()

    async def _changed(self, before: list[int]) -> bool:
        return await self.is_over() or await self.cards() != before


shared: dict[asyncio.AbstractEventLoop, Browser] = {}  # a browser for all tests that run in one loop


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield running
        finally:
            await running.close()


class Browsing:
    """Everybody who has a window in a browser, each with cookies of their own. Nobody's page may complain."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.people: list[Person] = []
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        running = shared.get(asyncio.get_running_loop())
        if running is None:
            running = await self._open.enter_async_context(browser())
        self.browser = running
        return self

    async def __aexit__(self, kind: type | None, wrong: BaseException | None, trace: TracebackType | None) -> None:
        complaints = [complaint for person in self.people for complaint in person.complaints]
        if wrong is not None:
            wrong.add_note(f"the pages complained: {complaints}")
            for count, person in enumerate(one for one in self.people if not one.page.is_closed()):
                await self._picture(person, count, wrong)
        await self._open.aclose()
        if wrong is None:
            assert not complaints, "\n".join(complaints)

    async def _picture(self, person: Person, count: int, wrong: BaseException) -> None:
        """Save a screenshot of somebody's page after a failure."""
        test = re.sub(r"\W+", "-", os.environ.get("PYTEST_CURRENT_TEST", "story").rpartition("::")[2].split(" ")[0])
        path = WEB.parent / "build" / "failed" / f"{test}-{count}.png"
        await person.page.screenshot(path=path)
        wrong.add_note(f"what was seen: {path} at {person.page.url}")

    async def person(
        self,
        guest: Guest | None = None,
        size: tuple[int, int] = DESK,
        *,
        theme: str = "dark",
        language: str = "en",
        touch: bool = False,
        still: bool = True,
        **more: Any,
    ) -> Person:
        """Somebody with cookies of their own; a guest who is known already, or somebody new."""
        context: BrowserContext = await self.browser.new_context(
            viewport=ViewportSize(width=size[0], height=size[1]),
            color_scheme="light" if theme == "light" else "dark",
            reduced_motion="reduce" if still else "no-preference",
            locale=REGIONS.get(language, f"{language}-{language.upper()}"),
            has_touch=touch,
            is_mobile=touch,
            **more,
        )
        self._open.push_async_callback(context.close)
        if guest:
            await context.add_cookies([{"name": "gambero", "value": guest.token, "url": self.url}])
        person = Person(await context.new_page(), self.url, language)
        self.people.append(person)
        return person


# Deals under control.


async def alone(url: str) -> tuple[Guest, str]:
    """Anna, and a table where she plays against the deck."""
    anna = await Guest.new(url)
    return anna, await anna.open("classic", start=True)


def deck(*first: int) -> list[int]:
    """A deck of a team game that begins with these cards; the rest follows in order."""
    return [*first, *(card for card in range(2, 100) if card not in first)]


def deal(
    database: Path | str, table: str, game: str, cards: Any, moves: Sequence[str] = (), others: str = "", **options: Any
) -> None:
    """Seat others and deal a table that nobody has come to yet, and play some moves: straight into its log."""
    played = new_game(game, deck=cards, **options)
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as store, store:
        entries: list[tuple[str, str | None, dict[str, Any]]] = []
        for seat, name in enumerate(others.split(), start=1):
            query = "select id from people where name = ? order by created desc"
            entries.append(("sat", store.execute(query, (name,)).fetchone()[0], {"seat": seat, "name": name}))
        entries.append(("dealt", None, sealed(prepared(game, deck=cards, **options), "0" * 64, f"g{table}"[:16])))
        for move in moves:
            played.move(move)
            entries.append(("moved", None, {"move": move}))
        number, at = store.execute("select max(number), max(at) from log where table_id = ?", (table,)).fetchone()
        rows = [
            (table, number + i, at, kind, person, json.dumps(data))
            for i, (kind, person, data) in enumerate(entries, start=1)
        ]
        store.executemany("insert into log (table_id, number, at, kind, person, data) values (?, ?, ?, ?, ?, ?)", rows)
