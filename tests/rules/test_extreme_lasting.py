"""The extreme game's commands that last until they are covered, clause by clause."""

from __future__ import annotations

import pytest

from .deals import (
    drawn,
    extreme,
    lay,
    lost,
    one_left,
    play,
    refuse,
    result,
    two_left,
)


@pytest.mark.rule("E11", "E13")
def test_a_lasting_command_holds_for_all_from_the_moment_it_lies_until_it_is_covered() -> None:
    game = extreme([47, 30, 20, 60], [37, 55, 54], commands={60: "no_trick"})
    play(game, "47a 30b")
    assert game.can("20b")
    play(game, "60c")
    refuse(game, "20b", "E13")  # it binds the player who laid it
    play(game, ".")
    refuse(game, "37a", "E13")  # and the next one
    play(game, "54d")
    refuse(game, "37a", "E13")
    play(game, "55c 37a .")  # until it is covered
    assert game.to_move == 0


@pytest.mark.rule("E11", "E13", "E15")
def test_several_lasting_commands_hold_at_once_and_end_one_by_one() -> None:
    game = extreme([47, 60, 95], [37, 90, 55], commands={60: "no_trick", 95: "draw_one"})
    assert len(drawn(play(game, "47a 60c 95d ."))) == 1
    refuse(game, "37a", "E13")
    play(game, "90d")
    refuse(game, "37a", "E13")
    assert len(drawn(play(game, "55b ."))) == 2


@pytest.mark.rule("E11", "E12")
def test_silence_falls_with_the_card_and_lifts_when_it_is_covered() -> None:
    game = extreme([10, 20], [30, 40, 50], commands={10: "silence"})

    def silence() -> set[bool]:
        return {game.view(seat)["silence"] for seat in (0, 1, None)}

    assert silence() == {False}
    for move in ("10a", "20b", ".", "40b"):
        play(game, move)
        assert silence() == {True}
    play(game, "50a")
    assert silence() == {False}


@pytest.mark.rule("E11", "E12")
def test_two_silences_both_have_to_be_covered() -> None:
    game = extreme([10, 20], [30, 40], commands={10: "silence", 20: "silence"})
    play(game, "10a 20b . 30a")
    assert game.view(1)["silence"] is True
    play(game, "40b")
    assert game.view(1)["silence"] is False


@pytest.mark.rule("E13")
def test_no_trick_forbids_the_step_back_on_all_four_piles() -> None:
    game = extreme([30, 20, 50, 40, 60, 70, 80, 90], commands={50: "no_trick"})
    play(game, "30a 60c 80d")
    for move in ("20a", "70c", "90d"):
        assert game.can(move)
    play(game, "50b")
    for move in ("20a", "70c", "90d"):
        refuse(game, move, "E13")
    refuse(game, "40b", "E13")  # not even onto the command itself
    assert game.can("40a")  # ten higher is no trick going up


@pytest.mark.rule("E13")
def test_covering_no_trick_brings_the_trick_back_at_once() -> None:
    game = extreme([50, 70, 60], commands={50: "no_trick"})
    play(game, "50a 70a 60a")
    assert game.piles[0] == 60


@pytest.mark.rule("E14")
def test_under_one_pile_the_first_card_picks_the_pile() -> None:
    game = extreme([10, 30], [50, 60, 45, 44], commands={30: "one_pile"})
    play(game, "10b 30a . 50c")
    refuse(game, "60b", "E14")
    refuse(game, "45d", "E14")
    refuse(game, "60a", "E14")  # the pile with the command is one pile too many as well
    play(game, "45c 44c .")
    assert game.to_move == 0


@pytest.mark.rule("E14")
def test_every_player_picks_anew() -> None:
    game = extreme([30, 90, 80, 31], [50, 49, 48], commands={30: "one_pile"})
    play(game, "30a 90c 80c .")
    assert {move[-1] for move in game.moves()} == set("abcd")
    play(game, "50d 49d .")
    assert {move[-1] for move in game.moves()} == set("abcd")


@pytest.mark.rule("E14")
def test_covering_one_pile_lifts_it_at_once() -> None:
    game = extreme([10, 30], [50, 60, 70, 80], commands={30: "one_pile"})
    play(game, "10b 30a . 50a 60b 80c 70d .")
    assert game.to_move == 0


@pytest.mark.rule("E14")
def test_one_pile_binds_the_player_who_lays_it_from_the_next_card_on() -> None:
    game = extreme([10, 30, 80, 70, 20], [], commands={30: "one_pile"})
    play(game, "10b 30a 80c")  # neither what came before nor the command itself picks a pile
    refuse(game, "20b", "E14")
    refuse(game, "70d", "E14")
    play(game, "70c .")
    assert game.to_move == 1


