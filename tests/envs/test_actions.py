"""Actions are numbers, the same everywhere, as the contract says."""

import sys
from subprocess import run

import pytest

import gambero
from gambero.envs import number, text


@pytest.mark.parametrize("game", ["classic", "extreme"])
def test_team_games(game: str) -> None:
    for card in range(2, 100):
        for pile, letter in enumerate("abcd"):
            assert text(game, 4 * (card - 2) + pile) == f"{card}{letter}"
    assert text(game, 392) == "."
    assert [text(game, 393 + seat) for seat in range(5)] == ["@0", "@1", "@2", "@3", "@4"]


def test_duel() -> None:
    for card in range(2, 60):
        for pile, letter in enumerate("acAC"):
            assert text("duel", 4 * (card - 2) + pile) == f"{card}{letter}"
    assert [text("duel", action) for action in (232, 233, 234)] == [".", "@0", "@1"]


def test_tension() -> None:
    for value in range(1, 11):
        for step in range(1, 4):
            action = 3 * (value - 1) + step - 1
            assert text("tension", action, seat=3) == f"3:{value}/{step}"
            assert number("tension", f"2:{value}/{step}") == action
    assert [text("tension", action, 1) for action in (30, 31, 32, 33)] == ["1:+", "1:x", "wait", "^"]
    assert [number("tension", move) for move in ("1:+", "3:x", "wait", "^")] == [30, 31, 32, 33]


@pytest.mark.parametrize("game", gambero.GAMES)
def test_there_and_back(game: str) -> None:
    for move in gambero.GAMES[game].notation.numbers:
        seat = int(move[0]) if ":" in move else 0
        assert text(game, number(game, move), seat) == move


def test_a_game_in_progress_will_do() -> None:
    game = gambero.new("classic", seed=1)
    assert text(game, number(game, "37a")) == "37a"


def test_what_is_no_action_or_move_is_refused() -> None:
    for wrong in (-1, 398, 1.5, True, "5"):
        with pytest.raises(ValueError, match="action must be a number from 0 to 397 for classic"):
            text("classic", wrong)  # type: ignore[arg-type]
    for wrong_move in ("100a", "37e", "", 5):
        with pytest.raises(ValueError, match="is no move of classic"):
            number("classic", wrong_move)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="game must be one of"):
        text("chess", 1)
    with pytest.raises(ValueError, match="seat must be"):
        text("tension", 1, seat=4)


def test_importing_gambero_is_enough_to_reach_the_environments() -> None:
    code = "import sys, gambero; print('gambero.envs' in sys.modules, gambero.envs.text('classic', 392))"
    assert run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "False .\n"
