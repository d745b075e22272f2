"""The pages around the tables: tables to find, the deal of the day, my games, settings."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from helpers.browsing import PHONE, Browsing, Person
from helpers.serving import Guest, Served


async def _finished(guest: Guest, table: str) -> int:
    """Play alone to the end; returns how many cards are left."""
    seat = await guest.at(table)
    while seat.table["phase"] != "over":
        await seat.play(seat.view["moves"][-1])
    await seat.close()
    return int(seat.view["result"]["left"])


async def test_a_table_is_found_and_watched(served: Served) -> None:
    anna, berta = await Guest.new(served.url, "Anna"), await Guest.new(served.url, "Berta")
    async with Browsing(served.url) as browser:
        me = await browser.person(berta)
        await me.go("/lobby")
        await me.sees(me.reads("lobby.none_open"))
        await me.sees(me.reads("lobby.none_playing"))
        # What happens elsewhere comes by itself.
        table = await anna.open("classic", players=3, bots=["careful"], options={"on_fire": True}, listed=True)
        await anna.open("classic", listed=True, start=True)
        sit = me.page.get_by_role("link", name=re.compile(me.texts["lobby.sit"] + ".*on fire.*Anna"))
        await me.sees(sit)
        await me.sees(me.reads("lobby.free", n=1))
        await me.sees(me.page.get_by_role("link", name=re.compile(me.texts["lobby.watch"])))
        # If the table that has the focus goes away, the focus is not lost.
        await sit.focus()
        await (await anna.at(table)).do("close")
        await sit.wait_for(state="detached")
        await me.until(lambda: me.page.evaluate("document.activeElement.id === 'free'"))
        # One's own stands there for others.
        await me.button("lobby.open_game", game="Face to Face").click()
        await me.sees(me.reads("gather.invite"))
        (open_one,) = (await anna.ask("GET", "/api/lobby")).json()["open"]
        assert (open_one["game"], open_one["seats"][0]["name"]) == ("duel", "Berta")


async def test_the_deal_of_the_day_is_played_continued_and_shared(served: Served) -> None:
    anna = await Guest.new(served.url, "Anna")
    today = datetime.now(UTC).date()
    async with Browsing(served.url) as browser:
        me = await browser.person(anna, permissions=["clipboard-read", "clipboard-write"])
        await me.go("/daily")
        play = me.button("daily.of", what=me.texts["daily.play"], game="The Game")
        await play.click()
        await me.sees(me.hand)
        await me.go("/daily")
        await me.named("link", "daily.of", what=me.texts["daily.go_on"], game="The Game").click()
        await me.sees(me.hand)
        left = await _finished(anna, me.page.url.rpartition("/")[2])

        await me.go("/daily/classic")
        await me.sees(me.reads("daily.place", place=1, n=1))
        row = me.page.get_by_role("row", name=re.compile("Anna"))
        assert f"{left} card" in await row.inner_text()
        assert me.texts["daily.new"] in await row.inner_text()  # no game before today
        await me.sees(me.reads("daily.new_why"))
        await me.button("daily.of", what=me.texts["daily.share"]).click()
        await me.sees(me.reads("daily.copied"))
        shared = await me.page.evaluate("navigator.clipboard.readText()")
        assert f"{left} card" in shared
        assert shared.endswith(f"/daily/classic?day={today}")

        assert await me.button("daily.after").get_attribute("aria-disabled") == "true"
        await me.button("daily.before").click()
        await me.sees(me.reads("daily.none"))
        await me.sees(me.reads("daily.past"))
        assert me.page.url.endswith(f"?day={today - timedelta(1)}")
        await me.button("daily.today").click()
        await me.sees(row)

        past = today - timedelta(2)  # whose cards are open to all
        await _finished(anna, (await anna.ask("POST", f"/api/daily/classic/{past}")).json()["id"])
        await me.go(f"/daily/classic?day={past}")
        await me.sees(me.page.get_by_role("table", name=me.texts["daily.practice"]))
        await me.sees(me.reads("daily.none"))  # not in the table of that day


async def test_my_games_are_listed_and_counted(served: Served) -> None:
    anna = await Guest.new(served.url, "Anna")
    async with Browsing(served.url) as browser:
        me = await browser.person(anna)
        await me.go("/games")
        await me.sees(me.reads("games.none"))
        left = [await _finished(anna, await anna.open(game, start=True)) for game in ("classic", "extreme")]
        going_on = await anna.open("classic", start=True)
        await me.go("/games")
        for count in left:
            await me.sees(me.page.get_by_role("heading", name=re.compile(rf"\b{count} cards? left")))
        await me.sees(me.page.locator(f'a[href="/t/{going_on}"]'))
        bars = me.page.get_by_role("table", name=me.texts["games.by.game"])
        await me.sees(bars.get_by_role("row", name=re.compile(r"^Extreme 1 0 %")))
        await me.sees(me.page.get_by_role("img", name=me.t("games.lately_sum", n=2, won=0, lost=2)))
        async with me.page.expect_download() as download:
            await me.named("link", "games.of", what=me.texts["games.record"]).first.click()
        assert (await (await download.value).path()).read_text("utf-8").strip()
        await me.named("link", "games.of", what=me.texts["games.replay"]).first.click()
        await me.page.wait_for_url("**/g/*")


async def test_settings_hold_and_an_account_comes_and_goes(served: Served) -> None:
    async with Browsing(served.url) as browser:
        me = await browser.person(size=PHONE)
        me.forgiven.append(r"status of 4\d\d .*/api/(account|login)")  # refusals are part of the story
        await me.go("/settings")
        await _choose(me, "settings.theme", "settings.theme.light")
        await _choose(me, "settings.cards", "settings.cards.large")
        key = me.button("settings.key_of", what=me.texts["help.key.end"])
        await key.focus()
        await me.page.keyboard.press("Enter")
        await me.page.keyboard.press("a")
        await me.sees(me.reads("settings.key_taken", pressed="A"))
        await me.page.keyboard.press("Enter")
        await me.page.keyboard.press("n")
        await me.sees(me.button("settings.key_of", what=me.texts["help.key.end"], pressed="N"))
        await me.page.reload()
        await me.sees(me.button("settings.key_of", what=me.texts["help.key.end"], pressed="N"))
        dressed = await me.page.evaluate("({...document.documentElement.dataset})")
        assert (dressed["theme"], dressed["cards"]) == ("light", "large")

        name = me.page.get_by_label(me.texts["settings.name"])
        await name.fill("<b>Anna</b>")
        await me.button("settings.save").click()
        await me.sees(me.reads("settings.saved", name="<b>Anna</b>"))
        keep = me.named("form", "settings.keep")
        await _account(me, "settings.keep", "Anna", "short")
        await me.sees(keep.get_by_text(me.t("why.password.length")))
        await _account(me, "settings.keep", "Anna", "long enough")
        await me.sees(me.reads("settings.kept", name="Anna"))
        await me.button("settings.logout").click()
        await me.sees(me.reads("settings.logged_out"))
        await _account(me, "settings.login", "Anna", "another one")
        await me.sees(me.reads("why.login.no_match"))
        await _account(me, "settings.login", "anna", "long enough")
        await me.sees(me.button("settings.logout"))
        assert await name.input_value() == "Anna"

        await me.button("settings.delete").click()
        await me.sees(me.reads("settings.delete_what"))
        await me.button("settings.delete_do").click()
        await me.sees(me.reads("settings.deleted"))
        await _account(me, "settings.login", "anna", "long enough")
        await me.sees(me.reads("why.login.no_match"))


async def test_an_account_has_devices_and_a_password_and_takes_a_guest_s_games_along(served: Served) -> None:
    anna = await Guest.new(served.url, "Before")
    await anna.enter("/api/account", login="Anna", password="long enough")
    guest = await Guest.new(served.url, "Otter")
    await guest.open("classic", start=True)
    async with Browsing(served.url) as browser:
        me = await browser.person(guest)
        me.forgiven.append(r"status of 4\d\d .*/api/(login|password)")
        await me.go("/settings")
        await _account(me, "settings.login", "Anna", "long enough")
        await me.button("settings.take_stop").click()
        await me.sees(me.button("settings.do_login"))  # nothing has happened
        await me.button("settings.do_login").click()
        await me.sees(me.reads("settings.take_what", games=1))
        await me.button("settings.take_do").click()
        await me.sees(me.button("settings.logout"))
        assert len((await anna.ask("GET", "/api/tables/mine")).json()["tables"]) == 1

        await me.named("checkbox", "sharing.agree").check()
        await me.until(lambda: _shares_games(anna))
        async with me.page.expect_download() as download:
            await me.named("link", "settings.export").click()
        assert '"login":"anna"' in (await (await download.value).path()).read_text("utf-8")

        await me.button("settings.device_out", device="python-httpx").click()
        await me.button("settings.everywhere").wait_for(state="detached")  # there is no other any more
        assert (await anna.ask("GET", "/api/games")).status_code == 401

        await me.page.locator("summary", has_text=me.t("settings.change_password")).click()
        change = me.named("form", "settings.change_password")
        for old in ("not this one", "long enough"):
            await change.get_by_label(me.texts["settings.old_password"]).fill(old)
            await change.get_by_label(me.texts["settings.new_password"]).fill("longer than that")
            await change.get_by_role("button").click()
            await me.sees(me.reads("why.password.wrong" if old == "not this one" else "settings.password_changed"))
        await anna.enter("/api/login", login="Anna", password="longer than that")
        await me.page.reload()
        await me.button("settings.everywhere").click()
        await me.sees(me.reads("settings.logged_out"))
        assert (await anna.ask("GET", "/api/games")).status_code == 401


async def test_no_account_is_offered_where_registration_is_closed(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", registration="no") as served:
        async with Browsing(served.url) as browser:
            me = await browser.person()
            await me.go("/settings")
            await me.sees(me.reads("settings.closed"))
            await me.sees(me.named("form", "settings.login"))
            assert not await me.named("form", "settings.keep").count()


async def test_each_setting_does_what_it_says_and_is_kept(served: Served) -> None:
    async def _is(me: Person, language: str) -> bool:
        return await me.page.locator("html").get_attribute("lang") == language

    anna = await Guest.new(served.url, "Anna")
    table = await anna.open("tension", players=2, bots=["random"], start=True)
    async with Browsing(served.url) as browser:
        me = await browser.person(anna, still=False)
        await me.go("/settings")
        root = me.page.locator("html")
        assert await root.get_attribute("data-motion") == "full"
        await _choose(me, "settings.motion", "settings.motion.less")
        assert await root.get_attribute("data-motion") == "less"
        volume = me.page.get_by_label(me.texts["settings.volume"])
        assert await volume.is_disabled()  # silent until somebody wants sounds
        await _choose(me, "settings.sound", "settings.on")
        await me.until(volume.is_enabled)
        draw = me.button("settings.key_of", what=me.texts["settings.key.draw"])
        await draw.click()
        await me.page.keyboard.press("g")
        await me.sees(me.reads("settings.key_taken", pressed="G"))
        await draw.click()
        await me.page.keyboard.press("a")  # a pile's key elsewhere, free in tension
        await me.sees(me.button("settings.key_of", what=me.texts["settings.key.draw"], pressed="A"))
        kept = await me.page.evaluate("JSON.parse(localStorage.getItem('gambero.settings'))")
        assert (kept["motion"], kept["sound"], kept["keys"]) == ("less", True, {"draw": "a"})

        await me.go(f"/t/{table}")
        assert await root.get_attribute("data-motion") == "less"
        await me.sees(me.page.get_by_role("button", name=me.texts["tension.go"], exact=True))
        await me.page.keyboard.press("g")
        hand = me.page.get_by_role("list", name=me.t("tension.hand", n=4))
        await me.sees(hand.locator("button:not([aria-disabled=true])"))
        await me.page.keyboard.press("d")
        await me.page.keyboard.press("a")
        seat = await anna.at(table)
        await seat.until(lambda: [0, "0:+"] in seat.view["log"])
        assert seat.view["log"].count([0, "0:+"]) == 1

        await me.go("/settings")
        await me.page.get_by_role("group", name=me.texts["settings.language"]).get_by_text("Italiano").click()
        await me.until(lambda: _is(me, "it"))


async def _choose(me: Person, what: str, option: str) -> None:
    group = me.page.get_by_role("group", name=me.texts[what])
    await group.get_by_text(me.texts[option], exact=True).click()
    assert await group.get_by_role("radio", name=me.texts[option]).is_checked()


async def _shares_games(guest: Guest) -> bool:
    return bool((await guest.ask("GET", "/api/me/sharing")).json()["share_games"])


async def _account(me: Person, form: str, login: str, password: str) -> None:
    form_shown = me.named("form", form)
    await form_shown.get_by_label(me.texts["settings.login_name"]).fill(login)
    await form_shown.get_by_label(me.texts["settings.password"]).fill(password)
    await form_shown.get_by_role("button").click()
