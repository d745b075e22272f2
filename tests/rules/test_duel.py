"""The duel, clause by clause."""

from __future__ import annotations

import pytest

import gambero

from .deals import DUEL_NUMBERS, drawn, duel, duel_endgame, lay, play, refuse, result, stack

SARA, TOMMASO = 0, 1
PASS = "2a 59c ."  # a turn that leaves nothing on the own piles to improve


@pytest.mark.rule("D1")
def test_each_has_own_piles_from_1_and_from_60_and_58_own_cards() -> None:
    game = gambero.new("duel", seed=1)
    assert game.players == 2
    assert game.piles == (1, 60, 1, 60)
    assert [len(game.hand(seat)) + stack(game, seat) for seat in (SARA, TOMMASO)] == [58, 58]


@pytest.mark.rule("D1")
def test_both_may_hold_the_same_number() -> None:
    game = duel([12], [12])
    assert 12 in game.hand(SARA)
    assert 12 in game.hand(TOMMASO)


@pytest.mark.rule("D1")
@pytest.mark.parametrize("wrong", [range(1, 59), range(3, 61), [*range(2, 59), 58], range(2, 59)], ids=str)
def test_a_set_with_other_cards_than_2_to_59_is_no_set(wrong: list[int]) -> None:
    for cards in ((list(wrong), list(DUEL_NUMBERS)), (list(DUEL_NUMBERS), list(wrong))):
        with pytest.raises(ValueError, match="deck"):
            gambero.new("duel", deck=cards)


@pytest.mark.rule("D2")
def test_each_draws_six_from_the_own_draw_pile() -> None:
    game = gambero.new("duel", deck=(list(DUEL_NUMBERS), list(reversed(DUEL_NUMBERS))))
    assert game.hand(SARA) == [2, 3, 4, 5, 6, 7]
    assert game.hand(TOMMASO) == [54, 55, 56, 57, 58, 59]
    assert game.stock == (52, 52)


@pytest.mark.rule("D2")
@pytest.mark.parametrize("start", [SARA, TOMMASO])
def test_they_choose_who_starts_and_take_turns(start: int) -> None:
    game = duel([30, 31, 32, 33], [30, 31, 32, 33], start=None)
    assert (game.to_move, game.moves()) == (None, ["@0", "@1"])
    refuse(game, "30a")
    play(game, f"@{start} 30a 31a .")
    assert game.to_move == 1 - start
    play(game, "30a 31a .")
    assert game.to_move == start
    play(game, "32a 33a .")
    assert game.to_move == 1 - start


@pytest.mark.rule("D2")
def test_neither_sees_the_others_cards() -> None:
    one = duel([10, 20, 30, 31, 32, 33], [10, 20, 40, 41, 42, 43], then=([34, 35], [44, 45]), start=None)
    two = duel([10, 20, 30, 31, 32, 33], [10, 20, 50, 51, 52, 53], then=([34, 35], [54, 55]), start=None)
    for move in ("@0", "10a", "20a", ".", "10a", "20a", ".", "30a"):
        assert one.view(SARA) == two.view(SARA)
        assert one.view(None) == two.view(None)
        assert one.view(TOMMASO) != two.view(TOMMASO)
        play(one, move)
        play(two, move)


@pytest.mark.rule("D3")
def test_one_card_is_too_few_two_are_enough_and_more_are_allowed() -> None:
    game = duel([10, 20, 30], [])
    assert game.minimum == 2
    play(game, "10a")
    assert game.minimum == 1
    refuse(game, ".", "D3|C13")
    play(game, "20a")
    assert game.can("30a")
    play(game, ".")
    assert game.to_move == TOMMASO


@pytest.mark.rule("D3", "D8")
def test_with_the_own_draw_pile_empty_the_minimum_is_still_two() -> None:
    game = duel_endgame([10, 20, 30, 40], [10, 20, 30, 40])
    assert game.minimum == 2
    play(game, "40c")
    refuse(game, ".", "D3|C13")
    events = play(game, "30c .")
    assert drawn(events) == []
    assert game.hand(SARA) == [10, 20]
    assert game.to_move == TOMMASO


