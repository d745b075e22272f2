"""Muting and reporting at a table, by mouse, keys and touch."""

from helpers.browsing import DESK, PHONE, Browsing, Person
from helpers.operating import operate
from helpers.serving import Guest, Seated, Served


async def gathered(house: Served, host: str, *names: str) -> tuple[Guest, str, list[Seated]]:
    """A host with a table, and others who sit at it by their own programs."""
    anna = await Guest.new(house.url, host)
    table = await anna.open("classic", players=len(names) + 1)
    seats = []
    for name in names:
        seat = await (await Guest.new(house.url, name)).at(table)
        assert (await seat.do("sit"))["type"] == "ok"
        seats.append(seat)
    return anna, table, seats


async def line(person: Person, text: str) -> None:
    await person.sees(person.page.get_by_text(text))


async def test_a_line_is_muted_by_keys_and_shown_again(house: Served) -> None:
    anna, table, (berta, carla) = await gathered(house, "Anna", "Berta", "Carla")
    async with Browsing(house.url) as browser:
        person = await browser.person(anna, DESK)
        await person.go(f"/t/{table}")
        await berta.do("chat", text="a rude word")
        await carla.do("chat", text="good evening")
        await line(person, "good evening")
        more = person.button("person.more_line", name="Berta")
        await more.focus()
        await person.page.keyboard.press("Enter")
        await person.sees(person.button("person.mute"))
        await person.button("person.mute").press("Enter")
        await person.sees(person.reads("talk.muted"))
        assert await person.page.get_by_text("a rude word").count() == 0
        assert await person.has_focus(more)  # the focus is where it was
        await berta.do("chat", text="another rude word")
        await carla.do("chat", text="well played")
        await line(person, "well played")
        assert await person.page.get_by_text("another rude word").count() == 0
        await person.button("person.more_muted", name="Berta").click()
        await person.button("person.unmute").click()
        await line(person, "another rude word")


async def test_a_host_mutes_for_everybody_and_reports_by_touch(house: Served) -> None:
    anna, table, (berta,) = await gathered(house, "Anna", "Berta")
    async with Browsing(house.url) as browser:
        person = await browser.person(anna, PHONE, language="it", touch=True)
        await person.go(f"/t/{table}")
        written = await berta.do("chat", text="a rude word")
        await person.button("person.more_line", name="Berta").tap()
        await person.button("person.report_line").tap()
        await person.named("textbox", "person.words").fill("offende")
        await person.button("person.send").tap()
        await person.sees(person.reads("person.reported"))
        await person.button("app.close").first.tap()
        await person.button("person.more_name", name="Berta").tap()
        await person.button("person.quiet").tap()
        await berta.until(lambda: berta.table["quiet"] == [1])
        assert (await berta.do("chat", text="more"))["reason"] == "quiet"
    reports = [one for one in await operate(house.database, "reports") if one["table_id"] == table]
    assert [(one["line"], one["words"], one["name"]) for one in reports] == [(written["n"], "offende", "Berta")]


async def test_who_is_muted_or_banned_reads_so(served: Served) -> None:
    anna, table, _ = await gathered(served, "Anna", "Berta")
    carla = await Guest.new(served.url, "Carla")
    other = await carla.open("classic", players=2)
    async with Browsing(served.url) as browser:
        person = await browser.person(anna, PHONE, touch=True)
        await person.go(f"/t/{other}")
        await person.sees(person.button("gather.get_up"))
        host = await carla.at(other)
        assert (await host.do("quiet", seat=1))["type"] == "ok"
        await person.sees(person.reads("talk.quiet"))
        (who,) = {row["person"] for row in await operate(served.database, "people") if row["name"] == "Anna"}
        await operate(served.database, "ban", who, "--reason", "enough of this", "--for", "2d")
        await person.sees(person.reads("gone.banned"))
        assert "enough of this" in await person.page.inner_text("main")
        await person.go(f"/t/{table}")
        await person.sees(person.reads("gone.banned"))
