"""The players of the duel: lawful, honest, on time, and each stronger than the one before."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import gambero
from gambero.bots.duel import careful, expert, greedy
from gambero.bots.imagine import imagined
from gambero.game.base import View
from gambero.lab.kernels.duels import match

from helpers.setups import cheapest, dealt
from helpers.ticking import Ticking
from rules.deals import duel_endgame

SEED = 7
LEVELS: dict[str, Callable[[View], str]] = {
    "greedy": greedy.chosen,
    "careful": careful.chosen,
    "expert": lambda view: expert.chosen(view, SEED),
}
THINKERS = ["careful", "expert"]


def compiled(level: str, table: Any, seed: int = SEED, looks: int = expert.LOOKS) -> int:
    """The same players as a simulation plays them: they are handed the whole state."""
    if level == "greedy":
        return greedy.choose_at(table)
    if level == "careful":
        return careful.choose_at(table, careful.desk(1))
    return expert.choose_at(table, careful.desk(expert.ENDS), np.zeros(4, np.uint64), np.uint64(seed), looks)


def positions(games: int) -> Iterator[gambero.Game]:
    """Duels at all stages, with and without the house rule, some played well and some anyhow."""
    for number in range(games):
        chance = random.Random(number)
        setup = ("duel", {"last_card_wins": number % 2 == 1})
        game = gambero.new("duel", **dealt(setup, chance, chance.choice([5.0, 30.0, 1000.0])))
        game.move(f"@{number // 2 % 2}")
        for _ in range(chance.randrange(100)):
            moves = game.moves()
            game.move(cheapest(game, moves) if chance.random() < 0.9 else chance.choice(moves))
            if game.over:
                break
        else:
            yield game


def view(game: gambero.Game) -> View:
    assert game.to_move is not None
    return game.view(game.to_move)


def finished_turn(game: gambero.Game, level: str) -> gambero.Game:
    """The game after the mover's turn."""
    seat = game.to_move
    while game.to_move == seat and not game.over:
        game.move(LEVELS[level](view(game)))
    return game


@pytest.mark.parametrize("level", LEVELS)
def test_every_move_is_legal(level: str) -> None:
    asked = 0
    for game in positions(80):
        assert LEVELS[level](view(game)) in game.moves()
        asked += 1
    assert asked > 25


@pytest.mark.parametrize("level", LEVELS)
def test_a_whole_game_comes_to_an_end(level: str) -> None:
    game = gambero.new("duel", seed=3)
    game.move("@0")
    while not game.over:
        finished_turn(game, level)
    assert game.result is not None
    assert len(game.result.winners) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_what_the_seat_cannot_know_changes_nothing(level: str) -> None:
    chance = random.Random(level)
    for game in positions(40):
        seen = view(game)
        moves = {compiled(level, imagined(seen, lambda cards: chance.sample(cards, len(cards)))) for _ in range(3)}
        assert len(moves) == 1
        assert LEVELS[level](seen) == game.notation.texts[moves.pop()]


@pytest.mark.parametrize("level", LEVELS)
def test_a_simulation_asks_the_same_player_about_the_true_state(level: str) -> None:
    for game in positions(20):
        assert compiled(level, game._table) == game.notation.numbers[LEVELS[level](view(game))]


def test_expert_thinks_the_same_for_the_same_seed() -> None:
    views = [view(game) for game in positions(40)]
    assert [expert.chosen(seen, 1) for seen in views] == [expert.chosen(seen, 1) for seen in views]


def test_another_seed_is_another_sample() -> None:
    """Seen where little is looked at: with all its looks, expert seldom changes its mind."""
    tables = [imagined(view(game)) for game in positions(60)]
    ways = [tuple(compiled("expert", table, seed, looks=20) for table in tables) for seed in range(8)]
    assert len(set(ways)) > 1


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.5])
def test_expert_stops_on_time(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the test's own, which goes on by a hundredth of a second whenever somebody looks at it."""
    clock = Ticking()
    monkeypatch.setattr(expert, "perf_counter", clock)
    game = gambero.new("duel", seed=5)
    game.move("@0")
    move = expert.chosen(view(game), 1, seconds)
    assert seconds <= clock.now < seconds + 0.2
    assert game.can(move)


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize(
    ("hand", "begun"),
    [
        ([30, 40, 50], ""),  # two would be enough for the turn, but the third is the last
        ([30, 40, 50], "30c"),  # only by stepping back twice
        ([20, 30, 41, 52], ""),
        ([21, 31, 33, 50], "33c"),  # 50 is a gift
    ],
    ids=str,
)
def test_a_win_within_the_turn_is_found(level: str, hand: list[int], begun: str) -> None:
    game = duel_endgame(hand, [card + 1 for card in hand])
    for move in begun.split():
        game.move(move)
    finished_turn(game, level)
    assert game.result is not None
    assert game.result.winners == (0,)
    assert game.result.reason == "finished"


@pytest.mark.parametrize("level", THINKERS)
def test_no_single_card_is_kept_for_a_turn_that_needs_two(level: str) -> None:
    game = duel_endgame([20, 30, 40, 50, 55], [21, 31, 41, 51, 56])
    finished_turn(game, level)
    assert len(game.hand(0)) != 1


def test_greedy_steps_back_when_it_can() -> None:
    game = duel_endgame([30, 40, 50], [31, 41, 51])
    game.move("30c")
    assert greedy.chosen(view(game)) == "40c"


@pytest.mark.parametrize(
    ("better", "worse", "games", "least"), [("greedy", "random", 40, 36), ("careful", "greedy", 100, 70)]
)
def test_thinking_pays(better: str, worse: str, games: int, least: int) -> None:
    result = match(better, worse, games, seed=1)
    assert sum(result.wins) == result.finished + result.stuck == games
    assert result.wins[0] >= least


def test_a_match_is_the_same_for_the_same_seed_and_can_be_cut_in_parts() -> None:
    whole = match("expert", "careful", 4, seed=2, looks=40)
    again = match("expert", "careful", 4, seed=2, looks=40)
    parts = [match("expert", "careful", 2, seed=2, first=first, looks=40) for first in (0, 2)]
    assert whole.wins == again.wins == tuple(sum(wins) for wins in zip(*(part.wins for part in parts), strict=True))
    assert whole.turns == again.turns == sum(part.turns for part in parts)
