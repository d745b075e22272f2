"""The classic game, clause by clause."""

from __future__ import annotations

import pytest

import gambero

from .deals import (
    NUMBERS,
    classic,
    drawn,
    endgame,
    hand_size,
    lay,
    play,
    refuse,
    result,
    steadily,
)

BLOCK = "99a 98b 2c 3d"  # after these only 89a, 88b, 12c and 13d still fit


def any_turn(game: gambero.Game) -> None:
    """Somebody's turn of two cards, whichever they are."""
    while not game.can("."):
        play(game, game.moves()[-1])
    play(game, ".")


@pytest.mark.rule("C1")
def test_two_piles_start_at_one_and_two_at_one_hundred() -> None:
    assert gambero.new("classic", seed=1).piles == (1, 1, 100, 100)


@pytest.mark.rule("C1")
@pytest.mark.parametrize(
    "cards", [range(1, 99), range(3, 101), [*range(2, 99), 98], range(2, 99), [*NUMBERS, 50]], ids=str
)
def test_a_deck_with_other_cards_than_2_to_99_is_no_deck(cards: list[int]) -> None:
    with pytest.raises(ValueError, match="deck"):
        gambero.new("classic", deck=list(cards))


@pytest.mark.rule("C1")
@pytest.mark.parametrize("seed", range(5))
def test_a_shuffled_deck_has_98_cards_and_none_twice(seed: int) -> None:
    game = gambero.new("classic", players=5, seed=seed)
    seen = [number for seat in range(5) for number in game.hand(seat)]
    assert len(set(seen)) == 30
    assert set(seen) <= set(NUMBERS)
    assert (len(seen), game.stock) == (30, 68)


