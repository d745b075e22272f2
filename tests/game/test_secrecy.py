"""Nobody is told what they may not know: reshuffle all that a seat cannot know, and its view stays the same."""

import json
import random
from typing import Any

import pytest

import gambero
from gambero.game import new_game

from helpers.hiding import all_sent, reshuffled
from helpers.setups import SETUPS, cheapest, dealt, name


def played(game: gambero.Game, moves: int, chance: random.Random) -> None:
    for _ in range(moves):
        if game.over:
            break
        legal = game.moves()
        game.move(cheapest(game, legal) if chance.random() < 0.9 else chance.choice(legal))


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_what_a_seat_cannot_know_changes_nothing_it_is_told(setup: tuple[str, dict[str, Any]]) -> None:
    compared = 0
    for moves, disorder in ((0, 1000.0), (12, 1000.0), (40, 20.0), (90, 4.0)):
        chance = random.Random(f"{name(setup)} {moves}")
        arguments = dealt(setup, chance, disorder)
        game = new_game(setup[0], **arguments)
        played(game, moves, chance)
        for seat in (*range(game.players), None):
            as_it_was = all_sent((setup[0], arguments), game.log, game.over, seat)
            assert as_it_was is not None
            for _ in range(4):
                other = {**arguments, "deck": reshuffled(game, seat, chance)}
                as_it_could_be = all_sent((setup[0], other), game.log, game.over, seat)
                if as_it_could_be is not None:  # else the open moves rule this deal out
                    compared += other["deck"] != arguments["deck"]
                    assert as_it_could_be == as_it_was
    assert compared >= 8


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_a_view_is_plain_json(setup: tuple[str, dict[str, Any]]) -> None:
    chance = random.Random(name(setup))
    game = new_game(setup[0], **dealt(setup, chance, 20.0))
    while True:
        for seat in (*range(game.players), None):
            view = game.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert "deck" not in view
            assert "seed" not in view
        if game.over:
            break
        played(game, 15, chance)


def test_a_spectator_sees_no_hand() -> None:
    game = gambero.new("classic", players=3, seed=1)
    assert game.view(None)["hand"] is None
    assert game.view(None)["moves"] == []
    assert game.view(1)["hand"] == game.hand(1)


def test_what_was_openly_laid_stays_in_sight() -> None:
    game = gambero.new("duel", deck=(range(2, 60), range(2, 60)))
    for move in ["@1", "2a", "3a", ".", "4a", "5a", "."]:
        game.move(move)
    log = [[None, "@1"], [1, "2a"], [1, "3a"], [1, "."], [0, "4a"], [0, "5a"], [0, "."]]
    assert game.view(0)["log"] == game.view(None)["log"] == log
