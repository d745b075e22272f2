"""What fits on a pile: the two clauses that team games and duel share."""

from gambero.rules.compiled import inlined

TRICK = 10


@inlined
def goes_on(ascends: bool, top: int, card: int) -> bool:
    """C7: higher on an ascending pile, lower on a descending one; gaps are allowed, equals are not."""
    return card > top if ascends else card < top


@inlined
def step_back(ascends: bool, top: int) -> int:
    """C8: the one number that may be laid against the pile's direction (it may lie off the range of the cards)."""
    return top - TRICK if ascends else top + TRICK
