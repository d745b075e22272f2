"""Advice: what expert would lay, from a view alone, as data that is legal, honest and the same for the same seed."""

import json
import random
from typing import Any, get_type_hints

import pytest

import gambero
from gambero.bots.advice import Advice, Plan, advise
from gambero.bots.levels import CarefulBot, ExpertBot
from gambero.bots.talk import with_signals
from gambero.game import new_game
from gambero.game.base import View

from helpers.hiding import all_sent, reshuffled
from helpers.setups import SETUPS, cheapest, dealt, name

TEAM_SETUPS = [setup for setup in SETUPS if setup[0] in ("classic", "extreme")]
KEYS = {"trick", "puts_out", "keeps_pile", "keeps_trick", "heeds", "despite", "minimum", "wins", "lost"}


def somewhere(setup: tuple[str, dict[str, Any]], moves: int, disorder: float = 20.0) -> tuple[gambero.Game, Any]:
    """A game some moves on, at any point of a turn, and what it was dealt from."""
    chance = random.Random(f"{name(setup)} {moves}")
    arguments = dealt(setup, chance, disorder)
    game = new_game(setup[0], **arguments)
    while len(game.log) < moves or game.to_move is None:
        legal = game.moves()
        following = game.copy()
        following.move(cheapest(game, legal) if chance.random() < 0.8 else chance.choice(legal))
        if following.over:
            break
        game = following
    return game, arguments


def with_talk(game: gambero.Game) -> View:
    seat = game.to_move
    assert seat is not None
    return with_signals(game.view(seat), {other: CarefulBot().says(game.view(other)) for other in range(game.players)})


def check_plan(game: gambero.Game, plan: Plan) -> None:
    """Legal from the first move to the last, and the last ends the turn; costs are what the piles say."""
    at = game.copy()
    costs = []
    for i, move in enumerate(plan.moves):
        before = dict(zip("abcd", at.piles, strict=True))
        events = at.move(move)  # refuses what is illegal
        if move != ".":
            card, pile = int(move[:-1]), move[-1]
            costs.append(card - before[pile] if pile in "ab" else before[pile] - card)
        over = any(event["event"] in ("turn", "over") for event in events)
        assert over == (i == len(plan.moves) - 1)
    assert plan.costs == tuple(costs)


@pytest.mark.parametrize("setup", TEAM_SETUPS, ids=name)
def test_every_plan_is_legal_and_the_best_is_the_best(setup: tuple[str, dict[str, Any]]) -> None:
    for moves in (1, 7, 24, 25, 70, 120):
        game, _ = somewhere(setup, moves)
        view = with_talk(game)
        advice = advise(view, seed=moves)
        assert advise(view, seed=moves) == advice
        chances = [plan.chance for plan in advice.plans]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        assert len({plan.moves for plan in advice.plans}) == len(advice.plans) <= 4
        assert {reason["why"] for reason in advice.why} <= KEYS
        if {"why": "lost"} in advice.why:
            assert advice.best.moves[0] in view["moves"]
        else:
            for plan in advice.plans:
                check_plan(game, plan)
        assert json.loads(json.dumps(advice.as_json())) == advice.as_json()
        assert 1 <= advice.words.count(". ") + 1 <= 3
        assert advice.words.endswith(".")


@pytest.mark.parametrize("setup", TEAM_SETUPS[::3], ids=name)
def test_what_a_seat_cannot_know_changes_no_advice(setup: tuple[str, dict[str, Any]]) -> None:
    compared = 0
    for moves in (1, 12, 40):
        game, arguments = somewhere(setup, moves, 1000.0)
        seat = game.to_move
        chance = random.Random(moves)
        for _ in range(4):
            other = {**arguments, "deck": reshuffled(game, seat, chance)}
            if other == arguments or all_sent((setup[0], other), game.log, False, seat) is None:
                continue
            twin = new_game(setup[0], **other)
            for _, move in game.log:
                twin.move(move)
            assert advise(twin.view(seat), seed=5).as_json() == advise(game.view(seat), seed=5).as_json()
            compared += 1
    assert compared >= 2


def test_advice_is_given_a_view_and_nothing_else() -> None:
    assert get_type_hints(advise) == {"view": View, "seconds": float | None, "seed": int | None, "return": Advice}


def test_it_is_what_expert_would_do() -> None:
    for seed in range(8):
        game = gambero.new("classic", players=3, seed=seed)
        game.move("@0")
        view = with_talk(game)
        assert advise(view, seed=seed).best.moves[0] == ExpertBot(seed).choose(view)


def test_by_the_clock() -> None:
    game = gambero.new("extreme", players=2, seed=1)
    game.move("@1")
    for seconds in (0, 0.05):
        for plan in advise(game.view(1), seconds=seconds).plans:
            check_plan(game, plan)


