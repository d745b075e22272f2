"""The analysis of a finished game as jobs of some tenths of a second, so that others' questions come in between."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from time import perf_counter

import orjson

from gambero.game import GAMES
from gambero.game.replay import replay
from gambero.server.refusal import Refused
from gambero.study.analyse import program, steps
from gambero.study.analysis import Analysis, TurnReview
from gambero.study.pace import Pace
from gambero.study.turns import taken

JOB = 0.25  # seconds after which a job ends, once its present step is done
BITS = 31  # of the column in which versions are stored


def version(program: str, weights: Iterable[tuple[str, bytes]]) -> int:
    """A number that changes if the program or a file of weights changes."""
    digest = sha256(program.encode())
    for name, data in sorted(weights):
        digest.update(sha256(name.encode()).digest() + sha256(data).digest())
    return int.from_bytes(digest.digest()[:4]) >> (32 - BITS)


def packaged_weights() -> Iterator[tuple[str, bytes]]:
    for file in (files("gambero.bots.team") / "weights").iterdir():
        yield file.name, file.read_bytes()


# Of stored analyses: one made by another program, or with other weights, is computed again.
VERSION = version(program(), packaged_weights())


@dataclass(frozen=True)
class Begun:
    """An analysis that has begun: how many turns the game has, and what is left to do."""

    turns: int
    left: Iterator[TurnReview | Analysis | Pace | None]


@dataclass(frozen=True)
class Step:
    """What one job has found: reviews of the next turns as JSON, and the whole analysis when it is done."""

    turns: list[bytes]
    analysis: bytes | None


def begin(record: str) -> Begun:
    """Start the analysis of a record. Raises Refused if such a game cannot be analysed."""
    game = replay(record)
    turns = GAMES[game.game].turns
    if not turns and not (game.story and game.story.times):
        raise Refused("game_id", "no_times")
    found = steps(game)

    def all_of_it() -> Iterator[TurnReview | Analysis | Pace | None]:
        yield (yield from found)

    return Begun(len(taken(game)) if turns else 0, all_of_it())


def advance(begun: Begun) -> Step:
    """Go on for JOB seconds; called again, by one thread at a time, until the analysis is done."""
    until = perf_counter() + JOB
    turns: list[bytes] = []
    for found in begun.left:
        if isinstance(found, Analysis | Pace):
            return Step(turns, orjson.dumps(found.as_json()))
        if found:
            turns.append(orjson.dumps(found.as_json()))
        if perf_counter() > until:
            break
    return Step(turns, None)
