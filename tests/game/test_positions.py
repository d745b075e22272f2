"""Positions: one line of text that gives the same state again, for every game and option, and strict reading."""

import copy
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gambero
from gambero.game import Game, new_game

from helpers.setups import SETUPS, cheapest, deals, dealt, name


def played(game: Game, chance: random.Random, moves: int) -> Game:
    for _ in range(moves):
        if game.over:
            break
        legal = game.moves()
        game.move(cheapest(game, legal) if chance.random() < 0.8 else chance.choice(legal))
    return game


def told(game: Game) -> list[Any]:
    """All that a game tells but its log."""
    views = [{**game.view(seat), "log": None} for seat in (None, *range(game.players))]
    return [views, game.moves(), game.piles, game.stock, game.minimum, game.result, game.position()]


@settings(max_examples=200, deadline=None)
@given(deal=deals, seed=st.integers(0, 999), moves=st.integers(0, 200))
def test_round_trip(deal: tuple[str, dict[str, Any]], seed: int, moves: int) -> None:
    game = played(new_game(deal[0], **deal[1]), random.Random(seed), moves)
    again = gambero.at(game.position())
    assert again == game
    assert told(again) == told(game)
    for _ in range(12):  # both go on alike
        if game.over:
            break
        move = cheapest(game, game.moves())
        assert again.move(move) == game.move(move)
        assert told(again) == told(game)
    assert gambero.replay(again.record()) == again


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_every_game_to_its_end(setup: tuple[str, dict[str, Any]]) -> None:
    chance = random.Random(name(setup))
    for disorder in (2.0, 30.0):
        game = new_game(setup[0], **dealt(setup, chance, disorder))
        while not game.over:
            assert gambero.at(game.position()).position() == game.position()
            played(game, chance, 1)
        assert told(gambero.at(game.position())) == told(game)


def test_a_position_is_one_readable_line() -> None:
    game = gambero.new("classic", players=2, deck=range(2, 100), on_fire=True)
    for move in ("@1", "9a", "10a", ".", "2b"):
        game.move(move)
    stock = ",".join(map(str, range(18, 100)))
    assert game.position() == f"classic+on_fire 10,2,100,100 3,4,5,6,7,8;11,12,13,14,15,16,17 {stock} 0:2b - -"


def test_a_position_keeps_no_log_but_which_cards_were_laid() -> None:
    game = gambero.new("duel", seed=3)
    played(game, random.Random(1), 9)
    again = gambero.at(game.position())
    assert again.log == []
    assert {(seat, move[:-1]) for seat, move in again.view(0)["log"]} == {
        (seat, move[:-1]) for seat, move in game.log if move[0].isdigit()
    }
    assert again == game
    assert hash(again) == hash(game)
    again.move(again.moves()[0])
    assert again != game


@pytest.mark.parametrize(
    "setup", [("classic", {"players": 3}), ("extreme", {"players": 2}), ("duel", {}), ("tension", {})]
)
@pytest.mark.parametrize("bot", ["greedy", "careful"])
def test_bots_play_on_from_a_position_as_from_the_game(setup: tuple[str, dict[str, Any]], bot: str) -> None:
    game = new_game(setup[0], seed=4, **setup[1])
    played(game, random.Random(5), 15)
    assert not game.over
    again = gambero.at(game.position())
    seat = game.to_move or 0
    assert gambero.bot(bot, seed=1).choose(again.view(seat)) == gambero.bot(bot, seed=1).choose(game.view(seat))


def test_the_solver_takes_a_position() -> None:
    game = gambero.new("classic", players=3, seed=7)
    game.move("@0")
    solution = gambero.solve(gambero.at(game.position()))
    assert solution.won
    for move in solution.moves:
        game.move(move)
    assert game.over


def test_a_game_from_a_position_has_a_record_copies_and_undo() -> None:
    game = played(gambero.new("extreme", players=2, seed=5, commands="shuffled"), random.Random(2), 8)
    begun = gambero.at(game.position())
    moved = begun.copy()
    moved.move(moved.moves()[0])
    assert moved.record().startswith("gambero 3\nposition: extreme ")
    for other in (gambero.replay(moved.record()), copy.deepcopy(moved), pickle.loads(pickle.dumps(moved))):
        assert other == moved
        assert told(other) == told(moved)
        assert other.view(None)["log"] == moved.view(None)["log"]
    moved.undo()
    assert moved == begun
    assert told(moved) == told(begun)
    with pytest.raises(ValueError, match="the game is at the position it was made from"):
        moved.undo()


