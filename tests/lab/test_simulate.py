"""The simulator and the players it plays with."""

from dataclasses import asdict
from typing import Any

import pytest

import gambero
from gambero.bots import BOTS, Bot
from gambero.bots.talk import Signals, no_signals
from gambero.game import View, new_game
from gambero.game.setup import prepared
from gambero.lab.simulation import threads
from gambero.lab.simulation.runners import Compiled, Seated
from gambero.lab.simulation.simulate import Simulation
from gambero.lab.simulation.tally import wilson
from gambero.lab.simulation.threads import Steps


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


def test_slow_players_take_small_steps_to_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "STEP", 0.0)  # any machine is too slow for that: no chunk grows
    seen: list[int] = []
    result = gambero.simulate("extreme", players=5, bot="careful", games=60, seed=1, workers=2, progress=seen.append)
    assert (sum(seen), max(seen)) == (60, threads.FEW)
    at_once = Compiled(prepared("extreme", players=5, seed=1), "careful", 1).play(0, 60)
    assert (result.histogram, result.reasons) == (
        dict(sorted(at_once.left.items())),
        dict(sorted(at_once.reasons.items())),
    )


def test_steps_take_a_quarter_of_a_second() -> None:
    steps = Steps(100_000, 10_000)
    chunks = iter(steps)
    assert next(chunks) == (0, 10)
    steps.took(10, 0.1)
    assert next(chunks) == (10, 35)
    steps.took(25, 100.0)
    assert next(chunks) == (35, 36)
    steps.took(1, 0.0)
    assert next(chunks) == (36, 10_036)
    steps.took(10_000, 0.5)
    assert list(chunks)[-1] == (95_036, 100_000)
    assert list(Steps(3, 1)) == [(0, 1), (1, 2), (2, 3)]


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
    with pytest.raises(ValueError, match="seconds must be a number from 0"):
        gambero.bot("greedy").choose(game.view(0), seconds=-1)


# What the simulator counts.


class Scripted(Bot):
    """A player whose every move is the first, or the last, of those there are; for what only the runner does."""

    name = "scripted"
    thinks = "not at all"

    def team(self, view: View, seconds: float | None) -> str:  # noqa: ARG002
        return str(view["moves"][-1])

    def duel(self, view: View, seconds: float | None) -> str:  # noqa: ARG002
        return str(view["moves"][0])

    def tension(self, view: View) -> str:
        return str(view["moves"][0])


def seat_bots(monkeypatch: pytest.MonkeyPatch, *players: type[Bot]) -> None:
    for player in players:
        monkeypatch.setitem(BOTS, player.name, player)


def without_time(result: Simulation) -> dict[str, Any]:
    return {**asdict(result), "seconds": None}


def test_the_counts_agree_with_each_other() -> None:
    result = gambero.simulate("extreme", players=3, games=3_000, seed=2)
    assert sum(result.histogram.values()) == sum(result.reasons.values()) == result.games == 3_000
    assert result.left == pytest.approx(sum(left * games for left, games in result.histogram.items()) / 3_000)
    assert sum(result.lost_at.values()) == 3_000 - result.wins
    assert result.reasons.get("beaten", 0) == result.histogram.get(0, 0) == result.wins
    assert {"stuck", "skull"} < set(result.reasons)
    assert result.quantiles[5] < result.quantiles[50] < result.quantiles[95]
    assert sum(games for left, games in result.histogram.items() if left <= result.quantiles[50]) >= 1_500
    assert sum(games for left, games in result.histogram.items() if left < result.quantiles[50]) < 1_500
    assert result.interval[0] <= result.win_rate < result.interval[1]
    assert (result.by_seat, result.interrupted) == ((), False)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (0, 0, 0, 1)],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(("game", "options"), [("classic", {}), ("classic", {"on_fire": True}), ("extreme", {})])
def test_both_ways_of_playing_count_the_same(game: str, options: dict[str, Any]) -> None:
    """greedy draws no lots, so the compiled loop and the player who sees views must agree on everything."""
    setup = prepared(game, players=3, seed=6, **options)
    compiled, seen = Compiled(setup, "greedy", 6), Seated(setup, ("greedy",) * 3, 6)
    assert compiled.play(0, 12) == seen.play(0, 12)
    assert compiled.play(7, 9) == seen.play(7, 9)


@pytest.mark.parametrize(
    ("game", "bot"),
    [("classic", "greedy,random"), ("extreme", "random,greedy,random"), ("duel", "random"), ("tension", "random")],
)
def test_any_game_and_any_mix_whatever_the_workers(game: str, bot: str) -> None:
    one, three = (gambero.simulate(game, bot=bot, games=9, seed=5, workers=workers) for workers in (1, 3))
    assert without_time(one) == without_time(three)
    assert one.games == 9
    other = gambero.simulate(game, bot=bot, games=9, seed=6)
    assert without_time(other) != without_time(one)


def test_more_games_of_a_seed_begin_with_the_same_ones() -> None:
    setup = prepared("duel", seed=3)
    runner = Seated(setup, ("random", "random"), 3)
    assert runner.play(0, 4) + runner.play(4, 6) == runner.play(0, 6)


