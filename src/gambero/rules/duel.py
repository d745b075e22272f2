"""The law of the duel, in the order of the rulebook: two players, each with an own deck and two own piles."""

from typing import Any

import numpy as np

from gambero.rules.cards import add, count, holds, is_empty, next_above, remove
from gambero.rules.compiled import inlined, kernel
from gambero.rules.moves import END, START, card_of, lay_move, pile_of
from gambero.rules.piles import goes_on, step_back
from gambero.rules.refusals import ALLOWED, DOES_NOT_FIT, MINIMUM_OWED, NO_GIFT, NOT_HELD, SECOND_GIFT

PLAYERS = 2
CARDS = 58  # D1: of each player
LOWEST, HIGHEST = 2, 59
UP, DOWN = 1, 60  # D1: where the piles start
HAND_SIZE = 6  # D2
LEAST = 2  # D3
DRAW = 2  # D7

DUEL = np.dtype(
    [
        ("hands", "u8", (PLAYERS, 2)),
        ("decks", "u1", (PLAYERS, CARDS)),  # in the order dealt; a draw pile is deck[drawn:]
        ("tops", "u1", 4),  # seat 0 up and down, seat 1 up and down
        ("drawn", "u1", PLAYERS),
        ("last_card_wins", "u1"),
        ("seat", "i1"),  # who is on, NOBODY before the start
        ("laid", "u1"),  # cards laid in this turn
        ("gift", "u1"),  # one of them was laid for the opponent
        ("winner", "i1"),
        ("outcome", "u1"),
    ],
    align=True,
)
NOBODY = -1

# Outcomes.
PLAYING, FINISHED, STUCK = range(3)

# Piles as the mover sees them: bit 0 set descends, bit 1 set is the opponent's.
OWN_UP, OWN_DOWN, THEIR_UP, THEIR_DOWN = range(4)
PILES = 4


@inlined
def deal(state: Any, decks: Any, last_card_wins: int) -> None:
    """D1, D2. Nobody is on yet."""
    for seat in range(PLAYERS):
        for i in range(CARDS):
            state.decks[seat, i] = decks[seat, i]
        state.tops[2 * seat] = UP
        state.tops[2 * seat + 1] = DOWN
        state.hands[seat, 0] = 0
        state.hands[seat, 1] = 0
        state.drawn[seat] = 0
        draw(state, seat, HAND_SIZE)
    state.last_card_wins = last_card_wins
    state.seat = NOBODY
    state.winner = NOBODY
    state.outcome = PLAYING
    state.laid = 0
    state.gift = 0


@inlined
def start(state: Any, seat: int) -> None:
    """D2: they choose who starts."""
    state.seat = seat
    begin_turn(state)


@inlined
def is_theirs(pile: int) -> bool:
    return pile >= THEIR_UP


@inlined
def ascends(pile: int) -> bool:
    return pile & 1 == 0


@inlined
def place(state: Any, pile: int) -> int:
    """Where in `tops` a pile is that the mover speaks of."""
    owner = 1 - state.seat if is_theirs(pile) else state.seat
    return 2 * owner + (pile & 1)


@inlined
def fits_own(top: int, card: int, pile: int) -> bool:
    """D4: as in the team games."""
    return goes_on(ascends(pile), top, card) or card == step_back(ascends(pile), top)


@inlined
def improves(top: int, card: int, pile: int) -> bool:
    """D6: a gift takes their ascending pile down, or their descending one up; an untouched pile cannot be bettered."""
    return goes_on(not ascends(pile), top, card) and top != UP and top != DOWN


@inlined
def refusal(state: Any, card: int, pile: int) -> int:
    """May the mover lay this card on this pile? ALLOWED, or why not."""
    if not holds(state.hands[state.seat], card):
        return NOT_HELD
    top = state.tops[place(state, pile)]
    if not is_theirs(pile):
        return ALLOWED if fits_own(top, card, pile) else DOES_NOT_FIT
    if state.gift:  # D5
        return SECOND_GIFT
    return ALLOWED if improves(top, card, pile) else NO_GIFT


@inlined
def lay(state: Any, card: int, pile: int) -> None:
    """Lay a card that is allowed, and let happen what follows from it."""
    put(state, card, pile)
    settle(state)


@inlined
def put(state: Any, card: int, pile: int) -> None:
    """The card alone, for players who look ahead within a turn."""
    remove(state.hands[state.seat], card)
    state.tops[place(state, pile)] = card
    state.laid += 1
    if is_theirs(pile):
        state.gift = 1


