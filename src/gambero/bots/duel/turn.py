"""The ends a turn can come to: every set of cards on every pile, once each, by the law's own functions."""

from typing import Any

from gambero.rules import duel
from gambero.rules.cards import is_empty, next_above
from gambero.rules.compiled import inlined
from gambero.rules.moves import END, lay_move
from gambero.rules.refusals import ALLOWED

DEPTH = duel.HAND_SIZE + 1  # states on the way to an end, the first one included

# In whatever order cards go on different piles, the end is the same: one order stands for all, gifts first.
FIRST_PILE = duel.THEIR_UP
NO_PILE = duel.PILES


@inlined
def pile_after(pile: int) -> int:
    """Their two piles, then the own two, then none."""
    if pile == duel.THEIR_DOWN:
        return duel.OWN_UP
    return NO_PILE if pile == duel.OWN_DOWN else pile + 1


@inlined
def lay_after(state: Any, card: int, pile: int) -> int:
    """The next lay in that order that is allowed, as a move, or END."""
    hand = state.hands[state.seat]
    while pile != NO_PILE:
        card = next_above(hand, card)
        while card:
            if duel.refusal(state, card, pile) == ALLOWED:
                return lay_move(card, pile)
            card = next_above(hand, card)
        pile = pile_after(pile)
    return END


@inlined
def may_end(state: Any) -> bool:
    return duel.end_refusal(state) == ALLOWED


@inlined
def end(state: Any) -> None:
    """Let the turn end here; it ends by itself when the hand is empty."""
    if is_empty(state.hands[state.seat]):
        duel.settle(state)
    else:
        duel.finish_turn(state)
