"""What plays the games of a simulation: a kernel if all seats are the same compiled bot, else bots that see views."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from gambero.bots import Bot
from gambero.bots.base import TeamGames
from gambero.bots.team.careful import make_buffers
from gambero.bots.team.dealing import shape
from gambero.bots.team.planners import careful_weights
from gambero.errors import one_line
from gambero.game import Setup, from_setup
from gambero.game.team import ENDINGS
from gambero.lab.kernels.careful_games import play_careful
from gambero.lab.kernels.simple_games import POLICIES, team_games
from gambero.lab.simulation.faults import BotFault, trace_of
from gambero.lab.simulation.game_loop import Faulty, Stopped, play
from gambero.lab.simulation.seated_bots import BotLike, bot_name, is_portable, made, team_games_of
from gambero.lab.simulation.steady import luck_of
from gambero.lab.simulation.tally import PlayedGame, Tally, counted
from gambero.rules import classic, commands, team

Counts = npt.NDArray[np.int64]
OUTCOMES = team.THREE + 1
MOST_TURNS = team.CARDS + 1  # every turn lays a card, and one more may begin


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
    setup: Setup,
    bots: Sequence[BotLike],
    seed: int,
    seconds: float | None = None,
    *,
    steady: bool = False,
    records: bool = False,
) -> Runner:
    """The fastest runner for these bots, given by seat.

    `steady` asks for the luck of each team game, `records` for the games themselves; both take bots that see views.
    """
    if steady and not setup.spec.team:
        raise ValueError(f"steady is for team games, which have a judge of their luck, not for {setup.game}")
    alike = all(who == bots[0] for who in bots)
    if not steady and not records and setup.spec.team and alike and loop_of(bots[0]):
        return Compiled(setup, bots[0], seed)
    return Seated(setup, tuple(bots), seed, seconds, steady, records)


@dataclass(frozen=True)
class Compiled:
    """Team games inside a kernel, the same compiled bot at all seats."""

    setup: Setup
    bot: BotLike
    seed: int
    chunk = 10_000
    compiled = True
    portable = True

    def play(self, first: int, last: int, stopped: Stopped = never) -> Tally:  # noqa: ARG002  # a chunk is soon over
        by_left = np.zeros((OUTCOMES, team.CARDS + 1), np.int64)
        by_turns = np.zeros((OUTCOMES, MOST_TURNS + 1), np.int64)
        self._count(first, last, by_left, by_turns)
        wins = int(by_left[team.BEATEN].sum())
        return Tally(
            Counter({ENDINGS[outcome]: games for outcome, games in _filled(by_left.sum(axis=1)).items()}),
            _filled(by_left.sum(axis=0)),
            _filled(by_turns.sum(axis=0)),
            _filled(by_turns.sum(axis=0) - by_turns[team.BEATEN]),
            Counter(dict.fromkeys(range(self.setup.players), wins) if wins else {}),
        )

    def _count(self, first: int, last: int, by_left: Counts, by_turns: Counts) -> None:
        """Let the kernel play; BotFault if it fails or counts another number of games."""
        loop, about = loop_of(self.bot), f"({self.setup.game}, seed {self.seed}, games {first} to {last})"
        assert loop
        try:
            loop(self.setup, self.seed, first, last, by_left, by_turns)
        except Exception as wrong:
            if self.bot in TEAM_LOOPS:
                raise
            raise BotFault(f"bot {bot_name(self.bot)} failed in its kernel: {one_line(wrong)} {about}") from wrong
        for counts in (by_left, by_turns):
            if counts.sum() != last - first or counts.min() < 0:
                did = f"counted {counts.sum()} games in its kernel, not {last - first}"
                raise BotFault(f"bot {bot_name(self.bot)} {did} {about}")


def _filled(counts: Counts) -> Counter[int]:
    return Counter({place: int(counts[place]) for place in np.flatnonzero(counts).tolist()})


def _simple(policy: int) -> TeamGames:
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


TEAM_LOOPS: dict[BotLike, TeamGames] = {  # of our own bots
    **{name: _simple(policy) for name, policy in POLICIES.items()},
    "careful": _careful,
}


def loop_of(who: BotLike) -> TeamGames | None:
    """What plays whole team games of this bot inside a kernel, if there is something."""
    return TEAM_LOOPS.get(who) or team_games_of(who)


@dataclass(frozen=True)
class Seated:
    """Any game and any mix of bots: one a seat, each with a seed of its own for each game."""

    setup: Setup
    bots: tuple[BotLike, ...]
    seed: int
    seconds: float | None = None
    steady: bool = False  # say of each game how lucky it was
    records: bool = False  # give the games themselves, too
    chunk = 1
    compiled = False

    @property
    def portable(self) -> bool:
        return all(is_portable(who) for who in self.bots)

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
                sentence = f"bot {bot_name(self.bots[wrong.seat])} {wrong} ({about})"
                raise BotFault(sentence, game.record(), trace_of(wrong)) from None
            assert game.result is not None
            tally += counted(game.result, turns)
            if self.records:
                tally += Tally(played=(PlayedGame(number, game.result, game.record()),))
            if self.steady:
                log = [move for _, move in game.log]
                luck = luck_of(self.setup, game.setup.deck, log, self.seed, number)
                tally += Tally(luck=((bool(game.result.won), luck),))
        return tally

    def _bots(self, number: int) -> list[Bot]:
        try:
            return [made(who, bot_seed(self.seed, number, seat)) for seat, who in enumerate(self.bots)]
        except ValueError as wrong:
            raise BotFault(str(wrong), trace=trace_of(wrong)) from None


def bot_seed(seed: int, number: int, seat: int) -> int:
    """The seed of one bot in one game."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {number} {seat}".encode(), digest_size=8).digest())
