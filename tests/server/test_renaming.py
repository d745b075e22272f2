"""Another name at the same seat."""

from helpers.serving import Guest, Served


async def test_whoever_sits_down_again_under_another_name_keeps_seat_and_rights(served: Served) -> None:
    anna = await Guest.new(served.url, "Anna")
    table = await anna.open(players=2)
    await anna.at(table)
    await anna.ask("POST", "/api/me", {"name": "Annina"})
    again = await anna.at(table)
    answer = await again.do("sit")
    assert answer["type"] == "ok"
    await again.until(lambda: again.table["seats"][0]["name"] == "Annina")
    assert again.table["host"] == 0
    assert [seat["kind"] for seat in again.table["seats"]] == ["person", "empty"]
    refused = await again.do("sit")
    assert (refused["type"], refused["code"]) == ("refused", "seat")
