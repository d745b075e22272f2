"""The decks of each game: shuffled from a seed, checked when given, written to a record and read back."""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from gambero.arguments import quoted
from gambero.game.notation import KINDS, PAIRS, card_text
from gambero.rules import classic, duel, team, tension
from gambero.rules.shuffle import seeded, shuffle

NUMBER = re.compile(r"0|[1-9][0-9]?")
PAIR = re.compile(r"([1-9][0-9]?)/([0-9])")

Cards = npt.NDArray[np.uint8]
Share = tuple[str, int]  # a line of a record: whose cards, and how many


def shuffled(cards: Iterable[int], seed: int, stream: int = 0) -> Cards:
    """Cards in the order that a seed gives them."""
    order = np.fromiter(cards, np.uint8)
    generator = np.zeros(4, np.uint64)
    seeded(generator, np.uint64(seed), np.uint64(stream))
    shuffle(order, generator)
    return order


class Decks(ABC):
    """The decks of one game; a deck is as `gambero.new` takes it."""

    @abstractmethod
    def from_seed(self, seed: int, number: int = 0) -> Any:
        """The deck of game `number` of a seed, the same in every version; `gambero.new` deals game 0."""

    @abstractmethod
    def checked(self, deck: object) -> Any:
        """A deck from a caller, as tuples; ValueError unless it has every card once."""

    def as_array(self, deck: Any) -> Cards:
        """The deck as the law takes it."""
        return np.array(deck, np.uint8)

    # In a record.

    @abstractmethod
    def shares(self, players: int, options: Mapping[str, bool]) -> list[Share]:
        """The lines a deal is written on, in the order of the deck."""

    def row(self, deck: Any) -> list[Any]:
        """All cards of the deck in one row."""
        return list(deck)

    def from_row(self, cards: list[Any]) -> Any:
        """The deck from all its cards in one row; the opposite of `row`."""
        return cards

    def card_text(self, card: Any) -> str:
        return str(card)

    def read_card(self, text: str) -> Any:
        """A card from its text; ValueError if it is none."""
        return read_number(text)


class TeamDecks(Decks):
    """The numbers from 2 to 99 (C1)."""

    numbers = range(team.LOWEST, team.HIGHEST + 1)

    def from_seed(self, seed: int, number: int = 0) -> tuple[int, ...]:
        return tuple(shuffled(self.numbers, seed, number).tolist())

    def checked(self, deck: object) -> tuple[int, ...]:
        return _checked_numbers("deck", deck, self.numbers)

    def shares(self, players: int, options: Mapping[str, bool]) -> list[Share]:
        hand = classic.full_hand(players, options["short_hands"])
        return [*((f"hand {seat}", hand) for seat in range(players)), ("stock", team.CARDS - players * hand)]


class DuelDecks(Decks):
    """The numbers from 2 to 59, for each player (D1)."""

    numbers = range(duel.LOWEST, duel.HIGHEST + 1)

    def from_seed(self, seed: int, number: int = 0) -> tuple[tuple[int, ...], ...]:
        streams = (duel.PLAYERS * number + seat for seat in range(duel.PLAYERS))
        return tuple(tuple(shuffled(self.numbers, seed, stream).tolist()) for stream in streams)

    def checked(self, deck: object) -> tuple[tuple[int, ...], ...]:
        halves = _as_list("deck", deck, f"two lists of the {duel.CARDS} numbers from 2 to 59, one a seat")
        if len(halves) != duel.PLAYERS:
            raise ValueError(f"deck must be two lists of cards, one a seat, not {len(halves)}")
        return tuple(_checked_numbers(f"deck of seat {seat}", half, self.numbers) for seat, half in enumerate(halves))

    def shares(self, players: int, options: Mapping[str, bool]) -> list[Share]:  # noqa: ARG002  # no option counts
        sizes = (("hand", duel.HAND_SIZE), ("stock", duel.CARDS - duel.HAND_SIZE))
        return [(f"{name} {seat}", size) for seat in range(players) for name, size in sizes]

    def row(self, deck: Any) -> list[int]:
        return [card for half in deck for card in half]

    def from_row(self, cards: list[int]) -> tuple[list[int], list[int]]:
        return cards[: duel.CARDS], cards[duel.CARDS :]


