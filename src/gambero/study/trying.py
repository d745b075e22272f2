"""A turn of a finished game laid otherwise: where it leads, what it is worth against expert's plan, and why."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gambero.bots.advice import Reason
from gambero.bots.talk import with_signals
from gambero.game import GAMES, Game
from gambero.game.base import View
from gambero.study.duel_turns import DuelTurns
from gambero.study.reasons import reasons
from gambero.study.team_turns import TeamTurns
from gambero.study.turns import Turn
from gambero.study.weighing import Budget

WORLDS = 256
SOLVED = 0.035  # a plan counts as solved if its chance is lower than the best by at most this


@dataclass(frozen=True)
class Verdict:
    """What a whole turn is worth, compared with expert's plan in the same worlds, as chances to win."""

    moves: tuple[str, ...]
    best: tuple[str, ...]
    chance: float  # of the best plan
    played: float
    noise: float  # standard error of the difference
    why: tuple[Reason, ...]

    @property
    def solved(self) -> bool:
        return self.chance - self.played <= SOLVED

    def as_json(self) -> dict[str, Any]:
        plans = {"moves": [*self.moves], "best": [*self.best], "why": [*self.why]}
        return asdict(self) | plans | {"solved": self.solved}


class Try:
    """A turn that is played on a copy of a game, from the start of the turn."""

    def __init__(self, ended: Game, turn: Turn) -> None:
        self.game, self.seat = ended.before(turn.first), turn.seat
        self.before: View = self.game.view(turn.seat)
        if GAMES[ended.game].team and ended.story:
            self.before = with_signals(self.before, ended.story.signals(turn.first))
        self.moves: list[str] = []
        self.ended = False

    def play(self, moves: Sequence[str]) -> int:
        """Play moves until the turn is over; returns how many were played. Raises IllegalMove."""
        for count, move in enumerate(moves):
            if self.ended:
                return count
            events = self.game.move(move)
            self.moves.append(move)
            self.ended = any(event["event"] in ("turn", "over") for event in events)
        return len(moves)

    @property
    def lost(self) -> bool:
        """Was the game lost within this turn, by its own cards and not by what was drawn?"""
        result = self.game.result
        return result is not None and self.game.view(None)["turn"]["laid"] > 0 and self.seat not in result.winners

    def verdict(self, seed: int = 0) -> Verdict:
        """What the turn is worth. It must have ended."""
        weigher = TeamTurns(seed) if GAMES[self.game.game].team else DuelTurns(seed)
        moves = tuple(self.moves)
        found = weigher.weigh(self.before, moves, lost=self.lost, budget=Budget(WORLDS))
        why = reasons(self.before, found.best, moves, lost=self.lost) if found.chance > found.played else []
        return Verdict(moves, found.best, found.chance, found.played, found.noise, tuple(why))