@pytest.mark.parametrize("game", ["classic", "extreme", "duel", "tension"])
def test_the_first_game_of_a_seed_is_what_new_deals(game: str) -> None:
    setup = prepared(game, seed=11)
    assert setup.spec.decks.from_seed(11, 0) == new_game(game, seed=11).deck
    assert setup.spec.decks.from_seed(11, 1) != setup.spec.decks.from_seed(11, 0)
    assert sorted(map(str, setup.spec.decks.from_seed(11, 1))) == sorted(map(str, setup.deck)) or game == "duel"


def test_wins_by_seat() -> None:
    duel = gambero.simulate("duel", bot="random", games=30, seed=1)
    assert sum(duel.by_seat) == 30
    assert duel.wins == duel.by_seat[0] == 30 - sum(duel.lost_at.values())
    tension = gambero.simulate("tension", players=3, bot="random", games=6, seed=1)
    assert len(tension.by_seat) == 3
    assert sum(tension.by_seat) >= 6  # equal numbers of cards share a win


def test_whoever_is_most_eager_starts_and_the_others_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[int, dict[str, Any], bool]] = []

    class Talker(Scripted):
        name = "talker"

        def eagerness(self, view: View) -> int:
            return 2 if view["seat"] in (1, 2) else 0

        def says(self, view: View) -> Signals:
            assert not view["silence"]
            return {**no_signals(), "piles": {"abcd"[view["seat"]]: "mine"}}

        def team(self, view: View, seconds: float | None) -> str:
            heard.append((view["seat"], view.get("said", {}), view["silence"]))
            return super().team(view, seconds)

    seat_bots(monkeypatch, Talker)
    gambero.simulate("classic", players=3, bot="talker", games=1, seed=1)
    first, said, _ = heard[0]
    assert first == 1
    assert {seat: words["piles"] for seat, words in said.items()} == {"0": {"a": "mine"}, "2": {"c": "mine"}}
    heard.clear()
    gambero.simulate("extreme", players=3, bot="talker", games=40, seed=1)
    assert {bool(said) for _, said, silence in heard if silence} == {False}  # E12
    assert any(said for _, said, silence in heard if not silence)


def test_in_tension_the_quick_win_and_wrong_cards_cost_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Quick(Scripted):
        name = "quick"

        def reaction(self) -> float:
            return 0.1

        def tension(self, view: View) -> str:
            lays = [move for move in view["moves"] if move[-1] not in "+^"]
            return str((lays or view["moves"])[0])

    class Slow(Quick):
        name = "slow"

        def reaction(self) -> float:
            return 1.0

    class Hasty(Quick):
        name = "hasty"

        def __init__(self, seed: int | None = None) -> None:
            super().__init__(seed)
            self.tries = 0

        def tension(self, view: View) -> str:
            self.tries += 1
            return f"{view['seat']}:x" if self.tries % 2 else super().tension(view)  # T11: not with many cards

    seat_bots(monkeypatch, Quick, Slow, Hasty)
    race = gambero.simulate("tension", bot="quick,slow", games=10, seed=1)
    assert race.by_seat[0] >= 9
    assert gambero.simulate("tension", bot="slow,quick", games=10, seed=1).by_seat[1] >= 9
    hasty = gambero.simulate("tension", bot="hasty,quick", games=10, seed=1)
    assert hasty.by_seat[1] >= 9  # 0.2 s and a wait of 0.5 for each card against 0.1 s


def test_a_bot_that_breaks_the_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(Scripted):
        name = "cheat"

        def team(self, view: View, seconds: float | None) -> str:  # noqa: ARG002
            return "."

    seat_bots(monkeypatch, Cheat)
    with pytest.raises(ValueError, match="bot cheat chose a move that is not allowed"):
        gambero.simulate("classic", bot="cheat", games=1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"bot": "hal"}, "bot must be one of random, greedy"),
        ({"bot": ""}, "bot must be one of"),
        ({"bot": 7}, "bot must be a name, a class or a factory, or one of these a seat, not 7"),
        ({"bot": ["greedy", 7]}, "bot must be one of"),
        ({"bot": "greedy,random", "players": 3}, "one name for all or one for each of the 3 seats, not 2 names"),
        ({"bot": ["greedy"] * 6}, "players must be a number from 1 to 5"),
        ({"players": 0}, "players must be a number from 1 to 5 for classic, not 0"),
        ({"games": 0}, "games must be a whole number, 1 or more, not 0"),
        ({"workers": 0}, "workers must be a whole number, 1 or more"),
        ({"seed": -1}, "seed must be a whole number, 0 or more"),
        ({"seconds": -1}, "seconds must be a number from 0 to"),
        ({"seconds": float("nan")}, "seconds must be a number"),
        ({"ray": ""}, "ray must be the address of a cluster, or auto"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gambero.simulate("classic", **arguments)


@pytest.mark.parametrize(
    ("game", "options"),
    [("classic", {"players": 3}), ("classic", {"players": 2, "on_fire": True}), ("extreme", {"players": 3})],
)
def test_compiled_careful_plays_as_its_bots_do_that_see_views(game: str, options: dict[str, Any]) -> None:
    setup = prepared(game, seed=3, **options)
    compiled = Compiled(setup, "careful", 3).play(0, 20)
    seated = Seated(setup, ("careful",) * setup.players, 3).play(0, 20)
    assert compiled == seated
