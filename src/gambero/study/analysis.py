"""What an analysis says: by turn, by seat, and of the whole game."""

from dataclasses import asdict, dataclass, field
from math import exp
from typing import Any

from gambero.game import GAMES

JUDGEMENTS = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))  # the error that each begins with
BEYOND_NOISE = 2  # an error is judged if it is more than so many times its noise
CLOSE = 0.005  # two plans that differ by no more are equally good: choosing between them is no decision
SHARPNESS = 15.0  # a mean error of e costs the share 1 − exp(−15e) of the accuracy
# Greedy plays at about 70, careful at 85, expert above 95.
RANKS = ((96, "masterly"), (90, "expert"), (82, "strong"), (72, "good"), (0, "learning"))
UNTESTED = "untested"  # the rank of a seat that had nothing to decide
TURNING, MOST_TURNING = 0.10, 3  # a turn that changed the chance by so much may be a turning point


@dataclass(frozen=True)
class TurnReview:
    """One turn: what was laid, what expert would have laid, and what each was worth to the seat, as chances to win."""

    seat: int
    first: int  # place of its first move in the log
    moves: tuple[str, ...]
    best: tuple[str, ...]
    chance: float  # of the best plan
    played: float  # of what was played
    noise: float  # standard error of the difference
    gap: float  # between the two best plans looked at
    forced: bool  # there was one way to play it
    luck: float  # chance before the next turn, less that of what was played; in a duel as seat 0 sees it

    @property
    def error(self) -> float:
        return self.chance - self.played

    @property
    def decision(self) -> bool:
        """Was there a choice that mattered?"""
        return not self.forced and max(self.gap, self.error) > CLOSE

    @property
    def judgement(self) -> str | None:
        """None, "inaccuracy", "mistake" or "blunder"."""
        if self.error <= BEYOND_NOISE * self.noise:
            return None
        return next((name for least, name in JUDGEMENTS if self.error >= least), None)

    def as_json(self) -> dict[str, Any]:
        fields = asdict(self) | {"moves": [*self.moves], "best": [*self.best]}
        return fields | {"error": self.error, "judgement": self.judgement, "decision": self.decision}


@dataclass(frozen=True)
class SeatReview:
    """How well a seat played the turns in which it had a choice that mattered."""

    decisions: int
    error: float  # mean over these

    @property
    def accuracy(self) -> float:
        """0 to 100."""
        return 100 * exp(-SHARPNESS * self.error)

    @property
    def rank(self) -> str:
        """A word: masterly, expert, strong, good, learning; untested without a decision."""
        if not self.decisions:
            return UNTESTED
        return next(name for least, name in RANKS if self.accuracy >= least)

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"accuracy": self.accuracy, "rank": self.rank}


@dataclass(frozen=True)
class Analysis:
    """A finished game: the chance to win before each turn (in a duel, seat 0's), and where it went."""

    game: str
    players: int
    chances: tuple[float, ...]  # one for each turn, and last the result, 0 or 1
    turns: tuple[TurnReview, ...]
    winnable: int | None  # team games: the last turn at whose start a win was there, all cards known
    line: tuple[str, ...]  # that win, from the start of that turn
    seconds: float
    seats: tuple[SeatReview, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", tuple(self._seat(seat) for seat in range(self.players)))

    def _seat(self, seat: int) -> SeatReview:
        errors = [turn.error for turn in self.turns if turn.seat == seat and turn.decision]
        return SeatReview(len(errors), sum(errors) / len(errors) if errors else 0.0)

    @property
    def luck(self) -> float:
        return sum(turn.luck for turn in self.turns)

    @property
    def skill(self) -> float:
        """What errors cost; in a duel, what the opponent's errors gave to seat 0 less what its own cost."""
        return sum(self._sign(turn) * turn.error for turn in self.turns)

    def _sign(self, turn: TurnReview) -> int:
        return 1 if not GAMES[self.game].team and turn.seat == 1 else -1

    @property
    def turning_points(self) -> tuple[int, ...]:
        """At most three places in `turns`: those that changed the chance most, in the order of play."""
        changes = [abs(after - before) for before, after in zip(self.chances, self.chances[1:], strict=False)]
        most = sorted(range(len(changes)), key=lambda turn: -changes[turn])[:MOST_TURNING]
        return tuple(sorted(turn for turn in most if changes[turn] >= TURNING))

    def _repr_html_(self) -> str:
        """A notebook shows the curve."""
        from gambero.study.page import curve, for_notebook

        return for_notebook(curve(self))

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "players": self.players,
            "chances": [*self.chances],
            "turns": [turn.as_json() for turn in self.turns],
            "seats": [seat.as_json() for seat in self.seats],
            "luck": self.luck,
            "skill": self.skill,
            "turning_points": [*self.turning_points],
            "winnable": self.winnable,
            "line": [*self.line],
            "seconds": round(self.seconds, 3),
        }
