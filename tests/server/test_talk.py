"""Talking at a table: signals as data, chat without numbers, silence, and bots that speak and listen."""

import threading
from pathlib import Path
from typing import Any

import pytest

from gambero.server import chat
from gambero.server.app import create_app
from gambero.server.live import house as live_house
from gambero.server.refusal import Refused
from gambero.server.settings import Settings
from gambero.server.table.decide import decide, opening
from gambero.server.table.decision import Moment
from gambero.server.wire.from_client import Sit

from helpers.deals import dealt, deck_of
from helpers.serving import Guest, Seated, Served

# Extreme, with the house's layout: 3 is a silence, 6 a stop, 10 a one_pile, 20 a three.
LOUD = deck_of("3 4 5 6 10 20 30", "11 12 14 15 16 18 19")


async def two(server: Served, game: str = "classic", moves: str = "@0", **more: Any) -> tuple[Seated, Seated]:
    """Anna, who is on, and Ben."""
    anna, ben = await Guest.new(server.url, "Anna"), await Guest.new(server.url, "Ben")
    table = await dealt(server, [anna, ben], game, moves=moves, **more)
    return await anna.at(table), await ben.at(table)


def spoken(seat: Seated) -> dict[str, Any]:
    """What this socket knows to be said."""
    return {who: (said["piles"], said["commands"]) for who, said in seat.said.items()}


async def refused(seat: Seated, kind: str, **fields: Any) -> str:
    answer = await seat.do(kind, **fields)
    assert answer["type"] == "refused", answer
    return str(answer["code"])


# Signals.


@pytest.mark.rule("C15")
async def test_signals_are_shown_to_all_as_data(house: Served) -> None:
    one, two_ = await two(house)
    assert (await two_.do("say", piles={"a": "mine", "c": "small", "d": "free"}))["type"] == "ok"
    await one.until(lambda: one.said)
    assert spoken(one) == {"1": ({"a": "mine", "c": "small", "d": "free"}, [])}
    await two_.do("say", piles={"b": "mine"})  # all that Ben says now
    await one.until(lambda: spoken(one) == {"1": ({"b": "mine"}, [])})
    await two_.do("say", piles={})
    await one.until(lambda: not one.said)


@pytest.mark.rule("C15")
async def test_signals_can_say_no_more_than_they_may(house: Served) -> None:
    one, two_ = await two(house)
    for piles in ({"a": "37"}, {"a": "MINE"}, {"e": "mine"}, {"ab": "mine"}, {"": "mine"}):
        assert await refused(two_, "say", piles=piles) == "signal"
    assert await refused(two_, "say", commands=["stop"]) == "signal"  # classic has none
    assert await refused(two_, "say", piles={"a": 37}) == "malformed"
    assert one.said == {}


@pytest.mark.rule("C15")
async def test_a_signal_goes_when_its_pile_changes(house: Served) -> None:
    one, two_ = await two(house)
    await two_.do("say", piles={"a": "mine", "b": "small"})
    await one.play(next(move for move in one.view["moves"] if move.endswith("a")))
    await one.until(lambda: spoken(one) == {"1": ({"b": "small"}, [])})
    await one.do("undo")  # as if the card had never been there
    await one.until(lambda: spoken(one) == {"1": ({"a": "mine", "b": "small"}, [])})


@pytest.mark.rule("C15")
async def test_a_signal_goes_when_its_speakers_own_turn_ends(house: Served) -> None:
    deck = deck_of("10 20 30 40 50 60 70", "11 21 31 41 51 61 71")
    one, two_ = await two(house, moves="@0 10a 20a", deck=deck)
    await one.do("say", piles={"b": "mine"})
    await two_.do("say", piles={"c": "mine"})
    await one.until(lambda: len(one.said) == 2)
    await one.play(".")
    await one.until(lambda: spoken(one) == {"1": ({"c": "mine"}, [])})  # Ben's still holds


@pytest.mark.rule("E3")
async def test_a_command_is_no_longer_held_once_it_is_laid(house: Served) -> None:
    one, two_ = await two(house, "extreme", deck=LOUD)
    await one.do("say", commands=["one_pile", "three"])
    await two_.until(lambda: spoken(two_) == {"0": ({}, ["one_pile", "three"])})
    assert await refused(two_, "say", commands=["fire"]) == "signal"
    await one.play("10a")
    await two_.until(lambda: spoken(two_) == {"0": ({}, ["three"])})
    await one.do("undo")
    await two_.until(lambda: spoken(two_) == {"0": ({}, ["one_pile", "three"])})


