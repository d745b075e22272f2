"""The analysis: its sums, its judgements, what it holds against players and what not, and what it refuses."""

from dataclasses import replace
from typing import Any

import pytest

import gambero
from gambero.game import Game, new_game
from gambero.study.analysis import SeatReview, TurnReview
from gambero.study.turns import taken


def played(name: str, bot: str, seed: int, **options: Any) -> Game:
    """A whole game of one bot at all seats."""
    game = new_game(name, seed=seed, **options)
    if game.to_move is None:
        game.move("@0")
    bots = [gambero.bot(bot, seed=seat) for seat in range(game.players)]
    while game.to_move is not None:
        game.move(bots[game.to_move].choose(game.view(game.to_move)))
    return game


GAMES = {
    "classic, three": ("classic", "greedy", 5, {"players": 3}),
    "alone": ("classic", "greedy", 1, {"players": 1}),
    "professional on fire": ("classic", "careful", 2, {"players": 2, "professional": True, "on_fire": True}),
    "extreme": ("extreme", "careful", 5, {"players": 2}),
    "extreme, short": ("extreme", "random", 5, {"players": 5, "professional": True, "short_hands": True}),
    "duel": ("duel", "greedy", 5, {}),
    "duel at random": ("duel", "random", 3, {}),
}


@pytest.fixture(scope="module", params=GAMES)
def analysed(request: pytest.FixtureRequest) -> tuple[Game, gambero.Analysis]:
    name, bot, seed, options = GAMES[request.param]
    game = played(name, bot, seed, **options)
    return game, gambero.analyse(game)


def test_sums_add_up_exactly(analysed: tuple[Game, gambero.Analysis]) -> None:
    game, analysis = analysed
    assert game.result is not None
    result = 1 if 0 in game.result.winners else 0
    assert analysis.chances[-1] == result
    assert result - analysis.chances[0] == pytest.approx(analysis.luck + analysis.skill, abs=1e-9)


def test_there_is_a_review_for_every_turn(analysed: tuple[Game, gambero.Analysis]) -> None:
    game, analysis = analysed
    assert [(turn.seat, turn.first, turn.moves) for turn in analysis.turns] == taken(game)
    assert len(analysis.chances) == len(analysis.turns) + 1
    for turn in analysis.turns:
        assert turn.error >= 0
        assert turn.noise >= 0
        assert 0 <= turn.played <= turn.chance <= 1
        before = game.before(turn.first)
        for move in turn.best:
            before.move(move)  # the law takes the plan
        assert before.over or before.view(None)["turn"]["laid"] == 0  # and it is a whole turn


def test_chances_are_those_of_the_team_or_of_seat_0(analysed: tuple[Game, gambero.Analysis]) -> None:
    game, analysis = analysed
    for chance, turn in zip(analysis.chances, analysis.turns, strict=False):
        mine = game.spec.team or turn.seat == 0
        assert chance == pytest.approx(turn.chance if mine else 1 - turn.chance)


def test_turning_points_are_few_and_in_order(analysed: tuple[Game, gambero.Analysis]) -> None:
    _, analysis = analysed
    assert len(analysis.turning_points) <= 3
    assert list(analysis.turning_points) == sorted(set(analysis.turning_points))


def test_the_last_win_is_one(analysed: tuple[Game, gambero.Analysis]) -> None:
    game, analysis = analysed
    if not game.spec.team:
        assert (analysis.winnable, analysis.line) == (None, ())
        return
    if analysis.winnable is None:  # five with short hands and commands: no line is found in this deal
        assert (game.players, analysis.line) == (5, ())
        return
    again = game.before(analysis.turns[analysis.winnable].first)
    for move in analysis.line:
        again.move(move)
    assert again.result is not None
    assert again.result.won


def test_as_json_is_plain_and_complete(analysed: tuple[Game, gambero.Analysis]) -> None:
    _, analysis = analysed
    told = analysis.as_json()
    assert told["luck"] == analysis.luck
    assert told["turns"][0]["error"] == analysis.turns[0].error
    assert told["seats"][0]["rank"] == analysis.seats[0].rank


def test_a_game_of_expert_costs_less_than_one_of_greedy() -> None:
    errors = {}
    for bot in ("greedy", "expert"):
        analysis = gambero.analyse(played("classic", bot, 5, players=2))
        errors[bot] = sum(turn.error for turn in analysis.turns) / len(analysis.turns)
    assert errors["expert"] < errors["greedy"] / 2


def test_the_same_seed_gives_the_same_analysis() -> None:
    game = played("classic", "random", 5, players=2)
    one, other = gambero.analyse(game, seed=3), gambero.analyse(game.record(), seed=3)
    assert one.as_json() | {"seconds": 0} == other.as_json() | {"seconds": 0}


def test_progress_is_told_turn_by_turn() -> None:
    game = played("classic", "random", 5, players=2)
    told: list[int] = []
    gambero.analyse(game, progress=told.append)
    assert told == [1] * len(taken(game))


TURN = TurnReview(0, 0, ("8a",), ("9a",), 0.5, 0.5, 0.0, 0.2, False, 0.0)


@pytest.mark.parametrize(
    ("error", "noise", "judgement"),
    [
        (0.0, 0.0, None),
        (0.049, 0.0, None),
        (0.05, 0.0, "inaccuracy"),
        (0.0625, 0.03125, None),  # not more than twice its noise
        (0.10, 0.01, "mistake"),
        (0.15, 0.01, "blunder"),
        (0.5, 0.25, None),
        (0.5, 0.24, "blunder"),
    ],
)
def test_an_error_is_judged_beyond_its_noise(error: float, noise: float, judgement: str | None) -> None:
    turn = replace(TURN, chance=0.0 + error, played=0.0, noise=noise)
    assert turn.judgement == judgement


def test_a_turn_without_a_choice_that_matters_is_no_decision() -> None:
    assert TURN.decision
    assert not replace(TURN, gap=0.005).decision
    assert replace(TURN, gap=0.0, chance=0.6).decision  # what was played was worse
    assert not replace(TURN, forced=True).decision


def test_ranks_are_words() -> None:
    assert SeatReview(0, 0.0).rank == "untested"
    assert [SeatReview(3, error).rank for error in (0.0, 0.005, 0.01, 0.02, 0.05)] == [
        "masterly",
        "expert",
        "strong",
        "good",
        "learning",
    ]
    assert SeatReview(3, 0.0).accuracy == 100


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"game": gambero.new("classic", seed=1)}, "game must be over"),
        ({"game": gambero.new("tension", seed=1)}, "game must be over"),
        ({"game": 7}, "game must be a game or its record, not 7"),
        ({"game": None}, "game must be a game or its record, not None"),
        ({"game": gambero.new("classic", seed=1).record()}, "game must be over"),
        ({"game": "no record"}, "line 1"),
        ({"seconds": 0}, "seconds must be a number above 0"),
        ({"seconds": -1}, "seconds must be a number above 0"),
        ({"seconds": float("nan")}, "seconds must be a number above 0"),
        ({"seconds": float("inf")}, "seconds must be a number above 0"),
        ({"seconds": True}, "seconds must be a number above 0"),
        ({"seconds": "3"}, "seconds must be a number above 0"),
        ({"seed": -1}, "seed must be a whole number from 0"),
    ],
)
def test_bad_input(arguments: dict[str, Any], said: str) -> None:
    lost = played("classic", "random", 5, players=2)
    with pytest.raises(ValueError, match=said):
        gambero.analyse(**{"game": lost, **arguments})
