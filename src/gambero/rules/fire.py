"""On fire: 22, 33, 44, 55, 66 and 77 must be covered by the end of the next turn."""

from typing import Any

from gambero.rules.compiled import inlined

LOWEST, HIGHEST, APART = 22, 77, 11
CARDS = tuple(range(LOWEST, HIGHEST + 1, APART))  # F1


@inlined
def burns(card: int) -> bool:  # F1
    return card % APART == 0 and LOWEST <= card <= HIGHEST


@inlined
def kindle(state: Any, card: int, pile: int) -> None:
    """F3: a card laid puts out what it covers; a fire card starts a deadline of its own."""
    bit = 1 << pile
    state.due &= ~bit
    state.fresh &= ~bit
    if burns(card):
        state.fresh |= bit


@inlined
def grow_due(state: Any) -> None:
    """F2, F4: what was laid in the turn just over is due in the next one taken."""
    state.due = state.fresh
    state.fresh = 0
