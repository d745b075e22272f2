"""Fair deals: a commitment binds salt, game, players, options, commands and every card, and anybody can check it."""

import random
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gambero
from gambero.game import Setup, fair, new_game

from helpers.setups import SETUPS, cheapest, deals, dealt, name

salts = st.text("0123456789abcdef", min_size=64, max_size=64)


@settings(max_examples=100, deadline=None)
@given(deal=deals, salt=salts, moves=st.integers(0, 30))
def test_round_trip(deal: tuple[str, dict[str, Any]], salt: str, moves: int) -> None:
    game = new_game(deal[0], **deal[1])
    bare = game.record()
    game.seal = fair.Seal(salt, fair.commitment(game.setup, salt))
    for _ in range(moves):
        if not game.over:
            game.move(cheapest(game, game.moves()))
    text = game.record()
    again = gambero.replay(text)
    assert (again.record(), again.seal, again.log) == (text, game.seal, game.log)
    assert again.copy().seal == game.seal
    assert fair.intact(again)
    # By hand: from the salt to the line before the moves.
    assert sha256(text[text.index("salt:") : text.index("moves:")].encode()).hexdigest() == game.seal.commitment
    # What the seal adds to the record are two lines at its top.
    assert bare.split("moves:")[0].splitlines()[1:] == text.split("moves:")[0].splitlines()[3:]


def changes(setup: Setup) -> Iterator[Setup]:
    """The setup with each card exchanged for another, each option turned, each command moved, others at the table."""
    halves = setup.deck if setup.game == "duel" else (setup.deck,)
    for half, cards in enumerate(halves):
        for i, card in enumerate(cards):
            j = next((i + k) % len(cards) for k in range(1, len(cards)) if cards[(i + k) % len(cards)] != card)
            deck = list(cards)
            deck[i], deck[j] = deck[j], deck[i]
            changed = tuple(tuple(deck) if k == half else other for k, other in enumerate(halves))
            yield replace(setup, deck=changed if setup.game == "duel" else changed[0])
    for option, on in setup.options.items():
        yield replace(setup, options={**setup.options, option: not on})
    for number, command in setup.commands.items():
        free = next(other for other in range(2, 100) if other not in setup.commands)
        yield replace(setup, commands={n: c for n, c in setup.commands.items() if n != number} | {free: command})
    if setup.game != "duel":
        yield replace(setup, players=setup.players + (1 if setup.players < 4 else -1))


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_whatever_is_changed_breaks_the_seal(setup: tuple[str, dict[str, Any]]) -> None:
    game = new_game(setup[0], **dealt(setup, random.Random(name(setup)), 1000.0))
    seal = fair.sealed(game)
    for changed in changes(game.setup):
        assert fair.commitment(changed, seal.salt) != seal.commitment
    for i, digit in enumerate(seal.salt):
        salt = seal.salt[:i] + ("1" if digit == "0" else "0") + seal.salt[i + 1 :]
        assert fair.commitment(game, salt) != seal.commitment


def test_a_changed_record_is_found_out_though_its_moves_are_by_the_rules() -> None:
    game = gambero.new("classic", players=1, deck=range(2, 100))
    game.seal = fair.sealed(game)
    text = game.record()
    assert fair.intact(gambero.replay(text))
    for old, new in (("98 99", "99 98"), ("players: 1", "players: 1\noptions: professional")):
        assert not fair.intact(gambero.replay(text.replace(old, new)))
    assert not fair.intact(gambero.new("classic", seed=1))  # without a seal nothing is proved


def test_order_in_a_setup_does_not_matter() -> None:
    game = gambero.new("extreme", players=2, professional=True, short_hands=True, seed=1)
    turned = replace(
        game.setup,
        options=dict(reversed(list(game.setup.options.items()))),
        commands=dict(reversed(list(game.setup.commands.items()))),
    )
    assert fair.commitment(turned, "0" * 64) == fair.commitment(game, "0" * 64)


def test_the_hash_never_changes() -> None:
    """Commitments published once must hold for ever."""
    found = {
        kind: fair.commitment(gambero.new(kind, players=2, seed=1), "ab" * 32)[:16]
        for kind in ("classic", "extreme", "duel", "tension")
    }
    assert found == {
        "classic": "94cf1deb917bb2c5",
        "extreme": "add357ef4f6fdb81",
        "duel": "4e91b25ff5cc587d",
        "tension": "8ed9207c0d56793d",
    }


def test_salts_are_long_and_never_the_same() -> None:
    made = {fair.new_salt() for _ in range(100)}
    assert len(made) == 100
    assert all(fair.HEX.fullmatch(salt) for salt in made)


@pytest.mark.parametrize("salt", ["", "0" * 63, "0" * 65, "0" * 63 + "A", "0" * 63 + "g", "0" * 64 + "\n", None, 7])
def test_a_malformed_salt_is_refused(salt: Any) -> None:
    with pytest.raises(ValueError, match="salt must be 64 digits, each 0 to 9 or a to f, not "):
        fair.commitment(gambero.new("duel", seed=1), salt)
    with pytest.raises(ValueError, match="commitment must be 64 digits"):
        fair.Seal("0" * 64, salt)


def test_no_view_and_no_event_shows_the_seal() -> None:
    game = gambero.new("classic", players=2, seed=1)
    views = [game.view(seat) for seat in (0, 1, None)]
    game.seal = fair.sealed(game)
    assert [game.view(seat) for seat in (0, 1, None)] == views


SEALED = gambero.new("classic", players=1, deck=range(2, 100))
SEALED.seal = fair.Seal("5" * 64, "c" * 64)
TEXT = SEALED.record()


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "words"),
    [
        ("c" * 64, "c" * 63, 2, 13, "commitment must be 64 digits, each 0 to 9 or a to f, not 'ccc"),
        ("c" * 64, "C" * 64, 2, 13, "commitment must be 64 digits"),
        ("c" * 64, "", 2, 1, "commitment takes 64 digits, each 0 to 9 or a to f, not 0 words"),
        ("c" * 64, "c" * 32 + " " + "c" * 32, 2, 1, "not 2 words"),
        ("5" * 64, "5" * 65, 3, 7, "salt must be 64 digits"),
        ("5" * 64, "٥" * 64, 3, 7, "salt must be 64 digits"),
        ("salt: " + "5" * 64 + "\n", "", 3, 1, "expected 'salt:', found 'game: classic'"),
        ("commitment: " + "c" * 64 + "\n", "", 2, 1, "expected 'game:', found 'salt: 555"),
        ("salt: " + "5" * 64 + "\n", ("salt: " + "5" * 64 + "\n") * 2, 4, 1, "expected 'game:'"),
    ],
)
def test_a_malformed_seal_is_refused_with_line_and_column(
    old: str, new: str, line: int, column: int, words: str
) -> None:
    assert old in TEXT
    with pytest.raises(gambero.RecordError) as refused:
        gambero.replay(TEXT.replace(old, new, 1))
    assert (refused.value.line, refused.value.column) == (line, column), str(refused.value)
    assert words in str(refused.value)


def test_replay_looks_at_the_form_alone() -> None:
    again = gambero.replay(TEXT)
    assert again.record() == TEXT
    assert not fair.intact(again)
