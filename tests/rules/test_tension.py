"""The real-time game, clause by clause."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

import gambero

from .deals import (
    TENSION,
    Card,
    draw_all,
    fits,
    lowest_line,
    play,
    played_out,
    refuse,
    result,
    stack,
    tension,
    throw,
)

FIVES: list[Card] = [(5, 1), (5, 1), (5, 2), (5, 2)]


def with_every_card(top: Card) -> gambero.Game:
    """Two players on this top who have drawn all their cards."""
    game = tension([], [], top=top)
    for seat in (0, 1):
        draw_all(game, seat)
    return game


def with_last_card(place: int) -> tuple[gambero.Game, Card]:
    """Seat 0 has laid 35 cards in a row and keeps this one of the rest of the line; seat 1 has not moved."""
    line = lowest_line((5, 3))
    last = line[place]
    game = tension([*line[:35], last], [], top=(5, 3))
    draw_all(game, 0)
    play(game, throw(0, line[:35]))
    assert (game.hand(0), game.stock) == ([last], (0, 32))
    return game, last


@pytest.mark.rule("T1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_73_cards_of_ten_values_and_three_steps(players: int) -> None:
    game = gambero.new("tension", players=players, seed=7)
    for seat in range(players):
        draw_all(game, seat)
    cards = Counter([game.piles, *(card for seat in range(players) for card in game.hand(seat))])
    assert cards == Counter(TENSION)
    assert sum(cards.values()) == 73
    by_step = Counter(step for _, step in cards.elements())
    assert by_step == {1: 24, 2: 24, 3: 25}


@pytest.mark.rule("T1")
@pytest.mark.parametrize("first", [[(4, 3)], [(11, 1)], [(0, 1)], [(1, 4)], [], [(1, 1), (1, 1)]], ids=str)
def test_a_deck_of_other_cards_is_no_deck(first: list[Card]) -> None:
    with pytest.raises(ValueError, match="deck"):
        gambero.new("tension", players=2, deck=[*first, *TENSION[1:]])


@pytest.mark.rule("T2")
@pytest.mark.parametrize(("players", "share"), [(2, 36), (3, 24), (4, 18)])
def test_all_cards_are_dealt_out_but_one_which_is_laid_face_up(players: int, share: int) -> None:
    cards = TENSION[::-1]
    game = gambero.new("tension", players=players, deck=cards)
    assert game.piles == cards[-1]
    for seat in range(players):
        assert len(game.hand(seat)) + stack(game, seat) == share
        draw_all(game, seat)
        assert game.hand(seat) == sorted(cards[seat * share : (seat + 1) * share])


@pytest.mark.rule("T2")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_can_play(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        gambero.new("tension", players=players, seed=1)


@pytest.mark.rule("T3")
def test_the_top_four_of_each_stack_are_the_hand() -> None:
    mine: list[Card] = [(9, 1), (2, 2), (7, 3), (4, 1), (10, 3), (1, 1)]
    game = tension(mine, [], top=(5, 3))
    assert game.hand(0) == [(2, 2), (4, 1), (7, 3), (9, 1)]
    assert game.stock == (32, 32)
    play(game, "0:+")
    assert (10, 3) in game.hand(0)
    play(game, "0:+")
    assert (1, 1) in game.hand(0)
    assert game.stock == (30, 32)


@pytest.mark.rule("T3")
def test_the_stacks_and_the_other_hands_stay_face_down() -> None:
    mine: list[Card] = [(8, 1), (2, 2), (7, 3), (4, 1), (10, 3)]
    one = tension([*mine, (1, 1)], [(5, 1), (5, 2)], top=(5, 3))
    two = tension([*mine, (6, 2)], [(9, 1), (9, 2)], top=(5, 3))
    for move in ("0:+", "1:+", "0:8/1", "1:+"):
        assert one.view(0) == two.view(0)
        assert one.view(None) == two.view(None)
        assert one.view(1) != two.view(1)
        play(one, move)
        play(two, move)
    assert one.view(0)["hands"] == [4, 6]


@pytest.mark.rule("T4")
def test_there_are_no_turns() -> None:
    game = tension([(8, 1), (2, 3), (10, 2)], [(7, 2), (9, 3)], [(5, 1)], top=(5, 3))
    assert (game.to_move, game.minimum) == (None, 0)
    play(game, "0:8/1 1:7/2 2:5/1")  # 5 ± 3, 8 ± 1, 7 ± 2
    assert game.to_move is None
    for seat in (0, 1, 2):
        assert game.can(f"{seat}:+")


@pytest.mark.rule("T4", "T7")
def test_the_same_player_may_lay_again_at_once_one_card_at_a_time() -> None:
    game = tension([(8, 1), (7, 2), (9, 1), (10, 3)], [(7, 1)], top=(5, 3))
    play(game, "0:8/1")
    assert game.piles == (8, 1)
    play(game, "0:7/2")
    assert game.piles == (7, 2)
    play(game, "0:9/1")
    assert game.piles == (9, 1)
    assert game.hand(0) == [(10, 3)]


@pytest.mark.rule("T7")
def test_everyone_hears_what_was_laid() -> None:
    game = tension([(8, 1)], [(7, 2)], [], top=(5, 3))
    events = play(game, "0:8/1")
    assert [event["event"] for event in events] == ["laid"]
    for seat in (0, 1, 2, None):
        assert tuple(game.view(seat)["piles"]) == (8, 1)


@pytest.mark.rule("T5")
def test_on_a_5_with_step_3_an_8_or_a_2() -> None:
    game = with_every_card((5, 3))
    values = {int(move.split(":")[1].split("/")[0]) for move in game.moves()}
    assert values == {2, 8}
    for wrong in (1, 3, 4, 5, 6, 7, 9, 10):
        seat = 0 if (wrong, 1) in game.hand(0) else 1
        refuse(game, f"{seat}:{wrong}/1", "T5")


@pytest.mark.rule("T5")
def test_the_step_that_counts_is_the_one_on_the_pile() -> None:
    game = tension([(8, 1), (8, 3), (6, 1), (4, 1)], [], top=(5, 3))
    assert game.can("0:8/1")
    assert game.can("0:8/3")
    refuse(game, "0:6/1", "T5")
    refuse(game, "0:4/1", "T5")


@pytest.mark.rule("T5")
def test_only_a_card_in_hand_can_be_laid() -> None:
    game = tension([(8, 1), (3, 1), (3, 2), (3, 3), (2, 1)], [(8, 2)], top=(5, 3))
    refuse(game, "0:8/2", "8", "hand")  # the other's
    refuse(game, "0:2/1", "2", "hand")  # still in the stack


@pytest.mark.rule("T6")
def test_9_plus_3_is_2() -> None:
    assert fits((9, 3)) == {6, 2}
    game = tension([(2, 1), (6, 1), (3, 1), (10, 1)], [], top=(9, 3))
    assert game.can("0:2/1")
    assert game.can("0:6/1")
    refuse(game, "0:3/1", "T5")
    refuse(game, "0:10/1", "T5")


@pytest.mark.rule("T6")
def test_1_minus_2_is_9() -> None:
    assert fits((1, 2)) == {3, 9}
    game = tension([(9, 1), (3, 1), (10, 1), (8, 1)], [], top=(1, 2))
    assert game.can("0:9/1")
    assert game.can("0:3/1")
    refuse(game, "0:10/1", "T5")
    refuse(game, "0:8/1", "T5")


@pytest.mark.rule("T6")
@pytest.mark.parametrize(
    ("top", "next_"),
    [
        *(((10, 1), 1), ((10, 2), 2), ((10, 3), 3), ((9, 2), 1), ((8, 3), 1)),
        *(((1, 1), 10), ((2, 2), 10), ((3, 3), 10), ((1, 3), 8), ((2, 3), 9)),
    ],
)
def test_above_ten_and_below_one_the_values_go_round(top: Card, next_: int) -> None:
    game = tension([(next_, 1), (5, 1)], [], top=top)
    assert game.can(f"0:{next_}/1")


@pytest.mark.rule("T5", "T6")
@pytest.mark.parametrize("top", sorted(set(TENSION)), ids=str)
def test_on_every_card_two_values_fit_and_the_others_do_not(top: Card) -> None:
    value, step = top
    up = value + step if value + step <= 10 else value + step - 10
    down = value - step if value - step >= 1 else value - step + 10
    game = with_every_card(top)
    for seat in (0, 1):
        for card in game.hand(seat):
            assert game.can(f"{seat}:{card[0]}/{card[1]}") is (card[0] in (up, down))


@pytest.mark.rule("T8")
def test_the_slower_player_takes_the_card_back() -> None:
    game = tension([(8, 1)], [(2, 2), (5, 1)], top=(5, 3))
    assert game.can("1:2/2")
    play(game, "0:8/1")
    refuse(game, "1:2/2", "T5", "8")
    assert (2, 2) in game.hand(1)


@pytest.mark.rule("T8")
def test_the_other_order_of_arrival_decides_the_other_way() -> None:
    game = tension([(8, 1)], [(2, 2)], top=(5, 3))
    play(game, "1:2/2")
    refuse(game, "0:8/1", "T5", "2")
    assert (8, 1) in game.hand(0)


@pytest.mark.rule("T9")
def test_anyone_may_draw_at_any_time_one_card_each_time_without_limit() -> None:
    game = tension([(8, 1)], [], top=(5, 3))
    assert game.can("0:8/1")  # a card that fits is no reason not to draw
    for drew in range(1, 33):
        play(game, "0:+")
        assert len(game.hand(0)) == 4 + drew
        assert game.stock == (32 - drew, 32)
    refuse(game, "0:+", "T9")
    play(game, "1:+")
    assert game.stock == (0, 31)


@pytest.mark.rule("T10")
def test_when_nobody_can_play_or_draw_the_bottom_card_comes_to_the_top() -> None:
    game = played_out((9, 1))
    assert game.moves() == ["^"]
    assert game.piles != (9, 1)
    play(game, "^")
    assert game.piles == (9, 1)
    assert not game.over
    values = {int(move.split(":")[1].split("/")[0]) for move in game.moves()}
    assert values == {10}


@pytest.mark.rule("T10")
def test_the_bottom_card_is_turned_again_while_everyone_is_still_stuck() -> None:
    game = played_out((1, 3))
    line = lowest_line((1, 3))
    for bottom in [(1, 3), *line[:3]]:
        play(game, "^")
        assert game.piles == bottom
        assert game.moves() == ["^"]
    play(game, "^")
    assert game.piles == line[3]
    assert "^" not in game.moves()
    assert game.moves() != []


@pytest.mark.rule("T10")
def test_the_bottom_card_stays_while_somebody_can_play() -> None:
    game = played_out((9, 1), but=1)
    assert game.stock == (0, 0)
    assert len(game.moves()) >= 1
    refuse(game, "^", "T10")


@pytest.mark.rule("T10")
def test_the_bottom_card_stays_while_somebody_can_draw() -> None:
    game = tension(FIVES, [(5, 3), (5, 3), (6, 1), (6, 1)], top=(5, 2))
    assert game.moves() == ["0:+", "1:+"]
    refuse(game, "^", "T10")


@pytest.mark.rule("T10")
def test_a_turned_card_lies_on_top_and_no_longer_at_the_bottom() -> None:
    game = played_out((3, 2))
    line = lowest_line((3, 2))
    play(game, "^ ^")
    assert game.piles == line[0] != (3, 2)


@pytest.mark.rule("T11")
@pytest.mark.parametrize("place", [35, 36], ids=["one that fits", "one that does not"])
def test_the_last_card_is_laid_face_down_whatever_it_is(place: int) -> None:
    game, (value, step) = with_last_card(place)
    top = game.piles
    assert (value in fits(top)) is (place == 35)
    refuse(game, f"0:{value}/{step}", "T11")
    assert game.moves(0) == ["0:x"]
    play(game, "0:x")
    assert game.over
    assert (result(game).winners, result(game).reason, result(game).left) == ((0,), "out", (0, 36))
    assert (result(game).won, result(game).rating) == (None, None)
    assert game.piles == top
    refuse(game, "1:+", "over")


@pytest.mark.rule("T11")
def test_the_others_are_not_held_up_by_somebodys_last_card() -> None:
    game, _ = with_last_card(35)
    play(game, "1:+")
    refuse(game, "^", "T10")


@pytest.mark.rule("T11")
def test_two_cards_in_hand_are_no_last_card() -> None:
    line = lowest_line((5, 3))
    game = tension(line[:36], [], top=(5, 3))
    draw_all(game, 0)
    play(game, throw(0, line[:34]))
    assert (len(game.hand(0)), stack(game, 0)) == (2, 0)
    refuse(game, "0:x", "T11")
    play(game, throw(0, [line[34]]) + " 0:x")
    assert result(game).winners == (0,)


@pytest.mark.rule("T11")
def test_a_single_card_in_hand_with_a_stack_is_no_last_card() -> None:
    line = lowest_line((5, 3))
    game = tension(line[:36], [], top=(5, 3))
    play(game, throw(0, line[:3]))
    refuse(game, "0:x", "T11")
    play(game, throw(0, [line[3]]))
    assert (game.hand(0), game.over) == ([], False)
    play(game, "0:+")


@pytest.mark.rule("T11")
def test_nobody_is_stuck_who_can_lay_a_last_card() -> None:
    game = played_out((9, 1), mine=1)
    assert game.moves() == ["0:x"]
    refuse(game, "^", "T10")


@pytest.mark.rule("T12")
def test_a_tournament_counts_the_cards_left_to_the_losers() -> None:
    game, _ = with_last_card(35)
    play(game, "0:x")
    tournament = gambero.Tournament(2)
    tournament.add(result(game))
    assert tournament.points == (0, 36)
    assert tournament.places == (1, 2)
    assert tournament.games == 1


@pytest.mark.rule("T12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_series_has_twice_as_many_games_as_players_at_least(players: int) -> None:
    assert gambero.Tournament(players).target == 2 * players
    assert gambero.Tournament(players, games=2 * players + 1).target == 2 * players + 1
    with pytest.raises(ValueError, match="games"):
        gambero.Tournament(players, games=2 * players - 1)


@pytest.mark.rule("T12")
def test_points_add_up_and_the_fewest_win_when_the_series_is_over() -> None:
    tournament = gambero.Tournament(3)
    scores = [(0, 5, 9), (4, 0, 2), (7, 1, 0), (0, 3, 3), (0, 6, 10), (6, 0, 2)]
    for played, left in enumerate(scores):
        assert (tournament.games, tournament.over) == (played, False)
        tournament.add(SimpleNamespace(winners=(left.index(0),), left=left))
    assert (tournament.games, tournament.over) == (6, True)
    assert tournament.points == (17, 15, 26)
    assert tournament.places == (2, 1, 3)


@pytest.mark.rule("T12")
def test_equal_points_share_the_place() -> None:
    tournament = gambero.Tournament(4)
    tournament.add(SimpleNamespace(winners=(1,), left=(6, 0, 3, 3)))
    assert tournament.points == (6, 0, 3, 3)
    assert tournament.places == (4, 1, 2, 2)


@pytest.mark.rule("T12")
def test_winners_score_nothing_even_with_cards_left() -> None:
    tournament = gambero.Tournament(3)
    tournament.add(SimpleNamespace(winners=(0, 2), left=(2, 5, 2)))
    assert tournament.points == (0, 5, 0)
    assert tournament.places == (1, 3, 1)


@pytest.mark.rule("T13")
def test_a_wrong_card_goes_back_to_the_hand() -> None:
    game = tension([(9, 1), (8, 1)], [], top=(5, 3))
    hand = game.hand(0)
    refuse(game, "0:9/1", "T5", "5")
    assert game.hand(0) == hand
    assert game.piles == (5, 3)
    play(game, "0:8/1")
