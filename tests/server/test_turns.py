"""Playing at a table: views and news, refusals, several sockets, takeovers, undo, the clock."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

import gambero
from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.settings import Settings
from gambero.server.store.journal import Row
from gambero.server.table.entries import Entry

from helpers.deals import dealt, deck_of
from helpers.patience import PATIENCE
from helpers.serving import Guest, Seated, Served

HANDS = ("10 20 30 40 50 60 70", "11 21 31 41 51 61 71")
DRAWN = "15 25 35 45"


async def anna_and_ben(server: Served, moves: str = "@0", **more: Any) -> tuple[Guest, Guest, str]:
    """Two people at a table where Anna is on, with hands that the test knows."""
    anna, ben = await Guest.new(server.url, "Anna"), await Guest.new(server.url, "Ben")
    more = {"deck": deck_of(*HANDS, then=DRAWN), **more}
    return anna, ben, await dealt(server, [anna, ben], moves=moves, **more)


async def both(*people: Seated) -> None:
    """Wait until all have heard the same."""
    for one in people:
        await one.until(lambda: one.n == max(other.n for other in people))  # noqa: B023


def sent(seat: Seated, kind: str) -> list[dict[str, Any]]:
    """What this socket was sent of one type."""
    return [message for message in map(json.loads, seat.heard) if message["type"] == kind]


# Views, news, answers.


async def test_on_connecting_there_is_a_full_view_and_then_numbered_news(house: Served) -> None:
    anna, ben, table = await anna_and_ben(house)
    one, two = await anna.at(table), await ben.at(table)
    assert json.loads(one.heard[0])["type"] == "view"
    assert one.view["hand"] == [10, 20, 30, 40, 50, 60, 70]
    assert one.view["moves"] == sorted(f"{card}{pile}" for card in one.view["hand"] for pile in "abcd")
    assert two.view["moves"] == []  # not Ben's turn
    start = two.n
    await one.play("10a")
    await one.play("20a")
    await one.play(".")
    await both(one, two)
    assert [news["n"] for news in two.news] == [start + 1, start + 2, start + 3]
    assert [news["what"]["move"] for news in two.news] == ["10a", "20a", "."]
    assert one.news[-1]["events"][1]["cards"] == [15, 25]
    assert two.news[-1]["events"][1]["cards"] is None  # Ben sees that two were drawn, not which
    assert (one.view["moves"], bool(two.view["moves"])) == ([], True)
    for guest, seat in ((anna, one), (ben, two)):
        fresh = await guest.at(table)
        assert (fresh.view, fresh.table, fresh.n) == (seat.view, seat.table, seat.n)


async def test_a_refusal_is_the_laws_own_sentence(house: Served) -> None:
    anna, ben, table = await anna_and_ben(house, "@0 30a")
    one, two = await anna.at(table), await ben.at(table)
    game = gambero.new("classic", players=2, deck=deck_of(*HANDS, then=DRAWN))
    for move in ("@0", "30a"):
        game.move(move)
    for move in ("15a", "10a", "."):  # not held, too low, too few
        refusal = await one.do("move", move=move)
        with pytest.raises(gambero.IllegalMove) as law:
            game.move(move)
        assert (refusal["code"], refusal["why"]) == ("illegal", str(law.value))
    assert (await one.do("move", move="37"))["code"] == "malformed"
    refusal = await two.do("move", move="11a")
    assert (refusal["code"], refusal["why"]) == ("turn", "it is not your turn: Anna is on")


async def test_a_move_meant_for_another_moment_is_refused_as_stale(house: Served) -> None:
    anna, _, table = await anna_and_ben(house)
    one = await anna.at(table)
    seen = one.n
    await one.play("10a")
    refusal = await one.do("move", move="20a", after=seen)
    assert (refusal["code"], refusal["values"]["n"]) == ("stale", one.n)
    assert (await one.do("move", move="20a", after=one.n))["type"] == "ok"


async def test_sync_gives_what_was_missed_or_a_fresh_view(house: Served) -> None:
    anna, _, table = await anna_and_ben(house)
    one = await anna.at(table)
    seen = one.n
    for move in ("10a", "20a", "30a"):
        await one.play(move)
    told = sent(one, "news")
    one.n = seen  # as if nothing had come since
    one.view["log"] = one.view["log"][:1]
    assert (await one.do("sync", after=seen))["n"] == seen + 3
    assert sent(one, "news")[3:] == told  # the same three, to the letter
    await one.do("sync", after=one.n)
    assert len(sent(one, "news")) == 6  # nothing is missing
    assert len(sent(one, "view")) == 1
    await one.do("sync", after=1)  # longer ago than the table remembers: from its log it was read anew
    await one.do("sync", after=one.n + 7)  # never heard of
    await one.do("sync")
    assert len(sent(one, "view")) == 4


# Several sockets of one person; a lost connection.


async def test_a_second_tab_and_a_phone_get_everything_and_may_play(house: Served) -> None:
    anna, ben, table = await anna_and_ben(house)
    computer, phone, two = await anna.at(table), await anna.at(table), await ben.at(table)
    await computer.play("10a")
    await phone.until(lambda: phone.n == computer.n)
    await phone.play("20a")
    await computer.until(lambda: computer.n == phone.n)
    assert computer.view == phone.view
    assert sent(computer, "news") == sent(phone, "news")
    await computer.close()
    await phone.play("30a")
    await both(phone, two)
    assert two.here == [True, True]  # Anna's phone is still there


async def test_a_seat_taken_in_one_tab_is_taken_in_the_other(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await anna.open("classic", players=2)
    await anna.at(table)
    tab, other = await ben.at(table), await ben.at(table)
    await tab.do("sit")
    await other.until(lambda: other.you["seat"] == 1)


async def test_a_move_sent_again_under_its_id_is_played_once(house: Served) -> None:
    anna, _, table = await anna_and_ben(house)
    one = await anna.at(table)
    first = await one.do("move", move="10a", id="mine")
    again = await one.do("move", move="10a", id="mine")
    assert (again["type"], again["n"], again["again"]) == ("ok", first["n"], True)
    await one.close()
    back = await anna.at(table)
    assert (await back.do("move", move="10a", id="mine"))["again"]
    assert back.view["log"] == [[None, "@0"], [0, "10a"]]
    assert (await back.do("undo", id="sorry"))["type"] == "ok"
    assert (await back.do("undo", id="sorry"))["again"]
    assert (await back.do("chat", text="hello", id="mine"))["type"] == "ok"  # a word is no move
    assert [line["text"] for line in back.chat] == ["hello"]


# Somebody is gone.


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house where who is gone is soon played for."""
    with Served(tmp_path_factory.mktemp("impatient") / "games.db", away="0.2") as server:
        yield server


