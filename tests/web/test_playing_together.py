"""Friends at one table: by code and QR picture, and all that a host can change for them."""

import re

from helpers.browsing import PHONE, Browsing
from helpers.company import finish_together
from helpers.serving import Guest, Served

SHARE = "navigator.share = async (what) => { window.shared = what; };"


async def test_a_friend_joins_by_code_in_any_case_and_a_phone_shares_the_link(house: Served) -> None:
    anna = await Guest.new(house.url, "Anna")
    table = await anna.open("classic", players=2)
    code = (await anna.at(table)).table["code"]
    async with Browsing(house.url) as browser:
        host, berta = await browser.person(anna, PHONE), await browser.person()
        berta.forgiven.append("404|422")
        await host.page.add_init_script(SHARE)
        await host.go(f"/t/{table}")
        await host.sees(host.named("img", "code.qr"))
        await host.sees(host.page.get_by_text(code, exact=True))
        await host.button("gather.share").click()
        assert (await host.page.evaluate("window.shared"))["url"] == f"{house.url}/t/{table}"

        await berta.go("/lobby")
        field = berta.named("textbox", "join.field")
        await field.fill("lllll")  # no code has an L
        await berta.page.keyboard.press("Enter")
        await berta.sees(berta.reads("why.code.unknown"))
        await field.fill(f"{code[:2]} {code[2:]}".lower())
        await berta.button("join.go").click()
        await berta.sees(berta.button("gather.get_up"))
        assert berta.page.url.endswith(f"/t/{table}")


async def test_a_host_changes_the_table_and_two_play_as_two_while_a_latecomer_and_a_bot_step_in(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await anna.open("extreme", players=4)
    other = await ben.at(table)
    await other.do("sit")
    async with Browsing(house.url) as browser:
        host = await browser.person(anna)
        await host.go(f"/t/{table}")
        await host.named("combobox", "change.game").select_option("classic")
        await other.until(lambda: other.table["game"] == "classic")
        await host.page.get_by_label(host.t("option.professional")).check()
        await other.until(lambda: other.table["options"]["professional"])
        await host.named("combobox", "change.seats").select_option("3")
        await other.until(lambda: other.table["players"] == 3)
        speed = host.named("radiogroup", "change.speed")
        await speed.get_by_role("radio", name=host.texts["speed.fast"]).check()
        await other.until(lambda: other.table["speed"] == "fast")
        assert await speed.get_by_role("radio", name=host.texts["speed.fast"]).is_checked()
        await host.button("change.deal_as", n=2).click()
        await other.until(lambda: other.table["phase"] == "starting")
        assert len(other.table["seats"]) == 2
        await other.do("eager", level=0)
        await host.button("eager.2").click()
        await host.sees(host.hand)
        await other.close()
        await host.button("gone.bot_now").click()
        await host.sees(host.named("list", "seats.label").get_by_text(host.t("seats.deputy")))

        second = await anna.open("classic", players=2, bots=["careful"], start=True)
        seat = await anna.at(second)
        late = await browser.person()
        await late.go(f"/t/{second}")
        await late.sees(late.reads("table.watching"))
        assert await late.button("late.sit").count() == 0
        await seat.do("latecomers")
        await late.button("late.sit").click()
        await late.sees(late.hand)


SHOWN = """() => document.body.innerText + [...document.querySelectorAll('*')].map(
  node => [...node.attributes].filter(one => /^(aria-|title|alt|data-)/.test(one.name)).map(one => one.value).join(' ')
).join(' ') + document.querySelector('[role=log]').textContent"""


async def test_two_people_at_one_device_never_see_each_others_cards_and_a_screen_sees_none(house: Served) -> None:
    anna = await Guest.new(house.url, "Anna")
    table = await anna.open("classic", players=2)
    async with Browsing(house.url) as browser:
        device, screen = await browser.person(anna), await browser.person()
        await device.go(f"/t/{table}")
        await device.named("textbox", "hot.name").fill("Berta")
        await device.button("hot.add").click()
        await device.sees(device.button("hot.remove", name="Berta"))
        await screen.go(f"/tv/{table}")
        await screen.sees(screen.named("img", "code.qr"))
        await screen.sees(screen.reads("tv.waiting"))
        await device.button("gather.deal").click()

        async def passed_to(name: str) -> None:
            await device.sees(device.reads("hot.curtain", name=name))
            shown = await device.page.evaluate(SHOWN)
            assert not re.search(r"\d", shown), shown  # no number, so no card
            assert await device.hand.count() == 0
            await device.button("hot.here", name=name).click()

        await passed_to("Anna")
        await device.button("eager.2").click()
        await passed_to("Berta")
        await device.button("eager.0").click()
        await passed_to("Anna")
        await device.sees(device.hand)
        first = await device.cards()
        await device.page.reload()
        await passed_to("Anna")
        await device.sees(device.hand)
        assert await device.cards() == first
        for _ in range(2):  # what a turn owes
            await device.until(device.fits)
            await device.lay(*(await device.fits())[0])
        await device.end_turn.click()
        await passed_to("Berta")
        await device.sees(device.hand)
        assert not set(await device.cards()) & set(first)

        await screen.sees(screen.reads("tv.on", name="Berta"))
        assert await screen.hand.count() == 0
        assert await screen.page.locator("[data-pile]").count() == 4


async def test_people_who_played_together_invite_each_other_inside_the_site(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    await finish_together(anna, ben)
    async with Browsing(house.url) as browser:
        host, guest = await browser.person(anna), await browser.person(ben, PHONE)
        await host.go("/lobby")
        await host.page.get_by_role("checkbox", name=re.compile("Ben")).check()
        await host.button("company.open", n=1).click()
        await host.sees(host.named("img", "code.qr"))
        await guest.go("/rules")
        await guest.sees(guest.reads("invited.by", name="Anna"))
        await guest.named("link", "invited.join").click()
        await guest.sees(guest.button("gather.get_up"))
        await host.sees(host.button("gather.deal"))

        await host.named("combobox", "change.seats").select_option("3")
        table = host.page.url.rpartition("/")[2]
        await guest.button("gather.get_up").click()
        await guest.go("/lobby")
        await guest.button("invited.mute", name="Anna").click()
        await guest.button("invited.mute").wait_for(state="hidden")
        assert table not in await guest.page.inner_html("body")
