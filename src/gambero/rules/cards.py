"""A hand as a set of card numbers: one bit a card, in two 64-bit words (numbers up to 127).

The words are a row of a record, or a pair: what only looks takes both.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from gambero.rules.compiled import inlined

ONE = np.uint64(1)
NONE = np.uint64(0)
ALL = 2**64 - 1

# The cards above and below each number, as masks: looked up, since branches cost more.
ABOVE_LOW = np.array([ALL << n + 1 & ALL for n in range(128)], np.uint64)
ABOVE_HIGH = np.array([ALL << max(n - 63, 0) & ALL for n in range(128)], np.uint64)
BELOW_LOW = np.array([(1 << min(n, 64)) - 1 for n in range(128)], np.uint64)
BELOW_HIGH = np.array([(1 << max(n - 64, 0)) - 1 for n in range(128)], np.uint64)


def _bit_count(name: str) -> Any:
    """One machine instruction on a word: llvm.ctpop, llvm.cttz or llvm.ctlz, of 64 bits."""

    def typed(_context: Any, _word: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
            if name == "ctpop":
                return builder.ctpop(args[0])
            return getattr(builder, name)(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate

    return intrinsic(typed)


ones = _bit_count("ctpop")
lowest_bit = _bit_count("cttz")
leading_zeros = _bit_count("ctlz")


@inlined
def signed(number: Any) -> int:
    """A number of a record as an ordinary signed one, fit to be subtracted from."""
    place: int = np.int64(number)  # type: ignore[assignment]  # an int to its callers
    return place


@inlined
def holds(hand: Any, card: int) -> bool:
    word = hand[0] if card < 64 else hand[1]
    return (word >> np.uint64(card & 63)) & ONE != NONE


@inlined
def add(hand: Any, card: int) -> None:
    hand[card >> 6] |= ONE << np.uint64(card & 63)


@inlined
def remove(hand: Any, card: int) -> None:
    hand[card >> 6] &= ~(ONE << np.uint64(card & 63))


@inlined
def is_empty(hand: Any) -> bool:
    return hand[0] | hand[1] == NONE


@inlined
def count(hand: Any) -> int:
    return ones(hand[0]) + ones(hand[1])


@inlined
def next_above(hand: Any, number: int) -> int:
    """The lowest card of the hand above a number, or 0."""
    low = hand[0] & ABOVE_LOW[number]
    high = hand[1] & ABOVE_HIGH[number]
    if low | high == NONE:
        return 0
    return lowest_bit(low) if low != NONE else 64 + lowest_bit(high)


@inlined
def next_below(hand: Any, number: int) -> int:
    """The highest card of the hand below a number, or 0."""
    low = hand[0] & BELOW_LOW[number]
    high = hand[1] & BELOW_HIGH[number]
    if low | high == NONE:
        return 0
    return 127 - leading_zeros(high) if high != NONE else 63 - leading_zeros(low)


@inlined
def take_lowest(low: Any, high: Any) -> Any:
    """The lowest card of a set that is not empty, and the two words of the rest."""
    if low != NONE:
        return lowest_bit(low), low & (low - ONE), high
    return 64 + lowest_bit(high), low, high & (high - ONE)