def test_cards_of_a_hand_in_any_order_are_the_same_position() -> None:
    game = gambero.new("classic", players=2, seed=1)
    words = game.position().split()
    words[2] = ";".join(",".join(reversed(hand.split(","))) for hand in words[2].split(";"))
    assert gambero.at("  ".join(words)) == gambero.at(game.position())


STOCK = ",".join(map(str, range(18, 100)))
TEAM = f"classic+on_fire 10,2,100,22 3,4,5,6,7,8;11,12,13,14,15,16,17 {STOCK.replace('22,', '')} 0:2b due=d -"
EXTREME = gambero.new("extreme", players=2, seed=1).position()
DUEL = gambero.new("duel", seed=1).position()
TENSION = gambero.new("tension", players=2, seed=1).position()


@pytest.mark.parametrize(
    ("text", "old", "new", "why"),
    [
        (TEAM, TEAM, "", "begins with a game"),
        (TEAM, "classic", "chess", "begins with one of classic, extreme, duel, tension, not 'chess'"),
        (TEAM, "on_fire", "in_fire", "'in_fire' is not an option of classic"),
        (TEAM, " due=d -", "", "has 6 fields .*, not 4"),
        (TEAM, "10,2,100,22", "10,2,100", "tops: there must be 4, not 3"),
        (TEAM, "10,2,100,22", "10,3,100,22", "tops: 3 lies on pile b"),
        (TEAM, "10,2,100,22", "2,2,100,22", "2 is there too often"),
        (TEAM, "3,4", "3,x", "hands of seat 0: 'x' is not a card number"),
        (TEAM, "3,4", "3,3", "3 is there too often"),
        (TEAM, ";11", ",11", "a full hand is"),
        (TEAM, "18,19", "0,19", "0 is no card of this game"),
        (TEAM, "0:2b", "2:2b", "turn: must be a number from 0 to 1"),
        (TEAM, "0:2b", "-", "turn: the game has begun"),
        (TEAM, "0:2b", "0:2e", "turn: 'e' is no pile"),
        (TEAM, "0:2b", "0:3b", "turn: 3 cannot have been laid"),
        (TEAM, "0:2b", "0:9b", "9 was laid last on pile b, but 2 is its top"),
        (TEAM, "0:2b", "0:b", "turn: must be a seat"),
        (TEAM, "due=d", "due=a", "10 on pile a does not burn"),
        (TEAM, "due=d", "late=d", "marks: must be"),
        (TEAM, "due=d", "three", "only with commands"),
        (TEAM, "due=d -", "due=d won", "outcome: must be - or one of beaten"),
        (TEAM, "due=d -", "due=d beaten", "outcome: it cannot be 'beaten', because cards are left"),
        (TEAM, "due=d -", "due=d stuck", "because a move is possible"),
        (TEAM, "due=d -", "- fire", "because no fire is due"),
        (EXTREME, "house", "ours", "commands: must be house"),
        (
            EXTREME,
            "house",
            "2,3,4,5;6,7,8,9;10,11,12,13;14,15,16,17;18,19,20,21;22,23,24,25;26,27,28",
            "draw_one must be",
        ),
        (EXTREME, " - house", " skull house", "no skull is open"),
        (DUEL, "1,60,1,60", "1,60,1,59", "tops: 59 lies on pile"),
        (DUEL, " - -", " - stuck:0", "with no move left"),
        (DUEL, " - -", " - finished:1", "seat 1 has cards left"),
        (DUEL, " - -", " - lost:1", "outcome: must be -, finished:SEAT or stuck:SEAT"),
        (TENSION, " 0 -", " 2 -", "turned: must be a number from 0 to 1"),
        (TENSION, " 0 -", " 0 out:0", "must have 72 cards, not 73"),
        (TENSION, " 0 -", " 0 stuck", "somebody can play"),
        (TENSION, ";", ",", "there must be"),
    ],
)
def test_what_is_wrong_is_said(text: str, old: str, new: str, why: str) -> None:
    assert gambero.at(text).position() == text
    assert old in text
    with pytest.raises(ValueError, match=why):
        gambero.at(text.replace(old, new, 1))


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_garbled_position_is_refused_or_means_what_it_says(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([TEAM, EXTREME, DUEL, TENSION]))
    place = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 4))
    garbled = text[:place] + data.draw(st.text(" -,;:+=/0123456789abcdx", max_size=4)) + text[place + length :]
    try:
        game = gambero.at(garbled)
    except ValueError:
        return
    assert gambero.at(game.position()) == game
    assert game.over or game.moves()


@pytest.mark.parametrize("text", [None, 7, b"classic", "", "   "])
def test_what_is_no_text_is_refused(text: Any) -> None:
    with pytest.raises(ValueError, match="a position is one line of text"):
        gambero.at(text)
