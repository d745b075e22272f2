"""What spectators write among themselves: players read it when the game is over, and not a word before."""

from helpers.serving import Guest, Seated, Served

WORDS = "she should lay the 42, no doubt"  # a number: whoever watches has seen no hand


def texts(seated: Seated) -> list[str]:
    return [line["text"] for line in seated.chat]


async def test_players_read_what_spectators_wrote_when_the_game_is_over(house: Served) -> None:
    anna, wanda, walter = [await Guest.new(house.url, name) for name in ("Anna", "Wanda", "Walter")]
    table = await anna.open("classic", start=True)
    player, one, other = [await guest.at(table) for guest in (anna, wanda, walter)]
    assert (await one.do("chat", text=WORDS))["type"] == "ok"
    await other.until(lambda: WORDS in texts(other))
    assert (other.chat[0]["seat"], other.chat[0]["name"]) == (None, "Wanda")
    await player.until(lambda: player.n == other.n)
    assert player.news[-1]["what"] == {"kind": "aside"}
    again = await anna.at(table)
    await again.do("sync")
    for seated in (player, again):
        assert texts(seated) == []
        assert not any("42, no doubt" in text for text in seated.heard)
    assert (await player.do("mute", line=other.chat[0]["n"]))["reason"] == "no_such_line"

    await other.do("mute", line=other.chat[0]["n"])
    assert texts(other) == [""]
    while player.table["phase"] != "over":
        await player.play(player.view["moves"][-1])
    await player.until(lambda: texts(player) == [WORDS])
    await other.do("sync")
    assert texts(other) == [""]
    await one.do("chat", text="well played")
    await player.until(lambda: texts(player) == [WORDS, "well played"])
    assert (await player.do("report", line=player.chat[0]["n"]))["type"] == "ok"
    assert texts(await anna.at(table)) == [WORDS, "well played"]
    await player.do("start")
    assert texts(await anna.at(table)) == [WORDS, "well played"]  # it stays read


async def test_a_spectators_words_are_deleted_with_them(served: Served) -> None:
    anna, wanda = await Guest.new(served.url, "Anna"), await Guest.new(served.url, "Wanda")
    table = await anna.open("classic", start=True)
    watcher = await wanda.at(table)
    await watcher.do("chat", text=WORDS)
    assert [one["text"] for one in (await wanda.ask("GET", "/api/me/export")).json()["at_tables"]] == [WORDS]
    await wanda.ask("DELETE", "/api/me")
    late = await (await Guest.new(served.url, "Walter")).at(table)
    assert [(line["name"], line["text"]) for line in late.chat] == [("", "…")]