@pytest.mark.parametrize("game", ["classic", "duel"])
async def test_a_bot_plays_for_who_is_gone_and_gives_the_seat_back(impatient: Served, game: str) -> None:
    anna, ben = await Guest.new(impatient.url, "Anna"), await Guest.new(impatient.url, "Ben")
    table = await dealt(impatient, [anna, ben], game, moves="@1")
    one, two = await anna.at(table), await ben.at(table)
    await both(one, two)
    await two.close()
    await one.until(lambda: one.table["seats"][1]["deputy"] == ("expert" if game == "classic" else "careful"))
    assert (one.table["seats"][1]["name"], one.here) == ("Ben", [True, False])
    await one.until(lambda: one.view["to_move"] == 0)  # the bot played Ben's turn
    two = await ben.at(table)
    assert two.table["seats"][1]["deputy"] is None
    await one.until(lambda: one.table["seats"][1]["deputy"] is None)
    while one.view["to_move"] == 0:
        await one.play(one.view["moves"][0])  # "." as soon as it may be
    await two.until(lambda: two.view["moves"] or two.table["phase"] == "over")
    if two.table["phase"] != "over":
        await two.play(two.view["moves"][-1])


async def test_who_comes_back_is_not_played_for_again_while_that_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def prepare(server: Served) -> str:
        people = [await Guest.new(server.url, "Anna"), await Guest.new(server.url, "Ben")]
        return await dealt(server, people, "duel", moves="@0")  # where no bot speaks: the table's own hand is free

    with Served(tmp_path / "games.db") as server:
        table = await prepare(server)

    house = House(Settings(database=str(server.database), away=0.0))
    await house.start()
    live = await house.live(table)
    append = house.store.append

    async def slowly(entry: Entry, also: Sequence[Row] = ()) -> bool:
        if entry.kind == "back":
            live.awake.set()  # whatever wakes the table in this moment
            await asyncio.sleep(0.05)
        return await append(entry, also)

    async def heard(message: Message) -> None: ...

    monkeypatch.setattr(house.store, "append", slowly)
    one, two = (Connection(str(seat.person), seat.name, heard) for seat in live.table.seats)
    await live.join(one)
    async with asyncio.timeout(PATIENCE):
        while not live.table.seats[1].deputy:
            await asyncio.sleep(0.01)
    number = live.table.number
    await live.join(two)
    await asyncio.sleep(0.2)
    assert [entry.kind for entry in (await house.store.entries(table))[number:]] == ["back"]
    assert not live.table.seats[1].deputy
    await house.stop()


async def test_who_leaves_in_the_middle_is_played_for_at_once_and_may_sit_down_again(house: Served) -> None:
    anna, ben, table = await anna_and_ben(house)
    one, two = await anna.at(table), await ben.at(table)
    assert (await two.do("leave"))["type"] == "ok"
    await one.until(lambda: one.table["seats"][1]["deputy"] == "expert")
    assert two.you["seat"] == 1  # it is still Ben's
    assert (await two.do("leave"))["why"] == "a bot plays for you already"
    for move in ("10a", "20a", "."):
        await one.play(move)
    await one.until(lambda: one.view["to_move"] == 0)
    for _ in range(2):  # where the bot left room
        await one.play(next(move for move in one.view["moves"] if move != "."))
    assert (await two.do("sit"))["type"] == "ok"
    await one.play(".")
    await two.until(lambda: two.view["moves"])
    await two.play(two.view["moves"][-1])


