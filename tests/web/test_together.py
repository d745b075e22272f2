"""Several people at a table, each at a browser of their own."""

import re

from helpers.browsing import LANGUAGES, UNPLUGGED, Browsing, Person, alone, deal, deck
from helpers.serving import Guest, Served


async def _say(person: Person, text: str) -> None:
    await person.named("textbox", "talk.say").fill(text)
    await person.page.keyboard.press("Enter")


async def test_a_link_is_an_invitation(served: Served) -> None:
    """Two people by link, with a bot: they talk, one reloads, the server goes and comes back, and they play on."""

    async with Browsing(served.url) as browser:
        anna, berta = await browser.person(), await browser.person()
        for person in (anna, berta):
            person.forgiven.append(UNPLUGGED)
        await anna.go("/")
        await anna.button("start.friends").click()
        link = await anna.named("textbox", "gather.link").input_value()
        await berta.page.goto(link)
        await berta.sees(berta.button("gather.get_up"))
        await anna.button("gather.fill").click()
        await anna.button("gather.deal").click()
        for person, level in ((berta, 0), (anna, 2)):
            await person.button(f"eager.{level}").click()
        await anna.sees(anna.reads("turn.owed"))

        await _say(berta, "good luck, everybody")
        await anna.sees(anna.page.get_by_text("good luck, everybody"))
        await _say(berta, "I have 42")
        await berta.sees(berta.reads("why.number.taboo", found="42"))
        await _say(berta, "never mind")
        await anna.sees(anna.page.get_by_text("never mind"))
        assert await anna.page.get_by_text("I have").count() == 0

        before = await berta.cards()
        await berta.page.reload()
        await berta.sees(berta.hand)
        assert await berta.cards() == before

        held = await anna.cards()
        chosen = held[0]
        await anna.card(chosen).click()
        served.kill()
        await anna.sees(anna.reads("connection.lost"))
        assert await anna.card(chosen).get_attribute("aria-pressed") == "true"
        served.start()
        await anna.reads("connection.lost").first.wait_for(state="hidden")
        assert await anna.card(chosen).get_attribute("aria-pressed") == "true"
        pile = next(pile for card, pile in await anna.fits() if card == chosen)
        await anna.pile(pile).click()
        await anna.card(chosen).wait_for(state="detached")
        await berta.sees(berta.page.get_by_role("button", name=berta.t("pile.top", top=chosen)))


async def test_a_freed_seat_stays_free_until_somebody_wants_it(house: Served) -> None:
    anna = await Guest.new(house.url, "Anna")
    table = await anna.open("classic", players=2)
    async with Browsing(house.url) as browser:
        host = await browser.person(anna)
        await host.go(f"/t/{table}")
        berta, carla = await browser.person(await Guest.new(house.url, "Berta")), await browser.person()
        await berta.go(f"/t/{table}")
        await berta.sees(berta.button("gather.get_up"))
        await carla.go(f"/t/{table}")
        await carla.sees(carla.reads("gather.full"))

        await host.walk_to(host.button("gather.clear", name="Berta"))
        await host.page.keyboard.press("Enter")
        await berta.sees(berta.reads("gather.freed"))
        await carla.sees(carla.button("gather.sit"))  # it is hers to take, and not given to her
        await host.until(lambda: host.has_focus(host.named("combobox", "gather.add_bot")))
        await _say(host, "one seat is free")
        for person in (berta, carla):
            await person.sees(person.page.get_by_text("one seat is free"))
            assert await person.button("gather.get_up").count() == 0

        await host.named("combobox", "gather.add_bot").focus()
        await berta.button("gather.sit").click()
        await berta.sees(berta.button("gather.get_up"))
        assert await berta.reads("gather.freed").count() == 0
        await host.sees(host.button("gather.clear", name="Berta"))
        await host.until(lambda: host.has_focus(host.button("gather.rename")))  # a second Enter does no harm there


