"""A screen for all to see: a spectator's view, whoever opened it. And people beside a browser's own."""

import json
from typing import Any

from websockets.asyncio.client import connect

from helpers.patience import PATIENCE
from helpers.serving import OPEN, Guest, Seated, Served


async def screen_of(guest: Guest, table: str) -> Seated:
    address = f"{guest.url.replace('http', 'ws', 1)}/ws/tables/{table}?as=screen"
    seated = Seated(await connect(address, additional_headers=guest.headers, open_timeout=PATIENCE, ping_interval=None))
    OPEN.append(seated)
    await seated.until(lambda: seated.view_seen)
    return seated


def told(seated: Seated) -> list[dict[str, Any]]:
    """All that tells of the game, as it was sent."""
    return [one for text in seated.heard if (one := json.loads(text))["type"] in ("view", "news")]


async def test_a_screen_of_a_player_is_sent_byte_for_byte_what_a_spectator_is(house: Served) -> None:
    anna, walter = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Walter")
    table = await anna.open("classic", players=2, bots=["careful"])
    seat, watcher, screen = await anna.at(table), await walter.at(table), await screen_of(anna, table)
    assert screen.you == {"seat": None, "name": "Anna", "host": False, "muted": []}
    await seat.do("start")
    await seat.do("starter", seat=0)
    for _ in range(6):
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
        if seat.table["phase"] == "over":
            break
        await seat.play(seat.view["moves"][0])
    await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")  # the bot has played
    for who in (watcher, screen):
        await who.until(lambda: who.n == seat.n)  # noqa: B023
        await who.do("sync")
    shown, seen = told(screen), told(watcher)
    assert [one for one in shown if one["type"] == "news"] == [one for one in seen if one["type"] == "news"]
    assert len(shown) > 8
    views = [{**one, "now": 0, "you": 0, "watching": 0, "said": 0} for one in (shown[-1], seen[-1])]
    assert views[0] == views[1]
    for one in shown:
        assert one.get("view") is None or not one["view"].get("hand")
        assert not any(event.get("cards") for event in one.get("events", ()))
    for act in ({"type": "move", "move": "2a"}, {"type": "chat", "text": "hello"}, {"type": "hint"}, {"type": "sit"}):
        assert (await screen.do(**{"kind": act.pop("type"), **act}))["reason"] == "screen"


async def test_a_screen_is_nobody(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await anna.open("classic", players=2)
    host, guest = await anna.at(table), await ben.at(table)
    await guest.do("sit")
    await host.do("start")
    screen = await screen_of(anna, table)
    await host.close()
    assert screen.you["seat"] is None
    await guest.until(lambda: guest.here == [False, True])  # the screen does not count as its opener
    assert (await guest.do("deputy", seat=0))["type"] == "ok"
    again = await screen_of(anna, table)
    assert again.table["seats"][0]["deputy"] == "expert"  # and takes no seat back


async def test_a_page_says_by_subprotocol_who_else_plays_at_it(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await anna.open("duel")
    socket = await connect(
        f"{house.url.replace('http', 'ws', 1)}/ws/tables/{table}",
        additional_headers={"Cookie": f"gambero={anna.token}"},
        subprotocols=["gambero", f"token.{ben.token}"],  # type: ignore[list-item]
        open_timeout=PATIENCE,
    )
    assert socket.subprotocol == "gambero"  # the token is not sent back
    seated = Seated(socket)
    await seated.until(lambda: seated.view_seen)
    assert (seated.you["name"], seated.you["seat"]) == ("Ben", None)
    await seated.close()
