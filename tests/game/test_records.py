"""Records: read back as they were written, and strict about anything else."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gambero
from gambero.game import new_game

from helpers.setups import SETUPS, cheapest, deals, dealt, name


def some_moves(game: gambero.Game, chance: random.Random, moves: int) -> None:
    for _ in range(moves):
        if game.over:
            break
        legal = game.moves()
        game.move(cheapest(game, legal) if chance.random() < 0.8 else chance.choice(legal))


@settings(max_examples=150, deadline=None)
@given(deal=deals, seed=st.integers(0, 999), moves=st.integers(0, 160))
def test_round_trip(deal: tuple[str, dict[str, Any]], seed: int, moves: int) -> None:
    game = new_game(deal[0], **deal[1])
    some_moves(game, random.Random(seed), moves)
    text = game.record()
    again = gambero.replay(text)
    assert again.record() == text
    assert again.log == game.log
    assert again.result == game.result
    for seat in (*range(game.players), None):
        assert again.view(seat) == game.view(seat)


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_a_record_cut_anywhere_is_refused_with_its_line(setup: tuple[str, dict[str, Any]]) -> None:
    chance = random.Random(name(setup))
    game = new_game(setup[0], **dealt(setup, chance, 20.0))
    some_moves(game, chance, 200)
    text = game.record().rstrip("\n")
    for cut in chance.sample(range(len(text)), 40):
        with pytest.raises(gambero.RecordError) as refused:
            gambero.replay(text[:cut])
        assert 1 <= refused.value.line <= text[:cut].count("\n") + 1
        assert refused.value.column >= 1


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_garbled_record_is_refused_or_means_what_it_says(data: st.DataObject) -> None:
    game = gambero.new("classic", players=2, deck=range(2, 100))
    some_moves(game, random.Random(1), 12)
    text = game.record()
    at = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 4))
    garbled = text[:at] + data.draw(st.text(max_size=4)) + text[at + length :]
    try:
        again = gambero.replay(garbled)
    except gambero.RecordError:
        return  # any other error is the test's failure
    assert gambero.replay(again.record()).log == again.log


GOOD = gambero.new("classic", players=1, deck=range(2, 100))
GOOD.move("2a")
GOOD.move("3a")
TEXT = GOOD.record()


def test_the_good_record_is_good() -> None:
    assert gambero.replay(TEXT).log == [(0, "2a"), (0, "3a")]


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "words"),
    [
        (
            "gambero 1",
            "gambero 4",
            1,
            1,
            "begins with the line 'gambero 1', 'gambero 2' or 'gambero 3', not 'gambero 4'",
        ),
        ("result:", "times: 1 2\nresult:", 11, 1, "begins with the seat that makes them"),  # not in version 1
        ("game: classic", "game: chess", 2, 7, "classic, extreme, duel, tension"),
        ("game: classic", "gamw: classic", 2, 1, "expected 'game:'"),
        ("game: classic", "game: classic duel", 2, 1, "takes the id of a game, not 2 words"),
        ("players: 1", "players: 9", 3, 10, "players must be 1 to 5 for classic, not '9'"),
        ("players: 1", "players: ١", 3, 10, "players must be"),
        ("players: 1\n", "players: 1\noptions: last_card_wins\n", 4, 10, "not an option of classic"),
        ("players: 1\n", "players: 1\noptions:\n", 4, 1, "leave the line out"),
        ("players: 1\n", "players: 1\noptions: on_fire on_fire\n", 4, 18, "there twice"),
        ("hand 0: 2 3", "hand 0: 2 x", 4, 11, "'x' is not a card number"),
        ("hand 0: 2 3", "hand 0: 3", 4, 1, "hand 0 must have 8 cards, not 7"),
        ("hand 0: 2 3", "hand 0: 3 3", 4, 1, "2 is missing, 3 is there too often"),
        ("moves:\n", "moves: 2a\n", 9, 8, "lines of their own"),
        ("0: 2a 3a", "0: 2a 3a 2c", 10, 10, "2 is not in the hand of seat 0"),
        ("0: 2a 3a", "0: 2a .", 10, 7, "1 card more must be laid (C13)"),
        ("0: 2a 3a", "0: 2a 2b", 10, 7, "2 is not in the hand of seat 0"),
        ("0: 2a 3a", "0: 2a zz", 10, 7, "'zz' is not a move"),
        ("players: 1", "players: 01", 3, 10, "players must be 1 to 5 for classic, not '01'"),
        ("hand 0: 2 3", "hand 0: 02 3", 4, 9, "'02' is not a card number"),
        ("moves:\n", "moves:\nmoves:\n", 10, 1, "begins with the seat that makes them"),
        ("0: 2a 3a", "0:\n0: 2a 3a", 10, 1, "this line has no moves"),
        ("0: 2a 3a", "1: 2a 3a", 10, 1, "seat 1, but seat 0 is to move"),
        ("0: 2a 3a", "2a 3a", 10, 1, "begins with the seat"),
        ("result: unfinished", "result: won beaten left 0", 11, 9, "the moves lead to 'unfinished'"),
        ("result: unfinished", "result:", 11, 1, "the moves lead to 'unfinished'"),
        ("result: unfinished\n", "", 11, 1, "the record ends where 'result:' should stand"),
        ("result: unfinished\n", "result: unfinished\n0: 4a\n", 12, 1, "nothing may follow the result"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_column(old: str, new: str, line: int, column: int, words: str) -> None:
    assert old in TEXT
    with pytest.raises(gambero.RecordError) as refused:
        gambero.replay(TEXT.replace(old, new, 1))
    assert (refused.value.line, refused.value.column) == (line, column), str(refused.value)
    assert words in str(refused.value)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "x" * 1_000_000, "gambero 1\n" * 100_000, "\0", "☃"])
def test_no_record_at_all(text: str) -> None:
    with pytest.raises(gambero.RecordError):
        gambero.replay(text)


def test_only_text_is_read() -> None:
    with pytest.raises(gambero.RecordError, match="a record is text, not bytes"):
        gambero.replay(TEXT.encode())  # type: ignore[arg-type]  # the point of the test


def test_comments_and_empty_lines_may_be_added() -> None:
    lines = TEXT.replace("moves:", "\n# how it went\nmoves:").replace("0: 2a 3a", "0: 2a  # a start\n\n0: 3a")
    assert gambero.replay(lines).record() == TEXT


def test_a_record_keeps_a_layout_of_commands() -> None:
    game = gambero.new("extreme", players=2, commands="shuffled", seed=4)
    again = gambero.replay(game.record())
    assert again.commands == game.commands
    assert len(again.commands) == 28


def test_a_byte_order_mark_is_read_over() -> None:
    game = gambero.new("duel", seed=3)
    game.move("@0")
    assert gambero.replay("\ufeff" + game.record()) == game
    with pytest.raises(gambero.RecordError, match="line 1, column 1"):
        gambero.replay("\ufeff\ufeff" + game.record())
