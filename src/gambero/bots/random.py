"""random: any legal move, each as likely as the next."""

from random import Random
from typing import Any

from gambero.bots.base import Bot
from gambero.game.base import View
from gambero.rules import classic, duel, tension
from gambero.rules.compiled import inlined
from gambero.rules.shuffle import below


class RandomBot(Bot):
    name = "random"
    thinks = "lays any card that may be laid, without a thought"

    def __init__(self, seed: int | None = None) -> None:
        self.chance = Random(seed)

    def _choose(self, view: View, seconds: float | None) -> str:  # noqa: ARG002  # it takes no time
        return self.chance.choice(view["moves"])


@inlined
def choose_team(state: Any, generator: Any, moves: Any) -> int:
    return moves[below(generator, classic.list_moves(state, moves))]


@inlined
def choose_duel(state: Any, generator: Any, moves: Any) -> int:
    return moves[below(generator, duel.list_moves(state, moves))]


@inlined
def choose_tension(state: Any, generator: Any, moves: Any) -> int:
    return moves[below(generator, tension.list_moves(state, moves))]
