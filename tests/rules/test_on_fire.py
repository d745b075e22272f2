"""On fire, clause by clause."""

from __future__ import annotations

import pytest

import gambero

from .deals import classic, endgame, lay, play, refuse, result

MARTINO, SUSANNA, GIACOMO = 0, 1, 2
LOW = range(2, 8)  # a hand of three players that covers nothing above 17


def burning(number: int, *, on_fire: bool = True) -> gambero.Game:
    """Martino has laid this card on a, Susanna two on d, and nothing she holds fits on a."""
    game = classic([number, 90], LOW, [], on_fire=on_fire)
    play(game, f"{number}a 90c . 7d 6d")
    return game


def lost_in_flames(game: gambero.Game) -> bool:
    return game.over and (result(game).won, result(game).reason) == (False, "fire")


@pytest.mark.rule("F1", "F2")
@pytest.mark.parametrize("number", [22, 33, 44, 55, 66, 77])
def test_six_cards_burn(number: int) -> None:
    game = burning(number)
    assert not game.over
    play(game, ".")
    assert lost_in_flames(game)


@pytest.mark.rule("F1")
@pytest.mark.parametrize("number", [11, 21, 23, 43, 45, 50, 76, 78, 88, 99])
def test_no_other_card_burns(number: int) -> None:
    game = burning(number)
    play(game, ".")
    assert game.to_move == GIACOMO


@pytest.mark.rule("F1")
def test_nothing_burns_unless_the_game_is_on_fire() -> None:
    game = burning(44, on_fire=False)
    play(game, ".")
    assert game.to_move == GIACOMO


@pytest.mark.rule("F1")
def test_a_fire_card_is_laid_like_any_other_number() -> None:
    game = classic([50, 54, 44, 33, 43], on_fire=True)
    play(game, "50a")
    refuse(game, "44a", "C7", "50")
    play(game, "54a 44a 33c")
    refuse(game, "44c", "hand")
    assert game.can("43c")  # the trick on a fire card


@pytest.mark.rule("F2")
def test_susanna_covers_martinos_44() -> None:
    game = classic([44, 90], [45, 46], [], on_fire=True)
    play(game, "44a 90c .")
    assert game.to_move == SUSANNA
    play(game, "45a 46a .")
    assert game.to_move == GIACOMO


@pytest.mark.rule("F2")
def test_susanna_covers_it_with_the_trick() -> None:
    game = classic([44, 90], [34, 89], [], on_fire=True)
    play(game, "44a 90c . 34a 89c .")
    assert game.to_move == GIACOMO


@pytest.mark.rule("F2")
def test_martino_covers_it_himself() -> None:
    game = classic([44, 45], LOW, [], on_fire=True)
    play(game, "44a 45a . 7d 6d .")
    assert game.to_move == GIACOMO


@pytest.mark.rule("F2")
def test_neither_covers_it_and_the_game_is_lost_before_giacomo_can_help() -> None:
    game = classic([44, 90], LOW, [45], on_fire=True)
    play(game, "44a 90c . 7d 6d 5d")
    assert not game.over
    play(game, ".")
    assert lost_in_flames(game)
    assert result(game).left == 98 - 5


@pytest.mark.rule("F2")
def test_a_hand_laid_to_the_end_without_covering_it_loses_too() -> None:
    game = classic([44, 90], LOW, [45], on_fire=True)
    play(game, "44a 90c . " + lay(reversed(LOW), "d"))
    assert lost_in_flames(game)


@pytest.mark.rule("F2")
def test_alone_it_may_burn_until_the_end_of_the_next_turn() -> None:
    game = classic([44, 45, 90, 89, 88, 87], on_fire=True)
    play(game, "44a 90c .")
    play(game, "89c 45a .")
    assert not game.over


@pytest.mark.rule("F2")
def test_alone_it_may_not_burn_longer() -> None:
    game = classic([44, 90, *LOW], then=[8, 9], on_fire=True)
    play(game, "44a 90c . 9d 8d")
    assert not game.over
    play(game, ".")
    assert lost_in_flames(game)


@pytest.mark.rule("F3")
def test_a_fire_card_puts_the_first_out_and_burns_in_its_own_time() -> None:
    game = classic([44, 90], [55, 89], [56, 2, 3, 4, 5, 6], on_fire=True)
    play(game, "44a 90c . 55a 89c .")
    assert game.to_move == GIACOMO
    play(game, "6d 5d")
    refuse(game, ".", "F6")
    play(game, "56a .")
    assert game.to_move == MARTINO


@pytest.mark.rule("F3")
def test_the_second_fire_is_lost_in_its_own_time() -> None:
    game = classic([44, 90], [55, 89], LOW, on_fire=True)
    play(game, "44a 90c . 55a 89c . 7d 6d .")
    assert lost_in_flames(game)


