"""What goes wrong for people: each time a sentence and a way on, never a blank page."""

import pytest

from helpers.browsing import LANGUAGES, UNPLUGGED, Browsing, Person, alone
from helpers.serving import Guest, Served


async def _way_on(person: Person, key: str) -> None:
    """A sentence, and something to press."""
    await person.sees(person.reads(key))
    assert await person.page.locator("main a[href], main button:enabled").count() > 0


@pytest.mark.parametrize("path", ["/t/nothing_here", "/t/AAAAAAAAAAAA"])
async def test_a_link_to_no_table(house: Served, path: str) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.go(path)
        await _way_on(me, "gone.title")


@pytest.mark.parametrize(
    "path", ["/nowhere", "/t/", "/t/a/b", "/t/%3Cscript%3E", "/rules/chess", "/g/", "/" + "x" * 2000]
)
async def test_an_address_that_leads_nowhere(house: Served, path: str) -> None:
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.go(path)
        await _way_on(me, "missing.title")


async def test_a_table_that_is_full(house: Served) -> None:
    anna = await Guest.new(house.url)
    table = await anna.open("classic", players=2, bots=["greedy"])
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.go(f"/t/{table}")
        await _way_on(me, "gather.full")


async def test_a_game_that_is_over_and_a_cookie_that_is_lost(house: Served) -> None:
    anna, table = await alone(house.url)
    seat = await anna.at(table)
    while seat.table["phase"] != "over":
        await seat.play(seat.view["moves"][-1])
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go(f"/t/{table}")
        await _way_on(me, "over.lost")
        await me.sees(me.button("over.again_alone"))
        await me.page.context.clear_cookies()
        await me.page.reload()
        await _way_on(me, "over.lost")


async def test_a_cookie_that_is_lost_in_the_middle_of_a_game(house: Served) -> None:
    """Whoever comes back as somebody else may watch, and finds a way to a game of their own."""

    anna, table = await alone(house.url)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        await me.page.context.clear_cookies()
        await me.page.reload()
        await _way_on(me, "table.watching")
        assert await me.hand.count() == 0
        await me.page.locator("main a.logo").click()
        await me.button("start.alone").click()
        await me.sees(me.hand)


async def test_a_table_removed_under_you(house: Served) -> None:
    anna = await Guest.new(house.url)
    table = await anna.open("classic", players=2)
    seat = await anna.at(table)
    async with Browsing(house.url) as browser:
        me = await browser.person()
        await me.go(f"/t/{table}")
        await me.sees(me.button("gather.get_up"))
        await seat.do("close")
        await _way_on(me, "gone.closed")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_page_that_did_not_arrive_is_asked_for_again(served: Served, language: str) -> None:
    async with Browsing(served.url) as browser:
        me = await browser.person(language=language)
        me.forgiven.append(UNPLUGGED)
        await me.go("/")
        await me.sees(me.button("start.alone"))
        served.kill()
        await me.page.get_by_role("link", name=me.texts["nav.lobby"]).first.click()
        await _way_on(me, "app.offline")
        await me.button("app.again").click()  # too early: the sentence stays
        await me.sees(me.reads("app.offline"))
        served.start()
        await me.button("app.again").click()
        await me.sees(me.page.get_by_role("heading", name=me.texts["lobby.title"], level=1))


async def test_a_server_that_restarts_in_the_middle_of_a_drag(served: Served) -> None:
    anna, table = await alone(served.url)
    async with Browsing(served.url) as browser:
        me = await browser.person(anna)
        me.forgiven.append(UNPLUGGED)
        await me.sit_at(table)
        card, pile = (await me.fits())[0]
        await me.hold_over(card, pile)
        served.kill()
        await me.sees(me.reads("connection.lost"))
        await me.page.mouse.up()
        served.start()
        await me.reads("connection.lost").first.wait_for(state="hidden")
        await me.card(card).wait_for(state="detached")
        seat = await anna.at(table)
        await seat.until(lambda: seat.view["log"] and seat.view["log"][-1][1] == f"{card}{pile}")


@pytest.mark.parametrize("name", ["<b>Anna</b>", "<img src=x onerror=alert(1)>", "Gambero" * 2_000])
async def test_a_name_that_is_none(house: Served, name: str) -> None:
    anna = await Guest.new(house.url)
    table = await anna.open("classic", players=2)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go(f"/t/{table}")
        await me.button("gather.rename").click()
        field = me.named("textbox", "gather.name")
        await field.fill(name)
        kept = await field.input_value()
        await me.button("gather.save_name").click()
        await me.sees(me.page.get_by_text(kept[:24]).first)
        assert await me.page.locator("main b:text-is('Anna'), main img[src=x]").count() == 0


async def test_two_tabs_on_one_seat(house: Served) -> None:
    anna, table = await alone(house.url)
    async with Browsing(house.url) as browser:
        one, other = await browser.person(anna), await browser.person(anna)
        for tab in (one, other):
            await tab.sit_at(table)
        card, pile = (await one.fits())[0]
        await one.lay(card, pile)
        await other.card(card).wait_for(state="detached")
        assert await other.cards() == await one.cards()


@pytest.mark.parametrize(("game", "players"), [("classic", 5), ("duel", 2)])
async def test_names_without_a_space_fit_a_phone(house: Served, game: str, players: int) -> None:
    """Gathering, who starts, playing and over: nothing reaches beyond the sides."""

    people = [await Guest.new(house.url, "W" * 23 + letter) for letter in "ABCDE"[:players]]
    table = await people[0].open(game, players=players)
    seats = [await one.at(table) for one in people]
    for seat in seats[1:]:
        await seat.do("sit")
    async with Browsing(house.url) as browser:
        me = await browser.person(people[1], (360, 640), touch=True)
        await me.go(f"/t/{table}")
        await me.sees(me.button("gather.get_up"))
        await _fits(me)
        await seats[0].do("start")
        await me.sees(me.button("eager.2"))
        await _fits(me)
        for nth, seat in enumerate(seats):
            await seat.do("eager", level=0 if nth else 2)
        await me.button("eager.2").wait_for(state="detached")
        await _fits(me)
        while seats[0].table["phase"] != "over":
            on = seats[seats[0].view["to_move"]]
            await on.until(lambda seat=on: seat.view["moves"] and seat.n == seats[0].n)
            n = (await on.play(on.view["moves"][-1]))["n"]
            await seats[0].until(lambda until=n: seats[0].n >= until)  # type: ignore[misc]
        await me.sees(me.page.locator("#over-title"))
        await _fits(me)


async def _fits(person: Person) -> None:
    room, taken = await person.page.evaluate(
        "[document.documentElement.clientWidth, document.scrollingElement.scrollWidth]"
    )
    assert taken <= room
