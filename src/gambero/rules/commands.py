"""Extreme: the seven commands, four cards each (E1), and what they forbid and force."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.rules.cards import count
from gambero.rules.compiled import inlined
from gambero.rules.refusals import (
    ALLOWED,
    OTHER_PILE_PICKED,
    SKULL_LEFT_OPEN,
    STOP_UNDER_THREE,
    THREE_TOO_LATE,
)
from gambero.rules.team import NO_PILE, NUMBERS, PILES, PLAYING, SKULL, THREE

NO_COMMAND = 0
STOP, SKULL_COMMAND, THREE_COMMAND, SILENCE, NO_TRICK, ONE_PILE, DRAW_ONE = range(1, 8)
NAMES = ("stop", "skull", "three", "silence", "no_trick", "one_pile", "draw_one")
LASTING = NAMES[3:]  # E11; the first three are flash commands (E4)
COPIES = 4  # cards of each command

# Our own layout: one card of each command in each quarter of the range, the upper half the mirror image of the lower
# one (n and 101 − n carry the same), so that neither direction is favoured; no two cards ten apart carry the same.
_LOWER_HALF = (
    (3, 4), (6, 1), (10, 6), (13, 2), (17, 7), (20, 3), (24, 5),
    (27, 1), (31, 4), (34, 7), (38, 6), (41, 2), (45, 5), (48, 3),
)  # fmt: skip
HOUSE = {number: command for low, command in _LOWER_HALF for number in (low, 101 - low)}


@inlined
def shows(state: Any, command: int) -> bool:
    """E11: a lasting command holds for everyone while it lies on top of a pile."""
    for pile in range(PILES):
        if state.command[state.tops[pile]] == command:
            return True
    return False


@inlined
def trick_barred(state: Any) -> bool:  # E13
    return state.extreme != 0 and shows(state, NO_TRICK)


@inlined
def single_draw(state: Any) -> bool:  # E15, E16
    return state.extreme != 0 and shows(state, DRAW_ONE)


@inlined
def ends_turn(state: Any, card: int) -> bool:
    """Would this card, laid now, end the turn?"""
    command = state.command[card]
    if command == STOP:  # E5
        return True
    if state.laid == 2 and (state.three or command == THREE_COMMAND):  # E8
        return True
    return count(state.hands[state.seat]) == 1  # no cards left


@inlined
def disobeys(state: Any, card: int, pile: int) -> int:
    """E2: a play that breaks a command already in force is refused."""
    if state.picked != NO_PILE and state.picked != pile:  # E14
        return OTHER_PILE_PICKED
    command = state.command[card]
    if command == STOP and state.three and state.laid != 2:  # E9
        return STOP_UNDER_THREE
    if command == THREE_COMMAND and state.laid >= 3:  # E10
        return THREE_TOO_LATE
    if state.skulls & ~(1 << pile) and ends_turn(state, card):  # E6
        return SKULL_LEFT_OPEN
    return ALLOWED


@inlined
def note_pile(state: Any, pile: int) -> None:
    """E14: the first card laid under a one_pile picks the pile."""
    if shows(state, ONE_PILE):
        state.picked = pile


@inlined
def obey(state: Any, card: int, pile: int) -> None:
    """What a card just laid orders; if that cannot be obeyed any more, the game is lost at once (E2)."""
    if state.picked != NO_PILE and not shows(state, ONE_PILE):
        state.picked = NO_PILE  # E14: covered, so lifted at once
    state.skulls &= ~(1 << pile)
    command = state.command[card]
    in_hand = count(state.hands[state.seat])
    if command == THREE_COMMAND:
        state.three = 1
        if state.laid + in_hand < 3:  # E10
            state.outcome = THREE
    elif command == SKULL_COMMAND:
        state.skulls |= 1 << pile
        if in_hand == 0 or (state.three and state.laid == 3):  # E7, and the third card under a three
            state.outcome = SKULL


@inlined
def spread(state: Any, layout: Any) -> None:
    """E1: give each number its command; a layout without any leaves the game classic."""
    state.extreme = 0
    for number in range(NUMBERS):
        state.command[number] = layout[number]
        if layout[number] != NO_COMMAND:
            state.extreme = 1


@inlined
def disobeyed(state: Any) -> int:
    """The command left open when no legal play is left, or PLAYING."""
    if state.skulls:
        return SKULL
    return THREE if state.three else PLAYING


def house_layout() -> dict[int, str]:
    return {number: NAMES[command - 1] for number, command in sorted(HOUSE.items())}


def as_table(layout: Mapping[int, str]) -> npt.NDArray[np.uint8]:
    """A layout by number as the law wants it."""
    table = np.zeros(NUMBERS, np.uint8)
    for number, name in layout.items():
        table[number] = NAMES.index(name) + 1
    return table