@pytest.mark.rule("F3")
def test_every_burning_pile_has_its_own_deadline() -> None:
    game = classic([44, 90], [45, 66, 91], [65, 67, 92], on_fire=True)
    play(game, "44a 90c . 66d 91b")
    refuse(game, ".", "F6", "44")
    play(game, "45a .")  # Martino's is out, Susanna's own may still burn
    play(game, "67a 92b")
    refuse(game, ".", "F6", "66")
    play(game, "65d .")
    assert game.to_move == MARTINO


@pytest.mark.rule("F3")
def test_two_fires_due_together_must_both_be_covered() -> None:
    game = classic([44, 66], [45, 65, 90, 91], [], on_fire=True)
    play(game, "44a 66d . 90c 45a")
    refuse(game, ".", "F6", "66")
    play(game, "65d .")
    assert game.to_move == GIACOMO


@pytest.mark.rule("F4")
def test_the_next_player_is_the_next_one_who_still_has_cards() -> None:
    game = endgame([2, 3, 4, 5, 6, 44], [88, 89], [45, 80, 81, 82, 83, 90], on_fire=True)
    play(game, "90c . 6d . 89c 88c")  # Susanna is out
    play(game, "83c . 44b .")
    assert game.to_move == GIACOMO
    play(game, "82c")
    refuse(game, ".", "F6", "44")
    play(game, "45b .")
    assert game.to_move == MARTINO


@pytest.mark.rule("F4")
def test_the_game_is_lost_when_the_next_one_with_cards_leaves_it_open() -> None:
    game = endgame([44, 80, 81, 82, 83, 84], [70, 71], LOW, on_fire=True)
    play(game, "7d . 84c . 71c 70c")  # Susanna is out
    play(game, "6d . 44b . 5d")
    assert not game.over
    play(game, ".")
    assert lost_in_flames(game)


@pytest.mark.rule("F4")
def test_the_last_player_left_covers_it_in_the_own_next_turn() -> None:
    game = endgame([44, 45, 90, 91, 92, 93, 94], range(80, 87), on_fire=True)
    play(game, "94c . " + lay(range(86, 79, -1), "c"))  # Susanna is out
    play(game, "44b .")
    assert game.to_move == MARTINO
    play(game, "93d")
    refuse(game, ".", "F6", "44")
    play(game, "45b .")
    assert game.to_move == MARTINO


@pytest.mark.rule("F5")
def test_a_fire_of_the_very_last_turn_does_no_harm() -> None:
    game = endgame([44, 90], on_fire=True)
    play(game, "90c 44b")
    assert (result(game).won, result(game).left, result(game).reason) == (True, 0, "beaten")


@pytest.mark.rule("F5")
def test_a_fire_due_in_the_last_turn_loses_though_every_card_is_laid() -> None:
    game = endgame([44, 90], on_fire=True)
    play(game, "44b . 90c")
    assert lost_in_flames(game)
    assert result(game).left == 0


@pytest.mark.rule("F5")
def test_the_last_card_of_all_may_put_out_the_fire() -> None:
    game = endgame([44, 90], on_fire=True)
    play(game, "44b . 90b")
    assert (result(game).won, result(game).reason) == (True, "beaten")


@pytest.mark.rule("F6")
def test_a_due_fire_is_covered_before_the_turn_ends_if_it_can_be() -> None:
    game = classic([44, 90], [45, 7, 6], [], on_fire=True)
    play(game, "44a 90c . 7d 6d")
    refuse(game, ".", "F6", "44")
    play(game, "45a .")
    assert game.to_move == GIACOMO


@pytest.mark.rule("F6")
def test_a_card_that_could_step_back_onto_it_counts() -> None:
    game = classic([44, 90], [34, 7, 6, 5, 4, 3], [], on_fire=True)
    play(game, "44a 90c . 7d 6d")
    refuse(game, ".", "F6", "44")
    assert game.can("34a")


@pytest.mark.rule("F6")
def test_a_fire_that_is_not_due_holds_nobody_up() -> None:
    game = classic([44, 45, 90], [], [], on_fire=True)
    play(game, "44a 90c")
    assert game.can("45a")
    play(game, ".")
    assert game.to_move == SUSANNA


@pytest.mark.rule("F6")
def test_the_card_that_could_cover_may_be_laid_elsewhere_and_then_the_turn_may_end_and_lose() -> None:
    game = classic([44, 90], [45, 7, 6, 5, 4, 3], [], on_fire=True)
    play(game, "44a 90c . 45d 7d .")
    assert lost_in_flames(game)


@pytest.mark.rule("C13", "F6")
def test_a_player_who_cannot_lay_the_minimum_is_stuck_whatever_burns() -> None:
    game = classic([2, 22, 98, 99], range(40, 46), [], on_fire=True)
    play(game, "99a 98b 2c 22d .")
    assert (game.over, result(game).reason) == (True, "stuck")
