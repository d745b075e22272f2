"""The example of a player from outside is run as its first lines say, against a real server, to the end of a game."""

import subprocess
import sys
from pathlib import Path

import pytest

from helpers.patience import PATIENCE
from helpers.serving import Guest, Served

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def started(link: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, str(EXAMPLE), link, "Ferro"], stderr=subprocess.PIPE, text=True)


def ended(bot: "subprocess.Popen[str]") -> tuple[int, str]:
    """Its exit code and its last words."""
    try:
        _, words = bot.communicate(timeout=PATIENCE)
    finally:
        bot.kill()
    return bot.returncode, words


def test_it_is_short_enough_to_be_read() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 60


@pytest.mark.parametrize("game", ["classic", "extreme", "duel"])
async def test_it_sits_down_and_plays_to_the_end(house: Served, game: str) -> None:
    anna = await Guest.new(house.url)
    table = await anna.open(game, players=2)
    seat = await anna.at(table)
    bot = started(f"{house.url}/t/{table}")
    try:
        await seat.until(lambda: seat.table["seats"][1]["name"] == "Ferro")
        await seat.do("start")
        await seat.do("eager", level=0)  # it does not mind
        while seat.table["phase"] != "over":
            await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
            if seat.view["moves"]:
                await seat.play(seat.view["moves"][-1])
                await seat.do("chat", text="your turn soon")  # words in between do not confuse it
        assert seat.view["log"][0] == [None, "@1"]
        assert seat.table["seats"][1]["deputy"] is None  # nobody had to play for it
    finally:
        assert ended(bot) == (0, "")


async def test_it_says_why_it_cannot_play(house: Served) -> None:
    anna = await Guest.new(house.url)
    full = await anna.open("duel", bots=["greedy"])
    assert ended(started(f"{house.url}/t/{full}")) == (1, "every seat is taken: you can watch\n")