@pytest.mark.rule("E14")
def test_a_second_one_pile_goes_on_binding_when_the_first_is_covered() -> None:
    game = extreme([30, 80, 70, 40], [], commands={30: "one_pile", 80: "one_pile"})
    play(game, "30a 80c")  # laid under the first, the second picks c
    refuse(game, "40a", "E14")
    play(game, "70c")  # and is covered, while the first still shows
    refuse(game, "40b", "E14")
    refuse(game, "40a", "E14")
    assert game.can("40c")


@pytest.mark.rule("E14")
def test_a_new_one_pile_after_the_old_was_covered_lets_the_player_pick_anew() -> None:
    game = extreme([10, 30], [50, 60, 90, 80], commands={30: "one_pile", 60: "one_pile"})
    play(game, "10b 30a . 50a 60b 90c")
    refuse(game, "80a", "E14")
    play(game, "80c .")
    assert game.to_move == 0


@pytest.mark.rule("C13", "E14")
def test_a_player_who_finds_no_second_card_for_the_pile_is_stuck() -> None:
    game = extreme([30, 10], [99, 41, 42, 43, 44, 45, 46], commands={30: "one_pile"})
    play(game, "10b 30a . 99b")
    assert lost(game, "stuck")


@pytest.mark.rule("E15")
@pytest.mark.parametrize("count", [2, 3, 6])
def test_draw_one_draws_a_single_card_however_many_were_laid(count: int) -> None:
    hand = range(10, 10 + count)
    game = extreme(hand, [], commands={hand[-1]: "draw_one"}, then=[71, 72])
    assert drawn(play(game, lay(hand, "a") + " .")) == [71]
    assert len(game.hand(0)) == 7 - count + 1


@pytest.mark.rule("E15")
def test_draw_one_holds_for_the_next_player_too() -> None:
    game = extreme([10, 20], [30, 40, 50], commands={10: "draw_one"})
    play(game, "10a 20b .")
    assert len(drawn(play(game, "30b 40b 50b ."))) == 1
    assert len(game.hand(1)) == 5


@pytest.mark.rule("E15", "E16")
def test_a_draw_one_covered_in_the_same_turn_holds_nobody_back() -> None:
    game = extreme([10, 20, 30], [], commands={10: "draw_one"})
    assert len(drawn(play(game, "10a 20a 30b ."))) == 3


@pytest.mark.rule("E16")
def test_with_draw_one_covered_each_player_draws_up_to_the_full_hand() -> None:
    game = extreme([10, 11, 12, 13, 14, 99, 98], [20, 21, 22, 23], commands={14: "draw_one"}, then=[15, 24])
    play(game, "10a 11a 12a 13a 14a . 20b 21b .")
    assert [len(game.hand(seat)) for seat in (0, 1)] == [3, 6]
    assert len(drawn(play(game, "15a 99c ."))) == 6
    assert len(game.hand(0)) == 7
    assert len(drawn(play(game, "22b 23b ."))) == 3
    assert len(game.hand(1)) == 7


@pytest.mark.rule("E16")
def test_with_two_draw_ones_both_have_to_be_covered() -> None:
    game = extreme([10, 11], [12, 13, 14], commands={10: "draw_one", 11: "draw_one"})
    play(game, "10a 11b .")
    assert len(drawn(play(game, "12a 14c ."))) == 1


@pytest.mark.rule("E17")
def test_fewer_cards_in_hand_than_the_minimum_lose() -> None:
    game = one_left(90, {})
    assert (game.over, game.minimum) == (False, 2)
    play(game, "90b")
    assert lost(game, "stuck")
    assert result(game).left == 98 - 9


@pytest.mark.rule("E17", "E5")
def test_a_stop_saves_a_player_with_too_few_cards() -> None:
    game = one_left(90, {90: "stop"})
    play(game, "90b")
    assert (game.over, len(game.hand(0))) == (False, 1)


@pytest.mark.rule("E17", "E16")
def test_a_stop_that_covers_draw_one_fills_the_hand_again() -> None:
    game = one_left(90, {90: "stop"})
    play(game, "90a")
    assert (game.over, len(game.hand(0))) == (False, 8)


@pytest.mark.rule("E17")
def test_exactly_the_minimum_in_hand_is_enough() -> None:
    game = two_left()
    play(game, "50a 60a")
    assert (game.over, len(game.hand(0))) == (False, 8)


@pytest.mark.rule("E17", "P1")
def test_two_cards_are_too_few_for_professionals() -> None:
    game = extreme([*range(10, 17), 50], commands={16: "draw_one"}, then=[60], professional=True)
    play(game, lay(range(10, 17), "a") + " . 50a 60a")
    assert lost(game, "stuck")
