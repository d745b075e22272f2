"""Duel: two players against each other (D1–D10)."""

from collections.abc import Sequence
from copy import copy
from typing import Self

from .team import Result, follows, steps_back


def improves(card: int, top: int, pile: str) -> bool:
    """D6: lower on the opponent's ascending pile, higher on their descending one, by any amount."""
    return card < top if pile == "A" else card > top


class Duel:
    """A duel; piles are named from the mover's side: a c the own two, A C the opponent's."""

    def __init__(self, deck: tuple[Sequence[int], Sequence[int]], last_card_wins: bool = False) -> None:
        if len(deck) != 2 or any(sorted(cards) != list(range(2, 60)) for cards in deck):  # D1
            raise ValueError("deck must be two decks, each with every number from 2 to 59 once")
        self.players = 2
        self.last_card_wins = last_card_wins
        self.hands = [list(cards[:6]) for cards in deck]  # D2
        self.draw_piles = [list(cards[6:]) for cards in deck]  # the next card first
        self.tables = [{"a": [1], "c": [60]}, {"a": [1], "c": [60]}]  # D1: every card laid, the top one last
        self.seat: int | None = None  # D2: nobody's turn until they choose who starts
        self.turn: list[str] = []  # the piles laid on in this turn, in order
        self.result: Result | None = None

    def copy(self) -> Self:
        """A game that can go its own way."""
        twin = copy(self)
        twin.hands = [list(hand) for hand in self.hands]
        twin.draw_piles = [list(cards) for cards in self.draw_piles]
        twin.tables = [{pile: list(cards) for pile, cards in table.items()} for table in self.tables]
        twin.turn = list(self.turn)
        return twin

    # What can be seen

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def to_move(self) -> int | None:
        return None if self.over else self.seat

    @property
    def piles(self) -> tuple[int, ...]:
        return tuple(self.tables[seat][pile][-1] for seat in (0, 1) for pile in "ac")

    @property
    def stock(self) -> tuple[int, ...]:
        return tuple(len(cards) for cards in self.draw_piles)

    @property
    def minimum(self) -> int:
        """The cards still owed in this turn."""
        return 0 if self.to_move is None else max(0, self.needed() - len(self.turn))

    def hand(self, seat: int) -> list[int]:
        return sorted(self.hands[seat])

    def needed(self) -> int:
        """The cards this turn asks for, those laid included."""
        if self.last_card_wins and self.has_last_card():
            return 1  # D10: the house rule
        return 2  # D3: with an empty draw pile too

    def has_last_card(self) -> bool:
        """D10: the mover starts the turn with a single card left."""
        assert self.seat is not None
        return not self.turn and self.left()[self.seat] == 1

    def left(self) -> tuple[int, ...]:
        return tuple(len(self.hands[seat]) + len(self.draw_piles[seat]) for seat in (0, 1))

    def helped(self) -> bool:
        """Whether this turn has a card on an opponent's pile."""
        return any(pile in "AC" for pile in self.turn)

    def cards_on(self, pile: str) -> list[int]:
        assert self.seat is not None
        owner = self.seat if pile in "ac" else 1 - self.seat
        return self.tables[owner][pile.lower()]

    # What may be done

    def moves(self) -> list[str]:
        if self.over:
            return []
        if self.seat is None:
            return ["@0", "@1"]  # D2
        hand = self.hands[self.seat]
        moves = [f"{card}{pile}" for card in hand for pile in "acAC" if self.may_lay(card, pile)]
        if self.minimum == 0:
            moves.append(".")  # D3
        return sorted(moves)

    def may_lay(self, card: int, pile: str) -> bool:
        top = self.cards_on(pile)[-1]
        if pile in "ac":
            return follows(card, top, pile) or steps_back(card, top, pile)  # D4
        return not self.helped() and improves(card, top, pile)  # D5, D6

    # What happens

    def move(self, text: str) -> None:
        if text not in self.moves():
            raise ValueError(f"{text!r} is not a legal move; legal now: {' '.join(self.moves()) or 'none'}")
        if text == ".":
            self.end_turn()
        elif text.startswith("@"):
            self.begin_turn(int(text[1:]))
        else:
            self.lay(int(text[:-1]), text[-1])

    def begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.turn = []
        single = self.has_last_card() and not self.last_card_wins
        if single or not self.moves():
            self.win(1 - seat, "stuck")  # D10

    def lay(self, card: int, pile: str) -> None:
        assert self.seat is not None
        self.hands[self.seat].remove(card)
        self.cards_on(pile).append(card)
        self.turn.append(pile)
        if self.left()[self.seat] == 0:
            self.win(self.seat, "finished")  # D9, before D10
        elif not self.hands[self.seat]:
            self.end_turn()
        elif not self.moves():
            self.win(1 - self.seat, "stuck")  # D10

    def end_turn(self) -> None:
        assert self.seat is not None
        hand, draw_pile = self.hands[self.seat], self.draw_piles[self.seat]
        wanted = 6 - len(hand) if self.helped() else 2  # D7
        hand += draw_pile[:wanted]  # D8: as far as it goes
        del draw_pile[:wanted]
        self.begin_turn(1 - self.seat)

    def win(self, seat: int, reason: str) -> None:
        self.result = Result(None, (seat,), self.left(), reason, None)
