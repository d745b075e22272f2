"""Classic and extreme: one team against the deck (C1–C15, P1–P2, F1–F6, E1–E17)."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import NamedTuple, Self

PILES = "abcd"  # C1: a and b ascend, c and d descend
FIRE = (22, 33, 44, 55, 66, 77)  # F1
COMMANDS = ("stop", "skull", "three", "silence", "no_trick", "one_pile", "draw_one")  # E1


class Result(NamedTuple):
    """How a game ended; the fields are those of the contract."""

    won: bool | None
    winners: tuple[int, ...]
    left: int | tuple[int, ...]
    reason: str
    rating: str | None


def follows(card: int, top: int, pile: str) -> bool:
    """C7: higher on an ascending pile, lower on a descending one."""
    return card > top if pile in "ab" else card < top


def steps_back(card: int, top: int, pile: str) -> bool:
    """C8: the backwards trick, exactly 10 the other way."""
    return card == top - 10 if pile in "ab" else card == top + 10


class Team:
    """A team game; without commands and fire it is plain classic."""

    def __init__(
        self,
        players: int,
        deck: Sequence[int],
        *,
        professional: bool,
        short_hands: bool,
        fire: Sequence[int] = (),
        commands: Mapping[int, str] | None = None,
    ) -> None:
        if players not in range(1, 6):  # C2
            raise ValueError(f"players must be 1 to 5, not {players}")
        if sorted(deck) != list(range(2, 100)):  # C1
            raise ValueError("deck must hold each number from 2 to 99 once")
        self.commands = dict(commands or {})
        if not set(self.commands.values()) <= set(COMMANDS):
            raise ValueError(f"commands must be among {', '.join(COMMANDS)}")
        self.players = players
        self.professional = professional
        self.fire = tuple(fire)
        self.full = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}[players]  # C3
        if short_hands:
            self.full -= 1  # P2
        self.hands = [list(deck[seat * self.full : (seat + 1) * self.full]) for seat in range(players)]
        self.draw_pile = list(deck[players * self.full :])  # the next card first
        self.table = {"a": [1], "b": [1], "c": [100], "d": [100]}  # C1: every card laid, the top one last
        self.seat: int | None = None  # C4: nobody's turn until the players agree who starts
        self.turn: list[int] = []  # the cards laid in this turn, in order
        self.picked: str | None = None  # E14: the pile this turn is bound to
        self.result: Result | None = None
        if players == 1:
            self.begin_turn(0)

    def copy(self) -> Self:
        """A game that can go its own way."""
        twin = copy(self)
        twin.hands = [list(hand) for hand in self.hands]
        twin.draw_pile = list(self.draw_pile)
        twin.table = {pile: list(cards) for pile, cards in self.table.items()}
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
        return tuple(self.top(pile) for pile in PILES)

    @property
    def stock(self) -> int:
        return len(self.draw_pile)

    @property
    def minimum(self) -> int:
        """The cards still owed in this turn."""
        return 0 if self.to_move is None else max(0, self.needed() - len(self.turn))

    def hand(self, seat: int) -> list[int]:
        return sorted(self.hands[seat])

    def top(self, pile: str) -> int:
        return self.table[pile][-1]

    def needed(self) -> int:
        """The cards this turn asks for, those laid included."""
        if self.under_three():
            return 3  # E8
        if not self.draw_pile:
            return 1  # C11; nobody draws within a turn, so it was empty at the start too
        return 3 if self.professional else 2  # P1, C5

    def shows(self, command: str) -> bool:
        """E11: a lasting command holds while it lies on top of a pile."""
        return any(self.commands.get(self.top(pile)) == command for pile in PILES)

    def under_three(self) -> bool:
        """E4, E8: a three binds the turn it is laid in."""
        return any(self.commands.get(card) == "three" for card in self.turn)

    def open_skulls(self) -> list[str]:
        """E6: the piles topped by a skull of this turn."""
        tops = {pile: self.top(pile) for pile in PILES}
        return [pile for pile, top in tops.items() if top in self.turn and self.commands.get(top) == "skull"]

    def due_fires(self) -> list[str]:
        """F2: the piles topped by a fire that was lit before this turn, and so must be covered within it."""
        tops = {pile: self.top(pile) for pile in PILES}
        return [pile for pile, top in tops.items() if top in self.fire and top not in self.turn]

    # What may be done

    def moves(self) -> list[str]:
        if self.over:
            return []
        if self.seat is None:
            return [f"@{seat}" for seat in range(self.players)]  # C4
        hand = self.hands[self.seat]
        moves = [f"{card}{pile}" for card in hand for pile in PILES if self.may_lay(card, pile)]  # C6
        if self.may_end():
            moves.append(".")
        return sorted(moves)

    def may_lay(self, card: int, pile: str) -> bool:
        return (
            self.fits(card, pile)
            and self.obeys_one_pile(pile)
            and self.obeys_three(card)
            and self.obeys_skulls(card, pile)
        )

    def fits(self, card: int, pile: str) -> bool:
        top = self.top(pile)
        if steps_back(card, top, pile):
            return not self.shows("no_trick")  # C8, E13
        return follows(card, top, pile)  # C7

    def obeys_one_pile(self, pile: str) -> bool:
        """E14: the first card under a one_pile picks the pile, the others go there."""
        return self.picked is None or self.picked == pile

    def obeys_three(self, card: int) -> bool:
        command = self.commands.get(card)
        place = len(self.turn) + 1
        if command == "three" and place > 3:
            return False  # E10
        # E9: a stop under a three only as the third card
        return not (command == "stop" and self.under_three() and place != 3)

    def obeys_skulls(self, card: int, pile: str) -> bool:
        """E2: a card that ends the turn may not leave an earlier skull open."""
        left_open = [skull for skull in self.open_skulls() if skull != pile]
        return not (left_open and self.would_end(card))

    def would_end(self, card: int) -> bool:
        """Whether the turn cannot go on after this card of the mover's hand."""
        assert self.seat is not None
        command = self.commands.get(card)
        stop = command == "stop"  # E5
        last = self.hands[self.seat] == [card]
        third = len(self.turn) + 1 == 3 and (self.under_three() or command == "three")  # E8
        return stop or last or third

    def may_end(self) -> bool:
        if self.minimum > 0:
            return False  # C13; under a three it ends by itself once nothing is owed (E8)
        if self.open_skulls():
            return False  # E6
        assert self.seat is not None
        hand = self.hands[self.seat]
        return not any(self.fits(card, pile) for pile in self.due_fires() for card in hand)  # F6

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
        self.picked = None
        if not self.moves():
            self.lose("stuck")  # C13

    def lay(self, card: int, pile: str) -> None:
        assert self.seat is not None
        hand = self.hands[self.seat]
        ends = self.would_end(card)
        if self.shows("one_pile"):
            self.picked = pile  # E14: laid under one
        hand.remove(card)
        self.table[pile].append(card)
        self.turn.append(card)
        if not self.shows("one_pile"):
            self.picked = None  # E14: covering the command lifts it

        command = self.commands.get(card)
        if command == "three" and len(self.turn) + len(hand) < 3:
            self.lose("three")  # E10
        elif ends and self.open_skulls():
            self.lose("skull")  # E2, E7: the card just laid, for an earlier skull it would have been refused
        elif ends and self.minimum > 0 and command != "stop":
            self.lose("stuck")  # E17: the hand is empty and cards are owed; E5: a stop waives them
        elif ends:
            self.end_turn()
        elif not self.moves():  # C13, E2
            self.lose("skull" if self.open_skulls() else "three" if self.under_three() else "stuck")

    def end_turn(self) -> None:
        assert self.seat is not None
        if self.due_fires():
            self.lose("fire")  # F2, F5
            return
        self.draw(self.hands[self.seat])
        if self.left() == 0:
            self.result = Result(True, tuple(range(self.players)), 0, "beaten", "beaten")  # C14
            return
        clockwise = [(self.seat + step) % self.players for step in range(1, self.players + 1)]
        self.begin_turn(next(seat for seat in clockwise if self.hands[seat]))  # C12, F4

    def draw(self, hand: list[int]) -> None:
        wanted = 1 if self.shows("draw_one") else self.full - len(hand)  # E15; C10, E16
        hand += self.draw_pile[:wanted]
        del self.draw_pile[:wanted]

    def left(self) -> int:
        return sum(len(hand) for hand in self.hands) + len(self.draw_pile)

    def lose(self, reason: str) -> None:
        left = self.left()
        self.result = Result(False, (), left, reason, "brilliant" if left < 10 else "lost")  # C14


def classic(
    players: int,
    deck: Sequence[int],
    professional: bool = False,
    short_hands: bool = False,
    on_fire: bool = False,
) -> Team:
    fire = FIRE if on_fire else ()
    return Team(players, deck, professional=professional, short_hands=short_hands, fire=fire)


def extreme(
    players: int,
    deck: Sequence[int],
    commands: Mapping[int, str],
    professional: bool = False,
    short_hands: bool = False,
) -> Team:
    return Team(players, deck, professional=professional, short_hands=short_hands, commands=commands)
