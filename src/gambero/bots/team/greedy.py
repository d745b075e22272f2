"""greedy: always the cheapest card."""

from typing import Any

from gambero.bots.imagine import imagined
from gambero.game.base import View
from gambero.game.notation import TEAM
from gambero.rules.cards import holds
from gambero.rules.classic import (
    ascends,
    backward,
    end_refusal,
    nearest,
    next_forward,
    obeys,
)
from gambero.rules.compiled import inlined, kernel
from gambero.rules.moves import END, lay_move
from gambero.rules.refusals import ALLOWED
from gambero.rules.team import PILES

STEP_BACK = -10
NOTHING = 1000


@inlined
def cheapest(state: Any, pile: int) -> int:
    """The step back if it may be laid, else the nearest card that may; 0 if none."""
    back = backward(state, pile)
    if back > 0 and holds(state.hands[state.seat], back) and obeys(state, back, pile):
        return back
    card = nearest(state, pile)
    while card and not obeys(state, card, pile):
        card = next_forward(state, pile, card)
    return card


@inlined
def cost(state: Any, card: int, pile: int) -> int:
    """How much of the pile's range a card uses up; a step back gives ten back."""
    return card - state.tops[pile] if ascends(pile) else state.tops[pile] - card


@inlined
def choose(state: Any) -> int:
    best, move = NOTHING, END
    for pile in range(PILES):
        card = cheapest(state, pile)
        price = cost(state, card, pile) if card else NOTHING
        if price < best:
            best, move = price, lay_move(card, pile)
    goes_on_for = 0 if state.players == 1 else 3
    if best > goes_on_for and end_refusal(state) == ALLOWED:
        return END
    return move


@kernel
def choose_at(table: Any) -> int:
    return choose(table[0])


def chosen(view: View) -> str:
    """greedy's move in a team game."""
    return TEAM.texts[choose_at(imagined(view))]