@pytest.mark.rule("C15", "E3")
async def test_order_and_repetition_of_signals_tell_nothing(house: Served) -> None:
    one, two_ = await two(house, "extreme", deck=LOUD)
    await one.do("say", piles={"d": "mine", "b": "mine"}, commands=["three", "one_pile", "three", "one_pile", "three"])
    await two_.until(lambda: two_.said)
    heard = two_.said["0"]
    assert (list(heard["piles"]), heard["commands"]) == (["b", "d"], ["one_pile", "three"])
    await one.play("10a")
    await two_.until(lambda: spoken(two_) == {"0": ({"b": "mine", "d": "mine"}, ["three"])})


@pytest.mark.rule("E12")
async def test_under_silence_there_is_neither_word_nor_signal(house: Served) -> None:
    one, two_ = await two(house, "extreme", deck=LOUD)
    await two_.do("say", piles={"b": "mine"})
    await one.until(lambda: one.said)
    await one.play("3a")
    await one.until(lambda: not one.said)
    assert one.view["silence"]
    for seat in (one, two_):
        assert await refused(seat, "say", piles={"b": "mine"}) == "silence"
        assert await refused(seat, "chat", text="psst") == "silence"
    assert two_.chat == []
    await one.play("4a")  # covered
    assert (await two_.do("say", piles={"b": "mine"}))["type"] == "ok"
    assert (await two_.do("chat", text="phew"))["type"] == "ok"
    await one.until(lambda: one.chat and one.said)


async def test_there_is_nothing_to_signal_where_no_team_plays(house: Served) -> None:
    one, _ = await two(house, "duel")
    assert await refused(one, "say", piles={"a": "mine"}) == "game"
    anna = await Guest.new(house.url)
    alone = await anna.at(await anna.open("classic", players=2))
    assert await refused(alone, "say", piles={"a": "mine"}) == "phase"  # no piles yet


# Chat.


@pytest.mark.rule("C15")
@pytest.mark.parametrize("text", ["I have the 37", "siebenunddreißig!", "t h i r t y seven", "trentasette", "XXXVII"])
async def test_a_number_is_refused_and_nobody_else_sees_it(house: Served, text: str) -> None:
    one, two_ = await two(house)
    answer = await one.do("chat", text=text)
    assert answer["code"] == "number"
    assert answer["why"].endswith("numbers are taboo (C15); nobody saw it")
    await one.do("chat", text="sorry")
    await two_.until(lambda: two_.chat)
    assert [line["text"] for line in two_.chat] == ["sorry"]
    assert not any(text in message for message in two_.heard)


@pytest.mark.rule("C15")
async def test_a_number_in_pieces_is_refused_with_a_reason_of_its_own(house: Served) -> None:
    one, two_ = await two(house)
    assert (await one.do("chat", text="thir"))["type"] == "ok"
    assert (await two_.do("chat", text="ty one"))["type"] == "ok"  # somebody else's piece
    answer = await one.do("chat", text="ty sev")
    assert (answer["code"], answer["reason"], answer["values"]) == ("number", "pieces", {"found": "thir ty"})
    assert (await one.do("chat", text="sorry"))["type"] == "ok"


@pytest.mark.rule("C15")
async def test_ordinary_words_pass(house: Served) -> None:
    one, two_ = await two(house)
    for text in ("don't play on this pile", "  play   something close ", "lasciami la pila a!", "🦐"):
        assert (await one.do("chat", text=text))["type"] == "ok"
    await two_.until(lambda: len(two_.chat) == 4)
    assert two_.chat[1] == {**two_.chat[1], "seat": 0, "name": "Anna", "text": "play something close"}
    assert await refused(one, "chat", text="   ") == "chat"
    fresh = json_chat(await (await Guest.new(house.url, "Carla")).at(one.table["id"]))
    assert fresh == json_chat(two_)  # whoever comes later can read it


def json_chat(seat: Seated) -> list[str]:
    return [line["text"] for line in seat.chat]


@pytest.mark.parametrize("game", ["duel", "tension"])
async def test_where_no_team_plays_the_chat_is_free(house: Served, game: str) -> None:
    one, two_ = await two(house, game, moves="")
    assert (await one.do("chat", text="my first card is a 37, and yours?"))["type"] == "ok"
    await two_.until(lambda: two_.chat)


