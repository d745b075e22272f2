"""`gambero analyse`, run as anyone would run it."""

import json
import subprocess
from pathlib import Path

import pytest

import gambero

from helpers.commands import run_gambero


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run_gambero("analyse", *arguments, cwd=cwd)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = gambero.new("duel", seed=4)
    game.move("@0")
    bot = gambero.bot("greedy")
    while game.to_move is not None:
        game.move(bot.choose(game.view(game.to_move)))
    file = tmp_path / "duel.txt"
    file.write_text(game.record(), "utf-8")
    return file


def test_a_table_a_curve_and_a_page_that_stands_alone(record: Path, tmp_path: Path) -> None:
    shown = run("duel.txt", "--html", "review.html", cwd=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    turns = len(gambero.replay(record.read_text("utf-8")).turns) - 1
    lines = shown.stdout.splitlines()
    assert lines[0].startswith(" 100 │")
    assert f"\n {turns} " in shown.stdout
    assert "Seat 1: " in shown.stdout
    assert "are the chances of seat 0" in " ".join(shown.stdout.split())
    page = (tmp_path / "review.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<tr class=") == turns
    assert "such games are won by seat 0" in page
    assert "http" not in page  # nothing is loaded from elsewhere


def test_json_is_what_python_gives(record: Path, tmp_path: Path) -> None:
    told = json.loads(run("duel.txt", "--json", "--seed", "2", cwd=tmp_path).stdout)
    analysis = gambero.analyse(record.read_text("utf-8"), seed=2)
    assert told | {"seconds": 0} == analysis.as_json() | {"seconds": 0}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.txt"], "nowhere.txt: No such file or directory"),
        (["duel.txt", "--seconds", "0"], "seconds must be a number above 0"),
        (["duel.txt", "--html", "no/where.html"], "html must name a file in a folder that exists"),
        (["going.txt"], "game must be over"),
        (["tension.txt"], "the game must be a record with times"),
        (["cut.txt"], "cut.txt: line"),
        (["edited.txt"], "the moves lead to"),
    ],
)
@pytest.mark.usefixtures("record")
def test_bad_input_is_one_line_and_code_2(arguments: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "going.txt").write_text(gambero.new("classic", seed=1).record(), "utf-8")
    game = gambero.new("tension", seed=1)
    while not game.over:
        game.move(game.moves()[-1])
    (tmp_path / "tension.txt").write_text(game.record(), "utf-8")
    whole = (tmp_path / "duel.txt").read_text("utf-8")
    (tmp_path / "cut.txt").write_text(whole[:-40], "utf-8")
    (tmp_path / "edited.txt").write_text(whole.replace("result: won", "result: lost"), "utf-8")
    refused = run(*arguments, cwd=tmp_path)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert said in refused.stderr
