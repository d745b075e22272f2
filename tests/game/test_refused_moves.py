"""Refusals are data: a reason, its clause and plain values; the sentence is made from them alone."""

import copy
import json
import pickle
import re
from random import Random
from typing import Any

import pytest

import gambero
from gambero.errors import IllegalMove, MalformedMove, Refusal
from gambero.game import GAMES, Game, new_game, sentences
from gambero.game.refusals import NAMES, REASONS
from gambero.rules import refusals as law

from helpers.setups import SETUPS, cheapest, dealt, name


def refused(game: Game, chance: Random) -> dict[str, Refusal]:
    """One refusal of every reason met in a game that is played to its end."""
    found: dict[str, Refusal] = {}
    texts = list(game.notation.numbers)
    while True:
        moves = game.moves()
        for move in [*chance.sample(texts, 8), *held(game, chance), ".", "^", "0:x", "0:+", "@0", "@4", "zz"]:
            refusal = game.refusal(move)
            assert (refusal is None) == game.can(move) == (move in moves)
            if refusal is not None:
                check(game, move, refusal)
                found[refusal.reason] = refusal
        if game.over:
            return found
        game.move(cheapest(game, moves) if chance.random() < 0.8 else chance.choice(moves))


def held(game: Game, chance: Random) -> list[str]:
    """Cards in hand, laid on any pile: few of them fit."""
    if not game.spec.turns:
        return [f"{seat}:{value}/{step}" for seat in range(game.players) for value, step in game.hand(seat)]
    if game.to_move is None:
        return []
    return [f"{card}{chance.choice(game.spec.piles)}" for card in game.hand(game.to_move)]


def check(game: Game, move: str, refusal: Refusal) -> None:
    """What is refused names its clause and holds just the values that its reason has, as plain JSON."""
    known = REASONS[refusal.reason]
    assert refusal.clause in (known.clauses or ("",))
    assert set(known.values) <= set(refusal.values) <= {*known.values, *known.sometimes}
    assert json.loads(json.dumps(dict(refusal.values))) == refusal.values
    with pytest.raises(IllegalMove) as raised:
        game.check(move)
    wrong = raised.value
    assert (wrong.reason, wrong.clause, wrong.values) == (refusal.reason, refusal.clause, refusal.values)
    assert isinstance(wrong, MalformedMove) == (refusal.reason == "malformed")
    assert str(wrong) == sentences.english(refusal)
    named = re.findall(r"\b[CDEFPT]\d+\b", str(wrong).rpartition("(")[2])
    assert refusal.clause in named if refusal.clause else not named


@pytest.fixture(scope="module")
def met() -> dict[str, Refusal]:
    found: dict[str, Refusal] = {}
    for setup in SETUPS:
        chance = Random(name(setup))
        found |= refused(new_game(setup[0], **dealt(setup, chance, 20.0)), chance)
    return found


def test_every_refusal_of_whole_games_is_plain_data(met: dict[str, Refusal]) -> None:
    assert set(met) == set(REASONS)


def test_each_number_of_the_law_has_a_reason_and_each_reason_a_sentence() -> None:
    numbers = {number for word, number in vars(law).items() if word.isupper() and word != "ALLOWED"}
    assert set(NAMES) == numbers
    assert set(NAMES.values()) <= set(REASONS) == set(sentences._SENTENCES)


def test_can_makes_no_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> str:
        raise AssertionError("a sentence was made")

    monkeypatch.setattr(sentences, "english", fail)
    for reason in REASONS:
        monkeypatch.setitem(sentences._SENTENCES, reason, fail)
    for game in GAMES:
        table = new_game(game, seed=3)
        assert not table.can("zz")
        assert not all(table.can(move) for move in table.notation.numbers)


def test_an_illegal_move_survives_pickle_and_copy() -> None:
    game = gambero.new("classic", players=2, seed=7)
    with pytest.raises(IllegalMove) as raised:
        game.move("37a")
    for again in (pickle.loads(pickle.dumps(raised.value)), copy.deepcopy(raised.value)):
        assert str(again) == str(raised.value) == "37a must wait: first say who starts, with @0 to @1 (C4)"
        assert again.refusal == raised.value.refusal
    assert "must wait" in repr(raised.value)
