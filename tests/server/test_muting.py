"""Looking after each other at a table: muting for oneself, the host's muting for all, and reports."""

from typing import Any

from gambero.server.table.checks import LINES_AFTER, LINES_BEFORE

from helpers.operating import operate, operate_text
from helpers.serving import Guest, Seated, Served


async def three(server: Served) -> tuple[str, list[Guest], list[Seated]]:
    """Anna, who is the host, Ben and Carla, before a game."""
    guests = [await Guest.new(server.url, name) for name in ("Anna", "Ben", "Carla")]
    table = await guests[0].open("classic", players=3)
    seats = [await guest.at(table) for guest in guests]
    for seat in seats[1:]:
        assert (await seat.do("sit"))["type"] == "ok"
        await seat.until(lambda: seat.you["seat"] is not None)  # noqa: B023  # waited for at once
    return table, guests, seats


async def says(seat: Seated, text: str) -> int:
    answer = await seat.do("chat", text=text)
    assert answer["type"] == "ok", answer
    return int(answer["n"])


async def refused(who: Seated, kind: str, /, **fields: Any) -> tuple[str, str]:
    answer = await who.do(kind, **fields)
    assert answer["type"] == "refused", answer
    return answer["code"], answer["reason"]


def lines(seat: Seated) -> list[tuple[str, str, bool]]:
    return [(line["name"], line["text"], line["muted"]) for line in seat.chat]


async def test_who_is_muted_is_hidden_from_one_and_from_nobody_else(house: Served) -> None:
    table, guests, (anna, ben, carla) = await three(house)
    await says(ben, "before the mute")
    assert (await anna.do("mute", seat=1))["type"] == "ok"
    await anna.until(lambda: anna.you["muted"] == [1])
    assert lines(anna) == [("Ben", "", True)]
    heard = len(anna.heard)
    await says(ben, "after the mute")
    await says(carla, "hello")
    await anna.until(lambda: len(anna.chat) == 3)
    await ben.until(lambda: len(ben.chat) == 3)
    assert lines(anna)[1:] == [("Ben", "", True), ("Carla", "hello", False)]
    assert "after the mute" not in "".join(anna.heard[heard:])
    assert lines(ben)[0] == ("Ben", "before the mute", False)
    assert carla.you["muted"] == []

    anna.n, anna.chat = anna.n - 2, anna.chat[:-2]
    assert (await anna.do("sync", after=anna.n))["type"] == "ok"  # what is sent again is hidden too
    again = await guests[0].at(table)
    assert lines(again) == lines(anna)
    assert "the mute" not in "".join((*anna.heard[heard:], *again.heard))
    other = await guests[0].at(await guests[1].open("duel"))  # and at other tables
    assert other.you["muted"] == [0]

    assert (await anna.do("mute", line=anna.chat[0]["n"], on=False))["type"] == "ok"
    await anna.until(lambda: not anna.you["muted"])
    assert [line[1] for line in lines(anna)] == ["before the mute", "after the mute", "hello"]


async def test_a_mute_follows_the_person_not_the_seat(house: Served) -> None:
    _, _, (anna, ben, carla) = await three(house)
    line = await says(ben, "mine")
    await anna.do("mute", seat=1)
    await ben.do("leave")
    await anna.until(lambda: anna.table["seats"][1]["kind"] == "empty" and anna.you["muted"] == [])
    assert (await carla.do("leave"))["type"] == "ok"
    assert (await carla.do("sit", seat=1))["type"] == "ok"
    await says(carla, "hello")
    await anna.until(lambda: lines(anna) == [("Ben", "", True), ("Carla", "hello", False)])
    assert (await ben.do("sit", seat=2))["type"] == "ok"
    await anna.until(lambda: anna.you["muted"] == [2])
    assert (await anna.do("mute", line=line, on=False))["type"] == "ok"


