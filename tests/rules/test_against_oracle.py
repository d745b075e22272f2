"""The fast law and the plain one, move by move, over all games and options."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import gambero
from gambero.game import new_game

import oracle
from helpers.setups import SETUPS, cheapest, deals, dealt

pytestmark = pytest.mark.slow


class SideBySide(RuleBasedStateMachine):
    game: gambero.Game
    plain: Any = None

    @initialize(deal=deals)
    def begin(self, deal: tuple[str, dict[str, Any]]) -> None:
        name, arguments = deal
        self.game = new_game(name, **arguments)
        self.plain = oracle.new(name, **arguments)
        self.agree()

    def agree(self) -> None:
        game, plain = self.game, self.plain
        assert game.over == plain.over
        assert game.moves() == plain.moves()
        assert game.to_move == plain.to_move
        assert game.minimum == plain.minimum
        assert game.piles == plain.piles
        assert game.stock == plain.stock
        for seat in range(game.players):
            assert game.hand(seat) == plain.hand(seat)
        if plain.result is None:
            assert game.result is None
        else:
            assert game.result is not None
            for word in ("won", "winners", "left", "reason", "rating"):
                assert getattr(game.result, word) == getattr(plain.result, word)

    def play(self, move: str) -> None:
        self.game.move(move)
        self.plain.move(move)
        self.agree()

    @precondition(lambda self: self.plain is not None and not self.plain.over)
    @rule(choice=st.integers(0, 2**16))
    def any_move(self, choice: int) -> None:
        moves = self.plain.moves()
        self.play(moves[choice % len(moves)])

    @precondition(lambda self: self.plain is not None and not self.plain.over)
    @rule(steps=st.integers(1, 40))
    def a_few_cheap_moves(self, steps: int) -> None:
        for _ in range(steps):
            if self.plain.over:
                break
            self.play(cheapest(self.game, self.plain.moves()))

    @precondition(lambda self: self.plain is not None)
    @rule(choice=st.integers(0, 2**16))
    def no_illegal_move(self, choice: int) -> None:
        known = sorted(self.game.notation.numbers)
        move = known[choice % len(known)]
        if move in self.plain.moves():
            assert self.game.can(move)
            return
        before = self.game.record()
        assert not self.game.can(move)
        with pytest.raises(gambero.IllegalMove):
            self.game.move(move)
        assert self.game.record() == before
        self.agree()


SideBySide.TestCase.settings = settings(
    max_examples=400,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestSideBySide = SideBySide.TestCase


def test_every_ending_is_reached_and_agrees() -> None:
    """Whole games of every setup, mostly played cheaply so that they get far; all the ways to end are among them."""
    reasons = set()
    for number, setup in enumerate(SETUPS * 3):
        for disorder in (1.0, 3.0, 30.0):
            chance = random.Random(f"{number} {disorder}")
            arguments = dealt(setup, chance, disorder)
            sides = SideBySide()
            sides.begin((setup[0], arguments))
            while not sides.plain.over:
                moves = sides.plain.moves()
                sides.play(cheapest(sides.game, moves) if chance.random() < 0.97 else chance.choice(moves))
            reasons.add((setup[0], sides.plain.result.reason))
    assert reasons == {
        *(("classic", reason) for reason in ("beaten", "stuck", "fire")),
        *(("extreme", reason) for reason in ("beaten", "stuck", "skull", "three")),
        *(("duel", reason) for reason in ("finished", "stuck")),
        ("tension", "out"),
    }
