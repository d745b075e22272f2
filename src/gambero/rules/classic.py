"""The law of the team games, in the order of the rulebook: classic, professional, on fire, extreme."""

from typing import Any

from gambero.rules import fire
from gambero.rules.cards import add, count, holds, is_empty, next_above, next_below, remove
from gambero.rules.commands import STOP, disobeyed, disobeys, note_pile, obey, single_draw, spread, trick_barred
from gambero.rules.compiled import inlined, kernel
from gambero.rules.moves import END, START, card_of, lay_move, pile_of
from gambero.rules.piles import goes_on, step_back
from gambero.rules.refusals import (
    ALLOWED,
    BACKWARD_BARRED,
    DOES_NOT_FIT,
    FIRE_IS_DUE,
    MINIMUM_OWED,
    NOT_HELD,
    SKULL_OPEN,
    THREE_UNFULFILLED,
)
from gambero.rules.team import (
    BEATEN,
    CARDS,
    FIRE,
    NO_PILE,
    NOBODY,
    PILES,
    PLAYING,
    STUCK,
    all_laid,
    needed,
)

UP, DOWN = 1, 100  # C1: where the piles start


@inlined
def full_hand(players: int, short_hands: int) -> int:
    """C3, P2."""
    size = 8 if players == 1 else 7 if players == 2 else 6
    return size - 1 if short_hands else size


@inlined
def deal(state: Any, deck: Any, players: int, professional: int, short_hands: int, on_fire: int) -> None:
    """C1, C3: four piles, a hand for each seat in order, the rest is the draw pile. Nobody is on yet (C4)."""
    for i in range(CARDS):
        state.deck[i] = deck[i]
    state.players = players
    state.hand_size = full_hand(players, short_hands)
    state.least = 3 if professional else 2  # C5, P1
    state.on_fire = on_fire
    state.extreme = 0
    for pile in range(PILES):
        state.tops[pile] = UP if ascends(pile) else DOWN
    state.drawn = 0
    state.fresh = 0
    state.due = 0
    state.outcome = PLAYING
    for seat in range(players):
        state.hands[seat, 0] = 0
        state.hands[seat, 1] = 0
        draw(state, seat, state.hand_size)
    state.seat = NOBODY
    clear_turn(state)


@inlined
def start(state: Any, seat: int) -> None:
    """C4: the players agree who starts."""
    state.seat = seat
    begin_turn(state)


@inlined
def ascends(pile: int) -> bool:
    return pile < 2


@inlined
def backward(state: Any, pile: int) -> int:
    """C8: the number that may be laid on this pile as a step back, or 0 where a command bars it."""
    if trick_barred(state):  # E13
        return 0
    return step_back(ascends(pile), state.tops[pile])


@inlined
def nearest(state: Any, pile: int) -> int:
    """C7: the mover's nearest card that goes forward on this pile, or 0."""
    return next_forward(state, pile, state.tops[pile])


@inlined
def next_forward(state: Any, pile: int, number: int) -> int:
    """The mover's next card beyond a number, in the direction of the pile, or 0."""
    hand = state.hands[state.seat]
    return next_above(hand, number) if ascends(pile) else next_below(hand, number)


@inlined
def fits(state: Any, card: int, pile: int) -> bool:
    """C6, C7, C8, C9."""
    return goes_on(ascends(pile), state.tops[pile], card) or card == backward(state, pile)


@inlined
def refusal(state: Any, card: int, pile: int) -> int:
    """May the mover lay this card on this pile? ALLOWED, or why not."""
    if not holds(state.hands[state.seat], card):
        return NOT_HELD
    if not fits(state, card, pile):
        return BACKWARD_BARRED if card == step_back(ascends(pile), state.tops[pile]) else DOES_NOT_FIT
    return disobeys(state, card, pile) if state.extreme else ALLOWED


@inlined
def obeys(state: Any, card: int, pile: int) -> bool:
    return not state.extreme or disobeys(state, card, pile) == ALLOWED


@inlined
def lay(state: Any, card: int, pile: int) -> None:
    """Lay a card that is allowed, and let happen what follows from it."""
    put(state, card, pile)
    if state.outcome != PLAYING:
        return
    if is_empty(state.hands[state.seat]) and all_laid(state):  # C14, F5
        state.outcome = FIRE if state.due else BEATEN
    elif ends_by_itself(state, card):
        finish_turn(state)
    else:
        lose_if_stuck(state)


