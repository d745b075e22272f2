"""The extreme game, clause by clause."""

from __future__ import annotations

from collections import Counter

import pytest

import gambero
from gambero.game import new_game

from .deals import (
    COMMANDS,
    NUMBERS,
    TENS,
    drawn,
    extreme,
    extreme_endgame,
    lay,
    layout,
    lost,
    one_left,
    play,
    refuse,
    result,
    two_left,
)

BLOCK = "99a 98b 2c 3d"  # after these only 89a, 88b, 12c and 13d still fit


@pytest.mark.rule("E1")
def test_the_house_layout_is_fixed_and_has_four_of_each_command() -> None:
    game = gambero.new("extreme", players=2, seed=1)
    assert Counter(game.commands.values()) == dict.fromkeys(COMMANDS, 4)
    assert set(game.commands) <= set(NUMBERS)
    assert gambero.new("extreme", players=3, seed=2, commands="house").commands == game.commands


@pytest.mark.rule("E1")
@pytest.mark.parametrize("name", COMMANDS)
def test_the_house_layout_is_balanced_over_the_range(name: str) -> None:
    commands = gambero.new("extreme", seed=1).commands
    assert sum(number <= 50 for number in commands if commands[number] == name) == 2


@pytest.mark.rule("E1")
def test_a_shuffled_layout_comes_from_the_seed() -> None:
    one, same, other = (gambero.new("extreme", seed=seed, commands="shuffled").commands for seed in (1, 1, 2))
    assert one == same != other
    assert Counter(other.values()) == dict.fromkeys(COMMANDS, 4)
    assert set(other) <= set(NUMBERS)


@pytest.mark.rule("E1")
def test_a_layout_of_ones_own_is_played_as_given() -> None:
    own = layout({7: "stop", 99: "skull"}, range(20, 80))
    assert gambero.new("extreme", seed=1, commands=own).commands == own


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    "change",
    [{20: "draw_one"}, {2: "stop"}, {20: "dance"}, {1: "skull"}, {100: "skull"}],
    ids=["five draw_one, three stop", "29 cards", "no such command", "no card 1", "no card 100"],
)
def test_a_layout_needs_seven_commands_four_times_each(change: dict[int, str]) -> None:
    good = layout({}, range(20, 80))
    assert good[20] == "stop"
    with pytest.raises(ValueError, match="commands"):
        gambero.new("extreme", seed=1, commands={**good, **change})


@pytest.mark.rule("E1")
@pytest.mark.parametrize("commands", ["home", {}, {20: "stop"}], ids=str)
def test_anything_else_is_no_layout(commands: object) -> None:
    with pytest.raises(ValueError, match="commands"):
        new_game("extreme", seed=1, commands=commands)


@pytest.mark.rule("E1", "P1", "P2")
def test_professional_and_short_hands_go_with_it_and_fire_does_not() -> None:
    game = extreme([10, 20, 30], [], commands={}, professional=True, short_hands=True)
    assert (len(game.hand(0)), game.minimum) == (6, 3)
    with pytest.raises(ValueError, match="on_fire"):
        new_game("extreme", players=2, seed=1, on_fire=True)


@pytest.mark.rule("E2", "E5", "E6")
def test_a_stop_is_refused_while_it_would_leave_a_skull_open() -> None:
    game = extreme([20, 30, 40], commands={20: "skull", 30: "stop"})
    play(game, "20a")
    refuse(game, "30b", "E6")
    refuse(game, "30c", "E6")
    play(game, "40b 30a")  # the stop itself covers the skull
    assert game.stock == 87


@pytest.mark.rule("E2", "E6", "E8")
def test_the_third_card_under_a_three_is_refused_while_it_would_leave_a_skull_open() -> None:
    game = extreme([10, 20, 30, 40], commands={10: "three", 20: "skull"})
    play(game, "10a 20b")
    refuse(game, "30a", "E6")
    refuse(game, "30c", "E6")
    play(game, "30b")
    assert game.stock == 87


@pytest.mark.rule("E2", "E6")
def test_a_three_as_third_card_is_refused_while_it_would_leave_a_skull_open() -> None:
    game = extreme([10, 20, 30, 40], commands={30: "three", 20: "skull"})
    play(game, "10a 20b")
    refuse(game, "30a", "E6")
    play(game, "30b")
    assert game.stock == 87


@pytest.mark.rule("E2", "E6")
def test_the_last_card_in_hand_is_refused_while_it_would_leave_a_skull_open() -> None:
    game = extreme(TENS, commands={20: "skull"})
    play(game, "10a 20b 30a 40a 50a 60a 70a")
    refuse(game, "80a", "E6")
    play(game, "80b")
    assert game.stock == 82


