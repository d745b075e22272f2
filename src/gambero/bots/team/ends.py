"""The ends of a turn that the mover can reach, found by laying cards with the law itself."""

from typing import Any

import numpy as np

from gambero.rules.cards import holds, is_empty, next_above, next_below, signed
from gambero.rules.classic import ascends, end_refusal, ends_by_itself, finish_turn, obeys, put
from gambero.rules.commands import trick_barred
from gambero.rules.compiled import inlined, kernel
from gambero.rules.piles import TRICK, step_back
from gambero.rules.refusals import ALLOWED
from gambero.rules.shuffle import mixed
from gambero.rules.team import BEATEN, FIRE, PILES, PLAYING, all_laid, needed

MOST = 4096
BY_TEN, REST = np.uint64(TRICK), np.uint64(64 - TRICK)
SEEN = 8192  # places of the table that tells ends already listed

# One row for each place the turn can get to; row 0 is where it stands.
END = np.dtype(
    [
        ("hand", "u8", 2),
        ("tops", "u1", PILES),
        ("laid", "u1"),
        ("fresh", "u1"),
        ("due", "u1"),
        ("skulls", "u1"),
        ("three", "u1"),
        ("picked", "i1"),
        ("outcome", "u1"),
        ("stops", "u1"),  # the turn may, or must, end here
        ("card", "u1"),  # the last lay, and the row it was made from
        ("pile", "u1"),
        ("parent", "i2"),
    ],
    align=True,
)


@inlined
def keep(state: Any, row: Any) -> None:
    """Note down what a turn changes."""
    hand = state.hands[state.seat]
    row.hand[0] = hand[0]
    row.hand[1] = hand[1]
    for pile in range(PILES):
        row.tops[pile] = state.tops[pile]
    row.laid = state.laid
    row.outcome = state.outcome
    if state.on_fire:
        row.fresh = state.fresh
        row.due = state.due
    if state.extreme:
        row.skulls = state.skulls
        row.three = state.three
        row.picked = state.picked


@inlined
def restore(state: Any, row: Any) -> None:
    """Put the table back to where a row stands."""
    hand = state.hands[state.seat]
    hand[0] = row.hand[0]
    hand[1] = row.hand[1]
    for pile in range(PILES):
        state.tops[pile] = row.tops[pile]
    state.laid = row.laid
    state.outcome = row.outcome
    if state.on_fire:
        state.fresh = row.fresh
        state.due = row.due
    if state.extreme:
        state.skulls = row.skulls
        state.three = row.three
        state.picked = row.picked


@kernel
def play_end(state: Any, row: Any) -> None:
    """Play the turn of the mover as the row has it, to its end and draw."""
    restore(state, row)
    if state.outcome == PLAYING:
        finish_turn(state)


@inlined
def is_new(row: Any, seen: Any) -> bool:
    """Was no such place listed before? Commands make the order of lays matter, so places are told by all they hold."""
    key = row.hand[0] * np.uint64(0x9E3779B97F4A7C15) ^ mixed(row.hand[1])
    for pile in range(PILES):
        key = mixed(key + np.uint64(row.tops[pile]))
    key = mixed(
        key + np.uint64(row.skulls) + np.uint64(row.three) * np.uint64(16) + np.uint64(row.picked + 1) * np.uint64(32)
    )
    place = signed(key & np.uint64(SEEN - 1))
    while seen[place] != np.uint64(0):
        if seen[place] == key:
            return False
        place = (place + 1) & (SEEN - 1)
    seen[place] = key
    return True


@inlined
def stepping(cards: Any, up: bool) -> Any:
    """The numbers whose step back is in a set."""
    low, high = cards[0], cards[1]
    if up:
        return low << BY_TEN, high << BY_TEN | low >> REST
    return low >> BY_TEN | high << REST, high >> BY_TEN


@kernel
def list_ends(state: Any, width: int, reach: float, ends: Any, seen: Any) -> int:
    """List where the mover's turn can get to, breadth first, and say how many rows that makes.

    To keep the list short: at most `width` forward cards a pile and step, nearest first (cards whose step back is in
    hand always), and past the minimum only steps of at most `reach`. Without commands, lays on different piles can
    change places, so piles are taken in order and nothing is listed twice.
    """
    if state.extreme:
        seen[:] = np.uint64(0)
    near = signed(reach)  # cards are a whole number apart
    plain = not state.on_fire and not state.extreme
    keep(state, ends[0])
    ends[0].pile = 0
    ends[0].parent = -1
    ends[0].stops = end_refusal(state) == ALLOWED
    count = 1
    at = 0
    while at < count:
        row = ends[at]
        at += 1
        if row.outcome != PLAYING or (row.stops == 2):
            continue
        if not plain:  # else no lay changes what the next lines ask
            restore(state, row)
        past = row.laid >= needed(state)
        to_cover = state.due | state.skulls
        barred = trick_barred(state)
        hand = (row.hand[0], row.hand[1])
        for pile in range(0 if state.extreme else row.pile, PILES):
            top = signed(row.tops[pile])
            up = ascends(pile)
            if pile & 1 and row.tops[pile - 1] == top:
                continue  # an untouched twin: the other pile stands for both
            returning = stepping(hand, up)
            unlimited = not past or to_cover >> pile & 1  # what must be covered may cost anything
            back = 0 if barred else step_back(up, top)
            stepping_back = back > 0 and holds(hand, back)
            card = top
            tried = 0
            while True:
                if stepping_back:
                    lays, card = True, back
                else:
                    card = next_above(hand, card) if up else next_below(hand, card)
                    if card == 0:
                        break
                    tried += 1
                    returns = holds(returning, card)
                    far = abs(card - top) > (near + 10 if returns else near)
                    if far and not unlimited:
                        break
                    lays = returns or tried <= width
                if lays and count < MOST:
                    restore(state, row)
                    if obeys(state, card, pile):
                        put(state, card, pile)
                        following = ends[count]
                        keep(state, following)
                        following.card = card
                        following.pile = pile
                        following.parent = at - 1
                        if close(state, following, card) and (not state.extreme or is_new(following, seen)):
                            count += 1
                if stepping_back:
                    stepping_back = False
                    card = top
    restore(state, ends[0])
    return count


@inlined
def close(state: Any, row: Any, card: int) -> bool:
    """Say whether the turn may stop at a row just listed; False if the game is lost there."""
    if state.outcome != PLAYING:
        return False
    row.stops = 0
    if is_empty(state.hands[state.seat]) and all_laid(state):
        row.outcome = FIRE if state.due else BEATEN
        row.stops = 2
    elif ends_by_itself(state, card):
        row.stops = 2
    elif end_refusal(state) == ALLOWED:
        row.stops = 1
    return True


@kernel
def first_lay(ends: Any, end: int) -> int:
    """The first lay on the way to an end, as a row; 0 if the end is where the turn stands."""
    while ends[end].parent > 0:
        end = ends[end].parent
    return end
