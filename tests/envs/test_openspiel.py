"""OpenSpiel's games: chance deals, and everything else is Game."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import gambero.envs.openspiel
from gambero.envs import text
from gambero.game import new_game

GAMES = [
    ("classic", {"players": 3}),
    ("classic", {"players": 1, "on_fire": True}),
    ("extreme", {"players": 2, "professional": True}),
    ("duel", {}),
]


def load(game: str, options: dict[str, Any]) -> Any:
    given = ",".join(f"{key}={value}" for key, value in options.items())
    return pyspiel.load_game(f"gambero_{game}({given})")


def played(game: str, options: dict[str, Any], seed: int) -> tuple[Any, list[tuple[int, str]], list[list[int]]]:
    """A random game: its last state, its moves, and the cards that each deck gave, in order."""
    chance = random.Random(seed)
    state = load(game, options).new_initial_state()
    moves: list[tuple[int, str]] = []
    decks: list[list[int]] = [[], []]
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            card = chance.choice(outcomes)[0]
            decks[state._dealing_to() if game == "duel" else 0].append(card + 2)
            state.apply_action(card)
        else:
            action = chance.choice(state.legal_actions())
            moves.append((state.current_player(), text(game, action)))
            state.apply_action(action)
    return state, moves, decks


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_chance_and_moves_make_a_game_of_that_deck(game: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        state, moves, decks = played(game, options, seed)
        highest = 59 if game == "duel" else 99
        whole = [[*deck, *(card for card in range(2, highest + 1) if card not in deck)] for deck in decks]
        own = new_game(game, deck=whole if game == "duel" else whole[0], **options)
        for player, move in moves:
            assert player == (own.to_move or 0)
            own.move(move)
        assert own.over
        assert own.result
        lost = -1.0 if game == "duel" else 0.0
        assert state.returns() == [1.0 if seat in own.result.winners else lost for seat in range(own.players)]
        assert [own.hand(seat) for seat in range(own.players)] == [
            state.board.game.hand(seat) for seat in range(own.players)
        ]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_legal_actions_are_those_of_the_game(game: str, options: dict[str, Any]) -> None:
    chance = random.Random(game)
    state = load(game, options).new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            own = state.board.game
            assert sorted(text(game, action) for action in state.legal_actions()) == own.moves()
        state.apply_action(chance.choice(state.legal_actions()))


def test_a_player_s_information_does_not_tell_the_other_hands() -> None:
    """Two deals that differ in what player 0 cannot see look the same to player 0."""
    game = load("classic", {"players": 2})
    one, other = game.new_initial_state(), game.new_initial_state()
    for card in range(7):
        one.apply_action(card)
        other.apply_action(card)
    for card in range(7):
        one.apply_action(10 + card)
        other.apply_action(50 + card)
    for state in (one, other):
        state.apply_action(393)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_tensor(0) == other.information_state_tensor(0)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.information_state_tensor(1) != other.information_state_tensor(1)


def test_an_information_state_is_all_that_a_player_came_to_know() -> None:
    state = load("classic", {"players": 2}).new_initial_state()
    for card in (*range(7), *range(10, 17)):
        state.apply_action(card)
    for action in (393, 0, 4, 392):  # player 0 starts, lays 2 and 3 on a, ends the turn
        state.apply_action(action)
    assert [state.is_chance_node(), len(state.chance_outcomes())] == [True, 84]
    state.apply_action(96)
    state.apply_action(97)
    assert state.information_state_string(0).split("\n")[1] == "+2 +3 +4 +5 +6 +7 +8 @0 0:2a 0:3a 0:. +98,99"
    assert "98" not in state.information_state_string(1)


@pytest.mark.parametrize("private", [pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS])
def test_observers_show_as_much_as_is_asked_for(private: Any) -> None:
    game = load("duel", {})
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=private)
    observer = make_observation(game, kind)
    state, *_ = played("duel", {}, 1)
    observer.set_from(state, 0)
    if private == pyspiel.PrivateInfoType.NONE:
        assert "hand" not in observer.dict
        assert not np.isin(observer.dict["own_where"] * 5, 1).any()
        assert "hand 0" not in observer.string_from(state, 0)
    else:
        hands = [(2 + np.flatnonzero(row)).tolist() for row in observer.dict["hand"]]
        assert hands == [state.board.game.hand(seat) for seat in range(2)]
        assert "hand 1" in observer.string_from(state, 0)


def test_importing_twice_registers_once() -> None:
    gambero.envs.openspiel.register_all()
    names = pyspiel.registered_names()
    assert [names.count(f"gambero_{game}") for game in ("classic", "extreme", "duel", "tension")] == [1, 1, 1, 0]
