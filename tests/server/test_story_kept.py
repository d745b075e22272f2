"""The record of a finished game tells what was signalled and when moves came; nothing of the chat."""

from itertools import pairwise

import gambero
from gambero.game.notes import Notes

from helpers.serving import Guest, Served


async def record(guest: Guest, game_id: str) -> str:
    return (await guest.ask("GET", f"/api/games/{game_id}/record")).text


async def test_a_team_s_record_tells_what_people_and_bots_signalled(house: Served) -> None:
    anna = await Guest.new(house.url)
    seat = await anna.at(await anna.open("classic", players=2, bots=["careful"], start=True))
    await seat.do("eager", level=0)
    told: list[int] = []
    await seat.do("chat", text="hello there")
    while seat.table["phase"] != "over":
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
        if not seat.view["moves"]:
            break
        if seat.view["turn"]["laid"] == 0:
            await seat.do("say", piles={"a": "mine", "d": "small"}, commands=[])
            told.append(len(seat.view["log"]))
        await seat.play(seat.view["moves"][-1])
    text = await record(anna, seat.table["game_id"])
    assert text.startswith("gambero 2\n")
    assert "hello" not in text
    story = gambero.replay(text).story
    assert story is not None
    assert len(story.times) == len(gambero.replay(text).log)
    assert story.times[0] > 0
    assert all(one <= other for one, other in pairwise(story.times))
    assert told
    mine = {"piles": {"a": "mine", "d": "small"}, "commands": [], "exact": False}
    assert [story.signals(place)[0] for place in told] == [mine] * len(told)
    assert any(one.seat == 1 and one.signals and one.signals["exact"] for one in story.said)  # the bot's


async def test_a_record_of_tension_tells_when_cards_came_and_which_were_refused(house: Served) -> None:
    anna = await Guest.new(house.url)
    seat = await anna.at(await anna.open("tension", players=2, bots=["greedy"], start=True, speed="fast", wait=0.0))
    await seat.do("go")
    await seat.until(lambda: seat.table["phase"] == "playing")
    wrong = next(
        f"0:{value}/{step}" for value in range(1, 11) for step in (1, 2, 3) if [value, step] not in seat.view["hand"]
    )
    assert (await seat.do("move", move=wrong, after=seat.n))["code"] in ("wrong", "late")
    while seat.table["phase"] != "over":
        if seat.table["phase"] == "stuck":
            await seat.do("go")
        await seat.until(lambda: seat.table["phase"] in ("over", "stuck") or seat.view["moves"])
        if seat.table["phase"] == "playing":
            await seat.do("move", move=seat.view["moves"][-1], after=seat.n)
    game = gambero.replay(await record(anna, seat.table["game_id"]))
    assert game.story is not None
    assert len(game.story.times) == len(game.log)
    assert wrong in [one.move for one in game.story.tried]
    pace = (await anna.ask("GET", f"/api/games/{seat.table['game_id']}/analysis")).text.splitlines()
    assert '"turns":0' in pace[0]
    assert '"timeline":[' in pace[-1]


def test_what_is_taken_back_is_not_noted_and_a_clock_set_back_does_not_count() -> None:
    notes = Notes()
    notes.begin(1000)
    for at in (1500, 1400, 1900):
        notes.moved(at)
    notes.back_to(2)
    notes.moved(2500)
    assert notes.story(3).times == (500, 500, 1500)
    assert notes.story(4).times == ()  # one was not noted


def test_only_changes_are_told() -> None:
    notes = Notes()
    notes.signalled(0, {1: {"piles": {"a": "mine"}, "commands": [], "exact": False}})
    notes.signalled(3, {1: {"piles": {"a": "mine"}, "commands": [], "exact": False}})
    notes.signalled(6, {})
    notes.signalled(6, {0: {"piles": {"b": "free"}, "commands": [], "exact": False}})  # the first card was taken back
    said = [(one.place, one.seat, one.signals and one.signals["piles"]) for one in notes.story(9).said]
    assert said == [(0, 1, {"a": "mine"}), (6, 0, {"b": "free"}), (6, 1, None)]
