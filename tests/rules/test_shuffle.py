"""Chance: the same decks on every machine for all time, and every order as likely as the next."""

import hashlib
from collections import Counter

import numpy as np
import pytest

import gambero
from gambero.game import new_game
from gambero.game.decks import shuffled
from gambero.rules.shuffle import below, seeded

MASK = 2**64 - 1


def words(seed: int, stream: int) -> "list[int]":
    """xoshiro256++ filled by splitmix64, written from their published descriptions in plain integers."""

    def mix(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def turn(x: int, k: int) -> int:
        return (x << k | x >> 64 - k) & MASK

    golden = 0x9E3779B97F4A7C15
    z = mix(seed + golden & MASK) ^ stream * golden & MASK
    s = []
    for _ in range(4):
        z = z + golden & MASK
        s.append(mix(z))
    out = []
    for _ in range(400):
        out.append((turn(s[0] + s[3] & MASK, 23) + s[0]) & MASK)
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = turn(s[3], 45)
    return out


@pytest.mark.parametrize(("seed", "stream"), [(0, 0), (7, 0), (2**64 - 1, 3), (12345, 2**63)])
def test_decks_come_from_the_published_generator(seed: int, stream: int) -> None:
    chance = iter(words(seed, stream))
    deck = list(range(2, 100))
    for last in range(97, 0, -1):
        while True:
            wide = (next(chance) >> 32) * (last + 1)
            if wide & 0xFFFFFFFF >= 2**32 % (last + 1):
                break
        place = wide >> 32
        deck[last], deck[place] = deck[place], deck[last]
    assert shuffled(range(2, 100), seed, stream).tolist() == deck


def test_golden_decks() -> None:
    assert gambero.new("classic", seed=0).deck[:12] == GOLDEN_CLASSIC
    for (game, seed), digest in GOLDEN_DIGESTS.items():
        deck = new_game(game, seed=seed).deck
        assert hashlib.sha256(repr(deck).encode()).hexdigest()[:16] == digest


GOLDEN_CLASSIC = (36, 6, 49, 73, 23, 19, 81, 17, 71, 84, 5, 78)
GOLDEN_DIGESTS = {
    ("classic", 0): "24aa1d1b4fbe8944",
    ("classic", 7): "93b6e2a5096ba705",
    ("classic", 2**64 - 1): "c86e51a24687f5a2",
    ("extreme", 0): "24aa1d1b4fbe8944",
    ("extreme", 7): "93b6e2a5096ba705",
    ("extreme", 2**64 - 1): "c86e51a24687f5a2",
    ("duel", 0): "6644330e8f97d3aa",
    ("duel", 7): "908f68e8b3ca55f6",
    ("duel", 2**64 - 1): "c6be3aefbc48adb6",
    ("tension", 0): "3d3f8416ef787030",
    ("tension", 7): "57ea7161c0919004",
    ("tension", 2**64 - 1): "e7f3fbabf866b099",
}


def test_every_place_is_as_likely() -> None:
    """Chi-squared over where each card ends up in 20,000 decks: 97 × 97 degrees of freedom, five deviations."""
    decks = 20_000
    seen = np.zeros((98, 98))
    for seed in range(decks):
        seen[np.arange(98), shuffled(range(98), seed)] += 1
    expected = decks / 98
    chi = ((seen - expected) ** 2 / expected).sum()
    freedom = 97 * 97
    assert abs(chi - freedom) < 5 * np.sqrt(2 * freedom)


def test_small_bounds_are_unbiased() -> None:
    generator = np.zeros(4, np.uint64)
    seeded(generator, np.uint64(1), np.uint64(1))
    counts = Counter(below(generator, 3) for _ in range(30_000))
    assert set(counts) == {0, 1, 2}
    assert all(abs(count - 10_000) < 5 * np.sqrt(30_000 * 2 / 9) for count in counts.values())


def test_streams_of_a_seed_differ() -> None:
    decks = {tuple(shuffled(range(2, 100), 1, stream).tolist()) for stream in range(100)}
    assert len(decks) == 100


def test_without_a_seed_every_game_is_new() -> None:
    assert gambero.new("classic").deck != gambero.new("classic").deck
