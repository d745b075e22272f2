"""The players there are, from the weakest to the strongest."""

from gambero.bots.base import Bot
from gambero.bots.team import greedy
from gambero.game.base import View


class RandomBot(Bot):
    name = "random"
    thinks = "lays any card that may be laid, without a thought"

    def team(self, view: View, seconds: float | None) -> str:  # noqa: ARG002  # it takes no time
        return self.chance.choice(view["moves"])

    def duel(self, view: View, seconds: float | None) -> str:
        return self.team(view, seconds)

    def tension(self, view: View) -> str:
        return self.chance.choice(view["moves"])


class GreedyBot(RandomBot):
    name = "greedy"
    thinks = "lays the cheapest card, a step back above all, and goes on past the minimum while it is cheap"

    def team(self, view: View, seconds: float | None) -> str:  # noqa: ARG002  # it takes no time
        return greedy.chosen(view)
