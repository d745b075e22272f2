"""Moves of the games with turns as numbers: END, START + seat, or a lay. No other file knows how a lay is encoded."""

from gambero.rules.compiled import pasted

END = 0
START = 400
PILES = 4


@pasted
def lay_move(card: int, pile: int) -> int:
    return PILES * card + pile


@pasted
def card_of(move: int) -> int:
    return move >> 2


@pasted
def pile_of(move: int) -> int:
    return move & 3
