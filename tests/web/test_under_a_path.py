"""The page under a path of a host that has other pages too, through nginx with TLS."""

import re
from pathlib import Path
from urllib.parse import urlsplit

from helpers import proxies
from helpers.browsing import Browsing, Person
from helpers.proxies import before
from helpers.serving import Served

PAGES = ("lobby", "daily", "games", "rules", "learn", "settings")


async def links(person: Person) -> set[str]:
    """Where the links of this page lead, as the browser sees it."""
    found: list[str] = await person.page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
    return set(found)


async def test_everything_is_under_the_path(page: None, tmp_path: Path) -> None:  # noqa: ARG001
    with (
        Served(tmp_path / "games.db", root_path="/g", secure="yes") as served,
        before(proxies.nginx, tmp_path, served.port, "gambero-subpath.conf") as proxy,
    ):
        site = f"{proxy.url}/g"
        async with Browsing(site) as browser:
            anna, berta = [await browser.person(ignore_https_errors=True) for _ in range(2)]
            asked: list[str] = []
            anna.page.on("request", lambda request: asked.append(request.url))
            anna.page.on("websocket", lambda socket: asked.append(socket.url.replace("wss:", "https:")))
            await anna.go("/")
            seen = await links(anna)
            for name in PAGES:
                await anna.named("link", f"nav.{name}").first.click()
                await anna.page.wait_for_url(f"{site}/{name}")
                await anna.sees(anna.page.get_by_role("heading", level=1))
                seen |= await links(anna)
            await anna.page.go_back()
            await anna.page.wait_for_url(f"{site}/{PAGES[-2]}")
            assert len(seen) > 10
            assert [link for link in seen if not link.startswith(f"{site}/")] == []

            await anna.go("/")
            await anna.button("start.friends").click()
            await anna.page.wait_for_url(re.compile(f"{site}/t/"))
            link = await anna.named("textbox", "gather.link").input_value()
            assert link == anna.page.url
            await berta.page.goto(link)
            await berta.sees(berta.button("gather.get_up"))
            await anna.button("gather.fill").click()
            await anna.button("gather.deal").click()
            for person, level in ((berta, 0), (anna, 2)):
                await person.button(f"eager.{level}").click()
            await anna.sees(anna.reads("turn.owed"))
            card, pile = (await anna.fits())[0]
            await anna.lay(card, pile)
            await berta.sees(berta.page.get_by_role("button", name=berta.t("pile.top", top=card)))
            await berta.page.reload()
            await berta.sees(berta.hand)

            (cookie,) = await anna.page.context.cookies()
            assert (cookie["path"], cookie["secure"], cookie["httpOnly"]) == ("/g", True, True)
            assert len(asked) > 20
            assert [url for url in asked if not urlsplit(url).path.startswith("/g/")] == []
            assert any("/g/ws/tables/" in url for url in asked)
            await berta.go("/nowhere")
            await berta.sees(berta.named("heading", "missing.title"))
            assert await berta.page.title() != proxies.OTHER_PAGE
