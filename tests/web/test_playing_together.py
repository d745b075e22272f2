"""Friends at one table: by code and QR picture, and all that a host can change for them."""

from helpers.browsing import PHONE, Browsing
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