async def test_who_the_host_mutes_reaches_nobody_though_signals_stay(house: Served) -> None:
    table, _, (anna, ben, carla) = await three(house)
    stranger = await (await Guest.new(house.url, "Dora")).at(table)
    assert await refused(carla, "quiet", seat=1) == ("host", "only")
    assert (await anna.do("quiet", seat=1))["type"] == "ok"
    for seat in (anna, ben, carla, stranger):
        await seat.until(lambda: seat.table["quiet"] == [1])  # noqa: B023
    before = [len(seat.heard) for seat in (anna, carla, stranger)]
    assert await refused(ben, "chat", text="unheard of") == ("chat", "quiet")
    assert (await ben.do("leave"))["type"] == "ok"  # another seat does not help
    assert (await ben.do("sit", seat=1))["type"] == "ok"
    assert await refused(ben, "chat", text="unheard of") == ("chat", "quiet")
    await says(carla, "the next line")
    for seat, count in zip((anna, carla, stranger), before, strict=True):
        await seat.until(lambda: seat.chat)  # noqa: B023
        assert "unheard of" not in "".join(seat.heard[count:])
    assert (await anna.do("start"))["type"] == "ok"
    assert (await anna.do("starter", seat=0))["type"] == "ok"
    assert (await ben.do("say", piles={"a": "mine"}))["type"] == "ok"
    await anna.until(lambda: anna.said.get("1"))
    assert (await anna.do("quiet", seat=1, on=False))["type"] == "ok"
    assert await says(ben, "thank you")
    assert not anna.table["quiet"]


async def test_what_cannot_be_meant_is_refused(house: Served) -> None:
    table = await (guest := await Guest.new(house.url, "Anna")).open("classic", players=3, bots=["greedy"])
    anna = await guest.at(table)
    own = await says(anna, "mine")
    for kind in ("mute", "quiet", "report"):
        assert await refused(anna, kind, seat=0) == ("about", "yourself")
        assert await refused(anna, kind, line=own) == ("about", "yourself")
        assert await refused(anna, kind, seat=1) == ("about", "nobody")
        assert await refused(anna, kind, seat=2) == ("seat", "empty")
        assert await refused(anna, kind, seat=4) == ("seat", "unknown")
        assert await refused(anna, kind, line=999) == ("about", "no_such_line")
        assert await refused(anna, kind) == ("malformed", "message")
        assert await refused(anna, kind, seat=0, line=own) == ("malformed", "message")


async def test_reports_reach_the_operator_with_the_chat_around_them(database: str) -> None:
    with Served(database, reports="2") as server:
        table, guests, (anna, ben, carla) = await three(server)
        numbers = [await says(ben if number % 2 else carla, f"line {chr(97 + number)}") for number in range(20)]
        await anna.until(lambda: len(anna.chat) == 20)
        reported = numbers[13]
        assert (await anna.do("report", line=reported, words="an  insult"))["type"] == "ok"
        assert await refused(anna, "report", line=reported) == ("report", "again")
        assert (await anna.do("report", seat=2))["type"] == "ok"
        assert await refused(anna, "report", seat=1) == ("limit", "reports")
        by_name, by_line = await operate(server.database, "reports")
        assert (by_line["table_id"], by_line["name"], by_line["words"]) == (table, "Ben", "an insult")
        around = numbers[13 - LINES_BEFORE : 13 + LINES_AFTER + 1]
        assert [line["n"] for line in by_line["lines"]] == around
        assert (by_name["name"], by_name["line"]) == ("Carla", 0)
        words = await operate_text(server.database, "reports")
        assert f"> {reported} Ben: line n" in words
        assert "reported by Anna" in words

        await operate(server.database, "handle", str(by_line["number"]), "--reason", "warned")
        assert [one["number"] for one in await operate(server.database, "reports")] == [by_name["number"]]
        assert len(await operate(server.database, "reports", "--all")) == 2
        assert "handled already" in await operate_text(server.database, "handle", str(by_line["number"]), code=2)

        assert (await guests[1].ask("DELETE", "/api/me")).status_code == 204  # and Ben's words are gone
        _, by_line = await operate(server.database, "reports", "--all")
        assert {line["text"] for line in by_line["lines"] if line["n"] % 2 == reported % 2} == {"…"}
        assert "Ben" not in str(by_line)
