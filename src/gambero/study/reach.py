"""Which cards no pile can take any more, whatever is laid: a bound that proves a game lost."""

from typing import Any

import numpy as np

from gambero.rules.cards import (
    ABOVE_HIGH,
    ABOVE_LOW,
    BELOW_HIGH,
    BELOW_LOW,
    NONE,
    ONE,
    leading_zeros,
    lowest_bit,
    signed,
)
from gambero.rules.compiled import inlined
from gambero.rules.piles import TRICK

BY_TEN, REST = np.uint64(TRICK), np.uint64(64 - TRICK)


@inlined
def lowest_reach(low: Any, high: Any, top: int) -> int:
    """How low an ascending pile can come: by steps back from its top, or from unlaid cards laid above it (C8).

    It ignores who holds the cards and when they are drawn. So it is a bound: in play a pile never comes lower.
    """
    least = signed(top)
    while True:
        from_low = low & ABOVE_LOW[least]
        from_high = high & ABOVE_HIGH[least]
        if least < 64:
            from_low |= ONE << np.uint64(least)
        else:
            from_high |= ONE << np.uint64(least - 64)
        back_low = (from_low >> BY_TEN | from_high << REST) & low & BELOW_LOW[least]
        back_high = from_high >> BY_TEN & high & BELOW_HIGH[least]
        if back_low | back_high == NONE:
            return least
        least = lowest_bit(back_low) if back_low != NONE else 64 + lowest_bit(back_high)


@inlined
def highest_reach(low: Any, high: Any, top: int) -> int:
    """How high a descending pile can come, likewise."""
    most = signed(top)
    while True:
        from_low = low & BELOW_LOW[most]
        from_high = high & BELOW_HIGH[most]
        if most < 64:
            from_low |= ONE << np.uint64(most)
        else:
            from_high |= ONE << np.uint64(most - 64)
        back_low = from_low << BY_TEN & low & ABOVE_LOW[most]
        back_high = (from_high << BY_TEN | from_low >> REST) & high & ABOVE_HIGH[most]
        if back_low | back_high == NONE:
            return most
        most = 127 - leading_zeros(back_high) if back_high != NONE else 63 - leading_zeros(back_low)


@inlined
def hopeless(low: Any, high: Any, tops: Any) -> bool:
    """Is there an unlaid card that no pile can ever take? It lies below what goes up and above what goes down."""
    up = min(lowest_reach(low, high, tops[0]), lowest_reach(low, high, tops[1]))
    down = max(highest_reach(low, high, tops[2]), highest_reach(low, high, tops[3]))
    dead_low = low & BELOW_LOW[up] & ABOVE_LOW[down]
    dead_high = high & BELOW_HIGH[up] & ABOVE_HIGH[down]
    return dead_low | dead_high != NONE
