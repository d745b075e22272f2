"""`gambero puzzle` and `gambero puzzles`, run as anyone would run them."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import gambero
from gambero.study.puzzles import file

WORDS = [sys.executable, "-m", "gambero"]


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*WORDS, *arguments], input=typed, capture_output=True, encoding="utf-8", timeout=300, check=False
    )


def test_a_turn_is_typed_and_judged() -> None:
    turn = next(each for each in file.packaged().puzzles if each.kind == "best_turn")
    right = run("puzzle", "--id", turn.id, typed=f"hint\nnonsense\n{' '.join(turn.solution)}\n")
    assert right.returncode == 0, right.stderr
    assert "It is about" in right.stdout
    assert "is not a move" in right.stdout
    assert "Right." in right.stdout
    assert "1 of 1 solved" in right.stdout
    wrong = run("puzzle", "--id", turn.id, typed=f"{' '.join(turn.others[0][0])}\n")
    assert "Not this time." in wrong.stdout
    assert "0 of 1 solved" in wrong.stdout


def test_an_endgame_is_typed_turn_by_turn_and_cards_are_taken_back() -> None:
    endgame = next(each for each in file.packaged().puzzles if each.kind == "lay_all" and each.solution[0] != ".")
    typed = f"undo\n{endgame.solution[0]}\nundo\n" + "\n".join(endgame.solution) + "\n"
    done = run("puzzle", "--id", endgame.id, typed=typed)
    assert "no card of this turn" in done.stdout
    assert "first moves can win" in done.stdout
    assert "1 of 1 solved" in done.stdout


def test_giving_up_and_going_on() -> None:
    done = run("puzzle", "--seed", "1", typed="next\nshow\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "0 of 1 solved" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("puzzle", "--kind", "chess"), "kind must be one of best_turn, lay_all, not 'chess'"),
        (("puzzle", "--theme", "luck"), "theme must be one of"),
        (("puzzle", "--game", "tension"), "no puzzle is like that"),
        (("puzzle", "--id", "0"), "no puzzle is like that"),
        (("puzzles", "make"), "out must name a file"),
        (("puzzles", "make", "--count", "0", "--out", "x.xz"), "count must be a whole number from 1"),
        (("puzzles", "make", "--out", "/nowhere/x.xz"), "out must name a file in a folder that exists"),
        (("puzzles", "check", "/nowhere/x.xz"), "No such file"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [*WORDS, *arguments], capture_output=True, encoding="utf-8", timeout=300, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_file_is_made_checked_and_told_from_a_spoiled_one(tmp_path: Path) -> None:
    made = tmp_path / "made.xz"
    done = run("puzzles", "make", "--count", "2", "--seed", "3", "--out", str(made))
    assert done.returncode == 0, done.stderr
    about, puzzles = file.read(made)
    assert (len(puzzles), about["seed"]) == (2, 3)
    assert run("puzzles", "check", str(made)).stdout == "2 of 2 puzzles are sound.\n"
    spoiled = tmp_path / "spoiled.xz"
    file.write(spoiled, {"seed": 3}, [puzzles[0], replace(puzzles[1], solution=("2a",))])
    sound = tmp_path / "sound.xz"
    checked = run("puzzles", "check", str(spoiled), "--out", str(sound))
    assert checked.returncode == 1
    assert puzzles[1].id in checked.stdout
    assert [each.id for each in file.read(sound).puzzles] == [puzzles[0].id]


def test_records_give_puzzles_and_a_running_game_does_not(tmp_path: Path) -> None:
    game = gambero.new("classic", players=2, seed=7)
    game.move("@0")
    record, out = tmp_path / "game.txt", tmp_path / "some.xz"
    record.write_text(game.record(), "utf-8")
    refused = run("puzzles", "make", "--from", str(record), "--out", str(out))
    assert refused.returncode == 2
    assert "finished games" in refused.stderr
    bot = gambero.bot("greedy")
    while game.to_move is not None:
        game.move(bot.choose(game.view(game.to_move)))
    record.write_text(game.record(), "utf-8")
    assert run("puzzles", "make", "--from", str(record), "--out", str(out)).returncode == 0
    assert "--from" in file.read(out).about["command"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_ctrl_c_keeps_what_is_found(tmp_path: Path) -> None:
    out = tmp_path / "some.xz"
    making = subprocess.Popen(
        [*WORDS, "puzzles", "make", "--count", "100000", "--out", str(out)], stderr=subprocess.PIPE, text=True
    )
    while not out.exists():
        assert making.poll() is None
        time.sleep(0.1)
    making.send_signal(signal.SIGINT)
    _, told = making.communicate(timeout=300)
    assert making.returncode == 130
    assert "interrupted" in told
    assert f"the {len(file.read(out).puzzles)} puzzles found" in told
