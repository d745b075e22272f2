"""What plays the games of a simulation: a kernel if all seats are the same compiled bot, else bots that see views."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from gambero.bots import BOTS, Bot, bot
from gambero.bots.team.careful import make_buffers
from gambero.bots.team.dealing import shape
from gambero.bots.team.planners import careful_weights
from gambero.game import Setup, from_setup
from gambero.game.team import ENDINGS
from gambero.lab.kernels.careful_games import play_careful
from gambero.lab.kernels.simple_games import POLICIES, team_games
from gambero.lab.simulation.game_loop import Faulty, Stopped, play
from gambero.lab.simulation.steady import luck_of
from gambero.lab.simulation.tally import Tally, counted
from gambero.rules import classic, commands, team

Counts = npt.NDArray[np.int64]
OUTCOMES = team.THREE + 1
MOST_TURNS = team.CARDS + 1  # every turn lays a card, and one more may begin


class BotFault(ValueError):
    """A bot that cannot be made, fails or breaks the rules: its name, what it did, and in which game, seat and move."""


def never() -> bool:
    return False


class Runner(Protocol):
    """Plays games number first to last − 1 of its seed, the same in any thread or process. It can be pickled."""

    @property
    def chunk(self) -> int:
        """How many games at a time at most: progress is told after each chunk, and an interruption may lose one."""

    @property
    def compiled(self) -> bool:
        """Whether games run in a kernel, without the interpreter's lock."""

    @property
    def portable(self) -> bool:
        """Whether another process can load all that is needed."""

    def play(self, first: int, last: int, stopped: Stopped = never) -> Tally: ...


def runner_for(
    setup: Setup, names: Sequence[str], seed: int, seconds: float | None = None, *, steady: bool = False
) -> Runner:
    """The fastest runner for these bots, given by seat; `steady` asks for the luck of each team game."""
    if steady and not setup.spec.team:
        raise ValueError(f"steady is for team games, which have a judge of their luck, not for {setup.game}")
    if not steady and setup.spec.team and set(names) <= {names[0]} and names[0] in TEAM_LOOPS:
        return Compiled(setup, names[0], seed)
    return Seated(setup, tuple(names), seed, seconds, steady)


@dataclass(frozen=True)
class Compiled:
    """Team games inside a kernel, the same compiled bot at all seats."""

    setup: Setup
    name: str
    seed: int
    chunk = 10_000
    compiled = True
    portable = True

    def play(self, first: int, last: int, stopped: Stopped = never) -> Tally:  # noqa: ARG002  # a chunk is soon over
        by_left = np.zeros((OUTCOMES, team.CARDS + 1), np.int64)
        by_turns = np.zeros((OUTCOMES, MOST_TURNS + 1), np.int64)
        TEAM_LOOPS[self.name](self.setup, self.seed, first, last, by_left, by_turns)
        wins = int(by_left[team.BEATEN].sum())
        return Tally(
            Counter({ENDINGS[outcome]: games for outcome, games in _filled(by_left.sum(axis=1)).items()}),
            _filled(by_left.sum(axis=0)),
            _filled(by_turns.sum(axis=0)),
            _filled(by_turns.sum(axis=0) - by_turns[team.BEATEN]),
            Counter(dict.fromkeys(range(self.setup.players), wins) if wins else {}),
        )


def _filled(counts: Counts) -> Counter[int]:
    return Counter({place: int(counts[place]) for place in np.flatnonzero(counts).tolist()})


# Setup, seed, first game, the one after the last; counts in two arrays: [outcome, cards left] and [outcome, turns].
Loop = Callable[[Setup, int, int, int, Counts, Counts], Any]


def _simple(policy: int) -> Loop:
    def play(setup: Setup, seed: int, first: int, last: int, by_left: Counts, by_turns: Counts) -> None:
        team_games(
            np.zeros(1, team.TEAM),
            np.zeros(team.CARDS, np.uint8),
            np.zeros(4, np.uint64),
            np.zeros(classic.MOST_MOVES, np.int64),
            np.uint64(seed),
            first,
            last,
            shape(setup),
            commands.as_table(setup.commands),
            policy,
            by_left,
            by_turns,
        )

    return play


def _careful(setup: Setup, seed: int, first: int, last: int, by_left: Counts, by_turns: Counts) -> None:
    weights = careful_weights(setup.commands, setup.options)
    play_careful(setup, seed, (first, last), weights, make_buffers(), by_left, by_turns)


TEAM_LOOPS: dict[str, Loop] = {
    **{name: _simple(policy) for name, policy in POLICIES.items()},
    "careful": _careful,
}


@dataclass(frozen=True)
class Seated:
    """Any game and any mix of bots: one a seat, each with a seed of its own for each game."""

    setup: Setup
    names: tuple[str, ...]
    seed: int
    seconds: float | None = None
    steady: bool = False  # say of each game how lucky it was
    chunk = 1
    compiled = False

    @property
    def portable(self) -> bool:
        """False if a caller put a class of its own into BOTS: a new process would not find it there."""
        return all(name not in BOTS or BOTS[name].__module__.startswith("gambero.") for name in self.names)

    def play(self, first: int, last: int, stopped: Stopped = never) -> Tally:
        tally = Tally()
        spec = self.setup.spec
        for number in range(first, last):
            game = from_setup(replace(self.setup, deck=self.setup.spec.decks.from_seed(self.seed, number)))
            bots = self._bots(number)
            starter = None if spec.team or not spec.turns else number % game.players  # D2: each starts in turn
            try:
                turns = play(game, bots, self.seconds, starter, stopped)
            except Faulty as wrong:
                about = f"{self.setup.game}, seed {self.seed}, game {number}, seat {wrong.seat}, move {wrong.move}"
                raise BotFault(f"bot {self.names[wrong.seat]} {wrong} ({about})") from wrong
            assert game.result is not None
            tally += counted(game.result, turns)
            if self.steady:
                log = [move for _, move in game.log]
                luck = luck_of(self.setup, game.setup.deck, log, self.seed, number)
                tally += Tally(luck=((bool(game.result.won), luck),))
        return tally

    def _bots(self, number: int) -> list[Bot]:
        try:
            return [bot(name, bot_seed(self.seed, number, seat)) for seat, name in enumerate(self.names)]
        except ValueError as wrong:
            raise BotFault(str(wrong)) from wrong


def bot_seed(seed: int, number: int, seat: int) -> int:
    """The seed of one bot in one game."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {number} {seat}".encode(), digest_size=8).digest())
