"""Team games: what happened so far, and what a seat sees of it, as bytes."""

from typing import Any

from gambero.envs.fields import TEAM as SEEN
from gambero.envs.kernels.encode import clear, mark, move_of, note_turn
from gambero.rules import classic, team
from gambero.rules.cards import count, next_above, signed
from gambero.rules.commands import SILENCE, shows
from gambero.rules.compiled import inlined, kernel
from gambero.rules.moves import END, START, card_of, pile_of
from gambero.rules.refusals import ALLOWED

CARDS, LOWEST, PILES, SEATS = team.CARDS, team.LOWEST, team.PILES, team.MAX_PLAYERS
ENDS = PILES * CARDS  # the action that ends the turn
ACTIONS = ENDS + 1 + SEATS

# The history of a table: where each card was laid, as which, by whom, in which turn; cards laid, and turns begun.
WHERE, ORDER, BY, TURN = 0, CARDS, 2 * CARDS, 3 * CARDS
LAID, TURNS = 4 * CARDS, 4 * CARDS + 1
HISTORY = 4 * CARDS + 2
IN_HAND = 1
ON_PILE = 2  # on the first pile; the others follow

# What a seat said: a word for each pile, the commands it says it holds, whether it says all it would, its eagerness.
WORDS, HELD, EXACT, EAGER = 0, PILES, PILES + SEEN.commands, PILES + SEEN.commands + 1
SAID = EAGER + 1

at_where, at_by = SEEN.at("where"), SEEN.at("by")
SEEN_SIZE = SEEN.size
assert [SEEN.at(name) for name in ("where", "order", "by", "turn")] == [WHERE, ORDER, BY, TURN]  # copied at once
at_command, at_tops, at_stock, at_hands = SEEN.at("command"), SEEN.at("tops"), SEEN.at("stock"), SEEN.at("hands")
at_players, at_seat, at_to_move = SEEN.at("players"), SEEN.at("seat"), SEEN.at("to_move")
at_minimum, at_laid, at_three, at_skulls = SEEN.at("minimum"), SEEN.at("laid"), SEEN.at("three"), SEEN.at("skulls")
at_picked, at_due, at_fresh, at_in_force = SEEN.at("picked"), SEEN.at("due"), SEEN.at("fresh"), SEEN.at("in_force")
at_silence, at_options, at_over, at_outcome = (
    SEEN.at("silence"),
    SEEN.at("options"),
    SEEN.at("over"),
    SEEN.at("outcome"),
)
at_turns, at_words, at_held = SEEN.at("turns"), SEEN.at("said_piles"), SEEN.at("said_commands")
at_exact, at_eager = SEEN.at("said_exact"), SEEN.at("eager")
COMMANDS = SEEN.commands


@inlined
def begin(state: Any, history: Any) -> None:
    """Clear the history after a deal; a player alone has begun the first turn already."""
    clear(history)
    if state.seat != team.NOBODY:
        history[TURNS] = 1


@inlined
def note(history: Any, move: int, seat: int) -> None:
    """Note a move of a seat."""
    if END < move < START:
        card = card_of(move) - LOWEST
        history[LAID] += 1
        history[WHERE + card] = ON_PILE + pile_of(move)
        history[ORDER + card] = history[LAID]
        history[BY + card] = 1 + seat
        history[TURN + card] = history[TURNS]


@inlined
def play(state: Any, history: Any, move: int) -> None:
    """Play a move that is allowed, and note it."""
    note(history, move, state.seat)
    classic.take(state, move)
    note_turn(state, history, TURNS)


@inlined
def is_legal(state: Any, action: int) -> bool:
    if action < 0 or action >= ACTIONS or state.outcome != team.PLAYING:
        return False
    if action > ENDS or state.seat == team.NOBODY:
        return state.seat == team.NOBODY and ENDS < action <= ENDS + state.players
    if action == ENDS:
        return classic.end_refusal(state) == ALLOWED
    move = move_of(action, LOWEST, ENDS)
    return classic.refusal(state, card_of(move), pile_of(move)) == ALLOWED