@pytest.mark.rule("C2")
@pytest.mark.parametrize("players", [-1, 0, 6])
def test_nobody_and_six_are_not_a_team(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        gambero.new("classic", players=players, seed=1)


@pytest.mark.rule("C2")
def test_all_win_together() -> None:
    game = endgame(range(86, 93), range(93, 100))
    play(game, lay(range(86, 100), "a"))
    assert result(game).won is True
    assert result(game).winners == (0, 1)


@pytest.mark.rule("C2")
def test_all_lose_together() -> None:
    game = classic([2, 3, 98, 99], range(40, 46), range(50, 56))
    play(game, BLOCK + " .")
    assert result(game).won is False
    assert result(game).winners == ()


@pytest.mark.rule("C3")
@pytest.mark.parametrize(("players", "size"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
def test_the_hands_are_dealt_and_the_rest_is_the_draw_pile(players: int, size: int) -> None:
    game = gambero.new("classic", players=players, deck=list(NUMBERS))
    for seat in range(players):
        first = 2 + seat * size
        assert game.hand(seat) == list(range(first, first + size))
    assert game.stock == 98 - players * size


@pytest.mark.rule("C4")
def test_players_look_at_their_cards_before_anyone_starts() -> None:
    game = classic([], [], [40, 41, 42, 43, 44, 45], [], start=None)
    assert game.to_move is None
    assert game.hand(2) == game.view(2)["hand"] == [40, 41, 42, 43, 44, 45]
    assert game.moves() == game.view(2)["moves"] == ["@0", "@1", "@2", "@3"]
    for move in ("40a", ".", "@4"):
        refuse(game, move)


@pytest.mark.rule("C4")
@pytest.mark.parametrize("start", range(4))
def test_whoever_is_agreed_on_starts_and_play_goes_clockwise(start: int) -> None:
    game = classic([], [], [], [], start=start)
    for turn in range(5):
        assert game.to_move == (start + turn) % 4
        any_turn(game)


@pytest.mark.rule("C4")
def test_the_start_is_agreed_on_once() -> None:
    game = classic([], [], start=1)
    refuse(game, "@0")
    refuse(game, "@1")


@pytest.mark.rule("C4")
def test_a_player_alone_starts_at_once() -> None:
    game = classic([])
    assert game.to_move == 0
    refuse(game, "@0")


@pytest.mark.rule("C5", "C13")
def test_one_card_is_too_few_and_two_are_enough() -> None:
    game = classic([10, 20, 30])
    assert game.minimum == 2
    refuse(game, ".", "C13")
    play(game, "10a")
    assert game.minimum == 1
    refuse(game, ".", "C13")
    play(game, "20a")
    assert game.minimum == 0
    assert game.can(".")
    assert game.can("30a")


@pytest.mark.rule("C5")
def test_the_whole_hand_may_be_laid_in_one_turn() -> None:
    game = classic(range(10, 90, 10), then=range(91, 99))
    play(game, lay(range(10, 80, 10), "a"))
    assert game.hand(0) == [80]
    events = play(game, "80a")
    assert drawn(events) == game.hand(0) == list(range(91, 99))


@pytest.mark.rule("C5")
def test_only_own_cards_may_be_laid() -> None:
    game = classic([10, 20, 30], [40, 50])
    refuse(game, "40a", "40", "hand")
    play(game, "10a")
    refuse(game, "10b", "10", "hand")


@pytest.mark.rule("C6")
def test_every_card_may_open_any_pile() -> None:
    hand = [11, 23, 35, 47, 59, 61, 73]
    game = classic(hand, [])
    assert game.moves() == sorted(f"{number}{pile}" for number in hand for pile in "abcd")


@pytest.mark.rule("C6", "C10")
def test_martino_lays_four_cards_over_three_piles_and_draws_four() -> None:
    game = classic([5, 20, 31, 60, 61, 90], [], [], then=[70, 8, 44, 12])
    events = play(game, "5a 20b 31b 90c .")
    assert game.piles == (5, 31, 90, 100)
    assert drawn(events) == [70, 8, 44, 12]
    assert game.hand(0) == [8, 12, 44, 60, 61, 70]
    assert game.to_move == 1


@pytest.mark.rule("C6")
def test_a_turn_may_go_back_and_forth_between_the_piles() -> None:
    game = classic([10, 11, 12, 88, 89, 90, 50, 51])
    play(game, "10a 90d 50b 89d 11a 51b 88d 12a")
    assert game.piles == (12, 51, 100, 88)


@pytest.mark.rule("C7")
@pytest.mark.parametrize("pile", "ab")
@pytest.mark.parametrize(
    "numbers",
    [[4, 8, 13], [3, 11, 12, 13, 18, 20, 34, 35, 51], [2, 7, 19, 25, 28, 29, 49], [3, 11, 12, 13, 20, 34]],
    ids=str,
)
def test_ascending_piles_rise_with_gaps_as_wide_as_you_like(numbers: list[int], pile: str) -> None:
    game = classic(numbers[:8], then=numbers[8:])
    steadily(game, lay(numbers, pile))
    assert game.piles["abcd".index(pile)] == numbers[-1]


@pytest.mark.rule("C7")
@pytest.mark.parametrize("pile", "cd")
@pytest.mark.parametrize("numbers", [[94, 90, 78, 61, 60, 57], [98, 97, 88, 83]], ids=str)
def test_descending_piles_fall_with_gaps_as_wide_as_you_like(numbers: list[int], pile: str) -> None:
    game = classic(numbers)
    steadily(game, lay(numbers, pile))
    assert game.piles["abcd".index(pile)] == numbers[-1]


@pytest.mark.rule("C7")
def test_the_booklet_errs_85_does_not_fit_on_83() -> None:
    game = classic([98, 97, 88, 83, 85])
    play(game, "98c 97c 88c 83c")
    refuse(game, "85c", "C7", "83")
    assert game.can("85d")


@pytest.mark.rule("C7", "C8")
@pytest.mark.parametrize("pile", "ab")
def test_what_fits_on_50_going_up(pile: str) -> None:
    game = classic([50, 51, 60, 99, 40, 49, 41, 39], then=[30, 2])
    play(game, f"50{pile}")
    for number in (51, 60, 99, 40):
        assert game.can(f"{number}{pile}")
    for number in (49, 41, 39):
        refuse(game, f"{number}{pile}", "C7", "50")
    other = "b" if pile == "a" else "a"
    play(game, f"49{other} .")
    refuse(game, f"30{pile}", "C7", "50")
    refuse(game, f"2{pile}", "C7", "50")


@pytest.mark.rule("C7", "C8")
@pytest.mark.parametrize("pile", "cd")
def test_what_fits_on_50_going_down(pile: str) -> None:
    game = classic([50, 49, 40, 2, 60, 51, 59, 61], then=[70, 99])
    play(game, f"50{pile}")
    for number in (49, 40, 2, 60):
        assert game.can(f"{number}{pile}")
    for number in (51, 59, 61):
        refuse(game, f"{number}{pile}", "C7", "50")
    other = "d" if pile == "c" else "c"
    play(game, f"51{other} .")
    refuse(game, f"70{pile}", "C7", "50")
    refuse(game, f"99{pile}", "C7", "50")


@pytest.mark.rule("C8")
def test_giacomo_lays_37_on_47() -> None:
    game = classic([47, 37, 38, 36])
    play(game, "47a")
    refuse(game, "38a", "C7", "47")
    refuse(game, "36a", "C7", "47")
    play(game, "37a")
    assert game.piles[0] == 37
    assert game.can("38a")


@pytest.mark.rule("C8")
def test_susanna_lays_75_on_65() -> None:
    game = classic([65, 75, 74, 76])
    play(game, "65c")
    refuse(game, "74c", "C7", "65")
    refuse(game, "76c", "C7", "65")
    play(game, "75c")
    assert game.piles[2] == 75
    assert game.can("74c")


@pytest.mark.rule("C8")
def test_the_trick_reaches_to_both_ends_of_the_deck() -> None:
    game = classic([12, 2, 89, 99])
    play(game, "12a 2a 89c 99c")
    assert game.piles == (2, 1, 99, 100)


@pytest.mark.rule("C8")
def test_tens_do_not_work_across_piles() -> None:
    game = classic([47, 60, 37])
    play(game, "47a 60b")
    refuse(game, "37b", "C7", "60")


@pytest.mark.rule("C9")
def test_tricks_and_ordinary_cards_mix_freely() -> None:
    game = classic([30, 20, 21, 90, 80, 11, 25, 70])
    play(game, "30a 20a 21a 80c 90c 11a 25b 70d")  # ordinary, trick, two ordinary, trick, trick, ordinary …
    assert game.piles == (11, 25, 90, 70)


@pytest.mark.rule("C9")
def test_one_trick_may_follow_another_on_the_same_pile() -> None:
    game = classic([47, 37, 27, 17, 65, 75, 85, 95])
    play(game, "47a 37a 27a 17a 65d 75d 85d 95d")
    assert game.piles == (17, 1, 100, 95)


@pytest.mark.rule("C10")
@pytest.mark.parametrize("players", range(1, 6))
def test_the_hand_is_full_again_and_the_next_player_is_on(players: int) -> None:
    game = classic([10, 20, 30], *[[]] * (players - 1), then=[81, 82, 83])
    assert drawn(play(game, "10a 20a 30a .")) == [81, 82, 83]
    assert len(game.hand(0)) == hand_size(players)
    assert game.stock == 98 - players * hand_size(players) - 3
    assert game.to_move == 1 % players


@pytest.mark.rule("C10", "C11")
def test_the_last_draw_goes_as_far_as_the_draw_pile() -> None:
    game = gambero.new("classic", deck=list(NUMBERS))
    play(game, lay(range(2, 90), "a"))
    assert (game.stock, game.minimum) == (2, 2)
    assert drawn(play(game, lay(range(90, 98), "a"))) == [98, 99]
    assert (game.stock, game.minimum) == (0, 1)


@pytest.mark.rule("C11")
def test_with_a_single_card_to_draw_the_minimum_is_still_two() -> None:
    game = gambero.new("classic", deck=list(NUMBERS))
    play(game, lay(range(2, 9), "a") + " . " + lay(range(9, 89), "a") + " 89a 90a .")
    assert (game.stock, game.minimum) == (1, 2)
    play(game, "91a")
    refuse(game, ".", "C13")


@pytest.mark.rule("C11")
def test_with_nothing_to_draw_one_card_is_enough_and_more_are_allowed() -> None:
    game = endgame([95, 96, 97, 98, 99])
    refuse(game, ".", "C13")
    play(game, "95a .")
    assert game.hand(0) == [96, 97, 98, 99]
    play(game, "96a 97a 98a .")
    assert game.hand(0) == [99]
    assert not game.over


@pytest.mark.rule("C12")
def test_a_player_without_cards_is_skipped_and_the_others_play_on() -> None:
    game = endgame([87, 91, 93, 95, 97, 99], [88, 89], [86, 90, 92, 94, 96, 98])
    play(game, "86a . 87a .")
    assert game.to_move == 1
    play(game, "88a 89a")
    assert not game.over
    order = []
    for number in range(90, 98):
        order.append(game.to_move)
        play(game, f"{number}a .")
    assert order == [2, 0] * 4
    play(game, "98a")
    assert game.to_move == 0
    play(game, "99a")
    assert result(game).winners == (0, 1, 2)


@pytest.mark.rule("C12")
def test_the_last_player_left_goes_on_alone() -> None:
    game = endgame(range(86, 93), range(93, 100))
    play(game, lay(range(86, 93), "a"))
    for number in range(93, 99):
        assert game.to_move == 1
        play(game, f"{number}a .")
    assert not game.over


@pytest.mark.rule("C13")
def test_a_player_with_nothing_to_lay_ends_the_game_as_the_turn_begins() -> None:
    game = classic([2, 3, 98, 99], range(40, 47))
    play(game, BLOCK)
    assert not game.over
    play(game, ".")
    assert (game.to_move, game.moves()) == (None, [])
    assert (result(game).won, result(game).reason, result(game).left) == (False, "stuck", 94)
    refuse(game, "40a", "over")


@pytest.mark.rule("C13")
def test_a_single_card_that_fits_is_laid_and_then_the_game_is_over() -> None:
    game = classic([2, 3, 98, 99], [89, *range(40, 46)])
    play(game, BLOCK + " .")
    assert game.moves() == ["89a"]
    play(game, "89a")
    assert game.over
    assert (result(game).reason, result(game).left) == ("stuck", 93)


@pytest.mark.rule("C13")
def test_with_the_minimum_laid_and_nothing_more_to_lay_the_turn_may_be_ended() -> None:
    game = classic([2, 3, 98, 99, *range(40, 44)], then=[89, 79, 50, 51])
    play(game, BLOCK)
    assert game.moves() == ["."]
    play(game, ". 89a 79a .")
    assert game.over


@pytest.mark.rule("C11", "C13")
def test_with_nothing_to_draw_the_game_is_over_when_not_one_card_fits() -> None:
    game = endgame([2, 3, 50, 51, 98, 99])
    play(game, "98a 99b 2c 3d .")
    assert (game.over, result(game).reason, result(game).left) == (True, "stuck", 2)


@pytest.mark.rule("C14")
def test_98_cards_laid_beat_the_game() -> None:
    game = endgame([98, 99])
    play(game, "98a 99a")
    assert (game.over, result(game).won, result(game).left) == (True, True, 0)
    assert (result(game).rating, result(game).reason) == ("beaten", "beaten")


@pytest.mark.rule("C14")
@pytest.mark.parametrize(("left", "rating"), [(8, "brilliant"), (9, "brilliant"), (10, "lost"), (11, "lost")])
def test_fewer_than_ten_left_in_hand_and_draw_pile_are_brilliant(left: int, rating: str) -> None:
    rest = range(40, 40 + left)
    others = [number for number in range(4, 98) if number not in rest]
    game = gambero.new("classic", deck=[*others, 2, 3, 98, 99, *rest])
    steadily(game, lay(others, "a") + " " + BLOCK)
    assert (game.over, result(game).won, result(game).reason) == (True, False, "stuck")
    assert (result(game).left, result(game).rating) == (left, rating)


@pytest.mark.rule("C15")
def test_nobody_is_shown_what_the_others_hold_or_what_comes_next() -> None:
    mine, known = range(10, 17), [17, 18]
    one = classic(mine, [30, 40, 51, 52, 53, 54, 55], then=[*known, 56, 57], start=None)
    two = classic(mine, [30, 40, 61, 62, 63, 64, 65], then=[*known, 66, 67], start=None)
    for move in ("@0", "10a", "11a", ".", "30a", "40a", ".", "12c", "13d"):
        assert one.view(0) == two.view(0)
        assert one.view(None) == two.view(None)
        assert one.view(1) != two.view(1)
        play(one, move)
        play(two, move)
    assert one.view(0)["hand"] == one.hand(0) == [14, 15, 16, 17, 18]
    assert one.view(0)["hands"] == [5, 7]
    assert one.view(0)["silence"] is False
