"""Tension: what happened so far, and what a seat sees of it, as bytes."""

from typing import Any

from gambero.envs.fields import LOGGED
from gambero.envs.fields import TENSION as SEEN
from gambero.rules import tension
from gambero.rules.cards import signed
from gambero.rules.compiled import inlined, kernel
from gambero.rules.refusals import ALLOWED

SEATS, KINDS = tension.MAX_PLAYERS, tension.KINDS
WAIT = tension.LAST + 1
TURN_UP = WAIT + 1
ACTIONS = TURN_UP + 1

# The history of a table: the last moves as a ring, who made each and which; how many moves there were.
BY, ACT = 0, LOGGED
HISTORY = 2 * LOGGED

at_hand, at_pile, at_top, at_height = SEEN.at("hand"), SEEN.at("pile"), SEEN.at("top"), SEEN.at("height")
at_stock, at_hands, at_players, at_seat = SEEN.at("stock"), SEEN.at("hands"), SEEN.at("players"), SEEN.at("seat")
at_wait, at_over, at_outcome = SEEN.at("wait"), SEEN.at("over"), SEEN.at("outcome")
at_log_by, at_log_act = SEEN.at("log_by"), SEEN.at("log_act")


@inlined
def action_of(move: int) -> int:
    return TURN_UP if move == tension.TURN_UP else move % tension.SEAT


@inlined
def note(history: Any, move: int, made: int) -> None:
    """Note a move; `made` says how many there were before it."""
    place = made % LOGGED
    history[BY + place] = 0 if move == tension.TURN_UP else 1 + move // tension.SEAT
    history[ACT + place] = 1 + action_of(move)


@inlined
def away(state: Any, seat: int, other: int) -> int:
    """How many seats clockwise from a seat another one sits."""
    steps = other - seat
    return steps + state.players if steps < 0 else steps


@inlined
def observe(state: Any, history: Any, made: int, seat: int, wait: int, seen: Any) -> None:
    """Write all that a seat may know, but for who has won."""
    for i in range(len(seen)):
        seen[i] = 0
    for kind in range(KINDS):
        seen[at_hand + kind] = state.hands[seat, kind]
    for i in range(state.height):
        seen[at_pile + i] = 1 + state.pile[(state.bottom + i) % tension.CARDS]
    seen[at_top] = tension.top(state)
    seen[at_height] = state.height
    for other in range(state.players):
        i = away(state, seat, other)
        seen[at_stock + i] = tension.stack(state, other)
        seen[at_hands + i] = state.held[other]
    seen[at_players] = state.players
    seen[at_seat] = seat
    seen[at_wait] = wait
    seen[at_over] = state.outcome != tension.PLAYING
    seen[at_outcome] = state.outcome
    for i in range(min(made, LOGGED)):
        place = (made - 1 - i) % LOGGED
        by = signed(history[BY + place])
        seen[at_log_by + i] = 1 + away(state, seat, by - 1) if by else 0
        seen[at_log_act + i] = history[ACT + place]


@inlined
def mark_legal(state: Any, seat: int, wait: int, mask: Any) -> None:
    """Mark what a seat may do now: waiting always, and nothing else while a wrong card makes it wait (T13)."""
    for i in range(ACTIONS):
        mask[i] = 0
    mask[WAIT] = 1
    if state.outcome != tension.PLAYING or wait > 0:
        return
    for act in range(tension.LAST + 1):
        mask[act] = tension.refusal(state, tension.SEAT * seat + act) == ALLOWED
    mask[TURN_UP] = tension.turn_refusal(state) == ALLOWED


# The functions that Python calls.


@kernel
def note_at(history: Any, move: int, made: int) -> None:
    note(history, move, made)


@kernel
def observe_at(table: Any, history: Any, made: int, seat: int, wait: int, seen: Any, mask: Any) -> None:
    """What a seat sees, and what it may do."""
    observe(table[0], history, made, seat, wait, seen)
    mark_legal(table[0], seat, wait, mask)
