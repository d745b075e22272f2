"""What the luck of a finished game was worth, over HTTP."""

from statistics import mean

from gambero.game.replay import replay
from gambero.lab.deal_luck import TRIES, this_deal

from helpers.serving import Guest, Served


async def test_the_luck_of_a_finished_game_is_told_to_whoever_knows_it(served: Served) -> None:
    anna, ben = await Guest.new(served.url), await Guest.new(served.url, "Ben")
    one, two = await anna.finished("extreme"), await anna.finished("extreme")
    first, again = [(await who.ask("GET", f"/api/games/{one}/luck")).json() for who in (anna, ben)]
    other = (await anna.ask("GET", f"/api/games/{two}/luck")).json()
    assert first == again
    assert (first["usual"], first["tries"]) == (other["usual"], TRIES)
    record = (await anna.ask("GET", f"/api/games/{one}/record")).text
    assert first["left"] == mean(this_deal(replay(record).setup, range(TRIES)))


async def test_no_luck_is_told_where_there_is_none_to_measure(served: Served) -> None:
    anna = await Guest.new(served.url)
    duel = await anna.finished("duel", bots=["greedy"])
    for game in ("nobody_knows", duel):
        answer = await anna.ask("GET", f"/api/games/{game}/luck")
        assert (answer.status_code, answer.json()["code"]) == (404, "game_id")
