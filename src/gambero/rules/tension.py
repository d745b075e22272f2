"""The law of tension, in the order of the rulebook: everyone at once on one pile."""

from typing import Any

import numpy as np

from gambero.rules.compiled import inlined, kernel
from gambero.rules.refusals import (
    ALLOWED,
    DOES_NOT_FIT,
    LAST_CARD_FACE_DOWN,
    NOT_HELD,
    NOT_THE_LAST_CARD,
    SOMEONE_CAN_PLAY,
    STACK_EMPTY,
)

CARDS = 73
MAX_PLAYERS = 4
HAND_SIZE = 4  # T3
VALUES, STEPS = 10, 3
KINDS = VALUES * STEPS  # a kind of card is 3 × (value − 1) + step − 1

# T1: how many cards there are of each value, with step 1, 2 and 3.
COPIES = (
    ((3, 2, 3),) * 3  # 1, 2, 3
    + ((3, 2, 2),)  # 4
    + ((2, 3, 2),) * 4  # 5, 6, 7, 8
    + ((2, 2, 3),) * 2  # 9, 10
)

TENSION = np.dtype(
    [
        ("hands", "u1", (MAX_PLAYERS, KINDS)),  # how many of each kind
        ("held", "u1", MAX_PLAYERS),  # cards in each hand
        ("stacks", "u1", (MAX_PLAYERS, CARDS // 2)),  # each seat's share, as dealt
        ("drawn", "u1", MAX_PLAYERS),  # cards that have left each stack
        ("share", "u1"),  # cards dealt to each
        ("players", "u1"),
        ("pile", "u1", CARDS),  # the discard pile, a ring
        ("bottom", "u1"),  # where in the ring its bottom card is
        ("height", "u1"),  # how many cards it has
        ("turned", "u1"),  # bottom cards put on top in a row (T10)
        ("outcome", "u1"),
        ("winner", "i1"),  # who laid the last card (T11)
    ],
    align=True,
)
NOBODY = -1

# Outcomes.
PLAYING, OUT, STUCK = range(3)


@inlined
def value(kind: int) -> int:
    return kind // STEPS + 1


@inlined
def step(kind: int) -> int:
    return kind % STEPS + 1


@inlined
def share_of(players: int) -> int:
    """T2: all cards but one, dealt out evenly."""
    return (CARDS - 1) // players


@inlined
def deal(state: Any, deck: Any, players: int) -> None:
    """T2, T3: all cards dealt out evenly, four of each share taken in hand; the last one starts the pile."""
    state.players = players
    state.share = share_of(players)
    for seat in range(players):
        for kind in range(KINDS):
            state.hands[seat, kind] = 0
        for i in range(state.share):
            state.stacks[seat, i] = deck[seat * state.share + i]
        state.held[seat] = 0
        state.drawn[seat] = 0
        for _ in range(HAND_SIZE):
            draw(state, seat)
    state.pile[0] = deck[CARDS - 1]
    state.bottom = 0
    state.height = 1
    state.turned = 0
    state.outcome = PLAYING
    state.winner = NOBODY


@inlined
def top(state: Any) -> int:
    return state.pile[(state.bottom + state.height - 1) % CARDS]


@inlined
def fits(below: int, kind: int) -> bool:
    """T5, T6: the top's value plus or minus its step, round the ten."""
    apart = (value(kind) - value(below)) % VALUES
    return apart == step(below) or apart == VALUES - step(below)


@inlined
def stack(state: Any, seat: int) -> int:
    """How many cards a seat's stack has."""
    return state.share - state.drawn[seat]


@inlined
def has_last_card(state: Any, seat: int) -> bool:
    """T11: an empty stack and a single card in hand."""
    return state.held[seat] == 1 and stack(state, seat) == 0


@inlined
def lay_refusal(state: Any, seat: int, kind: int) -> int:
    if state.hands[seat, kind] == 0:
        return NOT_HELD
    if has_last_card(state, seat):  # T11
        return LAST_CARD_FACE_DOWN
    return ALLOWED if fits(top(state), kind) else DOES_NOT_FIT


@inlined
def lay(state: Any, seat: int, kind: int) -> None:
    """T7, T8: the first card down counts, and the next must fit on it."""
    state.hands[seat, kind] -= 1
    state.held[seat] -= 1
    put_on_top(state, kind)
    state.turned = 0


@inlined
def put_on_top(state: Any, kind: int) -> None:
    state.pile[(state.bottom + state.height) % CARDS] = kind
    state.height += 1


@inlined
def draw_refusal(state: Any, seat: int) -> int:
    return ALLOWED if stack(state, seat) else STACK_EMPTY


@inlined
def draw(state: Any, seat: int) -> None:
    """T9: one card at a time, no limit to the hand."""
    state.hands[seat, state.stacks[seat, state.drawn[seat]]] += 1
    state.held[seat] += 1
    state.drawn[seat] += 1


@inlined
def last_refusal(state: Any, seat: int) -> int:
    return ALLOWED if has_last_card(state, seat) else NOT_THE_LAST_CARD


@inlined
def lay_last(state: Any, seat: int) -> None:
    """T11: face down, whatever it is; game over."""
    for kind in range(KINDS):
        state.hands[seat, kind] = 0
    state.held[seat] = 0
    state.outcome = OUT
    state.winner = seat


@inlined
def can_play(state: Any, seat: int) -> bool:
    if stack(state, seat) or has_last_card(state, seat):
        return True
    for kind in range(KINDS):
        if lay_refusal(state, seat, kind) == ALLOWED:
            return True
    return False


@inlined
def anyone_can_play(state: Any) -> bool:
    for seat in range(state.players):
        if can_play(state, seat):
            return True
    return False


@inlined
def turn_refusal(state: Any) -> int:
    return SOMEONE_CAN_PLAY if anyone_can_play(state) else ALLOWED


@inlined
def turn_up(state: Any) -> None:
    """T10: the bottom card goes on top; a whole cycle that frees nobody ends the game."""
    kind = state.pile[state.bottom]
    state.bottom = (state.bottom + 1) % CARDS
    state.height -= 1
    put_on_top(state, kind)
    state.turned += 1
    if state.turned == state.height and not anyone_can_play(state):
        state.outcome = STUCK


@inlined
def left(state: Any, seat: int) -> int:
    """Cards in hand and stack."""
    return state.held[seat] + stack(state, seat)


def fewest(cards_left: tuple[int, ...]) -> tuple[int, ...]:
    """T10: who wins a game that nobody can go on with."""
    return tuple(seat for seat, cards in enumerate(cards_left) if cards == min(cards_left))


def points(winners: tuple[int, ...], cards_left: tuple[int, ...]) -> tuple[int, ...]:
    """T12: negative points of one game by seat: none for a winner, one for each card left for the others."""
    return tuple(0 if seat in winners else cards for seat, cards in enumerate(cards_left))


def places(totals: tuple[int, ...]) -> tuple[int, ...]:
    """T12: the fewest negative points come first; equal points share the place."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)


# The functions that Python calls: a table is an array of one record, a move a number: TURN_UP, or a seat's own moves
# from SEAT × seat on: a lay as its kind, then DRAW and LAST.
SEAT = 40
DRAW = KINDS
LAST = KINDS + 1
TURN_UP = SEAT * MAX_PLAYERS
MOST_MOVES = TURN_UP + 1


@kernel
def set_up(table: Any, deck: Any, players: int) -> None:
    deal(table[0], deck, players)


@kernel
def top_kind(table: Any) -> int:
    """The kind of card on top."""
    return top(table[0])


@kernel
def verify(table: Any, move: int) -> int:
    """May this be played now? ALLOWED, or why not. The game is under way."""
    return refusal(table[0], move)


@inlined
def refusal(state: Any, move: int) -> int:
    if move == TURN_UP:
        return turn_refusal(state)
    seat, act = move // SEAT, move % SEAT
    if act == DRAW:
        return draw_refusal(state, seat)
    if act == LAST:
        return last_refusal(state, seat)
    return lay_refusal(state, seat, act)


@kernel
def play(table: Any, move: int) -> None:
    """Play a move that is allowed."""
    take(table[0], move)


@inlined
def take(state: Any, move: int) -> None:
    seat, act = move // SEAT, move % SEAT
    if move == TURN_UP:
        turn_up(state)
    elif act == DRAW:
        draw(state, seat)
    elif act == LAST:
        lay_last(state, seat)
    else:
        lay(state, seat, act)


@kernel
def legal(table: Any, moves: Any) -> int:
    """Fill in every legal move of all seats and say how many there are."""
    return list_moves(table[0], moves)


@inlined
def list_moves(state: Any, moves: Any) -> int:
    found = 0
    if state.outcome != PLAYING:
        return found
    for seat in range(state.players):
        for act in range(LAST + 1):
            move = SEAT * seat + act
            if refusal(state, move) == ALLOWED:
                moves[found] = move
                found += 1
    if found == 0:
        moves[found] = TURN_UP
        found = 1
    return found