class TensionDecks(Decks):
    """Cards with a value and a step (T1)."""

    copies: ClassVar[Counter[tuple[int, int]]] = Counter(
        {(v + 1, s + 1): copies for v, row in enumerate(tension.COPIES) for s, copies in enumerate(row)}
    )

    def from_seed(self, seed: int, number: int = 0) -> tuple[tuple[int, int], ...]:
        kinds = [KINDS[pair] for pair in self.copies.elements()]
        return tuple(PAIRS[kind] for kind in shuffled(kinds, seed, number).tolist())

    def checked(self, deck: object) -> tuple[tuple[int, int], ...]:
        what = f"the {tension.CARDS} (value, step) pairs of the game"
        pairs = []
        for card in _as_list("deck", deck, what):
            pair = tuple(card) if isinstance(card, (tuple, list)) else card
            if pair not in PAIRS or any(isinstance(part, (bool, float)) for part in pair):
                raise ValueError(f"deck must be {what}: {quoted(card)} is no card of this game")
            pairs.append((int(pair[0]), int(pair[1])))
        _check_complete("deck", what, Counter(pairs), self.copies, card_text)
        return tuple(pairs)

    def as_array(self, deck: Any) -> Cards:
        return np.array([KINDS[pair] for pair in deck], np.uint8)

    def shares(self, players: int, options: Mapping[str, bool]) -> list[Share]:  # noqa: ARG002  # it has no options
        stack = tension.share_of(players) - tension.HAND_SIZE
        sizes = (("hand", tension.HAND_SIZE), ("stack", stack))
        return [*((f"{name} {seat}", size) for seat in range(players) for name, size in sizes), ("discard", 1)]

    def card_text(self, card: Any) -> str:
        return card_text(card)

    def read_card(self, text: str) -> tuple[int, int]:
        found = PAIR.fullmatch(text)
        if not found:
            raise ValueError(f"{quoted(text)} is not a card: write 7/3 for value 7, step 3")
        return int(found[1]), int(found[2])


def read_number(text: str) -> int:
    """A card's number from its text; ValueError if it is none."""
    if not NUMBER.fullmatch(text):
        raise ValueError(f"{quoted(text)} is not a card number")
    return int(text)


def _as_list(name: str, cards: object, what: str) -> list[Any]:
    if isinstance(cards, (str, bytes, Mapping, Set)) or not isinstance(cards, Iterable):
        raise ValueError(f"{name} must be {what}, in order, not {quoted(cards)}")
    return [card.tolist() if isinstance(card, np.ndarray) else card for card in cards]


def _checked_numbers(name: str, cards: object, numbers: range) -> tuple[int, ...]:
    what = f"the {len(numbers)} numbers from {numbers[0]} to {numbers[-1]}, each once"
    found = _as_list(name, cards, what)
    for card in found:
        if isinstance(card, (bool, float)) or card not in numbers:
            raise ValueError(f"{name} must be {what}: {quoted(card)} is no card of this game")
    _check_complete(name, what, Counter(int(card) for card in found), Counter(numbers), str)
    return tuple(int(card) for card in found)


def _check_complete(
    name: str, what: str, found: Counter[Any], wanted: Counter[Any], text: Callable[[Any], str]
) -> None:
    wrong = [f"{text(card)} is missing" for card in sorted((wanted - found).keys())]
    wrong += [f"{text(card)} is there too often" for card in sorted((found - wanted).keys())]
    if wrong:
        more = f" (and {len(wrong) - 3} more)" if len(wrong) > 3 else ""
        raise ValueError(f"{name} must be {what}: {', '.join(wrong[:3])}{more}")