async def test_between_games_the_chat_is_free(house: Served) -> None:
    anna = await Guest.new(house.url)
    seat = await anna.at(await anna.open("classic"))
    assert (await seat.do("chat", text="we had 12 left yesterday"))["type"] == "ok"
    await seat.do("start")
    assert await refused(seat, "chat", text="now I have a 12") == "number"
    while seat.table["phase"] != "over":
        await seat.play(seat.view["moves"][0])
    assert (await seat.do("chat", text="the 12 was the culprit"))["type"] == "ok"


@pytest.mark.rule("C15")
async def test_a_name_from_before_names_were_checked_takes_no_seat_in_a_team_game() -> None:
    at = Moment(0, 0, lambda _: {})
    opened = {"game": "classic", "players": 2, "options": {}, "tournament": None, "daily": None}
    with pytest.raises(Refused) as refused:
        opening("t", opened, "anna", "37", [], False, 0, at)
    assert refused.value.values == {"found": "37"}
    table, _ = opening("t", opened, "anna", "Anna", [], False, 0, at)
    with pytest.raises(Refused, match="tells a number"):
        decide(table, "ben", "Ben 42", Sit(type="sit"), at)
    assert decide(table, "ben", "Ben", Sit(type="sit"), at).entry


async def test_the_tables_of_the_chat_are_built_in_a_thread_before_the_server_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    monkeypatch.setattr(live_house, "bot_steps", dict)  # nothing to compile: no bot plays
    monkeypatch.setattr(chat, "warm", lambda: threads.append(threading.current_thread()))
    app = create_app(Settings.read(database=str(tmp_path / "games.db")))
    async with app.router.lifespan_context(app):
        assert len(threads) == 1
        assert threads[0] is not threading.main_thread()


# Bots.


@pytest.mark.rule("C15")
@pytest.mark.parametrize(("word", "laid"), [({}, "48a"), ({"a": "mine"}, "48b")])
async def test_a_bot_leaves_a_pile_to_the_person_who_asks_for_it(
    house: Served, word: dict[str, str], laid: str
) -> None:
    """After 46 on b and 47 on a, careful would lay 48 and 49 on a; Anna holds 37."""

    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    deck = deck_of("37 5 6 7 95 96", "46 47 2 3 98 99", "48 49 75 77 24 26")
    table = await dealt(house, [anna, ben], deck=deck, moves="@1 46b 47a", bots=["careful"])
    one, two_ = await anna.at(table), await ben.at(table)
    await one.do("say", piles=word)
    await two_.play(".")
    await one.until(lambda: len(one.view["log"]) > 4)
    assert one.view["log"][4] == [2, laid]


@pytest.mark.rule("C15")
async def test_bots_speak_in_team_games(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    deck = deck_of("46 47 2 3 98 99", "48 49 50 51 52 53", "37 90 91 92 93 94")
    table = await dealt(house, [anna, ben], deck=deck, moves="@0 46b", bots=["careful"])
    seat = await anna.at(table)
    await seat.play("47a")  # 37 makes the step back, but this card may still be taken back
    assert "a" not in seat.said.get("2", {"piles": {}})["piles"]
    await seat.play(".")
    await seat.until(lambda: seat.said.get("2", {"piles": {}})["piles"].get("a") == "mine")
    watcher = await (await Guest.new(house.url, "Carla")).at(table)
    assert watcher.said == seat.said  # whoever comes later hears it too


@pytest.mark.rule("E12", "E3")
async def test_bots_are_quiet_under_silence(house: Served) -> None:
    anna = await Guest.new(house.url)
    deck = deck_of("3 4 5 7 8 9 30", "27 12 14 15 16 18 19")  # the bot holds a stop
    seat = await anna.at(await dealt(house, [anna], "extreme", deck=deck, moves="@0", bots=["careful"]))
    await seat.until(lambda: seat.said.get("1", {}).get("commands") == ["stop"])
    await seat.play("3a")
    await seat.until(lambda: not seat.said)
    told = len(seat.heard)
    await seat.play("4a")
    await seat.until(lambda: seat.said.get("1", {}).get("commands") == ["stop"])
    assert '"said":{"' not in "".join(seat.heard[told:]).partition('"move":"4a"')[0]  # not a word before
