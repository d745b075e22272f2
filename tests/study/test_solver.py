"""The solver: its lines win by the law, its proofs hold against brute force, and what it cannot take it refuses."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import gambero
from gambero.game import Game, new_game

from helpers.setups import cheapest, dealt
from oracle.team import Team, classic, extreme

OPTIONS = [
    *(("classic", on) for on in product((False, True), repeat=3)),
    *(("extreme", (*on, None)) for on in product((False, True), repeat=2)),
]
NAMES = ("professional", "short_hands", "on_fire")
WANTED = 3  # endgames of each kind, winnable and not, for each option


def played(game: Game, solution: gambero.Solution) -> Game:
    """The game at the end of a line, every move checked by the law."""
    end = game.copy()
    for move in solution.moves:
        end.move(move)
    return end


def endgames(name: str, options: dict[str, bool], cards: int) -> Iterator[tuple[Game, Team]]:
    """Positions with few cards left, and the same in the second, slow implementation of the rules."""
    chance = random.Random(f"{name} {options}")
    while True:
        players = chance.randint(1, 5)
        deal = dealt((name, {"players": players, **options}), chance, chance.choice([2.0, 5.0, 10.0]))
        game = new_game(name, **deal)
        oracle = (
            classic(players, deal["deck"], **options)
            if name == "classic"
            else extreme(players, deal["deck"], deal["commands"], **options)
        )
        careless = chance.random() < 0.5
        while not game.over:
            left = oracle.left()
            if left <= cards:
                yield game, oracle
                break
            moves = game.moves()
            move = chance.choice(moves) if careless and left < cards + 6 else cheapest(game, moves)
            game.move(move)
            oracle.move(move)


def can_be_won(game: Team) -> bool:
    """Brute force: every line there is, each position once."""
    known: dict[Any, bool] = {}

    def look(game: Team) -> bool:
        if game.result is not None:
            return bool(game.result.won)
        hands = [tuple(game.hand(seat)) for seat in range(game.players)]
        key = (game.seat, game.piles, game.picked, tuple(sorted(game.turn)), *hands)
        if key not in known:
            known[key] = False
            for move in game.moves():
                after = game.copy()
                after.move(move)
                if look(after):
                    known[key] = True
                    break
        return known[key]

    return look(game)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "on"), OPTIONS, ids=str)
def test_brute_force_comes_to_the_same(name: str, on: tuple[bool, ...]) -> None:
    options = {option: wanted for option, wanted in zip(NAMES, on, strict=True) if wanted is not None}
    seen = {True: 0, False: 0}
    for cards, (game, oracle) in enumerate(endgames(name, options, 9)):
        solution = gambero.solve(game)
        won = can_be_won(oracle)
        assert solution.won == won, (game.record(), cards)
        end = played(game, solution)
        assert end.result is not None
        assert (end.result.won, end.result.left) == (won, solution.left)
        seen[won] += 1
        if min(seen.values()) >= WANTED:
            return
        assert cards < 400, seen


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("name", ["classic", "extreme"])
def test_a_deal_is_won_from_before_the_start(name: str, players: int) -> None:
    game = new_game(name, players=players, seed=3)
    record = game.record()
    solution = gambero.solve(game, seconds=60)
    assert solution.won
    assert solution.left == 0
    end = played(game, solution)
    assert end.result is not None
    assert end.result.won
    assert game.record() == record  # unchanged


def test_a_line_goes_on_from_the_middle_of_a_turn() -> None:
    game = gambero.new("classic", players=2, seed=7)
    for move in ("@0", "8a", "17a"):
        game.move(move)
    solution = gambero.solve(game, seconds=60)
    assert solution.won
    assert played(game, solution).over


@pytest.mark.parametrize("won", [True, False])
def test_a_game_that_is_over_has_no_line(won: bool) -> None:
    game = gambero.new("classic", seed=3)
    line = gambero.solve(game, seconds=60).moves if won else ()
    while not game.over:
        game.move(line[len(game.log)] if won else game.moves()[-1])
    solution = gambero.solve(game)
    assert game.result is not None
    assert (solution.won, solution.moves, solution.left) == (won, (), game.result.left)


def test_as_json() -> None:
    solution = gambero.solve(gambero.new("classic", seed=3), seconds=60)
    told = solution.as_json()
    assert told["moves"] == list(solution.moves)
    assert {key: told[key] for key in ("won", "left", "positions")} == {
        "won": True,
        "left": 0,
        "positions": solution.positions,
    }


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), True, "10", None])
def test_seconds_must_be_a_number_above_zero(seconds: Any) -> None:
    with pytest.raises(ValueError, match="seconds must be a number above 0"):
        gambero.solve(gambero.new("classic", seed=1), seconds=seconds)


@pytest.mark.parametrize("name", ["duel", "tension"])
def test_games_against_each_other_cannot_be_solved(name: str) -> None:
    with pytest.raises(ValueError, match="classic or extreme"):
        gambero.solve(new_game(name, seed=1))
