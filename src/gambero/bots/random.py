"""random in compiled games: any legal move, all equally likely."""

from typing import Any

from gambero.rules import classic, duel, tension
from gambero.rules.compiled import inlined
from gambero.rules.shuffle import below


@inlined
def choose_team(state: Any, generator: Any, moves: Any) -> int:
    return moves[below(generator, classic.list_moves(state, moves))]


@inlined
def choose_duel(state: Any, generator: Any, moves: Any) -> int:
    return moves[below(generator, duel.list_moves(state, moves))]


@inlined
def choose_tension(state: Any, generator: Any, moves: Any) -> int:
    return moves[below(generator, tension.list_moves(state, moves))]
