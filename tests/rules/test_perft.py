"""Exact tree counts from fixed deals, for every game and option: the fast law's count against the plain one's."""

import random
from typing import Any

import pytest

import gambero
from gambero.game import new_game

import oracle
from helpers.setups import SETUPS, cheapest, dealt, name
from oracle.perft import perft

ENOUGH = 2_000  # a tree of this many leaves is deep enough

# How disordered the deck is, and how many cheap moves lead to the root: the start, the middle, the last cards.
ROOTS = {"start": (1000.0, 0), "middle": (20.0, 45), "end": (2.0, 115)}


def roots(setup: tuple[str, dict[str, Any]], disorder: float, moves: int) -> tuple[gambero.Game, Any]:
    """The same position on both sides."""
    arguments = dealt(setup, random.Random(f"{name(setup)} {disorder}"), disorder)
    game, plain = new_game(setup[0], **arguments), oracle.new(setup[0], **arguments)
    root = game.copy(), plain.copy()
    for _ in range(moves):
        move = cheapest(game, plain.moves())
        game.move(move)
        plain.move(move)
        if plain.over:
            break
        if len(plain.moves()) > 1:  # where there is something to count
            root = game.copy(), plain.copy()
    return root


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_both_laws_count_the_same_tree(setup: tuple[str, dict[str, Any]], root: str) -> None:
    game, plain = roots(setup, *ROOTS[root])
    for depth in range(1, 6):
        leaves = perft(game, depth)
        assert leaves == perft(plain, depth), f"depth {depth}"
        if depth == 1:
            assert leaves > 0
        if leaves > ENOUGH:
            break
