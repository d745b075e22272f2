"""Screen readers hear everything once, the keyboard focus is never lost, and each page is all in one language."""

import re

import pytest

from helpers.browsing import LANGUAGES, PHONE, UNPLUGGED, Browsing, Person, alone, deal, deck
from helpers.serving import Guest, Served

PAGES = ("/", "/lobby", "/daily", "/puzzles", "/games", "/rules", "/learn", "/settings")


async def _two(house: Served, *first: int, moves: tuple[str, ...] = ()) -> tuple[Guest, Guest, str]:
    """Anna and Berta at a table; Anna begins, and holds these cards."""
    anna, berta = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    table = await anna.open("classic", players=2)
    deal(house.database, table, "classic", deck(*first), ["@0", *moves], others="Berta", players=2)
    return anna, berta, table


async def _hears(person: Person, key: str, **values: object) -> None:
    """Once and only once."""
    pattern = person.t(key, **values)

    async def said() -> list[str]:
        return [line for line in await person.heard() if pattern.fullmatch(line)]

    await person.until(said)
    assert len(await said()) == 1, await person.heard()


async def _hears_like(person: Person, pattern: str) -> bool:
    return any(re.fullmatch(pattern, line) for line in await person.heard())


async def _hears_of(person: Person, words: str) -> bool:
    return sum(words in line for line in await person.heard()) == 1


async def test_what_happens_at_a_table_is_heard_once(house: Served) -> None:
    anna, berta, table = await _two(house, 20, 30, 40, 50, 60, 70, 80)
    async with Browsing(house.url) as browser:
        me, other = await browser.person(anna), await browser.person(berta)
        for person in (me, other):
            await person.sit_at(table)
            await person.heard()
        await me.lay(20, "a")
        await _hears(me, "did.laid_you", card=20, pile="rising pile A")
        await _hears(other, "did.laid", name="Anna", card=20, step="+19")
        await me.button("turn.undo").click()
        await _hears(me, "did.undone_you")
        await _hears(other, "did.undone", name="Anna")
        # Signals are heard as well as seen, and one's own are not repeated.
        signals = other.page.locator('[data-pile="c"]').get_by_role("button", name=other.t("say.mine.short"))
        await signals.click()
        await _hears(me, "did.said", name="Berta", what="falling pile C, leave it to me")
        await me.lay(30, "a")
        await me.lay(40, "a")
        await me.end_turn.click()
        await _hears(me, "did.drew_you", n=2)
        await _hears(me, "did.turn", name="Berta")
        await _hears(other, "did.turn_you", n=2)
        # What is refused says why.
        await me.card(50).click()
        await me.pile("b").click()
        await _hears(me, "why.turn.not_yours")
        assert not [line for line in await other.heard() if other.t("why.turn.not_yours").search(line)]


async def test_a_new_host_and_a_duel_are_told_in_words_of_ones_own(house: Served) -> None:
    anna, berta = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    table = await anna.open("duel")
    hands = ([30, 31, 32, 33, 34, 35], [20, 40, 41, 42, 43, 44])
    decks = [[*hand, *(card for card in range(2, 60) if card not in hand)] for hand in hands]
    given = ["@1", "40a", "41a", ".", "30a", "31A"]  # and Anna is still on
    deal(house.database, table, "duel", decks, given, others="Berta")
    async with Browsing(house.url) as browser:
        other = await browser.person(berta)
        await other.sit_at(table)
        await other.heard()
        await other.sees(other.button("duel.gift_made_you"))
        await other.sees(other.named("region", "duel.side_you"))
        await (await anna.at(table)).do("leave")
        await _hears(other, "did.host_you")


async def test_a_hint_is_said_once_whatever_happens_meanwhile(house: Served) -> None:
    anna, berta, table = await _two(house, 47, 37, 95, 96, 97, 98, 99, moves=("47a",))
    seat = await berta.at(table)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        await me.heard()
        await me.page.keyboard.press("h")
        hint = me.page.get_by_role("complementary", name=me.texts["turn.hint"])
        await hint.wait_for()
        head = await hint.locator("b").first.inner_text()
        await seat.do("chat", text="take your time")
        await seat.do("say", piles={"a": "small"})
        await me.until(lambda: _hears_of(me, "rising pile A"))
        assert await _hears_of(me, "take your time")
        assert len([line for line in await me.heard() if line.startswith(head)]) == 1
        await me.sees(hint.get_by_text(me.t("hint.why.trick", pile="A")))  # and why


