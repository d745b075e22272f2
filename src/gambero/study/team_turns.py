"""Weigh a turn of a team game: expert's plan and the one that was played, in worlds that fit the mover's view."""

from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from gambero.bots.imagine import imagined, unseen
from gambero.bots.team.chances import corrected
from gambero.bots.team.ends import END as END_ROW
from gambero.bots.team.ends import close, keep
from gambero.bots.team.expert import Thinking, begin_worlds, estimates, next_world, value_in_world
from gambero.bots.team.planners import ExpertPlanner, card_set, moves_to, packaged_judge_for, signals_heard, weights
from gambero.game.base import View
from gambero.game.notation import TEAM, card_of, pile_of
from gambero.rules.classic import put
from gambero.rules.compiled import kernel
from gambero.rules.moves import END
from gambero.rules.team import PLAYING
from gambero.study.weighing import Budget, Values, Weighed, weigh

CHUNK = 16  # worlds looked at between two looks at the clock
LEAST = 32  # worlds, however little time there is


@kernel
def lay_all(table: Any, cards: Any, piles: Any, row: Any) -> None:
    """Lay the cards of a turn and note where it stands, as an end; `row` is an array of one."""
    state = table[0]
    for at in range(len(cards)):
        put(state, cards[at], piles[at])
        if state.outcome != PLAYING:
            break
    keep(state, row[0])
    close(state, row[0], cards[len(cards) - 1])


@kernel
def values_in_worlds(
    table: Any, unlaid: Any, rows: Any, exact: Any, thinking: Any, weights: Any, net: Any, generator: Any,
    workspace: Any, values: Any,
) -> None:  # fmt: skip
    """What each end is worth in each of some worlds, the same for all; a loss is worth nothing."""
    state = table[0]
    unseen = begin_worlds(state, unlaid, workspace)
    for at in range(len(values)):
        next_world(unseen, exact, weights, generator, workspace)
        for k in range(len(rows)):
            values[at, k] = max(value_in_world(state, unlaid, rows[k], thinking, weights, net, workspace), 0.0)


class TeamTurns:
    """Weighs turns of one game, one after another."""

    def __init__(self, seed: int) -> None:
        self._planner = ExpertPlanner(seed, Thinking(always=True))

    def weigh(self, view: View, moves: tuple[str, ...], *, lost: bool, budget: Budget) -> Weighed:
        """A turn from the mover's view at its start; `lost` if the game was lost within it as it was played."""
        planner = self._planner
        best = planner.search(view, None)
        if best < 0:
            return Weighed(moves, 0.0, 0.0, 0.0, 0.0, True)
        ends = planner.workspace.near.ends
        ranked = [end for end, _ in estimates(planner.workspace, planner.thinking)][:2]
        rows = ends[ranked].copy()
        played = np.zeros(1, END_ROW)
        lays = [TEAM.numbers[move] for move in moves if TEAM.numbers[move] != END]
        cards, piles = np.array([*map(card_of, lays)]), np.array([*map(pile_of, lays)])
        lay_all(imagined(view), cards, piles, played)
        same = not lost and place(played[0]) == place(rows[0])
        forced = len(ranked) == 1 and (same or lost)
        if not same and not lost:
            others = [row for row in rows[1:] if place(row) != place(played[0])]
            rows = np.array([rows[0], played[0], *others], END_ROW)
        found = weigh(
            self._values(view, rows, budget),
            tuple(moves_to(ends, best)),
            moves,
            same=same,
            forced=forced,
            hopeless=lost,
        )
        return calibrated(view, found)

    def _values(self, view: View, rows: Any, budget: Budget) -> Values:
        """What the ends are worth in worlds that fit the view, as many as the budget allows."""
        planner, began = self._planner, perf_counter()
        planner.workspace.near.signals[:], exact = signals_heard(view)
        table, unlaid = imagined(view), card_set([*unseen(view), *view["hand"]])
        net = packaged_judge_for(view["commands"], view["options"], view["players"])
        parts: list[Values] = []
        while True:
            values = np.zeros((CHUNK, len(rows)))
            values_in_worlds(
                table, unlaid, rows, exact, planner.thinking, weights("careful"), net, planner.generator,
                planner.workspace, values,
            )  # fmt: skip
            parts.append(values)
            worlds = CHUNK * len(parts)
            late = budget.seconds is not None and perf_counter() - began > budget.seconds
            if worlds >= LEAST and (late if budget.seconds is not None else worlds >= budget.worlds):
                return np.concatenate(parts)


def place(row: Any) -> tuple[Any, ...]:
    """A key, equal for ends of a turn that differ in nothing; two piles of one direction may change places."""
    tops = row["tops"].tolist()
    return (*row["hand"].tolist(), *sorted(tops[:2]), *sorted(tops[2:]), int(row["outcome"]))


def calibrated(view: View, found: Weighed) -> Weighed:
    """The same with calibrated chances, as `gambero.advise` gives them."""
    chance, played = corrected(view, found.chance), corrected(view, found.played)
    slope = (chance - played) / (found.chance - found.played) if found.chance > found.played else 1.0
    gap = chance - corrected(view, max(found.chance - found.gap, 0.0))
    return replace(found, chance=chance, played=played, noise=slope * found.noise, gap=gap)
