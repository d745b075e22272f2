"""The players of tension: what they see is all they use, and they act in a person's time."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any

import pytest

import gambero
from gambero.bots.tension.chains import chance_to_fit, followers, kinds, longest_run, unseen
from gambero.bots.tension.players import LEVELS, QUICKEST, chosen, misfits, reaction
from gambero.game.notation import KINDS, PAIRS

NAMES = list(LEVELS)
View = Mapping[str, Any]


def views(players: int, seed: int) -> Iterator[View]:
    """What each seat sees in turn, in a game of players of all levels, wherever it can move."""
    game = gambero.new("tension", players=players, seed=seed)
    chance = random.Random(seed)
    while not game.over:
        seat = chance.randrange(players)
        view = game.view(seat)
        if view["moves"]:
            yield view
            move = chosen(view, NAMES[seat % len(NAMES)], chance)
            if move in view["moves"]:
                game.move(move)


def seen(hand: list[tuple[int, int]], top: tuple[int, int], moves: list[str], **more: Any) -> View:
    """A view of seat 0 with nothing left in its stack."""
    view = {"seat": 0, "players": 2, "hand": hand, "piles": top, "pile": [top], "moves": moves}
    return {**view, "hands": [len(hand), 5], "stock": [0, 9], **more}


@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_move_is_legal_or_a_wrong_card_of_the_own_hand(level: str, players: int) -> None:
    chance = random.Random(1)
    acts = 0
    for view in views(players, seed=players):
        acts += 1
        own = [f"{view['seat']}:{value}/{step}" for value, step in view["hand"]]
        assert chosen(view, level, chance) in (view["moves"] if level == "expert" else [*view["moves"], *own])
    assert acts > 60


def test_only_the_lower_levels_err() -> None:
    chance = random.Random(2)
    erred: Counter[str] = Counter()
    seen_by_all = [view for seed in range(4) for view in views(2, seed)]
    for view in seen_by_all:
        erred.update(level for level in NAMES if chosen(view, level, chance) not in view["moves"])
    assert erred["random"] > erred["greedy"] > erred["careful"] > erred["expert"] == 0
    for level in NAMES:
        expected = LEVELS[level].mistakes * len(seen_by_all)
        assert erred[level] == pytest.approx(expected, abs=4 * expected**0.5)


def test_the_law_refuses_a_wrong_card() -> None:
    game = gambero.new("tension", players=2, seed=3)
    wrong = misfits(game.view(0))
    assert wrong
    for move in wrong:
        with pytest.raises(gambero.IllegalMove):
            game.check(move)


@pytest.mark.parametrize(("level", "mean"), [("random", 1.5), ("greedy", 1.1), ("careful", 0.7), ("expert", 0.4)])
def test_reactions_are_a_persons(level: str, mean: float) -> None:
    chance = random.Random(4)
    times = [reaction(level, chance) for _ in range(4000)]
    assert fmean(times) == pytest.approx(mean, rel=0.05)
    assert min(times) >= QUICKEST == 0.15
    assert max(times) > 1.5 * mean


@pytest.mark.parametrize("level", NAMES)
def test_the_same_view_and_seed_give_the_same_move(level: str) -> None:
    for view in views(3, seed=5):
        assert chosen(view, level, random.Random(6)) == chosen(view, level, random.Random(6))


@pytest.mark.parametrize("level", NAMES)
def test_nothing_hidden_is_used(level: str) -> None:
    """Cards that nobody has seen change places, and every move stays the same."""
    deck = list(gambero.new("tension", players=2, seed=7).deck)
    other = deck[:4] + random.Random(8).sample(deck[4:72], 68) + deck[72:]
    assert other != deck
    first, second = (gambero.new("tension", players=2, deck=cards).view(0) for cards in (deck, other))
    for seed in range(50):
        assert chosen(first, level, random.Random(seed)) == chosen(second, level, random.Random(seed))


def test_what_follows_what_is_the_laws() -> None:
    assert {PAIRS[kind][0] for kind in followers(KINDS[5, 3])} == {8, 2}
    assert {PAIRS[kind][0] for kind in followers(KINDS[1, 2])} == {3, 9}


def test_a_hand_that_can_be_laid_in_one_run_is_found() -> None:
    run = [(8, 2), (6, 1), (5, 2), (3, 3), (10, 1), (9, 3), (2, 1), (1, 2), (9, 2)]
    for seed in range(20):
        hand = random.Random(seed).sample(run, len(run))
        found = longest_run(KINDS[5, 3], kinds(hand))
        assert kinds(hand) == Counter(found)
        assert all(kind in followers(below) for below, kind in zip([KINDS[5, 3], *found], found, strict=False))


def test_a_run_is_as_long_as_it_can_be_and_no_longer() -> None:
    assert longest_run(KINDS[5, 3], kinds([(4, 1), (6, 1)])) == []
    assert longest_run(KINDS[5, 3], kinds([(8, 2), (2, 1), (3, 1)])) == [KINDS[2, 1], KINDS[3, 1]]


def test_the_expert_starts_the_run_that_goes_on() -> None:
    # On 5/3 an 8 or a 2 fits: after the 8 nothing does, after the 2 all the rest in a row.
    view = seen([(8, 3), (2, 1), (3, 1), (4, 2), (6, 2)], (5, 3), ["0:2/1", "0:8/3"])
    assert chosen(view, "expert", random.Random(9)) == "0:2/1"


def test_the_careful_keep_going() -> None:
    view = seen([(2, 3), (8, 1), (7, 1), (9, 1)], (5, 3), ["0:2/3", "0:8/1"])
    assert chosen({**view, "moves": ["0:8/1", "0:2/3"]}, "careful", random.Random(0)) == "0:8/1"
    assert chosen(view, "careful", random.Random(0)) == "0:8/1"


def test_the_expert_gives_nothing_to_one_about_to_go_out() -> None:
    # Every card that fits on the 8 with step 1 has been laid; on the 2 with step 1 many still fit.
    gone = [PAIRS[kind] for kind, copies in unseen(seen([], (5, 3), [])).items() for _ in range(copies)]
    pile = [card for card in gone if card[0] in (7, 9)] + [(5, 3)]
    more = {"pile": pile, "hands": [3, 2], "stock": [0, 0]}
    view = seen([(2, 1), (8, 1), (5, 1)], (5, 3), ["0:2/1", "0:8/1"], **more)
    assert chance_to_fit(KINDS[8, 1], unseen(view), 2) == 0
    assert chance_to_fit(KINDS[2, 1], unseen(view), 2) > 0.3
    assert chosen(view, "expert", random.Random(0)) == "0:8/1"


@pytest.mark.parametrize("level", ["greedy", "careful", "expert"])
def test_lays_before_it_draws_and_draws_when_nothing_fits(level: str) -> None:
    view = seen([(2, 1), (4, 1)], (5, 3), ["0:+", "0:2/1"], stock=[9, 9])
    moves = Counter(chosen(view, level, random.Random(seed)) for seed in range(60))
    assert moves.most_common(1)[0][0] == "0:2/1"
    assert "0:+" not in moves
    assert chosen({**view, "hand": [(4, 1)], "moves": ["0:+"]}, "expert", random.Random(0)) == "0:+"


@pytest.mark.parametrize("level", NAMES)
def test_the_last_card_goes_face_down(level: str) -> None:
    for seed in range(60):
        assert chosen(seen([(2, 1)], (5, 3), ["0:x"]), level, random.Random(seed)) == "0:x"


@pytest.mark.parametrize("level", NAMES)
def test_a_stuck_table_turns_up_the_bottom_card(level: str) -> None:
    for seed in range(60):
        assert chosen(seen([(4, 1), (6, 1)], (5, 3), ["^"]), level, random.Random(seed)) == "^"
