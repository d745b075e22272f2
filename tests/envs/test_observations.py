"""Observations hold what a view holds, and no more."""

import random
from typing import Any

import numpy as np
import pytest

from gambero.envs.board import Board, TeamBoard, board_of
from gambero.envs.planes import plane_names, planes
from gambero.game import new_game

from helpers import observing
from helpers.hiding import reshuffled
from helpers.setups import SETUPS, cheapest, dealt, name


def words(board: Board, chance: random.Random) -> dict[int, Any]:
    """Let the seats of a team game say something."""
    if not isinstance(board, TeamBoard) or board.game.players == 1:  # alone there is nobody to talk to
        return {}
    said = {
        seat: {
            "piles": {pile: chance.choice(["mine", "small", "free"]) for pile in "abcd" if chance.random() < 0.5},
            "commands": [one for one in observing.COMMANDS if board.game.commands and chance.random() < 0.3],
            "exact": chance.random() < 0.5,
        }
        for seat in range(board.game.players)
        if chance.random() < 0.7
    }
    board.hear(said)  # type: ignore[arg-type]
    return said


def advance(board: Board, moves: int, chance: random.Random) -> None:
    for _ in range(moves):
        if board.game.over:
            break
        legal = board.game.moves()
        board.move(cheapest(board.game, legal) if chance.random() < 0.9 else chance.choice(legal))


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_an_observation_is_the_view_in_numbers(setup: tuple[str, dict[str, Any]]) -> None:
    for disorder in (3.0, 1000.0):
        chance = random.Random(f"{name(setup)} {disorder}")
        board = board_of(new_game(setup[0], **dealt(setup, chance, disorder)))
        while True:
            said = words(board, chance)
            for seat in range(board.game.players):
                seen = board.see(seat)
                view = board.game.view(seat)
                expected = observing.fields(view, board.game.turns, said)
                slices = board.fields.slices()
                assert list(expected) == list(slices)
                assert {key: seen["observation"][part].tolist() for key, part in slices.items()} == expected
                legal = [board.actions.numbers[move] for move in view["moves"]]
                allowed = {int(one) for one in np.flatnonzero(seen["action_mask"])} - {
                    board.actions.numbers.get("wait")
                }
                assert allowed == set(legal)
                assert (seen["observation"] <= board.fields.highest()).all()
            if board.game.over:
                break
            advance(board, chance.randint(1, 6), chance)


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_what_a_seat_cannot_know_changes_nothing_it_observes(setup: tuple[str, dict[str, Any]]) -> None:
    compared = 0
    for moves, disorder in ((0, 1000.0), (12, 1000.0), (40, 20.0)):
        chance = random.Random(f"{name(setup)} {moves}")
        arguments = dealt(setup, chance, disorder)
        board = board_of(new_game(setup[0], **arguments))
        advance(board, moves, chance)
        for seat in range(board.game.players):
            as_it_was = observed(setup[0], arguments, board, seat)
            assert as_it_was is not None
            for _ in range(3):
                deck = reshuffled(board.game, seat, chance)
                as_it_could_be = observed(setup[0], {**arguments, "deck": deck}, board, seat)
                if as_it_could_be is not None:  # else the open moves rule this deal out
                    compared += deck != arguments["deck"]
                    assert as_it_could_be == as_it_was
    assert compared >= 3


def observed(game: str, arguments: dict[str, Any], played: Board, seat: int) -> bytes | None:
    """All that a seat observes from the deal on; None if the deal does not allow these moves and this end."""
    board = board_of(new_game(game, **arguments))
    seen = [board.see(seat)]
    for _, move in played.game.log:
        if not board.game.can(move):
            return None
        board.move(move)
        seen.append(board.see(seat))
    if board.game.over != played.game.over:
        return None
    return b"".join(part.tobytes() for one in seen for part in one.values())


@pytest.mark.parametrize("game", ["classic", "extreme", "duel", "tension"])
def test_planes_hold_the_same_between_0_and_1(game: str) -> None:
    chance = random.Random(game)
    rows: dict[bytes, bytes] = {}
    for seed in range(3):
        board = board_of(new_game(game, seed=seed))
        while not board.game.over:
            compact = board.see(0)["observation"]
            shown = planes(game, compact)
            assert shown.dtype == np.float32
            assert len(shown) == len(plane_names(game))
            assert ((shown >= 0) & (shown <= 1)).all()
            assert rows.setdefault(shown.tobytes(), compact.tobytes()) == compact.tobytes()
            advance(board, chance.randint(1, 3), chance)
    batch = np.stack([np.frombuffer(one, np.uint8) for one in rows.values()])
    assert [one.tobytes() for one in planes(game, batch)] == list(rows)


def test_planes_of_a_hand_and_a_top() -> None:
    board = board_of(new_game("classic", seed=7))
    shown = planes("classic", board.see(0)["observation"])
    names = plane_names("classic")
    assert (1 + np.flatnonzero(shown[names.index("in the own hand")])).tolist() == board.game.hand(0)
    board.move(f"{board.game.hand(0)[0]}a")
    shown = planes("classic", board.see(0)["observation"])
    assert (1 + np.flatnonzero(shown[names.index("top of a")])).tolist() == [board.game.piles[0]]