@pytest.mark.rule("E2")
def test_several_commands_in_one_turn_are_all_obeyed() -> None:
    game = extreme([10, 20, 30, 40], commands={10: "skull", 20: "three", 30: "draw_one"}, then=[70, 71, 72])
    play(game, "10a 20b")
    refuse(game, ".", "E8|E6")
    refuse(game, "40b", "E6")
    events = play(game, "30a")
    assert drawn(events) == [70]


@pytest.mark.rule("E2", "E6")
def test_a_skull_as_the_last_card_in_hand_may_be_laid_and_loses() -> None:
    game = extreme(TENS, commands={80: "skull"})
    play(game, lay(TENS, "a"))
    assert lost(game, "skull")
    assert result(game).left == 90


@pytest.mark.rule("E2", "E6", "E8")
def test_a_skull_as_the_third_card_under_a_three_may_be_laid_and_loses() -> None:
    game = extreme([10, 20, 30], commands={10: "three", 30: "skull"})
    play(game, "10a 20a 30a")
    assert lost(game, "skull")


@pytest.mark.rule("E2", "E6")
def test_an_open_skull_and_no_card_that_fits_lose_at_once() -> None:
    game = extreme([2, 3, 98, 99, 40, 41, 42, 43], commands={3: "skull"})
    play(game, BLOCK)
    assert lost(game, "skull")


@pytest.mark.rule("E2", "E6")
def test_a_skull_nothing_can_cover_loses_when_the_other_cards_run_out() -> None:
    game = extreme([99, *range(10, 17)], commands={99: "skull"})
    play(game, "99a 10b 11b 12b 13b 14b")
    refuse(game, ".", "E6")
    assert not game.over
    play(game, "15b")
    assert lost(game, "skull")


@pytest.mark.rule("E2", "E8")
def test_a_three_and_no_third_card_that_fits_lose_at_once() -> None:
    game = extreme([2, 3, 98, 99, 40, 41, 42, 43], commands={3: "three"}, then=[50, 51])
    play(game, "99a 98b . 2c 3d")
    assert lost(game, "three")


@pytest.mark.rule("E3", "C15")
def test_who_holds_which_command_is_shown_to_nobody_else() -> None:
    commands = {51: "stop", 61: "skull"}
    one, two = (
        extreme(range(10, 17), hand, commands=layout(commands, range(99, 65, -1)))
        for hand in (range(51, 58), range(59, 66))
    )
    assert one.commands == two.commands
    assert one.view(0) == two.view(0)
    assert one.view(1) != two.view(1)


@pytest.mark.rule("E3", "E12")
def test_talking_is_free_under_every_other_command() -> None:
    commands = {10: "no_trick", 11: "one_pile", 90: "draw_one", 80: "skull", 70: "stop"}
    game = extreme(commands, [], commands=commands)
    for move in ("10a", "11b", "90d", "80d", "70d"):
        play(game, move)
        assert {game.view(seat)["silence"] for seat in (0, 1, None)} == {False}


@pytest.mark.rule("E4", "E5")
def test_a_stop_on_a_pile_means_nothing_to_the_next_player() -> None:
    game = extreme([10], [20, 30, 40, 50], commands={10: "stop"})
    play(game, "10a 20b")
    refuse(game, ".", "C13")
    play(game, "30b 40a 50a .")
    assert game.to_move == 0


@pytest.mark.rule("E4", "E8")
@pytest.mark.parametrize("turn", ["20b 30b .", "20b 30b 40b 50b ."])
def test_a_three_on_a_pile_means_nothing_to_the_next_player(turn: str) -> None:
    game = extreme([10, 11, 12], [20, 30, 40, 50], commands={12: "three"})
    play(game, "10a 11a 12a")
    assert (game.to_move, game.minimum) == (1, 2)
    play(game, turn)
    assert game.to_move == 0


@pytest.mark.rule("E4", "E6")
def test_a_skull_once_covered_means_nothing() -> None:
    game = extreme([10, 11], [20, 30], commands={10: "skull"})
    play(game, "10a 11a . 20b 30b .")
    assert game.to_move == 0


@pytest.mark.rule("E5")
@pytest.mark.parametrize("before", [[], [11], [11, 12], [11, 12, 13, 14]], ids=len)
def test_a_stop_ends_the_turn_whenever_it_is_laid(before: list[int]) -> None:
    game = extreme([11, 12, 13, 14, 20], [], commands={20: "stop"}, then=range(71, 76))
    play(game, lay(before, "a"))
    assert game.to_move == 0
    events = play(game, "20a")
    assert game.to_move == 1
    assert drawn(events) == list(range(71, 72 + len(before)))