async def test_a_spectator_sees_the_table_and_no_hand(house: Served) -> None:
    anna, table = await alone(house.url)
    async with Browsing(house.url) as browser:
        carla = await browser.person()
        await carla.go(f"/t/{table}")
        await carla.sees(carla.reads("table.watching"))
        assert await carla.hand.count() == 0
        seat = await anna.at(table)
        card, pile = re.match(r"(\d+)(\w)", seat.view["moves"][0]).groups()  # type: ignore[union-attr]
        await seat.play(f"{card}{pile}")
        await carla.sees(carla.page.get_by_role("button", name=carla.t("pile.top", top=card)))


async def test_a_bot_takes_over_and_gives_the_seat_back(served: Served) -> None:
    served.stop()
    served._settings["away"] = "0.3"
    served.start()
    anna, berta = await Guest.new(served.url), await Guest.new(served.url, "Berta")
    table = await anna.open("classic", players=2)
    await (await berta.at(table)).do("sit")
    deal(served.database, table, "classic", deck(), ["@0"], players=2)
    served.kill()
    served.start()
    async with Browsing(served.url) as browser:
        one, other = await browser.person(anna), await browser.person(berta)
        await one.go(f"/t/{table}")
        deputy = one.named("list", "seats.label").get_by_text(one.t("seats.deputy"))
        await one.sees(deputy)
        await other.sit_at(table)
        await deputy.wait_for(state="hidden")


async def test_under_silence_everything_is_muted_and_says_so(house: Served) -> None:
    anna = await Guest.new(house.url)
    table = await anna.open("extreme", players=2, bots=["careful"])
    deal(house.database, table, "extreme", deck(3, 50, 60, 70, 80, 90, 98), ["@0"], players=2)
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.sit_at(table)
        assert await me.named("textbox", "talk.say").is_enabled()
        signals = me.button("say.mine.short").and_(me.page.locator(":enabled"))
        assert await signals.count() == 4
        await me.lay(3, "a")
        await me.sees(me.reads("talk.silence"))
        await me.until(lambda: me.named("textbox", "talk.say").is_disabled())
        assert await signals.count() == 0


async def test_a_signal_is_heard_by_the_others_until_the_pile_changes(house: Served) -> None:
    anna, berta = await Guest.new(house.url), await Guest.new(house.url, "Berta")
    table = await anna.open("classic", players=2)
    await (await berta.at(table)).do("sit")
    seat = await anna.at(table)
    await seat.do("start")
    await seat.do("starter", seat=0)
    async with Browsing(house.url) as browser:
        me, other = await browser.person(anna), await browser.person(berta)
        for person in (me, other):
            await person.sit_at(table)
        group = other.page.locator('[data-pile="a"]')
        await group.get_by_role("button", name=other.t("say.mine.short")).click()
        heard = me.page.locator('[data-pile="a"]').get_by_text(me.t("say.mine"))
        await me.sees(heard)
        card = next(card for card, pile in await me.fits() if pile == "a")
        await me.lay(card, "a")
        await heard.first.wait_for(state="hidden")


async def test_what_one_holds_is_said_without_a_number(house: Served) -> None:
    """Extreme: "I hold a stop" (E3)."""

    anna, berta = await Guest.new(house.url), await Guest.new(house.url, "Berta")
    table = await anna.open("extreme", players=2)
    deal(house.database, table, "extreme", deck(), ["@0"], others="Berta", players=2)
    async with Browsing(house.url) as browser:
        me, other = await browser.person(anna), await browser.person(berta)
        for person in (me, other):
            await person.sit_at(table)
        holds = other.page.get_by_role("group", name=other.texts["talk.hold"])
        await holds.get_by_role("button", name=other.texts["command.stop"]).click()
        seats = me.page.get_by_role("list", name=me.texts["seats.label"])
        await me.sees(seats.get_by_role("img", name=me.texts["command.stop"]))


async def test_each_reads_their_own_language(house: Served) -> None:
    anna, table = await alone(house.url)
    async with Browsing(house.url) as browser:
        for language in LANGUAGES:
            me = await browser.person(anna, language=language)
            await me.sit_at(table)
            await me.sees(me.end_turn)
            assert await me.page.locator("html").get_attribute("lang") == language
