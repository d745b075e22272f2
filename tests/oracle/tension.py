"""Tension: everyone at once (T1–T11)."""

from collections.abc import Sequence
from copy import copy
from typing import Self

from .team import Result

Card = tuple[int, int]  # T1: value and step


def fits(value: int, top: Card) -> bool:
    """T5: the top card's value plus or minus its step."""
    above, below = top[0] + top[1], top[0] - top[1]
    if above > 10:
        above -= 10  # T6
    if below < 1:
        below += 10  # T6
    return value in (above, below)


class Tension:
    """A real-time game as the order of arrival makes it (T8)."""

    def __init__(self, players: int, deck: Sequence[Card]) -> None:
        if players not in (2, 3, 4):  # T2
            raise ValueError(f"players must be 2 to 4, not {players}")
        if len(deck) != 73:  # T1
            raise ValueError(f"deck must hold 73 cards, not {len(deck)}")
        cards = [(value, step) for value, step in deck]
        share = 72 // players  # T2: 36, 24 or 18
        dealt = [cards[seat * share : (seat + 1) * share] for seat in range(players)]
        self.players = players
        self.hands = [stack[:4] for stack in dealt]  # T3
        self.stacks = [stack[4:] for stack in dealt]  # the next card first
        self.pile = [cards[-1]]  # T2: the bottom card first, the top one last
        self.turned = 0  # T10: bottom cards brought up in a row
        self.result: Result | None = None

    def copy(self) -> Self:
        """A game that can go its own way."""
        twin = copy(self)
        twin.hands = [list(hand) for hand in self.hands]
        twin.stacks = [list(stack) for stack in self.stacks]
        twin.pile = list(self.pile)
        return twin

    # What can be seen

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def to_move(self) -> int | None:
        return None  # T4: there are no turns

    @property
    def minimum(self) -> int:
        return 0

    @property
    def piles(self) -> Card:
        return self.pile[-1]

    @property
    def stock(self) -> tuple[int, ...]:
        return tuple(len(stack) for stack in self.stacks)

    def hand(self, seat: int) -> list[Card]:
        return sorted(self.hands[seat])

    def left(self) -> tuple[int, ...]:
        return tuple(len(self.hands[seat]) + len(self.stacks[seat]) for seat in range(self.players))

    # What may be done

    def moves(self) -> list[str]:
        if self.over:
            return []
        moves = [move for seat in range(self.players) for move in self.moves_of(seat)]
        return sorted(moves) if moves else ["^"]  # T10

    def moves_of(self, seat: int) -> set[str]:
        if not self.stacks[seat] and len(self.hands[seat]) == 1:
            return {f"{seat}:x"}  # T11: the only way to lay it
        lays = {f"{seat}:{value}/{step}" for value, step in self.hands[seat] if fits(value, self.piles)}  # T7
        draws = {f"{seat}:+"} if self.stacks[seat] else set()  # T9
        return lays | draws

    # What happens

    def move(self, text: str) -> None:
        if text not in self.moves():
            raise ValueError(f"{text!r} is not a legal move; legal now: {' '.join(self.moves()) or 'none'}")
        if text == "^":
            self.bring_up()
            return
        self.turned = 0
        seat, act = int(text[0]), text[2:]
        if act == "+":
            self.hands[seat].append(self.stacks[seat].pop(0))
        elif act == "x":
            self.hands[seat].clear()  # laid face down: the open top stays
            self.end("out", (seat,))  # T11
        else:
            value, step = act.split("/")
            card = (int(value), int(step))
            self.hands[seat].remove(card)
            self.pile.append(card)

    def bring_up(self) -> None:
        """T10: the bottom card goes on top, until someone is freed or the whole pile has been through."""
        self.pile.append(self.pile.pop(0))
        self.turned += 1
        if self.turned == len(self.pile) and self.moves() == ["^"]:
            fewest = min(self.left())
            self.end("stuck", tuple(seat for seat in range(self.players) if self.left()[seat] == fewest))

    def end(self, reason: str, winners: tuple[int, ...]) -> None:
        self.result = Result(None, winners, self.left(), reason, None)
