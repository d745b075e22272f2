"""Professional and short hands, clause by clause."""

from __future__ import annotations

import pytest

import gambero

from .deals import classic, drawn, endgame, play, refuse, result


@pytest.mark.rule("P1")
@pytest.mark.parametrize("players", range(1, 6))
def test_two_cards_are_too_few_and_three_are_enough(players: int) -> None:
    game = classic([10, 20, 30, 40], *[[]] * (players - 1), professional=True)
    assert game.minimum == 3
    play(game, "10a 20a")
    refuse(game, ".", "C13")
    play(game, "30a")
    assert game.can("40a")
    play(game, ".")
    assert game.to_move == 1 % players


@pytest.mark.rule("P1")
def test_without_the_option_two_cards_are_enough() -> None:
    game = classic([10, 20, 30], [])
    play(game, "10a 20a .")
    assert game.to_move == 1


@pytest.mark.rule("P1")
def test_two_cards_that_fit_and_no_third_lose_the_game() -> None:
    game = classic([2, 3, 98, 99], [89, 79, *range(40, 45)], professional=True)
    play(game, "99a 98b 2c 3d . 89a")
    assert not game.over
    play(game, "79a")
    assert (game.over, result(game).reason, result(game).left) == (True, "stuck", 92)


@pytest.mark.rule("P1")
def test_with_nothing_to_draw_one_card_is_enough() -> None:
    game = endgame([96, 97, 98, 99], professional=True)
    assert game.minimum == 1
    refuse(game, ".", "C13")
    play(game, "96a .")
    assert game.hand(0) == [97, 98, 99]


@pytest.mark.rule("P2")
@pytest.mark.parametrize(("players", "size"), [(1, 7), (2, 6), (3, 5), (4, 5), (5, 5)])
def test_short_hands_have_one_card_fewer(players: int, size: int) -> None:
    game = gambero.new("classic", players=players, seed=1, professional=True, short_hands=True)
    assert [len(game.hand(seat)) for seat in range(players)] == [size] * players
    assert game.stock == 98 - players * size


@pytest.mark.rule("P2")
def test_short_hands_are_optional() -> None:
    game = gambero.new("classic", players=2, seed=1, professional=True)
    assert len(game.hand(0)) == 7


@pytest.mark.rule("P2")
def test_a_short_hand_is_drawn_up_to_its_own_size() -> None:
    game = classic([10, 20, 30, 40], [], [], then=[70, 71, 72, 73], professional=True, short_hands=True)
    assert drawn(play(game, "10a 20a 30a 40a .")) == [70, 71, 72, 73]
    assert len(game.hand(0)) == 5
