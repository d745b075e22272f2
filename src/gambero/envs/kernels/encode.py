"""The law's moves of the games with turns as actions, and back; masks and histories of both."""

from typing import Any

from gambero.rules.compiled import inlined
from gambero.rules.moves import END, PILES, START, card_of, lay_move, pile_of


@inlined
def action_of(move: int, lowest: int, ends: int) -> int:
    """The action of a move; `lowest` is the lowest card, `ends` the action that ends the turn."""
    if move == END:
        return ends
    if move >= START:
        return ends + 1 + move - START
    return PILES * (card_of(move) - lowest) + pile_of(move)


@inlined
def move_of(action: int, lowest: int, ends: int) -> int:
    """The move of an action."""
    if action == ends:
        return END
    if action > ends:
        return START + action - ends - 1
    return lay_move(lowest + action // PILES, action % PILES)


@inlined
def clear(row: Any) -> None:
    """Fill with zeros."""
    for i in range(len(row)):
        row[i] = 0


@inlined
def mark(moves: Any, found: int, lowest: int, ends: int, mask: Any) -> None:
    """Mark the actions of the first `found` moves in a mask that is clear."""
    for i in range(found):
        mask[action_of(moves[i], lowest, ends)] = 1


@inlined
def note_turn(state: Any, history: Any, turns: int) -> None:
    """After a move: nothing is laid yet if a turn has just begun; `turns` is where the history counts turns."""
    if state.laid == 0:
        history[turns] += 1