async def test_a_lost_connection_is_heard_to_come_back(served: Served) -> None:
    anna, table = await alone(served.url)
    async with Browsing(served.url) as browser:
        me = await browser.person(anna)
        me.forgiven.append(UNPLUGGED)
        await me.sit_at(table)
        await me.heard()
        served.kill()
        await me.sees(me.reads("connection.lost"))
        served.start()
        await me.reads("connection.lost").first.wait_for(state="hidden")
        back = re.escape(me.texts["connection.back"]) + ".*" + me.t("did.turn_you", n=2).pattern
        assert [bool(re.search(back, line)) for line in await me.heard()] == [True]


async def test_a_gathering_is_heard(house: Served) -> None:
    anna, berta = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    table = await anna.open("classic", players=3)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go(f"/t/{table}")
        await me.sees(me.button("gather.fill"))
        await me.heard()
        seat = await berta.at(table)
        await seat.do("sit")
        await _hears(me, "did.sat", name="Berta")
        await me.walk_to(me.button("gather.fill"))
        await me.page.keyboard.press("Enter")
        await _hears(me, "did.bot")
        # A bot is removed by a click, and the focus goes to what is there instead.
        await me.walk_to(me.button("gather.clear", name=me.texts["bot.careful"]))
        await me.page.keyboard.press("Enter")
        await me.until(lambda: me.has_focus(me.named("combobox", "gather.add_bot")))
        await me.button("gather.fill").click()
        await me.walk_to(me.button("gather.deal"))
        await me.page.keyboard.press("Enter")
        await me.until(lambda: me.has_focus(me.button("eager.2")))
        await me.page.keyboard.press("Enter")
        await seat.do("eager", level=0)
        await me.until(lambda: me.has_focus(me.hand))


async def test_a_guest_in_the_waiting_room_and_another_name(house: Served) -> None:
    anna, berta = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    table = await anna.open("classic", players=4, options={"on_fire": True}, clock=60, bots=["expert", "expert"])
    async with Browsing(house.url) as browser:
        me, other = await browser.person(anna), await browser.person(berta, PHONE)
        await me.go(f"/t/{table}")
        await me.sees(me.button("gather.copy"))
        await me.heard()
        await other.go(f"/t/{table}")
        await other.sees(other.named("heading", "gather.title_of", name="Anna"))
        await other.sees(other.page.locator("main p").get_by_text(other.texts["option.on_fire"]))
        await other.sees(other.page.locator("main p").get_by_text(other.t("lobby.clock", n=60)))
        await _hears(me, "did.sat", name="Berta")
        for nth in (1, 2):  # two bots of a kind
            await me.sees(me.button("gather.clear", name=f"{me.texts['bot.expert']} {nth}"))
        await other.button("gather.rename").click()
        name = other.page.get_by_label(other.texts["gather.name"])
        await name.fill("  ")
        await other.button("gather.save_name").click()
        await other.sees(other.page.get_by_role("alert").get_by_text(other.t("why.name.unseen")))
        await name.fill("Bea")
        await other.button("gather.save_name").click()
        await _hears(me, "did.renamed", name="Berta", now="Bea")


async def test_focus_is_on_go_for_the_starter_and_on_the_stack_for_the_others(house: Served) -> None:
    anna, berta = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    table = await anna.open("tension", players=2)
    async with Browsing(house.url) as browser:
        me, other = await browser.person(anna), await browser.person(berta)
        for person in (me, other):
            await person.go(f"/t/{table}")
            await person.sees(person.button("gather.copy"))
        await me.button("gather.deal").and_(me.page.locator(":enabled")).wait_for()
        await me.walk_to(me.button("gather.deal"))
        await me.page.keyboard.press("Enter")
        await me.until(lambda: me.has_focus(me.page.get_by_role("button", name=me.texts["tension.go"], exact=True)))
        await other.until(lambda: other.has_focus(other.button("tension.draw")))
        for person in (me, other):
            await person.heard()
        await me.page.keyboard.press("Enter")
        for person in (me, other):
            go = re.escape(person.texts["tension.go"]) + " " + person.t("tension.top").pattern
            await person.until(lambda person=person, go=go: _hears_like(person, go))  # type: ignore[misc]


async def test_a_hint_goes_when_something_else_is_played(house: Served) -> None:
    anna, _, table = await _two(house, 47, 37, 12, 20, 30, 60, 80, moves=("47a",))
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        await me.page.keyboard.press("h")
        hint = me.page.get_by_role("complementary", name=me.texts["turn.hint"])
        await hint.wait_for()
        assert "37" in await hint.locator("b").first.inner_text()
        await me.lay(60, "a")
        await hint.wait_for(state="detached")