@inlined
def settle(state: Any) -> None:
    """What follows from a card laid."""
    if not is_empty(state.hands[state.seat]):
        lose_if_stuck(state)
    elif state.drawn[state.seat] == CARDS:  # D9
        win(state, state.seat, FINISHED)
    else:
        finish_turn(state)


@inlined
def needed(state: Any) -> int:
    """D3; D10: with the option, a single last card is enough."""
    cards = left(state, state.seat) + state.laid
    return 1 if state.last_card_wins and cards == 1 else LEAST


@inlined
def end_refusal(state: Any) -> int:
    """May the mover end the turn now? ALLOWED, or why not."""
    return MINIMUM_OWED if state.laid < needed(state) else ALLOWED


@inlined
def finish_turn(state: Any) -> None:
    draw(state, state.seat, due(state))
    state.seat = 1 - state.seat
    begin_turn(state)


@inlined
def due(state: Any) -> int:
    """D7: how many cards the mover draws when the turn ends; D8: as far as the own draw pile goes."""
    wanted = HAND_SIZE - count(state.hands[state.seat]) if state.gift else DRAW
    return min(wanted, CARDS - state.drawn[state.seat])


@inlined
def draw(state: Any, seat: int, cards: int) -> None:
    last = state.drawn[seat] + cards
    for at in range(state.drawn[seat], last):
        add(state.hands[seat], state.decks[seat, at])
    state.drawn[seat] = last


@inlined
def begin_turn(state: Any) -> None:
    state.laid = 0
    state.gift = 0
    if left(state, state.seat) < needed(state):  # D10: a single card left
        win(state, 1 - state.seat, STUCK)
    else:
        lose_if_stuck(state)


@inlined
def lose_if_stuck(state: Any) -> None:
    """D10: whoever owes a card and can lay none has lost."""
    if state.laid < needed(state) and not can_lay(state):
        win(state, 1 - state.seat, STUCK)


@inlined
def can_lay(state: Any) -> bool:
    hand = state.hands[state.seat]
    card = next_above(hand, 0)
    while card:
        for pile in range(PILES):
            if refusal(state, card, pile) == ALLOWED:
                return True
        card = next_above(hand, card)
    return False


@inlined
def win(state: Any, seat: int, outcome: int) -> None:
    state.winner = seat
    state.outcome = outcome


@inlined
def left(state: Any, seat: int) -> int:
    """Cards a player has not laid yet."""
    return CARDS - state.drawn[seat] + count(state.hands[seat])


# The functions that Python calls: a table is an array of one record, a move a number as in moves.py.
MOST_MOVES = 64


@kernel
def set_up(table: Any, decks: Any, last_card_wins: int) -> None:
    deal(table[0], decks, last_card_wins)


@kernel
def top(table: Any, pile: int) -> int:
    """The top of a pile as the mover names it."""
    state = table[0]
    return state.tops[place(state, pile)]


@kernel
def verify(table: Any, move: int) -> int:
    """May this be played now? ALLOWED, or why not. The game is under way and the move no start."""
    state = table[0]
    return end_refusal(state) if move == END else refusal(state, card_of(move), pile_of(move))


@kernel
def play(table: Any, move: int) -> None:
    """Play a move that is allowed."""
    take(table[0], move)


@inlined
def take(state: Any, move: int) -> None:
    if move == END:
        finish_turn(state)
    elif move < START:
        lay(state, card_of(move), pile_of(move))
    else:
        start(state, move - START)


@kernel
def legal(table: Any, moves: Any) -> int:
    """Fill in every legal move and say how many there are."""
    return list_moves(table[0], moves)


@inlined
def list_moves(state: Any, moves: Any) -> int:
    found = 0
    if state.outcome != PLAYING:
        return found
    if state.seat == NOBODY:
        for seat in range(PLAYERS):
            moves[found] = START + seat
            found += 1
        return found
    if end_refusal(state) == ALLOWED:
        moves[found] = END
        found += 1
    hand = state.hands[state.seat]
    card = next_above(hand, 0)
    while card:
        for pile in range(PILES):
            if refusal(state, card, pile) == ALLOWED:
                moves[found] = lay_move(card, pile)
                found += 1
        card = next_above(hand, card)
    return found


@kernel
def owed(table: Any) -> int:
    """How many cards the mover still owes in this turn."""
    state = table[0]
    return max(needed(state) - state.laid, 0)


@kernel
def draws(table: Any) -> int:
    """How many cards the mover would draw, did the turn end now."""
    return due(table[0])
