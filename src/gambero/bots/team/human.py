"""human: plans a turn as careful does, but misjudges ends as people do, and speaks seldom.

A person sees the few ends that suggest themselves, not all, and takes a worse one the more easily the closer it is. So
each of careful's best ends gets a random error before the best is taken. "Leave it to me" is the only thing said.
"""

from random import Random
from typing import Any

from gambero.bots.imagine import imagined, unseen
from gambero.bots.talk import Signals
from gambero.bots.team import greedy
from gambero.bots.team.careful import best_ends, make_buffers
from gambero.bots.team.ends import list_ends
from gambero.bots.team.planners import card_set, moves_to, signals_heard, spoken, weights_for
from gambero.game.base import View
from gambero.rules.compiled import kernel

SEEN = 12  # how many ends it considers, the most obvious ones
WIDTH, REACH = 1, 4.0  # nearest cards only, and past the minimum small steps only
ERROR = 0.6  # spread of the error, in the units of careful's values
HEARD = 0.5  # share of the others' signals that is heeded
SAID = "mine"  # the only signal it gives


@kernel
def ends_in_sight(state: Any, unlaid: Any, weights: Any, buffers: Any) -> int:
    """Sort the most obvious ends as careful does; returns how many."""
    listed = list_ends(state, WIDTH, REACH, buffers.ends, buffers.seen)
    return best_ends(state, unlaid, listed, SEEN, weights, buffers)


class HumanPlanner:
    """Plans a turn with a person's errors."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.buffers = make_buffers()

    def plan(self, view: View, seconds: float | None) -> list[str]:  # noqa: ARG002  # it takes no time
        signals, _ = signals_heard(view)
        for seat, pile in zip(*signals.nonzero(), strict=True):
            if self.chance.random() > HEARD:
                signals[seat, pile] = 0
        self.buffers.signals[:] = signals
        unlaid = card_set([*unseen(view), *view["hand"]])
        found = ends_in_sight(imagined(view)[0], unlaid, weights_for(view), self.buffers)
        if not found:
            return [greedy.chosen(view)]
        values = [value + self.chance.gauss(0.0, ERROR) for value in self.buffers.value[:found].tolist()]
        return moves_to(self.buffers.ends, int(self.buffers.best[values.index(max(values))]))

    def says(self, view: View) -> Signals:
        """Part of what careful would say; silence about a pile tells nothing."""
        signals = spoken(view)
        piles = {pile: word for pile, word in signals["piles"].items() if word == SAID}
        return {"piles": piles, "commands": signals["commands"], "exact": False}
