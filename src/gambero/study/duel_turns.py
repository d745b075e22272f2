"""Weigh a turn of a duel: expert's plan and the one that was played, with the hidden cards shuffled anew each time."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np

from gambero.bots.duel import turn
from gambero.bots.duel.brisk import outlook
from gambero.bots.duel.careful import desk as new_desk
from gambero.bots.duel.expert import (
    ENDS,
    LOOKS,
    TURNS,
    begin_at,
    copy_hidden,
    deal_anew,
    halve_at,
    halvings,
    look_at,
)
from gambero.bots.imagine import imagined
from gambero.game.base import View
from gambero.game.notation import DUEL
from gambero.rules import duel
from gambero.rules.compiled import kernel, uncompiled
from gambero.rules.moves import END, card_of, pile_of
from gambero.rules.shuffle import seeded
from gambero.study.weighing import Budget, Values, Weighed, weigh

CHUNK = 16  # deals looked at between two looks at the clock
LEAST = 64  # deals, however little time there is


@kernel
def lay_all(table: Any, moves: Any) -> None:
    """Lay the cards of a turn, and stop before its end."""
    for at in range(len(moves)):
        duel.put(table[0], card_of(moves[at]), pile_of(moves[at]))


@kernel
def values_in_deals(ends: Any, spare: Any, generator: Any, values: Any) -> None:
    """The mover's chance after each end in each of some deals of the hidden cards, the same for all."""
    for at in range(len(values)):
        spare[0] = ends[0]
        deal_anew(spare[0], generator)
        for k in range(len(ends)):
            spare[1] = ends[k]
            copy_hidden(spare[1], spare[0])
            turn.end(spare[1])
            values[at, k] = outlook(spare[1], spare[2:], spare[0].seat, TURNS)


class DuelTurns:
    """Weighs turns of one duel, one after another."""

    def __init__(self, seed: int) -> None:
        self._generator = np.zeros(4, np.uint64)
        seeded(self._generator, np.uint64(seed), np.uint64(1))
        self._seed = seed

    def weigh(self, view: View, moves: tuple[str, ...], *, lost: bool, budget: Budget) -> Weighed:
        """A turn from the mover's view at its start; `lost` if the duel was lost within it as it was played."""
        table, desk, searching = imagined(view), new_desk(ENDS), np.zeros(4, np.uint64)
        found = left = begin_at(table, desk, searching, np.uint64(self._seed))
        if not found:
            return Weighed(moves, 0.0, 0.0, 0.0, 0.0, True)
        share = LOOKS // max(halvings(found), 1)
        while left > 1:
            for _ in range(share // left):
                look_at(desk, left, searching)
            left = halve_at(desk, left)
        ends = desk.ends[: min(found, 2)].copy()
        played = imagined(view)
        lays = [DUEL.numbers[move] for move in moves if DUEL.numbers[move] != END]
        lay_all(played, np.array(lays))
        same = not lost and place(played[0]) == place(ends[0])
        if not same and not lost:
            others = [end for end in ends[1:] if place(end) != place(played[0])]
            ends = np.array([ends[0], played[0], *others], duel.DUEL)
        best = way_to(table, ends[0])
        forced = found == 1 and (same or lost)
        return weigh(self._values(ends, budget), best, moves, same=same, forced=forced, hopeless=lost)

    def _values(self, ends: Any, budget: Budget) -> Values:
        began, spare, parts = perf_counter(), np.zeros(5, duel.DUEL), []
        while True:
            values = np.zeros((CHUNK, len(ends)))
            values_in_deals(ends, spare, self._generator, values)
            parts.append(values)
            deals = CHUNK * len(parts)
            late = budget.seconds is not None and perf_counter() - began > budget.seconds
            if deals >= LEAST and (late if budget.seconds is not None else deals >= budget.worlds):
                return np.concatenate(parts)


def place(state: Any) -> tuple[int, ...]:
    """A key, equal for ends of a turn that differ in nothing."""
    return (int(state["hands"][state["seat"]][0]), *state["tops"].tolist())


def way_to(table: Any, end: Any) -> tuple[str, ...]:
    """Moves that lead to an end. The search keeps ends without their moves, so these are searched for."""
    found = np.empty(duel.MOST_MOVES, np.int64)

    def look(here: Any, way: Sequence[int]) -> list[int] | None:
        if place(here[0]) == place(end):
            return [*way]
        for move in found[: duel.legal(here, found)].tolist():
            kept = int(end["hands"][end["seat"]][0])
            if move != END and not kept >> uncompiled(card_of)(move) & 1:
                after = here.copy()
                lay_all(after, np.array([move]))
                if (whole := look(after, [*way, move])) is not None:
                    return whole
        return None

    way = look(table.copy(), [])
    assert way is not None
    ends_itself = int(end["hands"][end["seat"]][0]) == 0
    return tuple(DUEL.texts[move] for move in (way if ends_itself else [*way, END]))
