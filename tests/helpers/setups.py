"""Every game with every combination of its options, and deals for them, for the tests that want them all."""

import random
from itertools import product
from typing import Any

from hypothesis import strategies as st

import gambero

COPIES = [(3, 2, 3)] * 3 + [(3, 2, 2)] + [(2, 3, 2)] * 4 + [(2, 2, 3)] * 2
TENSION_CARDS = [(v + 1, s + 1) for v, row in enumerate(COPIES) for s, copies in enumerate(row) for _ in range(copies)]
COMMANDS = ("stop", "skull", "three", "silence", "no_trick", "one_pile", "draw_one")

SETUPS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("classic", {"players": players, "professional": professional, "short_hands": short, "on_fire": fire})
        for players, professional, short, fire in product(range(1, 6), *[(False, True)] * 3)
    ),
    *(
        ("extreme", {"players": players, "professional": professional, "short_hands": short})
        for players, professional, short in product(range(1, 6), *[(False, True)] * 2)
    ),
    *(("duel", {"last_card_wins": last}) for last in (False, True)),
    *(("tension", {"players": players}) for players in (2, 3, 4)),
]


def name(setup: tuple[str, dict[str, Any]]) -> str:
    game, options = setup
    on = [key for key, value in options.items() if value is True]
    return "-".join([game, str(options.get("players", 2)), *on])


def roughly_sorted(cards: range, chance: random.Random, disorder: float) -> list[int]:
    """A deck that comes nearly in order: with little disorder, games reach the last cards."""
    return sorted(cards, key=lambda card: card + disorder * chance.random())


def dealt(setup: tuple[str, dict[str, Any]], chance: random.Random, disorder: float) -> dict[str, Any]:
    """The arguments of a game with an explicit deal, and for extreme an explicit layout."""
    game, options = setup
    if game == "duel":
        decks = tuple(roughly_sorted(range(2, 60), chance, disorder) for _ in range(2))
        return {**options, "deck": decks}
    if game == "tension":
        return {**options, "deck": chance.sample(TENSION_CARDS, len(TENSION_CARDS))}
    # From both ends towards the middle, so that ascending and descending piles both grow.
    cards = roughly_sorted(range(98), chance, disorder)
    deck = [2 + card // 2 if card % 2 else 99 - card // 2 for card in cards]
    if game == "extreme":
        numbers = chance.sample(range(2, 100), 28)
        return {**options, "deck": deck, "commands": dict(zip(numbers, COMMANDS * 4, strict=True))}
    return {**options, "deck": deck}


deals = st.builds(
    lambda setup, seed, disorder: (setup[0], dealt(setup, random.Random(seed), disorder)),
    st.sampled_from(SETUPS),
    st.integers(0, 2**32),
    st.sampled_from([2.0, 10.0, 30.0, 1000.0]),
)


def cheapest(game: gambero.Game, moves: list[str]) -> str:
    """The legal move that uses up the least, so that a game lasts; not a player, just a way to get far."""
    if game.game == "tension" or moves[0].startswith("@"):
        return moves[-1]
    by_pile = dict(zip("abcd", game.piles, strict=True))
    if game.game == "duel":
        first, last = (0, 2) if game.to_move == 0 else (2, 0)
        piles = game.piles
        by_pile = {"a": piles[first], "c": piles[first + 1], "A": piles[last], "C": piles[last + 1]}

    def price(move: str) -> int:
        if move == ".":
            return 3
        card, pile = int(move[:-1]), move[-1]
        return card - by_pile[pile] if pile in "abC" else by_pile[pile] - card

    return min(moves, key=price)
