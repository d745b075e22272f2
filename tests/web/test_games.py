"""What is special about each game, at its table in a browser."""

import asyncio
from typing import Any

from helpers.browsing import Browsing, Person, deal, deck
from helpers.serving import Guest, Served
from helpers.setups import TENSION_CARDS


async def _alone(house: Served, game: str, cards: list[int], **options: Any) -> tuple[Guest, str]:
    anna = await Guest.new(house.url)
    table = await anna.open(game, options=options)
    deal(house.database, table, game, cards, **options)
    return anna, table


async def _counted(me: Person) -> None:
    """The countdown is over: cards may be laid. (`wait_for_function` would need a page that allows eval.)"""
    await me.until(lambda: me.page.evaluate("!document.querySelector('ul button[aria-disabled=true]')"))


async def test_a_fire_that_is_covered_goes_out(house: Served) -> None:
    anna, table = await _alone(house, "classic", deck(22, 30, 40, 50, 60, 70, 80, 90), on_fire=True)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        await me.lay(22, "a")
        await me.sees(me.reads("fire.next"))
        await me.lay(90, "c")
        await me.end_turn.click()
        await me.sees(me.reads("fire.now_you"))
        await me.lay(80, "c")
        await me.lay(70, "c")
        await me.sees(me.reads("turn.fire"))
        assert not await me.end_turn.is_enabled()
        await me.lay(30, "a")
        await me.until(me.end_turn.is_enabled)
        assert await me.reads("fire.now_you").count() == 0


async def test_a_fire_that_nothing_covers_loses_the_game(house: Served) -> None:
    anna, table = await _alone(house, "classic", deck(22, 2, 3, 4, 5, 6, 7, 8), on_fire=True)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        await me.lay(22, "a")
        await me.lay(2, "b")
        await me.end_turn.click()
        await me.sees(me.reads("fire.now_you"))
        await me.lay(3, "b")
        await me.lay(4, "b")
        await me.end_turn.click()
        await me.sees(me.reads("over.reason.fire"))


async def test_a_skull_is_covered_before_the_turn_ends(house: Served) -> None:
    anna, table = await _alone(house, "extreme", deck(13, 50, 61, 71, 72, 82, 92, 98))
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        await me.lay(13, "a")
        await me.sees(me.reads("skull.now"))
        await me.lay(92, "c")
        await me.sees(me.reads("turn.skull"))
        assert not await me.end_turn.is_enabled()
        await me.lay(50, "a")
        await me.until(me.end_turn.is_enabled)


async def test_commands_in_force_say_what_they_mean_when_asked(house: Served) -> None:
    anna, table = await _alone(house, "extreme", deck(17, 50, 61, 71, 72, 82, 92, 98))
    seat = await anna.at(table)
    command = seat.view["commands"]["17"]
    await seat.close()
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        assert me.texts[f"command.{command}"] in str(await me.card(17).text_content())
        await me.lay(17, "a")
        await me.page.get_by_role("list", name=me.texts["command.in_force"]).get_by_role("button").first.click()
        await me.sees(me.page.get_by_role("dialog").get_by_text(me.texts[f"command.{command}.what"]))
        await me.page.keyboard.press("Escape")
        await me.page.get_by_role("dialog").wait_for(state="hidden")


async def test_a_card_that_does_not_fit_comes_back_with_the_rule(house: Served) -> None:
    anna, table = await _alone(house, "classic", deck(20, 10, 30, 40, 50, 60, 70, 80))
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        await me.lay(30, "a")
        await me.card(10).click()
        await me.pile("a").click()
        await me.sees(me.reads("why.illegal.does_not_fit", card=10))
        assert 10 in await me.cards()
        await me.card(20).click()
        assert await me.page.locator('[data-pile="a"] .cost').inner_text() == "−10"
        await me.pile("a").click()
        await me.card(20).wait_for(state="detached")


def _everybody_holds_a_six() -> list[tuple[int, int]]:
    """A deal of tension for four: a six in every hand, and a 5 with step 1 on the pile."""
    rest = list(TENSION_CARDS)
    sixes = [card for card in rest if card[0] == 6][:4]
    for card in (*sixes, (5, 1)):
        rest.remove(card)
    shares = [rest[place::4] for place in range(4)]
    return [card for six, share in zip(sixes, shares, strict=True) for card in (six, *share)] + [(5, 1)]


async def test_of_four_who_lay_the_same_card_one_is_first_and_the_others_are_told(house: Served) -> None:
    people = [await Guest.new(house.url, name) for name in ("Anna", "Berta", "Carla", "Dora")]
    table = await people[0].open("tension", players=4)
    deal(house.database, table, "tension", _everybody_holds_a_six(), others="Berta Carla Dora", players=4)
    async with Browsing(house.url) as browser:
        pages = [await browser.person(person) for person in people]
        for page in pages:
            await page.go(f"/t/{table}")
        await pages[0].button("tension.go").click()
        six = [page.page.get_by_role("button", name=page.t("tension.card", value=6)).first for page in pages]
        for card in six:
            await card.wait_for()
        await asyncio.gather(*(_counted(page) for page in pages))
        await asyncio.gather(*(card.click() for card in six))
        told = [page.reads("tension.late", value=6).first for page in pages]
        own = [page.reads("tension.you_laid", value=6).first for page in pages]
        await asyncio.gather(*(late.or_(mine).first.wait_for() for late, mine in zip(told, own, strict=True)))
        winners = sum([await mine.count() for mine in own])
        log = (await people[0].at(table)).view["log"]
        assert len([move for _, move in log if move[2:].startswith("6/")]) == 1
        assert winners <= 1


async def test_the_rule_behind_a_wrong_card_stays_after_the_note_is_gone(house: Served) -> None:
    anna, _ = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Berta")
    table = await anna.open("tension", players=2)
    rest = [card for card in TENSION_CARDS if card != (5, 1)]
    rest += [(5, 1)] * (len(TENSION_CARDS) - len(rest) - 1)
    rest.sort(key=lambda card: card[0] != 1)  # Anna holds ones, and none fits on a 5 with step 1
    deal(house.database, table, "tension", [*rest, (5, 1)], others="Berta", players=2)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go(f"/t/{table}")
        await me.button("tension.go").click()
        one = me.page.get_by_role("button", name=me.t("tension.card", value=1)).first
        await one.wait_for()
        await _counted(me)
        note = me.page.locator(".note p").get_by_text(me.t("tension.wrong", value=1))
        await asyncio.gather(note.wait_for(), one.click())  # looked for before it comes: it stays for seconds only
        await note.wait_for(state="detached")
        await me.walk_to(me.named("link", "rules.clause", id="T5"))