@pytest.mark.rule("D4")
@pytest.mark.parametrize(
    ("numbers", "pile"),
    [([4, 8, 13], "a"), ([3, 11, 12, 18, 20, 34], "a"), ([54, 50, 48, 41, 40, 37], "c")],
    ids=str,
)
def test_own_piles_rise_and_fall_with_gaps(numbers: list[int], pile: str) -> None:
    game = duel(numbers, [])
    play(game, lay(numbers, pile))
    assert game.piles["ac".index(pile)] == numbers[-1]


@pytest.mark.rule("D4")
def test_own_piles_do_not_go_the_wrong_way() -> None:
    game = duel([27, 26, 18, 35, 36, 46], [])
    play(game, "27a 35c")
    for move in ("26a", "18a"):
        refuse(game, move, "C7", "27")
    for move in ("36c", "46c"):
        refuse(game, move, "C7", "35")


@pytest.mark.rule("D4")
def test_tommaso_lays_17_on_his_27() -> None:
    game = duel([], [27, 17], start=TOMMASO)
    play(game, "27a 17a")
    assert game.piles == (1, 60, 17, 60)


@pytest.mark.rule("D4")
def test_sara_lays_45_on_her_35() -> None:
    game = duel([35, 45], [])
    play(game, "35c 45c")
    assert game.piles == (1, 45, 1, 60)


@pytest.mark.rule("D4")
def test_tricks_and_ordinary_cards_mix_freely() -> None:
    game = duel([20, 10, 11, 40, 50, 12], [])
    play(game, "20a 10a 11a 40c 50c 12a")
    assert game.piles == (12, 50, 1, 60)


@pytest.mark.rule("C7", "D4")
def test_an_equal_card_does_not_fit() -> None:
    game = duel([20, 29, 12, 2], [12, 50, 51])
    play(game, "20a 29a . 12A 50a .")
    refuse(game, "12a", "C7", "12")
    assert game.can("2a")  # ten lower than Tommaso's gift
    assert game.can("12c")


@pytest.mark.rule("D5")
@pytest.mark.parametrize("turn", ["12A 30a 31a", "30a 12A 31a", "30a 31a 12A"])
def test_one_card_for_the_opponent_at_any_moment_of_the_turn(turn: str) -> None:
    game = duel([20, 29], [12, 30, 31])
    play(game, "20a 29a .")
    play(game, turn + " .")
    assert game.to_move == SARA


@pytest.mark.rule("D5")
def test_a_second_card_for_the_opponent_is_refused() -> None:
    game = duel([20, 29, 40], [12, 11, 50, 30, 31, 10])
    play(game, "20a 29a 40c . 12A")
    refuse(game, "11A", "D5")
    refuse(game, "50C", "D5")
    play(game, "30a")
    refuse(game, "11A", "D5")
    play(game, "31a .")


@pytest.mark.rule("D5")
def test_the_next_turn_allows_the_next_card_for_the_opponent() -> None:
    game = duel([20, 29, 30, 31], [12, 11, 50, 51, 52, 53])
    play(game, "20a 29a . 12A 50a . 30a 31a . 11A 51a .")
    assert game.piles == (11, 60, 51, 60)


@pytest.mark.rule("D6")
def test_tommaso_gives_sara_a_12_on_her_29() -> None:
    game = duel([20, 29], [12, 30, 39, 28])
    play(game, "20a 29a .")
    refuse(game, "30A", "D6", "29")
    refuse(game, "39A", "D6", "29")
    assert game.can("28A")
    play(game, "12A")
    assert game.piles == (12, 60, 1, 60)


@pytest.mark.rule("D6")
def test_sara_may_improve_18_by_any_lower_and_40_by_any_higher_card() -> None:
    game = duel([17, 2, 19, 28, 41, 59], [18, 40], start=TOMMASO)
    play(game, "18a 40c .")
    for move in ("17A", "2A", "41C", "59C"):
        assert game.can(move)
    for move in ("19A", "28A", "41A"):
        refuse(game, move, "D6", "18")
    for move in ("17C", "28C", "19C"):
        refuse(game, move, "D6", "40")


@pytest.mark.rule("D6")
def test_the_same_number_improves_nothing() -> None:
    game = duel([18, 40], [18, 40])
    play(game, "18a 40c .")
    refuse(game, "18A", "D6", "18")
    refuse(game, "40C", "D6", "40")


