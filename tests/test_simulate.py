"""The simulator and the players it plays with."""

from typing import Any

import pytest

import gambero
from gambero.bots import BOTS


def cheapest_card(hand: list[int], tops: list[int]) -> tuple[int, int, int] | None:
    """The yardstick's player in plain words: the cheapest card over the piles as (price, card, pile)."""
    best = None
    for pile, top in enumerate(tops):
        up = pile < 2
        if (back := top - 10 if up else top + 10) in hand:
            option = (-10, back, pile)
        else:
            onward = [card for card in hand if (card > top if up else card < top)]
            if not onward:
                continue
            card = min(onward) if up else max(onward)
            option = (abs(card - top), card, pile)
        if best is None or option[0] < best[0]:
            best = option
    return best


def yardstick(deck: list[int], players: int) -> int:
    """Cards left by the yardstick's players: the reference program once more, with lists."""
    size = {1: 8, 2: 7}.get(players, 6)
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
    stock = deck[players * size :]
    tops, seat = [1, 1, 100, 100], 0
    while any(hands):
        hand = hands[seat]
        least, laid = (2 if stock else 1), 0
        while hand:
            found = cheapest_card(hand, tops)
            if found is None or (laid >= least and found[0] > (0 if players == 1 else 3)):
                break
            hand.remove(found[1])
            tops[found[2]] = found[1]
            laid += 1
        if hand is not None and laid < least and (hand or laid):
            return sum(map(len, hands)) + len(stock)
        while stock and len(hand) < size:
            hand.append(stock.pop(0))
        seat = (seat + 1) % players
        while any(hands) and not hands[seat]:
            seat = (seat + 1) % players
    return 0


@pytest.mark.parametrize("players", range(1, 6))
def test_greedy_is_exactly_the_yardstick(players: int) -> None:
    for seed in range(200):
        deck = list(gambero.new("classic", players=players, seed=seed).deck)
        simulated = gambero.simulate("classic", players=players, bot="greedy", games=1, seed=seed, workers=1)
        assert simulated.left == yardstick(deck, players), seed


@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_bot_that_sees_views_plays_as_the_simulator_does(players: int) -> None:
    greedy = gambero.bot("greedy")
    for seed in range(5):
        game = gambero.new("classic", players=players, seed=seed)
        while not game.over:
            seat = game.to_move
            game.move(greedy.choose(game.view(0 if seat is None else seat)))
        assert game.result is not None
        assert game.result.left == gambero.simulate("classic", players=players, games=1, seed=seed, workers=1).left


def test_the_number_of_workers_changes_nothing() -> None:
    results = [
        gambero.simulate("classic", players=3, bot="greedy", games=25_000, seed=9, workers=workers)
        for workers in (1, 2, 5)
    ]
    assert len({(r.games, r.wins, r.win_rate, r.left, r.brilliant) for r in results}) == 1
    assert results[0].games == 25_000
    assert results[0].win_rate == results[0].wins / 25_000
    assert results[0].seconds > 0


def test_another_seed_is_another_sample() -> None:
    one, two = (gambero.simulate("classic", players=3, games=2_000, seed=seed) for seed in (1, 2))
    assert one.left != two.left


def test_figures_agree_with_the_yardstick_within_error() -> None:
    """1.4 % alone and 5.0 % for two, measured with the reference program over a million games."""
    for players, rate in ((1, 0.0138), (2, 0.0500)):
        games = 40_000
        result = gambero.simulate("classic", players=players, bot="greedy", games=games, seed=3)
        assert abs(result.win_rate - rate) < 4 * (rate / games) ** 0.5


def test_progress_adds_up() -> None:
    seen: list[int] = []
    gambero.simulate("classic", games=23_456, seed=1, progress=seen.append)
    assert sum(seen) == 23_456


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("classic", {"professional": True}),
        ("classic", {"on_fire": True}),
        ("extreme", {}),
        ("extreme", {"commands": "shuffled"}),
    ],
)
def test_options_make_it_harder(game: str, options: dict[str, Any]) -> None:
    plain = gambero.simulate("classic", players=3, games=5_000, seed=1)
    harder = gambero.simulate(game, players=3, games=5_000, seed=1, **options)
    assert harder.left > plain.left


@pytest.mark.parametrize("name", sorted(BOTS))
def test_every_bot_finishes_a_game(name: str) -> None:
    player = gambero.bot(name)
    game = gambero.new("classic", players=3, seed=2)
    while not game.over:
        view = game.view(game.to_move or 0)
        move = player.choose(view)
        assert move in view["moves"]
        game.move(move)


def test_a_bot_says_when_it_cannot_move() -> None:
    game = gambero.new("classic", players=2, seed=2)
    game.move("@0")
    with pytest.raises(ValueError, match="seat 1 has nothing to move now"):
        gambero.bot("greedy").choose(game.view(1))
    with pytest.raises(ValueError, match="seconds must not be negative"):
        gambero.bot("greedy").choose(game.view(0), seconds=-1)