async def test_who_is_played_for_cannot_play_beside_the_bot(impatient: Served) -> None:
    anna, ben, table = await anna_and_ben(impatient)
    one, two = await anna.at(table), await ben.at(table)
    await two.do("leave")
    await one.do("leave")
    await one.until(lambda: one.table["seats"][0]["deputy"])
    assert one.view["moves"] == []
    refusals = [await one.do("move", move="10a"), await one.do("undo")]
    assert {refusal["code"] for refusal in refusals} <= {"turn", "phase"}
    assert (await one.do("sit"))["type"] == "ok"


# Undo.


async def test_the_mover_takes_cards_back_one_by_one(house: Served) -> None:
    anna, ben, table = await anna_and_ben(house)
    one, two = await anna.at(table), await ben.at(table)
    seen = []
    for move in ("10a", "70c", "20a"):
        seen.append((json.loads(json.dumps(one.view)), one.table["undo"]))
        await one.play(move)
    assert (await two.do("undo"))["code"] == "turn"
    for before in reversed(seen):
        assert one.table["undo"]
        assert (await one.do("undo"))["type"] == "ok"
        await both(one, two)
        assert (one.view, one.table["undo"]) == before
        fresh = await anna.at(table)
        assert (fresh.view, fresh.table) == (one.view, one.table)
        assert two.view["log"] == one.view["log"]
    assert (await one.do("undo"))["code"] == "undo"


async def test_nothing_is_taken_back_once_something_new_was_seen(house: Served) -> None:
    anna, ben, table = await anna_and_ben(house)
    one, two = await anna.at(table), await ben.at(table)
    for move in ("10a", "20a", "."):
        await one.play(move)
    assert (await one.do("undo"))["code"] == "turn"  # cards were drawn, the turn is over
    await two.until(lambda: two.view["moves"])
    assert not two.table["undo"]
    assert (await two.do("undo"))["code"] == "undo"  # Ben has laid nothing


@pytest.mark.rule("E5")
async def test_in_extreme_a_card_that_ends_the_turn_stays(house: Served) -> None:
    deck = deck_of("6 20 30 40 50 60 70", HANDS[1], then=DRAWN)  # 6 is a stop
    anna, ben, table = await anna_and_ben(house, game="extreme", deck=deck)
    one, two = await anna.at(table), await ben.at(table)
    assert one.view["commands"]["6"] == "stop"
    await one.play("6a")  # the turn ends, and a card is drawn
    assert one.view["hand"] == [15, 20, 30, 40, 50, 60, 70]
    for seat in (one, two):
        assert (await seat.do("undo"))["type"] == "refused"


async def test_after_the_end_nothing_is_taken_back(house: Served) -> None:
    anna = await Guest.new(house.url)
    seat = await anna.at(await anna.open("classic", start=True))
    while seat.table["phase"] != "over":
        await seat.play(seat.view["moves"][-1])
    assert not seat.table["undo"]
    assert (await seat.do("undo"))["type"] == "refused"


async def test_the_record_has_only_what_stayed(house: Served) -> None:
    anna = await Guest.new(house.url)
    seat = await anna.at(await anna.open("classic", start=True))
    kept: list[str] = []
    while seat.table["phase"] != "over":
        move = seat.view["moves"][-1]
        await seat.play(move)
        if seat.table["undo"] and len(kept) < 5:
            await seat.do("undo")
            await seat.play(move)
        kept.append(move)
    text = (await anna.ask("GET", f"/api/games/{seat.table['game_id']}/record")).text
    assert [move for _, move in gambero.replay(text).log] == kept


# The clock.


@pytest.mark.parametrize("game", ["classic", "duel"])
async def test_when_the_time_is_up_a_bot_plays_the_rest_of_that_turn_only(house: Served, game: str) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await dealt(house, [anna, ben], game, clock=0.3)
    one, two = await anna.at(table), await ben.at(table)
    assert one.table["clock"] == 0.3
    await one.do("starter", seat=0)  # from here on the clock runs

    def hurried() -> list[int | None]:
        """Whose time was up, and that it no longer is, as Anna heard it from the first moment on."""
        return [news["table"]["hurried"] for news in one.news if "hurried" in news["table"]]

    await one.until(lambda: len(hurried()) >= 2 or one.table["phase"] == "over")
    assert hurried()[0] == 0  # and nobody else played her turn
    assert two.table["seats"][0]["deputy"] is None  # Anna plays her next turn herself
    await one.until(lambda: len(hurried()) >= 4 or one.table["phase"] == "over")
    if one.table["phase"] != "over":
        assert hurried()[:4] == [0, None, 1, None]


async def test_whose_time_is_up_has_nothing_to_move(house: Served) -> None:
    anna, ben = await Guest.new(house.url, "Anna"), await Guest.new(house.url, "Ben")
    table = await dealt(house, [anna, ben], clock=0.3)
    one = await anna.at(table)
    await one.do("starter", seat=0)
    await one.until(lambda: any(news["what"]["kind"] == "timeout" for news in one.news))
    late = next(news for news in one.news if news["what"]["kind"] == "timeout")
    assert late["view"]["moves"] == []