@pytest.mark.rule("E6")
def test_a_turn_may_not_end_with_its_skull_on_top() -> None:
    game = extreme([10, 20, 30, 40], [], commands={10: "skull"})
    play(game, "10a 20b")
    refuse(game, ".", "E6")
    play(game, "30b")
    refuse(game, ".", "E6")
    play(game, "40a .")
    assert game.to_move == 1


@pytest.mark.rule("E6")
def test_a_skull_may_be_covered_with_the_trick_and_by_a_skull_that_is_covered_in_turn() -> None:
    game = extreme([20, 10, 30], [], commands={20: "skull", 10: "skull"})
    play(game, "20a 10a")
    refuse(game, ".", "E6")
    play(game, "30a .")
    assert game.to_move == 1


@pytest.mark.rule("E6")
def test_every_skull_must_be_covered() -> None:
    game = extreme([10, 11, 90, 89], [], commands={10: "skull", 90: "skull"})
    play(game, "10a 90c 11a")
    refuse(game, ".", "E6")
    play(game, "89c .")
    assert game.to_move == 1


@pytest.mark.rule("E7")
def test_98_cards_laid_are_lost_with_a_skull_on_top() -> None:
    game = extreme_endgame([50, 60], {60: "skull"})
    play(game, "50b 60b")
    assert lost(game, "skull")
    assert result(game).left == 0


@pytest.mark.rule("E7")
def test_98_cards_laid_are_won_with_the_skull_covered() -> None:
    game = extreme_endgame([50, 60], {50: "skull"})
    play(game, "50b 60b")
    assert (result(game).won, result(game).reason) == (True, "beaten")


@pytest.mark.rule("E7", "E6")
def test_the_very_last_card_must_cover_the_skull() -> None:
    game = extreme_endgame([50, 60], {50: "skull"})
    play(game, "50b")
    refuse(game, "60c", "E6")
    refuse(game, "60d", "E6")


@pytest.mark.rule("E8")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_exactly_three_cards_are_laid_with_a_three(place: int) -> None:
    cards = [10, 20, 30]
    game = extreme([*cards, 40], [], commands={cards[place]: "three"}, then=[71, 72, 73])
    for laid, number in enumerate(cards[:-1], 1):
        play(game, f"{number}a")
        if laid > place:
            assert game.minimum == 3 - laid
            refuse(game, ".", "E8")
    events = play(game, "30a")
    assert game.to_move == 1
    assert drawn(events) == [71, 72, 73]


@pytest.mark.rule("E8")
def test_two_threes_in_one_turn_ask_for_the_same_three_cards() -> None:
    game = extreme([10, 20, 30], [], commands={10: "three", 20: "three"})
    play(game, "10a 20a 30a")
    assert game.to_move == 1


@pytest.mark.rule("E9")
def test_mario_lays_a_number_a_three_and_a_stop_and_draws_three() -> None:
    game = extreme([10, 20, 30], [], commands={20: "three", 30: "stop"}, then=[71, 72, 73])
    events = play(game, "10a 20a 30a")
    assert game.to_move == 1
    assert drawn(events) == [71, 72, 73]


@pytest.mark.rule("E9")
def test_a_stop_under_a_three_may_not_be_the_second_card() -> None:
    game = extreme([10, 20, 30], [], commands={10: "three", 30: "stop"})
    play(game, "10a")
    refuse(game, "30a", "E9")
    refuse(game, "30c", "E9")
    play(game, "20a 30a")
    assert game.to_move == 1


@pytest.mark.rule("E10")
@pytest.mark.parametrize("moves", ["50b", "60c 50c"])
def test_a_three_from_a_hand_of_two_may_be_laid_and_loses(moves: str) -> None:
    game = two_left(n50="three")
    play(game, moves)
    assert lost(game, "three")


@pytest.mark.rule("E10")
def test_a_three_as_the_only_card_in_hand_may_be_laid_and_loses() -> None:
    game = one_left(90, {90: "three"})
    play(game, "90a")
    assert lost(game, "three")


@pytest.mark.rule("E10")
def test_a_three_among_the_last_two_cards_of_all_may_be_laid_and_loses() -> None:
    game = extreme_endgame([50, 60], {50: "three"})
    play(game, "50b")
    assert lost(game, "three")
    assert result(game).left == 1


@pytest.mark.rule("E10")
def test_a_three_from_the_last_three_cards_can_be_obeyed() -> None:
    game = extreme_endgame([50, 60, 70], {60: "three"})
    play(game, "50b 60b 70b")
    assert result(game).won is True


@pytest.mark.rule("E10")
def test_a_three_as_the_third_card_is_in_time_and_as_the_fourth_too_late() -> None:
    game = extreme([10, 20, 30, 40], [], commands={40: "three"})
    play(game, "10a 20a")
    assert game.can("40a")
    play(game, "30a")
    refuse(game, "40a", "E10")
    refuse(game, "40c", "E10")
