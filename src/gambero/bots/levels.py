"""The five bots of this package, from the weakest to the strongest."""

from pathlib import Path

from gambero.bots.base import Bot
from gambero.bots.duel import careful as careful_duel
from gambero.bots.duel import expert as expert_duel
from gambero.bots.duel import greedy as greedy_duel
from gambero.bots.talk import Signals
from gambero.bots.team import expert, greedy, human, planners
from gambero.bots.tension import players
from gambero.game.base import View

STEADY = 0.5  # how often human plays careful's move in the duel


class RandomBot(Bot):
    name = "random"
    thinks = "lays any card that may be laid, without a thought"

    def team(self, view: View, seconds: float | None) -> str:  # noqa: ARG002  # needs no time
        return self.chance.choice(view["moves"])

    def duel(self, view: View, seconds: float | None) -> str:
        return self.team(view, seconds)

    def tension(self, view: View) -> str:
        return players.chosen(view, self.name, self.chance)

    def reaction(self) -> float:
        return players.reaction(self.name, self.chance)


class GreedyBot(RandomBot):
    name = "greedy"
    thinks = "lays the cheapest card, a step back above all, and goes on past the minimum while it is cheap"

    def team(self, view: View, seconds: float | None) -> str:  # noqa: ARG002  # needs no time
        return greedy.chosen(view)

    def duel(self, view: View, seconds: float | None) -> str:  # noqa: ARG002  # needs no time
        return greedy_duel.chosen(view)


class HumanBot(GreedyBot):
    name = "human"
    thinks = "plans its turn and says little, and errs as people do"

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self._planner = human.HumanPlanner(self.chance)
        self._steps = planners.TurnInSteps(self._planner.plan)

    def team(self, view: View, seconds: float | None) -> str:
        return self._steps.next_move(view, seconds)

    def duel(self, view: View, seconds: float | None) -> str:  # noqa: ARG002  # needs no time
        return careful_duel.chosen(view) if self.chance.random() < STEADY else greedy_duel.chosen(view)

    def says(self, view: View) -> Signals:
        return self._planner.says(view)

    def eagerness(self, view: View) -> int:
        return planners.eagerness(view)


class CarefulBot(GreedyBot):
    name = "careful"
    thinks = "plans the whole turn, weighs what it leaves for everyone, tells the others and heeds them"

    takes_weights = True

    def __init__(self, seed: int | None = None, weights: str | Path | None = None) -> None:
        super().__init__(seed)
        self._own = None if weights is None else planners.read_careful(weights)
        self._turns = planners.TurnInSteps(planners.CarefulPlanner(self._own).plan)

    def team(self, view: View, seconds: float | None) -> str:
        return self._turns.next_move(view, seconds)

    def duel(self, view: View, seconds: float | None) -> str:  # noqa: ARG002  # needs no time
        return careful_duel.chosen(view)

    def says(self, view: View) -> Signals:
        return planners.spoken(view, self._own)

    def eagerness(self, view: View) -> int:
        return planners.eagerness(view, self._own)


class ExpertBot(CarefulBot):
    name = "expert"
    thinks = "plays its best plans out in hundreds of worlds that fit what it sees and hears, and asks a trained judge"

    def __init__(
        self, seed: int | None = None, thinking: expert.Thinking | None = None, weights: str | Path | None = None
    ) -> None:
        super().__init__(seed)
        net = None if weights is None else planners.read_judge(weights)
        planner = planners.ExpertPlanner(self.chance.getrandbits(64), thinking or expert.Thinking(), net)
        self._turns = planners.TurnInSteps(planner.plan)

    def duel(self, view: View, seconds: float | None) -> str:
        return expert_duel.chosen(view, self.chance.getrandbits(64), seconds)
