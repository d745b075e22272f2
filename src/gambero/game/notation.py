"""Moves as text and as the law's numbers: a table of all moves of each game. Text that is not in it is malformed."""

from collections.abc import Iterable

from gambero.rules import duel, moves, team, tension
from gambero.rules.compiled import uncompiled

TEAM_PILES = "abcd"
DUEL_PILES = "acAC"

lay_move = uncompiled(moves.lay_move)
card_of = uncompiled(moves.card_of)
pile_of = uncompiled(moves.pile_of)


class Notation:
    """The moves of one game, both ways."""

    def __init__(self, name: str, moves: Iterable[tuple[str, int]], hint: str) -> None:
        self.name = name
        self.numbers = dict(moves)
        self.texts = {number: text for text, number in self.numbers.items()}
        self.hint = hint

    def number(self, text: str) -> int | None:
        """The law's number of a move; None if the text is no move of this game."""
        return self.numbers.get(text) if isinstance(text, str) else None


# The kinds of tension cards as (value, step), and as text: 7/3 is value 7, step 3.
PAIRS = [(value, step) for value in range(1, tension.VALUES + 1) for step in range(1, tension.STEPS + 1)]
KINDS = {pair: kind for kind, pair in enumerate(PAIRS)}


def card_text(pair: tuple[int, int]) -> str:
    return f"{pair[0]}/{pair[1]}"


def _turns(lowest: int, highest: int, piles: str, seats: int) -> Iterable[tuple[str, int]]:
    yield ".", moves.END
    for seat in range(seats):
        yield f"@{seat}", moves.START + seat
    for card in range(lowest, highest + 1):
        for pile, letter in enumerate(piles):
            yield f"{card}{letter}", lay_move(card, pile)


def _at_once() -> Iterable[tuple[str, int]]:
    yield "^", tension.TURN_UP
    for seat in range(tension.MAX_PLAYERS):
        yield f"{seat}:+", tension.SEAT * seat + tension.DRAW
        yield f"{seat}:x", tension.SEAT * seat + tension.LAST
        for kind, pair in enumerate(PAIRS):
            yield f"{seat}:{card_text(pair)}", tension.SEAT * seat + kind


TEAM = Notation(
    "team",
    _turns(team.LOWEST, team.HIGHEST, TEAM_PILES, team.MAX_PLAYERS),
    "write 37a to lay 37 on pile a (piles a b c d, cards 2 to 99), . to end the turn, @2 to let seat 2 start",
)
DUEL = Notation(
    "duel",
    _turns(duel.LOWEST, duel.HIGHEST, DUEL_PILES, duel.PLAYERS),
    "write 37a to lay 37 on your pile a or c, 12A to lay 12 on the opponent's A or C (cards 2 to 59), "
    ". to end the turn, @1 to let seat 1 start",
)
TENSION = Notation(
    "tension",
    _at_once(),
    "write 0:7/3 for seat 0 laying value 7 step 3, 0:+ to draw, 0:x to lay the last card face down, "
    "^ to put the bottom card on top",
)
NOTATIONS = {notation.name: notation for notation in (TEAM, DUEL, TENSION)}
