"""All random numbers of the law: a deck from a seed, the same on every machine and in every version.

The generator is xoshiro256++, its four words filled by splitmix64 from the seed and a stream number; a place in the
deck is drawn by Lemire's multiplication with rejection, so that every order is equally likely.
"""

from typing import Any

import numpy as np

from gambero.rules.compiled import inlined

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)

SEEDS = 2**64  # seeds are 0 … SEEDS − 1


@inlined
def mixed(word: Any) -> Any:
    """The output function of splitmix64."""
    word = (word ^ (word >> np.uint64(30))) * MIX_A
    word = (word ^ (word >> np.uint64(27))) * MIX_B
    return word ^ (word >> np.uint64(31))


@inlined
def rotated(word: Any, by: int) -> Any:
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@inlined
def seeded(generator: Any, seed: Any, stream: Any) -> None:
    """Fill the generator's four words; each stream of a seed is a generator of its own."""
    word = mixed(np.uint64(seed) + GOLDEN) ^ (np.uint64(stream) * GOLDEN)
    for i in range(4):
        word += GOLDEN
        generator[i] = mixed(word)


@inlined
def next_word(generator: Any) -> Any:
    s0, s1, s2, s3 = generator[0], generator[1], generator[2], generator[3]
    word = rotated(s0 + s3, 23) + s0
    s2 ^= s0
    s3 ^= s1
    generator[0] = s0 ^ s3
    generator[1] = s1 ^ s2
    generator[2] = s2 ^ (s1 << np.uint64(17))
    generator[3] = rotated(s3, 45)
    return word


@inlined
def below(generator: Any, bound: int) -> int:
    """A whole number from 0 to bound − 1, each equally likely; bound is less than 2³²."""
    wide = (next_word(generator) >> HALF) * np.uint64(bound)
    if wide & LOW < np.uint64(bound):
        reject = (np.uint64(1) << HALF) % np.uint64(bound)
        while wide & LOW < reject:
            wide = (next_word(generator) >> HALF) * np.uint64(bound)
    place: int = np.int64(wide >> HALF)  # type: ignore[assignment]  # an int to its callers
    return place


@inlined
def shuffle(cards: Any, generator: Any) -> None:
    """Fisher and Yates, from the last card down."""
    for i in range(len(cards) - 1, 0, -1):
        j = below(generator, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
