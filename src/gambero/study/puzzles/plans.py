"""Find the best plans for a turn, and compare plans in the same worlds, which fit the mover's view."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from gambero.bots.duel.careful import desk as new_desk
from gambero.bots.duel.expert import ENDS, begin_at, halve_at, halvings, look_at
from gambero.bots.imagine import imagined, unseen
from gambero.bots.team.chances import corrected
from gambero.bots.team.ends import END as END_ROW
from gambero.bots.team.expert import Thinking, estimates
from gambero.bots.team.planners import ExpertPlanner, card_set, moves_to, packaged_judge_for, signals_heard, weights
from gambero.game import GAMES
from gambero.game.base import View
from gambero.game.notation import DUEL, TEAM, card_of, pile_of
from gambero.rules import duel
from gambero.rules.moves import END
from gambero.rules.shuffle import seeded
from gambero.study import duel_turns, team_turns
from gambero.study.weighing import Values

Plan = tuple[str, ...]  # the moves of a whole turn
WIDE = Thinking(tried=48, weighed=64, width=8, reach=98.0, margin=0.7, always=True)


@dataclass(frozen=True)
class Weighing:
    """Chances to win by plan, in the order given, and the standard error of each one's distance from the first."""

    chances: tuple[float, ...]
    noise: tuple[float, ...]

    def lead(self) -> tuple[float, float]:
        """How far the first is ahead of the nearest other, and the standard error of that."""
        nearest = max(range(1, len(self.chances)), key=lambda plan: self.chances[plan])
        return self.chances[0] - self.chances[nearest], self.noise[nearest]


class Plans(Protocol):
    """Finds and compares plans; one class for each kind of game."""

    def found(self, view: View, looks: int, seed: int, *, wide: bool = False) -> list[tuple[Plan, float]]:
        """Plans with different ends that expert likes, best first, with rough chances; empty if all is lost.

        `wide` looks at plans that expert itself would not try.
        """

    def place(self, view: View, plan: Plan) -> tuple[Any, ...]:
        """A key of the position after a plan: equal for plans that reach the same end."""

    def values(self, view: View, plans: Sequence[Plan], worlds: int, seed: int) -> Values: ...

    def calibrated(self, view: View, chance: float) -> float: ...


class TeamPlans:
    def __init__(self) -> None:
        self._planner = ExpertPlanner(0, Thinking(always=True))

    def found(self, view: View, looks: int, seed: int, *, wide: bool = False) -> list[tuple[Plan, float]]:
        planner = self._planner
        planner.thinking = (WIDE if wide else Thinking(always=True))._replace(looks=looks)
        seeded(planner.generator, np.uint64(seed), np.uint64(0))
        if planner.search(view, None) < 0:
            return []
        ends, places, plans = planner.workspace.near.ends, set(), []
        for end, chance in estimates(planner.workspace, planner.thinking):
            if (place := team_turns.place(ends[end])) not in places:
                places.add(place)
                plans.append((tuple(moves_to(ends, end)), corrected(view, chance)))
        return plans

    def place(self, view: View, plan: Plan) -> tuple[Any, ...]:
        return team_turns.place(self._rows(view, [plan])[0])

    def _rows(self, view: View, plans: Sequence[Plan]) -> Any:
        rows = np.zeros(len(plans), END_ROW)
        for at, plan in enumerate(plans):
            lays = [TEAM.numbers[move] for move in plan if TEAM.numbers[move] != END]
            cards, piles = np.array([*map(card_of, lays)]), np.array([*map(pile_of, lays)])
            team_turns.lay_all(imagined(view), cards, piles, rows[at : at + 1])
        return rows

    def values(self, view: View, plans: Sequence[Plan], worlds: int, seed: int) -> Values:
        planner = self._planner
        seeded(planner.generator, np.uint64(seed), np.uint64(1))
        planner.workspace.near.signals[:], exact = signals_heard(view)
        values = np.zeros((worlds, len(plans)))
        team_turns.values_in_worlds(
            imagined(view),
            card_set([*unseen(view), *view["hand"]]),
            self._rows(view, plans),
            exact,
            Thinking(),
            weights("careful"),
            packaged_judge_for(view["commands"], view["options"], view["players"]),
            planner.generator,
            planner.workspace,
            values,
        )
        return values

    def calibrated(self, view: View, chance: float) -> float:
        return corrected(view, chance)


class DuelPlans:
    def found(self, view: View, looks: int, seed: int, *, wide: bool = False) -> list[tuple[Plan, float]]:  # noqa: ARG002  # all ends are looked at
        table, desk, searching = imagined(view), new_desk(ENDS), np.zeros(4, np.uint64)
        found = left = begin_at(table, desk, searching, np.uint64(seed))
        share = looks // max(halvings(found), 1)
        while left > 1:
            for _ in range(share // left + 1):
                look_at(desk, left, searching)
            left = halve_at(desk, left)
        plans = [duel_turns.way_to(table, end) for end in desk.ends[: min(found, 6)]]
        if not plans:
            return []
        chances = self.values(view, plans, max(looks // 12, 16), seed).mean(0).tolist()
        ranked = sorted(range(len(plans)), key=lambda plan: -chances[plan])
        return [(plans[at], chances[at]) for at in ranked]

    def place(self, view: View, plan: Plan) -> tuple[Any, ...]:
        return duel_turns.place(self._ends(view, [plan])[0])

    def _ends(self, view: View, plans: Sequence[Plan]) -> Any:
        ends = np.zeros(len(plans), duel.DUEL)
        for at, plan in enumerate(plans):
            table = imagined(view)
            lays = [DUEL.numbers[move] for move in plan if DUEL.numbers[move] != END]
            duel_turns.lay_all(table, np.array(lays))
            ends[at] = table[0]
        return ends

    def values(self, view: View, plans: Sequence[Plan], worlds: int, seed: int) -> Values:
        generator = np.zeros(4, np.uint64)
        seeded(generator, np.uint64(seed), np.uint64(1))
        values = np.zeros((worlds, len(plans)))
        duel_turns.values_in_deals(self._ends(view, plans), np.zeros(5, duel.DUEL), generator, values)
        return values

    def calibrated(self, view: View, chance: float) -> float:  # noqa: ARG002  # as it was seen
        return chance


def plans_for(game: str) -> Plans:
    """A maker of plans for a game; it has arrays of its own, so each thread needs one."""
    return TeamPlans() if GAMES[game].team else DuelPlans()


def weigh(makes: Plans, view: View, plans: Sequence[Plan], worlds: int, seed: int) -> Weighing:
    """Chances of some plans, in as many worlds as said, the same worlds for all."""
    values = makes.values(view, plans, worlds, seed)
    means = values.mean(0).tolist()
    chances = [makes.calibrated(view, mean) for mean in means]
    noise = []
    for at in range(len(plans)):
        raw = means[0] - means[at]
        slope = (chances[0] - chances[at]) / raw if raw else 1.0
        noise.append(float((values[:, 0] - values[:, at]).std(ddof=1) / worlds**0.5 * slope))
    return Weighing(tuple(chances), tuple(noise))
