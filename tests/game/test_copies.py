"""Copies of a game, by whatever way, are right and independent at every move; equal games compare equal."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import gambero
from gambero.game import Game, new_game

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"players": 3, "on_fire": True}),
    ("extreme", {"players": 2}),
    ("duel", {}),
    ("tension", {"players": 3}),
]
WAYS: dict[str, Callable[[Game], Game]] = {
    "copy": lambda game: game.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
}


def everything(game: Game) -> list[Any]:
    """All that can be asked of a game."""
    views = [game.view(seat) for seat in (None, *range(game.players))]
    hands = [game.hand(seat) for seat in range(game.players)]
    return [views, hands, game.piles, game.stock, game.moves(), game.log, game.turns, game.result, game.record()]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup[0])
def test_a_copy_is_right_and_independent_at_every_move(setup: tuple[str, dict[str, Any]], way: str) -> None:
    chance = Random(3)
    game = new_game(setup[0], seed=5, **setup[1])
    while not game.over:
        before = everything(game)
        other = WAYS[way](game)
        assert other == game
        assert everything(other) == before
        move = chance.choice(game.moves())
        assert other.move(move) == game.copy().move(move)
        assert everything(game) == before  # the copy moved on alone
        assert other != game
        assert gambero.replay(other.record()) == other
        game.move(move)
        assert other == game
        assert everything(other) == everything(game)
    assert everything(WAYS[way](game)) == everything(game)


def test_games_are_equal_by_position() -> None:
    game, same, other = (gambero.new("classic", players=2, seed=seed) for seed in (1, 1, 2))
    assert game == same
    assert game != other
    assert game != gambero.new("classic", players=2, seed=1, professional=True)
    assert game != "classic"
    same.move("@0")
    assert game != same
    game.move("@0")
    assert game == same
    assert hash(game) == hash(same)
    assert len({game, same, other}) == 2
    game.undo()
    assert hash(game) != hash(same)  # it changes with the game


def test_games_that_came_to_a_position_by_different_ways_are_equal() -> None:
    game, other = (gambero.new("classic", deck=range(2, 100)) for _ in range(2))
    for move in ("2a", "9d", "."):
        game.move(move)
    for move in ("9d", "2a"):
        other.move(move)
    assert game != other  # the turn goes on
    other.move(".")
    assert game == other
    assert hash(game) == hash(other)
    assert game.log != other.log
    assert game.record() != other.record()


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup[0])
def test_every_move_can_be_taken_back(setup: tuple[str, dict[str, Any]]) -> None:
    chance = Random(2)
    game = new_game(setup[0], seed=8, **setup[1])
    line: list[tuple[str, list[Any]]] = []
    while not game.over:
        line.append((chance.choice(game.moves()), everything(game)))
        game.move(line[-1][0])
    for move, before in reversed(line):
        assert game.undo() == move
        assert everything(game) == before
    with pytest.raises(ValueError, match="no move to take back: the game is at the deal"):
        game.undo()


def test_a_deep_copy_keeps_one_game_one() -> None:
    game = gambero.new("duel", seed=1)
    first, second = copy.deepcopy([game, game])
    assert first is second
    assert first is not game


def test_a_changed_view_leaves_the_game_alone() -> None:
    game = gambero.new("classic", players=2, seed=7)
    game.move("@0")
    before, view = everything(game), dict(game.view(0))
    for value in view.values():
        if isinstance(value, list | dict):
            value.clear()
    assert everything(game) == before
    game.view(0)["log"][0][1] = "nonsense"
    assert game.log == [(None, "@0")]
    assert gambero.replay(game.record()) == game


def test_repr_counts_in_english() -> None:
    game = gambero.new("classic", seed=7)
    assert repr(game) == "<classic, 1 player, 0 moves>"
    game.move(game.moves()[0])
    assert repr(game) == "<classic, 1 player, 1 move>"
    assert repr(gambero.new("tension", players=3)) == "<tension, 3 players, 0 moves>"


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup[0])
def test_a_game_goes_back_to_a_mark(setup: tuple[str, dict[str, Any]]) -> None:
    chance = Random(4)
    game = new_game(setup[0], seed=6, **setup[1])
    marks = []
    while not game.over:
        marks.append((game.mark(), everything(game)))
        game.move(chance.choice(game.moves()))
    ended = everything(game)
    assert [everything(game.at(mark)) for mark, _ in marks] == [there for _, there in marks]
    assert everything(game) == ended  # the others are independent
    for mark, there in reversed(marks):
        game.back_to(mark)
        assert everything(game) == there
        assert gambero.replay(game.record()) == game
    game.move(chance.choice(game.moves()))  # and it plays on from there
    with pytest.raises(ValueError, match="the mark is after"):
        game.back_to(marks[-1][0])
