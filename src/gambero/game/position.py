"""Positions: the state of a game as one line of text, as FEN is for chess. `docs/record.md` describes the format.

Each game has a class that writes and reads the fields after the game's name; the record of the game names it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from gambero.arguments import quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from gambero.game.base import Game
    from gambero.game.spec import GameSpec

NOTHING = "-"  # an empty field
CARDS, SEATS, MARKS = ",", ";", "+"  # what stands between cards, between seats, between options and marks

Card = TypeVar("Card")


@dataclass(frozen=True)
class Placed:
    """What a position holds, in the parts that a game is made of."""

    players: int
    deck: Any  # all cards, in an order that has the draw piles at its end; not the order in which they were dealt
    table: npt.NDArray[np.void]  # the law's record, an array of one
    commands: Mapping[int, str] = field(default_factory=dict)
    turn: tuple[str, ...] = ()  # the cards laid in this turn, as moves
    earlier: tuple[tuple[int | None, str], ...] = ()  # what was laid before, as the log of a view names it


class Positions(ABC):
    """Writes and reads the positions of one game."""

    fields: tuple[str, ...]  # their names, in order

    @abstractmethod
    def write(self, game: Any) -> list[str]:
        """The fields of this game's position, in order."""

    @abstractmethod
    def read(self, spec: GameSpec, options: Mapping[str, bool], words: Mapping[str, str]) -> Placed:
        """What the fields hold; ValueError if they contradict each other or the rules."""

    @abstractmethod
    def check(self, game: Any) -> None:
        """Raise ValueError unless the law agrees with the outcome that the position names."""


def text_of(game: Game) -> str:
    """The position of a game."""
    options = [name for name, on in game.options.items() if on]
    return " ".join([MARKS.join([game.game, *options]), *game.spec.positions.write(game)])


def read_position(spec: GameSpec, options: Mapping[str, bool], text: str) -> Placed:
    """What a position holds after the name of its game."""
    words, names = text.split()[1:], spec.positions.fields
    if not spec.commands:
        names = tuple(name for name in names if name != "commands")
    if len(words) != len(names):
        raise ValueError(f"a position of {spec.id} has {len(names)} fields ({', '.join(names)}), not {len(words)}")
    return spec.positions.read(spec, options, dict(zip(names, words, strict=True)))


# Fields as text, and back.


def cards_text(cards: Iterable[Any], text: Callable[[Any], str] = str) -> str:
    return CARDS.join(text(card) for card in cards) or NOTHING


def seats_text(seats: Iterable[Iterable[Any]], text: Callable[[Any], str] = str) -> str:
    return SEATS.join(cards_text(cards, text) for cards in seats)


def read_cards(name: str, word: str, read: Callable[[str], Card]) -> list[Card]:
    """The cards of a field; ValueError with the field's name if one is none."""
    if word == NOTHING:
        return []
    try:
        return [read(part) for part in word.split(CARDS)]
    except ValueError as wrong:
        raise ValueError(f"{name}: {wrong}") from None


def read_seats(name: str, word: str, read: Callable[[str], Card], seats: tuple[int, int]) -> list[list[Card]]:
    """The cards of each seat; ValueError unless there are as many seats as the game may have."""
    parts = word.split(SEATS)
    if not seats[0] <= len(parts) <= seats[1]:
        wanted = f"{seats[0]}" if seats[0] == seats[1] else f"{seats[0]} to {seats[1]}"
        raise ValueError(f"{name}: there must be {wanted} seats, divided by {SEATS!r}, not {len(parts)}")
    return [read_cards(f"{name} of seat {seat}", part, read) for seat, part in enumerate(parts)]


def read_count(name: str, word: str, most: int) -> int:
    if not word.isascii() or not word.isdigit() or int(word) > most:
        raise ValueError(f"{name}: must be a number from 0 to {most}, not {quoted(word)}")
    return int(word)


def read_turn(word: str, players: int) -> tuple[int | None, list[tuple[int, str]]]:
    """Whose turn it is, None before the start, and the cards laid in it with their piles: `1` or `1:24a,25a`."""
    if word == NOTHING:
        return None, []
    seat, colon, laid = word.partition(":")
    mover = read_count("turn", seat, players - 1)
    return mover, [_lay(move) for move in laid.split(CARDS)] if colon else []


def _lay(move: str) -> tuple[int, str]:
    number, pile = move[:-1], move[-1:]
    if not number.isascii() or not number.isdigit() or not pile.isalpha():
        raise ValueError(f"turn: must be a seat, or a seat and what it laid, as in 1:24a,25a; {quoted(move)} is no lay")
    return int(number), pile


def turn_text(seat: int | None, moves: Sequence[str]) -> str:
    return NOTHING if seat is None else f"{seat}:{CARDS.join(moves)}" if moves else f"{seat}"


def check_once(cards: Iterable[Any], known: Iterable[Any], text: Callable[[Any], str] = str, whose: str = "") -> None:
    """ValueError unless each is a card of the game and none is there too often."""
    found, wanted = Counter(cards), Counter(known)
    for card in found:
        if card not in wanted:
            raise ValueError(f"{text(card)} is no card of this game")
        if found[card] > wanted[card]:
            raise ValueError(f"{text(card)} is there too often{whose}")


def check_laid(
    tops: Mapping[str, int], starts: Mapping[str, int], laid: Iterable[int], turn: Sequence[tuple[int, str]]
) -> None:
    """ValueError unless tops and the cards of this turn are cards that were laid; piles go by their names."""
    lying = {*laid}
    for pile, top in tops.items():
        if top != starts[pile] and top not in lying:
            raise ValueError(f"tops: {top} lies on pile {pile}, but it is in a hand or a draw pile, or no card")
    last = {}
    for card, pile in turn:
        if pile not in tops:
            raise ValueError(f"turn: {pile!r} is no pile; the piles are {' '.join(tops)}")
        if card not in lying:
            raise ValueError(f"turn: {card} cannot have been laid, it is in a hand or a draw pile, or no card")
        last[pile] = card
    for pile, card in last.items():
        if tops[pile] != card:
            raise ValueError(f"turn: {card} was laid last on pile {pile}, but {tops[pile]} is its top")
    check_once((card for card, _ in turn), lying)


def wrong_outcome(name: str, why: str) -> ValueError:
    return ValueError(f"outcome: it cannot be {quoted(name)}, because {why}")
