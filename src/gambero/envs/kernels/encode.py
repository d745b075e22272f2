"""The law's moves of the games with turns as actions, and back."""

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
