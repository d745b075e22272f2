"""`gambero solve`, run as anyone would run it."""

import json
import subprocess
from pathlib import Path

import pytest

import gambero

from helpers.commands import run_gambero


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run_gambero("solve", *arguments)


@pytest.fixture
def lost(tmp_path: Path) -> Path:
    """The record of a game that greedy lost."""
    game = gambero.new("classic", players=2, seed=7)
    game.move("@0")
    bot = gambero.bot("greedy")
    while game.to_move is not None:
        game.move(bot.choose(game.view(game.to_move)))
    assert game.result is not None
    assert not game.result.won
    file = tmp_path / "lost.txt"
    file.write_text(game.record(), "utf-8")
    return file


def test_a_deal_is_solved_a_turn_a_row() -> None:
    shown = run("--game", "extreme", "--players", "3", "--seed", "7", "--seconds", "60")
    assert shown.returncode == 0
    first, *rows = shown.stdout.splitlines()
    assert first.startswith("This can be won (")
    assert rows[0].split()[:2] == ["1", "seat"]
    assert sum(len([move for move in row.split()[3:] if move != "."]) for row in rows) == 98


def test_the_deal_of_a_lost_game_is_won_and_its_last_turn_is_not(lost: Path) -> None:
    game = gambero.replay(lost.read_text("utf-8"))
    told = json.loads(run(str(lost), "--json", "--seconds", "60").stdout)
    again = game.before(1)  # with the same seat to start
    for move in told["moves"]:
        again.move(move)
    assert again.result is not None
    assert again.result.won
    assert told["won"]

    turns = len(game.turns) - 1  # who starts is no turn here
    last = run(str(lost), "--turn", str(turns))
    assert last.returncode == 0
    assert last.stdout.splitlines()[1].split()[0] == str(turns)
    refused = run(str(lost), "--turn", str(turns + 1))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert f"turn must be a number from 1 to {turns}" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give either the record of a game, or --game"),
        (["--game", "duel"], "game must be a game of classic or extreme"),
        (["--game", "tension"], "game must be a game of classic or extreme"),
        (["--game", "classic", "--seconds", "0"], "seconds must be a number above 0"),
        (["--game", "classic", "--seconds", "-1"], "seconds must be a number above 0"),
        (["nowhere.txt"], "nowhere.txt: No such file or directory"),
    ],
)
def test_bad_input_is_one_line_and_code_2(arguments: list[str], said: str) -> None:
    refused = run(*arguments)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert said in refused.stderr
