"""A table over its socket: views, news, moves, seats."""

import pytest

from serving import Guest, Served, run


async def _play_alone(url: str) -> None:
    anna = await Guest.new(url)
    table = await anna.open("classic", start=True)
    seat = await anna.at(table)
    assert seat.table["phase"] == "playing"
    assert len(seat.view["hand"]) == 8
    while seat.table["phase"] != "over":
        await seat.play(seat.view["moves"][0])
    again = await anna.at(table)
    assert (again.view, again.table, again.n) == (seat.view, seat.table, seat.n)


def test_what_news_adds_up_to_is_what_a_fresh_view_shows(served: Served) -> None:
    run(_play_alone(served.url))


@pytest.mark.parametrize("game", ["classic", "extreme"])
def test_bots_play_to_the_end_with_a_person(served: Served, game: str) -> None:
    async def play() -> None:
        anna = await Guest.new(served.url)
        seat = await anna.at(await anna.open(game, players=3, bots=["careful", "greedy"], start=True))
        await seat.do("eager", level=2)
        await seat.until(lambda: seat.table["phase"] == "playing")
        while True:
            await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
            if seat.table["phase"] == "over":
                break
            await seat.play(seat.view["moves"][0])
        assert seat.view["result"]

    run(play())