def test_the_last_cards_are_told_as_a_win() -> None:
    game = gambero.new("classic", players=1, deck=range(2, 100))
    while game.stock:
        game.move(cheapest(game, game.moves()))
    while not game.over:
        advice = advise(game.view(0), seed=1)
        game.move(advice.best.moves[0])
    assert {"why": "wins"} in advice.why
    assert advice.best.chance == 1
    assert advice.words.endswith(": the game is won.")


def test_a_lost_game_is_told_as_lost() -> None:
    """No end of this turn can be reached: what is left is one card that still fits, and two are owed."""
    chance = random.Random(1)
    for seed in range(200):
        game = gambero.new("classic", players=1, seed=seed)
        while not game.over:
            advice = advise(game.view(0), seconds=0, seed=1)
            if {"why": "lost"} in advice.why:
                assert (advice.best.chance, advice.others) == (0, ())
                assert game.can(advice.best.moves[0])
                assert advice.words.endswith("the game is lost.")
                return
            game.move(chance.choice(game.moves()))
    pytest.fail("no lost game came up")


def test_reasons() -> None:
    """Seat 2 asks for pile a; the plan leaves it alone though it is nearer, and lays no more than must be."""
    hands = [[46, 47, 2, 3, 98, 99], [48, 49, 75, 77, 24, 26], [37, 5, 6, 7, 95, 96]]
    deck = [card for hand in hands for card in hand]
    game = gambero.new("classic", players=3, deck=[*deck, *(card for card in range(2, 100) if card not in deck)])
    for move in ("@0", "46b", "47a", "."):
        game.move(move)
    advice = advise(with_signals(game.view(1), {2: CarefulBot().says(game.view(2))}), seed=1)
    assert advice.best.moves == ("48b", "49b", ".")
    assert advice.best.costs == (2, 1)
    assert {"why": "heeds", "pile": "a", "seat": 2, "signal": "mine"} in advice.why
    assert {"why": "minimum", "cards": 2} in advice.why
    deaf = advise(game.view(1), seed=1)
    assert not {"heeds", "despite"} & {reason["why"] for reason in deaf.why}


def test_words_are_made_of_the_data() -> None:
    best = Plan(("47a", "37a", "."), (10, -10), 0.62)
    others = (Plan(("47a", "."), (10,), 0.55), Plan(("47a", "37a", "90c"), (10, -10, 5), 0.5), Plan((".",), (), 0.1))
    assert Advice(best, others, ()).words == (
        "Lay 47 on a, then 37 on a with the step back, and end the turn: about 62 in 100 such games are won. "
        "Ending after 47 on a: about 55 in 100. Going on with 90 on c: about 50 in 100."
    )
    ending = Advice(Plan((".",), (), 0.999), (Plan(("5b", "."), (2,), 0.001),), ())
    assert ending.words == ("End the turn: more than 99 in 100 such games are won. Laying 5 on b: fewer than 1 in 100.")
    other = Advice(Plan(("6c",), (3,), 0.4), (Plan((".",), (), 0.3), Plan(("6d",), (9,), 0.2)), ())
    assert other.words == (
        "Lay 6 on c: about 40 in 100 such games are won. Ending at once: about 30 in 100. "
        "With 6 on d instead: about 20 in 100."
    )
    lost = Advice(Plan(("6c",), (3,), 0.0), (), ({"why": "lost"},))
    assert lost.words == "Lay 6 on c, though this turn cannot be brought to an end any more: the game is lost."


@pytest.mark.parametrize("view", [{}, None, {"game": "classic"}, "classic"])
def test_what_is_no_view_is_refused(view: Any) -> None:
    with pytest.raises(ValueError, match="view must be what a game's view"):
        advise(view)


def test_refusals() -> None:
    game = gambero.new("classic", players=2, seed=1)
    with pytest.raises(ValueError, match="before somebody starts"):
        advise(game.view(0))
    game.move("@0")
    with pytest.raises(ValueError, match="advice is for the seat to move, 0, not for seat 1"):
        advise(game.view(1))
    with pytest.raises(ValueError, match="a spectator has none"):
        advise(game.view(None))
    with pytest.raises(ValueError, match=r"seconds must be a number from 0 to .*, not -1"):
        advise(game.view(0), seconds=-1)
    while not game.over:
        game.move(game.moves()[-1])
    with pytest.raises(ValueError, match="the game is over"):
        advise(game.view(0))
    for kind in ("duel", "tension"):
        with pytest.raises(ValueError, match=f"advice is for classic and extreme, not for {kind}"):
            advise(gambero.new(kind, seed=1).view(0))
