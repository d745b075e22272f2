"""Duel: what happened so far, and what a seat sees of it, as bytes."""

from typing import Any

from gambero.envs.fields import DUEL as SEEN
from gambero.envs.kernels.encode import clear, mark, move_of, note_turn
from gambero.rules import duel
from gambero.rules.cards import count, next_above, signed
from gambero.rules.compiled import inlined, kernel
from gambero.rules.moves import END, START, card_of, pile_of
from gambero.rules.refusals import ALLOWED

CARDS, LOWEST, PILES, SEATS = duel.CARDS, duel.LOWEST, duel.PILES, duel.PLAYERS
ENDS = PILES * CARDS  # the action that ends the turn
ACTIONS = ENDS + 1 + SEATS

# The history of a table: where each card of each seat was laid, as which, in which turn; cards laid, and turns begun.
WHERE, ORDER, TURN = 0, SEATS * CARDS, 2 * SEATS * CARDS
LAID, TURNS = 3 * SEATS * CARDS, 3 * SEATS * CARDS + 1
HISTORY = 3 * SEATS * CARDS + 2
IN_HAND = 1
ON_PILE = 2  # on seat 0's ascending pile; its other one and those of seat 1 follow

at_own, at_their = SEEN.at("own_where"), SEEN.at("their_where")
at_own_order, at_their_order = SEEN.at("own_order"), SEEN.at("their_order")
at_own_turn, at_their_turn = SEEN.at("own_turn"), SEEN.at("their_turn")
at_tops, at_stock, at_hands, at_seat = SEEN.at("tops"), SEEN.at("stock"), SEEN.at("hands"), SEEN.at("seat")
at_to_move, at_minimum, at_laid, at_gift = SEEN.at("to_move"), SEEN.at("minimum"), SEEN.at("laid"), SEEN.at("gift")
at_draws, at_last, at_over = SEEN.at("draws"), SEEN.at("last_card_wins"), SEEN.at("over")
at_outcome, at_winner, at_turns = SEEN.at("outcome"), SEEN.at("winner"), SEEN.at("turns")


@inlined
def begin(history: Any) -> None:
    """Clear the history after a deal."""
    clear(history)


@inlined
def note(history: Any, move: int, seat: int) -> None:
    """Note a move of a seat; piles are noted as the table has them, not as the mover names them."""
    if END < move < START:
        card = CARDS * seat + card_of(move) - LOWEST
        pile = pile_of(move)
        history[LAID] += 1
        history[WHERE + card] = ON_PILE + (pile if seat == 0 else pile ^ 2)
        history[ORDER + card] = history[LAID]
        history[TURN + card] = history[TURNS]


@inlined
def play(state: Any, history: Any, move: int) -> None:
    """Play a move that is allowed, and note it."""
    note(history, move, state.seat)
    duel.take(state, move)
    note_turn(state, history, TURNS)


@inlined
def is_legal(state: Any, action: int) -> bool:
    if action < 0 or action >= ACTIONS or state.outcome != duel.PLAYING:
        return False
    if action > ENDS or state.seat == duel.NOBODY:
        return state.seat == duel.NOBODY and action > ENDS
    if action == ENDS:
        return duel.end_refusal(state) == ALLOWED
    move = move_of(action, LOWEST, ENDS)
    return duel.refusal(state, card_of(move), pile_of(move)) == ALLOWED


@inlined
def observe(state: Any, history: Any, seat: int, seen: Any) -> None:
    """Write all that a seat may know."""
    rival = 1 - seat
    swap = 2 * seat  # the viewer's piles come first
    for i in range(CARDS):
        own, their = CARDS * seat + i, CARDS * rival + i
        where = history[WHERE + own]
        seen[at_own + i] = ON_PILE + ((where - ON_PILE) ^ swap) if where else 0
        where = history[WHERE + their]
        seen[at_their + i] = ON_PILE + ((where - ON_PILE) ^ swap) if where else 0
        seen[at_own_order + i] = history[ORDER + own]
        seen[at_their_order + i] = history[ORDER + their]
        seen[at_own_turn + i] = history[TURN + own]
        seen[at_their_turn + i] = history[TURN + their]
    card = next_above(state.hands[seat], 0)
    while card:
        seen[at_own + card - LOWEST] = IN_HAND
        card = next_above(state.hands[seat], card)
    for pile in range(PILES):
        seen[at_tops + pile] = state.tops[pile ^ swap]
    for i in range(SEATS):
        seen[at_stock + i] = CARDS - state.drawn[i ^ seat]
        seen[at_hands + i] = count(state.hands[i ^ seat])
    on = state.outcome == duel.PLAYING and state.seat != duel.NOBODY
    seen[at_seat] = seat
    seen[at_to_move] = 1 + (state.seat ^ seat) if on else 0
    seen[at_minimum] = max(duel.needed(state) - signed(state.laid), 0) if on else 0
    seen[at_laid] = state.laid
    seen[at_gift] = state.gift
    seen[at_draws] = duel.due(state) if on else 0
    seen[at_last] = state.last_card_wins
    seen[at_over] = state.outcome != duel.PLAYING
    seen[at_outcome] = state.outcome
    seen[at_winner] = 1 + (state.winner ^ seat) if state.winner != duel.NOBODY else 0
    seen[at_turns] = history[TURNS]


@inlined
def mark_legal(state: Any, seat: int, moves: Any, mask: Any) -> None:
    """Mark what a seat may do now; before the start anybody may say who starts."""
    clear(mask)
    if state.seat != duel.NOBODY and state.seat != seat:
        return
    mark(moves, duel.list_moves(state, moves), LOWEST, ENDS, mask)


# The functions that Python calls.


@kernel
def note_at(table: Any, history: Any, move: int, seat: int) -> None:
    """Note a move that this seat has just played."""
    note(history, move, seat)
    note_turn(table[0], history, TURNS)


@kernel
def observe_at(table: Any, history: Any, seat: int, moves: Any, seen: Any, mask: Any) -> None:
    """What a seat sees, and what it may do."""
    observe(table[0], history, seat, seen)
    mark_legal(table[0], seat, moves, mask)