@inlined
def put(state: Any, card: int, pile: int) -> None:
    """The card alone: what it covers, kindles and orders."""
    remove(state.hands[state.seat], card)
    if state.extreme:
        note_pile(state, pile)
    state.tops[pile] = card
    state.laid += 1
    if state.on_fire:
        fire.kindle(state, card, pile)
    if state.extreme:
        obey(state, card, pile)


@inlined
def ends_by_itself(state: Any, card: int) -> bool:
    """Is the turn over with this card, just laid? Not if it was the last in hand and cards are owed (E17)."""
    if state.extreme and (state.command[card] == STOP or (state.three and state.laid == 3)):  # E5, E8
        return True
    return is_empty(state.hands[state.seat]) and state.laid >= needed(state)


@inlined
def end_refusal(state: Any) -> int:
    """May the mover end the turn now? ALLOWED, or why not."""
    if state.skulls:  # E6
        return SKULL_OPEN
    if state.three:  # E8: it ends by itself with the third card
        return THREE_UNFULFILLED
    if state.laid < needed(state):  # C13
        return MINIMUM_OWED
    for pile in range(PILES if state.due else 0):  # F6
        if state.due >> pile & 1 and can_lay_on(state, pile):
            return FIRE_IS_DUE
    return ALLOWED


@inlined
def finish_turn(state: Any) -> None:
    """The turn is over: what had to be covered, the draw, the next player."""
    if state.due:  # F2
        state.outcome = FIRE
        return
    if all_laid(state):
        state.outcome = BEATEN
        return
    hand = state.hands[state.seat]
    wanted = 1 if single_draw(state) else state.hand_size - count(hand)  # C10, E15, E16
    draw(state, state.seat, wanted)
    fire.grow_due(state)
    seat = state.seat
    while True:
        seat = 0 if seat + 1 == state.players else seat + 1
        if not is_empty(state.hands[seat]):  # C12
            break
    state.seat = seat
    begin_turn(state)


@inlined
def draw(state: Any, seat: int, cards: int) -> None:
    """As far as the draw pile goes."""
    hand = state.hands[seat]
    last = min(state.drawn + cards, CARDS)
    for at in range(state.drawn, last):
        add(hand, state.deck[at])
    state.drawn = last


@inlined
def begin_turn(state: Any) -> None:
    clear_turn(state)
    lose_if_stuck(state)


@inlined
def clear_turn(state: Any) -> None:
    """E4: flash commands bind in the turn they are laid in; so does what was picked under one_pile."""
    state.laid = 0
    state.three = 0
    state.skulls = 0
    state.picked = NO_PILE


@inlined
def lose_if_stuck(state: Any) -> None:
    """C13: the game ends at once when cards are owed, or a command is open (E2), and nothing can be laid."""
    open_command = disobeyed(state)
    if (open_command or state.laid < needed(state)) and not can_lay(state):
        state.outcome = open_command or STUCK


@inlined
def can_lay(state: Any) -> bool:
    for pile in range(PILES):
        if can_lay_on(state, pile):
            return True
    return False


@inlined
def can_lay_on(state: Any, pile: int) -> bool:
    """Has the mover any card that may be laid on this pile?"""
    card = nearest(state, pile)
    while card:
        if obeys(state, card, pile):
            return True
        card = next_forward(state, pile, card)
    back = backward(state, pile)
    return back > 0 and holds(state.hands[state.seat], back) and obeys(state, back, pile)


# The functions that Python calls: a table is an array of one record, a move a number as in moves.py.
MOST_MOVES = 64  # eight cards on four piles and an end of turn stay below this


@kernel
def set_up(table: Any, deck: Any, players: int, professional: int, short_hands: int, on_fire: int, layout: Any) -> None:
    """Deal, spread a layout of commands (all zero: none), and let a player alone start."""
    state = table[0]
    deal(state, deck, players, professional, short_hands, on_fire)
    spread(state, layout)
    if players == 1:
        start(state, 0)


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
        for seat in range(state.players):
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