@pytest.mark.rule("D6")
def test_an_untouched_pile_cannot_be_improved() -> None:
    game = duel([2, 20, 40, 59], [])
    for number in (2, 20, 40, 59):
        refuse(game, f"{number}A", "D6")
        refuse(game, f"{number}C", "D6")


@pytest.mark.rule("D6")
def test_a_lower_card_is_welcome_ten_lower_or_not() -> None:
    game = duel([29, 35], [19, 20, 45, 46])
    play(game, "29a 35c .")
    for move in ("19A", "20A", "45C", "46C"):
        assert game.can(move)


@pytest.mark.rule("D7")
def test_sara_lays_three_of_her_own_and_draws_two() -> None:
    game = duel([10, 20, 30], [], then=([40, 41, 42], []))
    assert drawn(play(game, "10a 20a 30a .")) == [40, 41]
    assert len(game.hand(SARA)) == 5


@pytest.mark.rule("D7")
def test_tommaso_lays_five_with_one_for_sara_and_is_back_at_six() -> None:
    game = duel([20, 29], [12, 30, 31, 50, 49], then=([], [40, 41, 42, 43, 44, 45]))
    play(game, "20a 29a .")
    assert drawn(play(game, "30a 31a 50c 49c 12A .")) == [40, 41, 42, 43, 44]
    assert len(game.hand(TOMMASO)) == 6


@pytest.mark.rule("D5", "D7")
def test_tommaso_lays_one_up_two_down_and_a_last_one_for_sara() -> None:
    game = duel([20, 29], [12, 30, 50, 49])
    play(game, "20a 29a .")
    assert len(drawn(play(game, "30a 50c 49c 12A ."))) == 4
    assert game.piles == (12, 60, 30, 49)


@pytest.mark.rule("D7")
def test_two_own_cards_draw_two_and_a_whole_hand_of_own_cards_draws_two_as_well() -> None:
    game = duel([10, 20, 30, 31, 32, 33], [2, 59], then=([40, 41, 42, 43], []))
    assert drawn(play(game, "10a 20a .")) == [40, 41]
    play(game, PASS)
    assert drawn(play(game, "30a 31a 32a 33a 40a 41a")) == [42, 43]
    assert (game.hand(SARA), game.to_move) == ([42, 43], TOMMASO)


@pytest.mark.rule("D7")
def test_a_small_hand_is_filled_up_by_a_card_for_the_opponent() -> None:
    game = duel([10, 11, 12, 13, 14, 7], [8, 9], then=([6, 20], []))
    play(game, "10a 11a 12a 13a 14a .")
    assert game.hand(SARA) == [6, 7, 20]
    play(game, "8a 9a . 20a 7A .")
    assert len(game.hand(SARA)) == 6


@pytest.mark.rule("D8")
def test_each_draws_as_far_as_the_own_draw_pile_goes_and_then_no_more() -> None:
    game = gambero.new("duel", deck=(list(DUEL_NUMBERS), list(DUEL_NUMBERS)))
    play(game, "@0 3a 4a . 2a 3a . 5a 6a 2A . 4a 5a .")  # the 2 for Tommaso makes Sara draw three
    for number in range(7, 53, 2):
        play(game, f"{number}a {number + 1}a . {number - 1}a {number}a .")
    assert game.stock == (1, 2)
    assert drawn(play(game, "53a 54a .")) == [59]
    assert drawn(play(game, "52a 53a .")) == [58, 59]
    assert drawn(play(game, "55a 56a .")) == []
    assert game.hand(SARA) == [57, 58, 59]
    assert game.to_move == TOMMASO


@pytest.mark.rule("D7", "D8")
def test_the_view_tells_how_many_cards_the_end_of_the_turn_brings() -> None:
    game = gambero.new("duel", deck=(list(DUEL_NUMBERS), list(DUEL_NUMBERS)))

    def draws() -> tuple[int, int]:
        found = {game.view(eyes)["turn"]["draws"] for eyes in (None, SARA, TOMMASO)}
        return found.pop(), len(found)

    assert draws() == (0, 0)  # nobody has started
    play(game, "@0 3a 4a")
    assert draws() == (2, 0)
    play(game, ". 2a 3a . 5a 6a")
    assert draws() == (2, 0)
    play(game, "2A")
    assert draws() == (3, 0)  # back to six
    play(game, ". 4a 5a .")
    for number in range(7, 53, 2):
        play(game, f"{number}a {number + 1}a . {number - 1}a {number}a .")
    assert (game.stock, draws()) == ((1, 2), (1, 0))
    play(game, "53a 54a . 52a 53a .")
    assert draws() == (0, 0)


