"""Play over days in a browser: a table is opened, it is one's turn, one wants to be told; and the page of the day."""

import asyncio
from collections.abc import Awaitable

from playwright.async_api import Locator

from helpers.browsing import Browsing
from helpers.serving import Guest, Served

# A browser that can be reached by push, without a push service.
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SUBSCRIBES = f"""
  localStorage.setItem('gambero.settings', JSON.stringify({{ notify: true }}));
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => ({{
    toJSON: () => ({{
      endpoint: 'https://push.example/1',
      keys: {{ p256dh: '{KEY}', auth: 'BTBZMqHH6r4Tts7J_aSIgg' }},
    }}),
  }});
"""
HIDDEN = "() => Object.defineProperty(document, 'hidden', { get: () => true })"
CALLS = """() => {
  window.calls = [];
  navigator.vibrate = () => window.calls.push('buzz');
  window.Notification = class { static permission = 'granted'; constructor(title) { window.calls.push(title); } };
}"""


async def test_a_table_without_hurry(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.page.add_init_script(SUBSCRIBES)
        await me.go("/")
        await me.page.locator("main").get_by_role("link", name=me.t("days.title")).click()
        await me.sees(me.reads("days.none"))
        await me.named("radio", "game.duel").check()
        await me.named("radio", "days.pace.3").check()
        await me.button("start.open").click()
        await me.page.wait_for_url("**/t/*")
        table = me.page.url.rpartition("/")[2]
        other = await ben.at(table)
        await other.do("sit")
        await me.button("gather.deal").click()
        await other.until(lambda: other.table["phase"] == "starting")
        await me.page.evaluate(HIDDEN)
        await me.page.evaluate(CALLS)
        icon = me.page.locator("link[rel=icon]")
        await other.do("eager", level=2)
        await me.until(lambda: _ends(icon, "icon-turn.svg"))  # to say how gladly she would start
        assert me.texts["days.your_turn"] in await me.page.title()
        await me.page.evaluate("window.calls = []")
        me_at = await anna.at(table)
        await me_at.do("eager", level=0)
        await me.until(lambda: _ends(icon, "icon.svg"))
        assert me.texts["days.your_turn"] not in await me.page.title()
        await other.until(lambda: other.view["to_move"] == 1)
        while other.view["to_move"] == 1:
            moves = other.view["moves"]
            await other.do("move", move="." if "." in moves else moves[0])
        await me.until(lambda: _ends(icon, "icon-turn.svg"))
        assert me.texts["days.your_turn"] in await me.page.title()
        assert await me.page.evaluate("window.calls") == ["buzz", me.texts["days.your_turn"]]

        await me.go("/days")
        mine = me.page.locator(f'[data-table="{table}"]')
        await me.sees(mine.get_by_text(me.t("days.your_turn")))
        assert "Ben" in await mine.inner_text()
        await me.named("group", "told.push").get_by_text(me.texts["settings.on"], exact=True).click()
        await me.until(lambda: _told(anna, "push"))
        await me.page.locator("#webhook").fill("https://127.0.0.1/hook")
        me.forgiven.append("422")
        await me.button("told.save").click()
        await me.sees(me.reads("why.webhook.private"))
        await me.page.locator("#webhook").fill("https://ntfy.sh/mine")
        await me.button("told.save").click()
        await me.sees(me.reads("told.saved"))
        assert await _told(anna, "webhook") == {"kind": "ntfy", "url": "https://ntfy.sh/mine"}
        await me.button("told.remove").click()
        await me.until(lambda: _not(_told(anna, "webhook")))


async def test_the_page_of_the_day_and_a_picture_to_share(house: Served) -> None:
    anna = await Guest.new(house.url, "Anna")
    today = (await anna.ask("GET", "/api/daily/classic/2026-01-01")).json()["today"]
    table = await anna.at((await anna.ask("POST", f"/api/daily/classic/{today}")).json()["id"])
    while table.table["phase"] != "over":
        await table.do("move", move=table.view["moves"][-1])
    async with Browsing(house.url) as browser:
        me = await browser.person(anna)
        await me.go("/daily/classic")
        await me.sees(me.reads("mydays.streak", n=1))
        await me.sees(me.reads("ghosts.title"))
        await me.reads("mydays.calendar").click()
        here = me.page.locator("td [aria-current=date]")
        assert me.texts["mydays.played"] in str(await here.get_attribute("aria-label"))
        await me.reads("week.title").click()
        await me.sees(me.reads("week.none"))  # she is new here

        await me.go(f"/t/{table.table['id']}")
        await me.sees(me.reads("record.won"))
        await me.sees(me.reads("daily.place", place=1))
        await me.button("share.picture").click()
        picture = me.page.locator("dialog img")
        await me.until(lambda: picture.evaluate("one => one.complete && one.naturalWidth === 1200"))
        image = me.page.locator('meta[property="og:image"]')
        await me.go(f"/g/{table.table['game_id']}")
        assert str(await image.get_attribute("content")).endswith(f"/api/pictures/games/{table.table['game_id']}.png")


async def _ends(icon: Locator, name: str) -> bool:
    return str(await icon.get_attribute("href")).endswith(f"/{name}")


async def _told(guest: Guest, way: str) -> object:
    return (await guest.ask("GET", "/api/me/told")).json()[way]


async def _not(what: Awaitable[object]) -> bool:
    await asyncio.sleep(0.05)
    return not await what