@inlined
def away(state: Any, seat: int, other: int) -> int:
    """How many seats clockwise from a seat another one sits."""
    steps = other - seat
    return steps + state.players if steps < 0 else steps


@inlined
def observe(state: Any, history: Any, said: Any, seat: int, seen: Any) -> None:
    """Write all that a seat may know."""
    for i in range(LAID):  # where, order, by and turn lie as in the history
        seen[i] = history[i]
    if seat != 0:
        for i in range(CARDS):
            by = signed(history[BY + i])
            seen[at_by + i] = 1 + away(state, seat, by - 1) if by else 0
    hand = state.hands[seat]
    card = next_above(hand, 0)
    while card:
        seen[at_where + card - LOWEST] = IN_HAND
        card = next_above(hand, card)
    if state.extreme:
        for i in range(CARDS):
            seen[at_command + i] = state.command[LOWEST + i]
    else:
        for i in range(CARDS):
            seen[at_command + i] = 0
    on = state.outcome == team.PLAYING and state.seat != team.NOBODY
    for pile in range(PILES):
        top = state.tops[pile]
        seen[at_tops + pile] = top
        seen[at_skulls + pile] = state.skulls >> pile & 1
        seen[at_due + pile] = state.due >> pile & 1
        seen[at_fresh + pile] = state.fresh >> pile & 1
        showing = state.command[top] if state.extreme else 0
        seen[at_in_force + pile] = showing if showing >= SILENCE else 0
    seen[at_stock] = team.stock(state)
    seen[at_players] = state.players
    seen[at_seat] = seat
    seen[at_to_move] = 1 + away(state, seat, signed(state.seat)) if on else 0
    seen[at_minimum] = max(signed(team.needed(state)) - signed(state.laid), 0) if on else 0
    seen[at_laid] = state.laid
    seen[at_three] = state.three
    seen[at_picked] = state.picked + 1
    seen[at_silence] = state.extreme and shows(state, SILENCE)
    seen[at_options] = state.least > 2
    seen[at_options + 1] = state.hand_size < classic.full_hand(state.players, 0)
    seen[at_options + 2] = state.on_fire
    seen[at_options + 3] = state.extreme
    seen[at_over] = state.outcome != team.PLAYING
    seen[at_outcome] = state.outcome
    seen[at_turns] = history[TURNS]
    for i in range(SEATS):
        seen[at_hands + i] = 0
    seen[at_hands] = count(state.hands[seat])
    for i in range(at_words, SEEN_SIZE):
        seen[i] = 0
    if state.players > 1:
        observe_others(state, said, seat, seen)


@inlined
def observe_others(state: Any, said: Any, seat: int, seen: Any) -> None:
    """The seats' hands, counted from the viewer, and what they say."""
    for i in range(state.players):
        other = seat + i
        other = other - state.players if other >= state.players else other
        seen[at_hands + i] = count(state.hands[other])
        for j in range(PILES):
            seen[at_words + PILES * i + j] = said[other, WORDS + j]
        for j in range(COMMANDS):
            seen[at_held + COMMANDS * i + j] = said[other, HELD + j]
        seen[at_exact + i] = said[other, EXACT]
        seen[at_eager + i] = said[other, EAGER]


@inlined
def mark_legal(state: Any, seat: int, moves: Any, mask: Any) -> None:
    """Mark what a seat may do now; before the start anybody may say who starts."""
    clear(mask)
    if state.seat != team.NOBODY and state.seat != seat:
        return
    mark(moves, classic.list_moves(state, moves), LOWEST, ENDS, mask)


# The functions that Python calls.


@kernel
def begin_at(table: Any, history: Any) -> None:
    begin(table[0], history)


@kernel
def note_at(table: Any, history: Any, move: int, seat: int) -> None:
    """Note a move that this seat has just played."""
    note(history, move, seat)
    note_turn(table[0], history, TURNS)


@kernel
def observe_at(table: Any, history: Any, said: Any, seat: int, moves: Any, seen: Any, mask: Any) -> None:
    """What a seat sees, and what it may do."""
    observe(table[0], history, said, seat, seen)
    mark_legal(table[0], seat, moves, mask)