@pytest.mark.rule("D9")
def test_two_last_cards_win_at_once() -> None:
    game = duel_endgame([10, 50], [10, 50])
    play(game, "50c")
    assert not game.over
    play(game, "10c")
    assert (result(game).winners, result(game).reason, result(game).left) == ((SARA,), "finished", (0, 2))
    assert (result(game).won, result(game).rating) == (None, None)


@pytest.mark.rule("D9")
@pytest.mark.parametrize("turn", ["10A 50c", "50c 10A"])
def test_a_card_laid_for_the_opponent_counts_as_laid(turn: str) -> None:
    game = duel_endgame([10, 50], [10, 50])
    play(game, turn)
    assert (result(game).winners, result(game).left) == ((SARA,), (0, 2))


@pytest.mark.rule("D9")
def test_an_empty_hand_with_cards_to_draw_wins_nothing() -> None:
    game = duel([10, 20, 30, 31, 32, 33], [])
    play(game, "10a 20a 30a 31a 32a 33a")
    assert not game.over
    assert game.to_move == TOMMASO


@pytest.mark.rule("D10")
def test_whoever_cannot_lay_a_card_loses_as_the_turn_begins() -> None:
    game = duel([2, 59, 30, 31, 32, 33], [2, 59], then=([34, 35], []))
    play(game, "59a 2c .")
    assert not game.over
    play(game, PASS)
    assert (result(game).winners, result(game).reason) == ((TOMMASO,), "stuck")
    assert result(game).left == (56, 56)
    refuse(game, "30a", "over")


@pytest.mark.rule("D10")
def test_whoever_can_lay_only_one_card_loses_after_it() -> None:
    game = duel([2, 59, 49, 31, 32, 33], [2, 59], then=([34, 35], []))
    play(game, f"59a 2c . {PASS}")
    assert game.moves() == ["49a"]
    play(game, "49a")
    assert (result(game).winners, result(game).left) == ((TOMMASO,), (55, 56))


@pytest.mark.rule("D5", "D10")
def test_two_cards_that_both_fit_only_the_opponent_are_one_too_few() -> None:
    game = duel([2, 59, 3, 4, 32, 33], [5, 58], then=([34, 35], []))
    play(game, "59a 2c . 5a 58c .")
    assert game.moves() == ["3A", "4A"]
    play(game, "3A")
    assert (result(game).winners, result(game).reason) == ((TOMMASO,), "stuck")


@pytest.mark.rule("D10")
def test_one_own_card_and_one_for_the_opponent_are_two() -> None:
    game = duel([2, 59, 3, 49, 32, 33], [5, 58], then=([34, 35], []))
    play(game, "59a 2c . 5a 58c . 3A 49a .")
    assert not game.over


@pytest.mark.rule("D10")
def test_a_player_who_starts_a_turn_with_a_single_card_has_lost() -> None:
    game = duel_endgame([48, 49, 50], [10, 11, 12])
    play(game, "50c 49c .")
    assert (game.hand(SARA), game.over) == ([48], False)
    play(game, "12c 11c .")
    assert (result(game).winners, result(game).reason, result(game).left) == ((TOMMASO,), "stuck", (1, 1))


@pytest.mark.rule("D10")
@pytest.mark.parametrize("last", ["48c", "48A"])
def test_the_softer_house_rule_lets_a_last_card_win(last: str) -> None:
    game = duel_endgame([48, 49, 50], [10, 11, 12], last_card_wins=True)
    play(game, "50c 49c . 12c 11c .")
    assert (game.over, game.minimum) == (False, 1)
    play(game, last)
    assert (result(game).winners, result(game).reason, result(game).left) == ((SARA,), "finished", (0, 1))


@pytest.mark.rule("D10")
def test_even_under_the_softer_rule_a_last_card_has_to_fit() -> None:
    game = duel_endgame([2, 3, 50], [10, 11, 12], last_card_wins=True)
    play(game, "3c 2c . 12c 11c .")
    assert game.moves() == ["50A", "50C"]
    refuse(game, "50c", "C7", "2")
