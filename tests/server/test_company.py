"""People one has played with, and invitations: seen by nobody else, and declined for good."""

from typing import Any

from helpers.company import finish_together
from helpers.serving import Guest, Served


async def company(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await guest.ask("GET", "/api/company")).json()["people"]
    return found


async def invited(guest: Guest) -> list[tuple[str, str]]:
    found = (await guest.ask("GET", "/api/invitations")).json()["invitations"]
    return [(one["by"], one["table"]["id"]) for one in found]


async def test_who_played_together_can_invite_each_other_and_nobody_else(house: Served) -> None:
    anna, ben, carla = [await Guest.new(house.url, name) for name in ("Anna", "Ben", "Carla")]
    assert await company(anna) == []
    await finish_together(anna, ben)
    (known,) = await company(anna)
    assert (known["name"], known["games"]) == ("Ben", 1)
    (me,) = await company(ben)
    assert me["name"] == "Anna"
    assert me["who"] != known["who"]  # a name is of use to its reader alone
    assert await company(carla) == []

    table = await anna.open("duel")
    path = f"/api/tables/{table}/invitations"
    for guest, whom, why in (
        (anna, me["who"], ("company", "unknown")),  # Ben's name for Anna
        (carla, known["who"], ("seat", "watching")),
        (anna, "f" * 16, ("company", "unknown")),
        (anna, "Ben", ("invalid", "form")),
    ):
        answer = (await guest.ask("POST", path, {"who": [whom]})).json()
        assert (answer["code"], answer["reason"]) == why
    assert (await anna.ask("POST", path, {"who": [known["who"]]})).json() == {"invited": 1}
    assert (await anna.ask("POST", path, {"who": [known["who"]]})).json() == {"invited": 0}  # once is enough
    assert (await invited(ben), await invited(anna), await invited(carla)) == ([("Anna", table)], [], [])
    seat = await ben.at(table)
    await seat.do("sit")
    assert await invited(ben) == []  # accepted
    await seat.do("leave")
    assert len(await invited(ben)) == 1
    assert (await ben.ask("DELETE", f"/api/invitations/{table}")).status_code == 204
    assert await invited(ben) == []

    other = await anna.open("classic", players=2)
    await anna.ask("POST", f"/api/tables/{other}/invitations", {"who": [known["who"]]})
    assert (await ben.ask("DELETE", f"/api/invitations/{other}?mute=true")).status_code == 204
    third = await anna.open("classic", players=2)
    await anna.ask("POST", f"/api/tables/{third}/invitations", {"who": [known["who"]]})
    assert (await invited(ben), await company(ben)) == ([], [])
    host = await anna.at(third)
    await host.do("close")
