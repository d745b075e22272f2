"""brisk: the fast player of expert's playouts. It plans no turn, but lays card by card what is worth most."""

from typing import Any

from gambero.bots.duel import turn
from gambero.bots.duel.worth import odds, unlaid, worth
from gambero.rules import duel
from gambero.rules.cards import next_above
from gambero.rules.compiled import inlined, kernel
from gambero.rules.moves import END, card_of, lay_move, pile_of
from gambero.rules.refusals import ALLOWED

LOST = -1000.0  # the worth of a turn in which two cards cannot be laid


@inlined
def best_lay(state: Any, trial: Any, stock: Any, theirs: Any) -> tuple[int, float]:
    """The lay with the highest worth after it, and that worth; END and LOST if there is none."""
    best, move = LOST, END
    hand = state.hands[state.seat]
    card = next_above(hand, 0)
    while card:
        for pile in range(duel.PILES):
            if duel.refusal(state, card, pile) == ALLOWED:
                trial[0] = state
                duel.put(trial[0], card, pile)
                value = worth(trial[0], stock, theirs)
                if value > best:
                    best, move = value, lay_move(card, pile)
        card = next_above(hand, card)
    return move, best


@inlined
def lay_all(state: Any, trial: Any) -> float:
    """Lay the cards of one turn, as long as it gets better, and say what its end is worth."""
    theirs = unlaid(state, 1 - state.seat)
    stock = unlaid(state, state.seat) & ~state.hands[state.seat, 0]
    value = LOST
    while True:
        move, better = best_lay(state, trial, stock, theirs)
        if better <= value:
            return value
        duel.put(state, card_of(move), pile_of(move))
        if turn.may_end(state):
            value = better


@kernel
def outlook(state: Any, trial: Any, seat: int, turns: int) -> float:
    """A seat's chance of winning, as it looks at the end of the last of so many turns."""
    while state.outcome == duel.PLAYING:
        mover = state.seat
        value = lay_all(state, trial)
        turns -= 1
        if turns == 0 or value == LOST:
            return odds(value) if mover == seat else 1 - odds(value)
        turn.end(state)
    return 1.0 if state.winner == seat else 0.0