async def test_focus_goes_on_from_card_to_card_and_from_turn_to_turn(house: Served) -> None:
    anna, berta, table = await _two(house, 20, 30, 40, 50, 60, 70, 80)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        await me.press(20, "a")
        await me.until(lambda: me.has_focus(me.card(30)))
        await me.press(80, "a")
        await me.until(lambda: me.has_focus(me.card(70)))
        await me.walk_to(me.end_turn)
        await me.page.keyboard.press("Enter")
        await me.sees(me.reads("turn.other", name="Berta"))
        await me.until(lambda: me.has_focus(me.hand))
        # A sheet that closes gives focus back.
        await me.page.keyboard.press("?")
        await me.sees(me.page.get_by_role("dialog"))
        await me.page.keyboard.press("Escape")
        await me.until(lambda: me.has_focus(me.hand))
        assert await (await berta.at(table)).do("ping")


async def test_a_new_page_begins_at_its_heading(house: Served) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.go("/")
        titles = set()
        for page in PAGES[1:]:
            link = me.page.get_by_role("navigation").locator(f'a[href="{page}"]').first
            await link.focus()
            await me.page.keyboard.press("Enter")
            await me.page.wait_for_url(f"**{page}")
            await me.until(lambda: me.has_focus(me.page.get_by_role("heading", level=1)))
            titles.add(await me.page.title())
        assert len(titles) == len(PAGES) - 1  # each has a name of its own
        await me.page.go_back()
        await me.page.wait_for_url("**/learn")
        await me.until(lambda: me.has_focus(me.page.get_by_role("heading", level=1)))


async def test_another_language_is_a_tap_away_and_kept(house: Served) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person(language="it")
        await me.go("/")
        await me.sees(me.button("start.play"))
        languages = me.page.get_by_role("combobox")
        assert await languages.input_value() == "it"
        await languages.focus()
        await languages.select_option("English")
        other = await browser.person()
        await me.sees(me.page.get_by_role("button", name=other.t("start.play")))
        assert await me.has_focus(languages)
        assert await me.page.locator("html").get_attribute("lang") == "en"
        await me.page.reload()
        await me.sees(me.page.get_by_role("button", name=other.t("start.play")))
        _, table = await alone(house.url)  # at a table too
        await me.go(f"/t/{table}")
        await me.page.get_by_role("combobox").select_option("Italiano")
        await me.sees(me.reads("table.watching"))


# Words of English and of no other language of the page.
ENGLISH = re.compile(r"\b(the|your|and|with|cards?|turn|game|you|is|are|of|off|draw)\b", re.IGNORECASE)
SPOKEN = """() => [...document.querySelectorAll('*')].flatMap(node => [
  ...['aria-label', 'title', 'placeholder', 'aria-valuetext', 'alt'].map(name => node.getAttribute(name)),
  ...[...node.childNodes].filter(child => child.nodeType === 3).map(child => child.textContent.trim()),
]).filter(text => text && !document.querySelector('script')?.textContent.includes(text)).concat(document.title)"""


@pytest.mark.parametrize("game", ["classic", "extreme", "duel", "tension"])
@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
async def test_nothing_is_english_in_another_language(house: Served, language: str, game: str) -> None:
    anna = await Guest.new(house.url, "Anna")
    players, bots = (1, []) if game in ("classic", "extreme") else (2, ["expert"])
    table = await anna.open(game, players=players, bots=bots, start=True)
    over = await anna.open("classic", players=2, bots=["greedy"], start=True)
    seat = await anna.at(over)
    await seat.do("starter", seat=0)
    while seat.table["phase"] != "over":
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
        if seat.view["moves"]:
            await seat.do("move", move=seat.view["moves"][-1])
    async with Browsing(house.url) as browser:
        me = await browser.person(anna, language=language)
        names = "|".join(re.escape(me.texts[f"game.{one}"]) for one in ("classic", "extreme", "duel", "tension"))
        tables = [f"/t/{table}", f"/t/{over}", f"/g/{seat.table['game_id']}"]
        paths = [*PAGES, *tables, f"/rules/{game}", f"/learn/{game}", "/nowhere", "/t/nothing_here"]
        for path in paths:
            await me.go(path)
            await me.sees(me.page.locator("main :is(h1, h2, [data-pile])"))
            await me.page.locator(".wait").wait_for(state="detached")
            texts = [re.sub(names, "", str(one)) for one in await me.page.evaluate(SPOKEN)]
            assert [one for one in texts if ENGLISH.search(one)] == [], path
