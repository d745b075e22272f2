"""greedy: always the cheapest card, on the own piles or for the opponent."""

from typing import Any

from gambero.bots.imagine import imagined
from gambero.game.base import View
from gambero.game.notation import DUEL
from gambero.rules.cards import count, next_above
from gambero.rules.compiled import inlined, kernel
from gambero.rules.duel import DRAW, HAND_SIZE, PILES, ascends, end_refusal, is_theirs, place, refusal
from gambero.rules.moves import END, lay_move
from gambero.rules.refusals import ALLOWED

GOES_ON_FOR = 2  # the highest price of a card past the minimum
GIFT = 6  # a gift costs this more than what it gives back to the opponent
DRAWN = 4  # what each card is worth that a gift lets draw above the usual two
NOTHING = 1000


@inlined
def steps(top: int, card: int, pile: int) -> int:
    """How far a card takes a pile on; below zero it goes back."""
    return card - top if ascends(pile) else top - card


@inlined
def price(state: Any, card: int, pile: int) -> int:
    """Own range used up, or range given to the opponent less the worth of drawing back up to six."""
    way = steps(state.tops[place(state, pile)], card, pile)
    if not is_theirs(pile):
        return way
    drawn = HAND_SIZE + 1 - count(state.hands[state.seat])
    return GIFT - way - DRAWN * (drawn - DRAW)


@inlined
def choose(state: Any) -> int:
    best, move = NOTHING, END
    card = next_above(state.hands[state.seat], 0)
    while card:
        for pile in range(PILES):
            if refusal(state, card, pile) == ALLOWED and price(state, card, pile) < best:
                best, move = price(state, card, pile), lay_move(card, pile)
        card = next_above(state.hands[state.seat], card)
    if best > GOES_ON_FOR and end_refusal(state) == ALLOWED:
        return END
    return move


@kernel
def choose_at(table: Any) -> int:
    return choose(table[0])


def chosen(view: View) -> str:
    """greedy's move in the duel."""
    return DUEL.texts[choose_at(imagined(view))]
