"""Train a judge: rounds of its own games, each followed by a fit to the rows of the last rounds.

The first games are quick: the judge alone chooses, and hundreds are played in a second. Then expert searches.

All that a run needs to go on is kept beside its weights after every round. The same seed gives the same weights on the
same machine, whatever the number of workers.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from gambero.arguments import quoted
from gambero.bots.team.judge import BASE, CLASSIC, EXTREME, ON_FIRE, Net, as_vector
from gambero.bots.team.planners import packaged_judge_for
from gambero.game.setup import Setup, prepared
from gambero.lab.simulation.cluster import connection, spread_out
from gambero.lab.simulation.simulate import check_whole, worker_count
from gambero.lab.training.files import CHECKPOINT, check_out, check_same_course, write_provenance, write_whole
from gambero.lab.training.selfplay import TRACE, Rows, play_games

if TYPE_CHECKING:
    from gambero.lab.training.learner import Learner

HOW_TO_GET_IT = "training needs JAX and Optax: pip install 'gambero[train]'"
CHUNK, QUICK_CHUNK = 5, 100  # games a worker plays at a time
QUICK_ROUND = 2000  # quick games between two fits
KEPT = 500_000  # rows of the last rounds that are learned from
REUSE = 4  # how often a row is learned from, on average
QUICK_WORTH = 20  # quick games that take as long as a searched one
RESULT = 0.5  # how much the result counts in the target of a searched game

Progress = Callable[[int], None]
Say = Callable[[str], None]


@dataclass(frozen=True)
class Course:
    """What to train: a kind of game for some numbers of players, and how."""

    game: str = "classic"
    players: tuple[int, ...] = (1, 2, 3, 4, 5)
    games: int = 2000  # with a search
    quick: int = 20_000  # quick ones before them
    seed: int = 0
    round: int = 100  # searched games between two fits
    units: tuple[int, int] = (64, 32)  # of the hidden layers
    from_nothing: bool = False  # careful's order, not the packaged judges, plays the first round
    options: dict[str, Any] = field(default_factory=dict)

    def setups(self) -> list[Setup]:
        """The games played in turn; raises ValueError for what no team game takes."""
        check_whole("games", self.games, 0)
        check_whole("quick", self.quick, 0)
        check_whole("seed", self.seed, 0)
        if not self.players:
            raise ValueError("players must name a number at least")
        found = [prepared(self.game, players=count, seed=0, **self.options) for count in self.players]
        if any("professional" not in setup.options for setup in found):
            raise ValueError(f"game must be a team game, which has a judge to train, not {quoted(self.game)}")
        return found

    def as_json(self) -> dict[str, Any]:
        """The course as a checkpoint keeps it: tuples have become lists, as JSON has them."""
        found: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return found

    @property
    def all_games(self) -> int:
        return self.quick + self.games

    def done(self, games: int) -> float:
        """The share of the work that is done after so many games."""
        searched = max(games - self.quick, 0)
        return (games - searched + QUICK_WORTH * searched) / max(self.quick + QUICK_WORTH * self.games, 1)

    def inputs(self) -> int:
        """How many inputs the judge of these games has."""
        setup = self.setups()[0]
        return EXTREME if setup.commands else ON_FIRE if setup.options.get("on_fire") else CLASSIC


@dataclass(frozen=True)
class Trained:
    """How far a run came."""

    games: int
    hours: float
    curve: list[dict[str, float]]
    interrupted: bool = False


def train(
    course: Course,
    out: Path,
    *,
    resume: bool = False,
    workers: int | None = None,
    ray: str | None = None,
    command: str = "",
    progress: Progress | None = None,
    say: Say | None = None,
) -> Trained:
    """Play and learn until the course is done; `out` holds the judge after every round, its provenance beside it."""
    setups = course.setups()
    check_out(out, resume)
    threads = worker_count(workers)
    try:
        from gambero.lab.training.learner import BLOCK, Learner, new_net
    except ImportError:
        raise ValueError(HOW_TO_GET_IT) from None
    learner = Learner(new_net(course.inputs(), *course.units, course.seed))
    run = _Run(course, out, command, learner, BLOCK)
    if resume:
        run.load()
        if progress:
            progress(run.games)
    teachers = [no_opinion()] if course.from_nothing else [packaged(setup) for setup in setups]
    try:
        with nullcontext() if ray is None else connection(ray) as cluster:
            while run.games < course.all_games:
                began = perf_counter()
                quick = run.games < course.quick
                nets = [learner.player()] if run.games else teachers
                last = min(run.games + QUICK_ROUND, course.quick) if quick else run.games + course.round
                last = min(last, course.all_games)
                result = (TRACE if run.games else 1.0) if quick else RESULT
                shared = (setups, nets, course.inputs(), quick, result, course.seed)
                parts: list[Rows] = []
                for part in _played(shared, QUICK_CHUNK if quick else CHUNK, run.games, last, threads, cluster):
                    parts.append(part)
                    if progress:
                        progress(part.games)
                run.learn(parts, began)
                run.save()
                if say:
                    say(run.last_round())
    except KeyboardInterrupt:
        return Trained(run.saved, run.hours, run.curve, interrupted=True)
    return Trained(run.games, run.hours, run.curve)


def packaged(setup: Setup) -> Net:
    return packaged_judge_for(setup.commands, setup.options, setup.players)


def no_opinion() -> Net:
    """A judge that likes all ends alike: the order in which careful puts them stays."""
    sizes = ((BASE, 1), (1,), (1, 1), (1,), (1,), (1,))
    return Net(*(np.zeros(size, np.float32) for size in sizes))


def blind_to_unmet(net: Net, met: npt.NDArray[np.bool_]) -> Net:
    """The network without the weights of inputs it never met, which are still the random ones it began with.

    So a judge trained on extreme does not guess what a minimum of three means: it plays as if it were two.
    """
    return net._replace(layer_1=np.where(met[:, None], net.layer_1, np.float32(0)))


def _played(shared: tuple[Any, ...], chunk: int, first: int, last: int, threads: int, cluster: Any) -> Iterator[Rows]:
    """The rows of these games, in order."""
    chunks = [(at, min(at + chunk, last)) for at in range(first, last, chunk)]
    if cluster is not None:
        yield from spread_out(cluster, play_games, shared, chunks)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Rows]] = deque(pool.submit(partial(play_games, *shared), *chunk) for chunk in chunks)
        try:
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


class _Run:
    """The state of a run: the learner, the rows it learns from, and how it went."""

    def __init__(self, course: Course, out: Path, command: str, learner: "Learner", block: int) -> None:
        self.block = block  # rows the learner takes at a time
        self.course, self.out, self.command, self.learner = course, out, command, learner
        self.rows: list[tuple[npt.NDArray[np.float16], npt.NDArray[np.float32]]] = []
        self.games, self.seen, self.hours = 0, 0, 0.0
        self.saved = 0  # games that the files know of
        self.curve: list[dict[str, float]] = []
        self.met = np.zeros(course.inputs(), bool)  # inputs that were not always zero

    def learn(self, parts: Sequence[Rows], began: float) -> None:
        """Fit to the rows of the last rounds, drawn at random, as many times as the new ones allow."""
        inputs = np.concatenate([part.inputs for part in parts])
        targets = np.concatenate([part.targets for part in parts])
        self.rows.append((inputs, targets))
        self.met |= inputs.any(axis=0)
        while sum(len(targets) for _, targets in self.rows[1:]) > KEPT:
            self.rows.pop(0)
        all_inputs = np.concatenate([inputs for inputs, _ in self.rows])
        all_targets = np.concatenate([targets for _, targets in self.rows])
        games = sum(part.games for part in parts)
        chance = np.random.default_rng([self.course.seed, self.games])
        drawn = chance.integers(len(all_targets), size=-(-REUSE * len(targets) // self.block) * self.block)
        self.games += games
        self.seen += len(targets)
        loss = self.learner.fit(all_inputs[drawn], all_targets[drawn], self.course.done(self.games))
        self.hours += (perf_counter() - began) / 3600
        won = sum(part.wins for part in parts) / games
        self.curve.append(
            {"games": self.games, "won": round(won, 3), "loss": round(loss, 4), "hours": round(self.hours, 3)}
        )

    def last_round(self) -> str:
        now = self.curve[-1]
        done = f"{self.games:,} of {self.course.all_games:,} games"
        return f"{done}: {now['won']:.0%} of this round won, loss {now['loss']:.3f}, {60 * self.hours:.0f} min"

    def save(self) -> None:
        """Write checkpoint, weights and provenance."""
        kept: dict[str, Any] = {f"leaf_{i}": leaf for i, leaf in enumerate(self.learner.leaves())}
        kept["rows"] = np.array([len(targets) for _, targets in self.rows])
        kept["inputs"] = np.concatenate([inputs for inputs, _ in self.rows])
        kept["targets"] = np.concatenate([targets for _, targets in self.rows])
        kept["met"] = self.met
        about = {"course": asdict(self.course), "games": self.games, "seen": self.seen, "hours": self.hours}
        kept["about"] = np.array(json.dumps({**about, "curve": self.curve}))
        write_whole(self.out.with_suffix(CHECKPOINT), lambda file: np.savez(file, **kept))
        write_whole(self.out, lambda file: np.save(file, as_vector(blind_to_unmet(self.learner.player(), self.met))))
        searched = max(self.games - self.course.quick, 0)
        course = {**asdict(self.course), "games": searched, "quick": self.games - searched}
        about = {"command": self.command, **course, "inputs": self.course.inputs()}
        write_provenance(self.out, {**about, "rows": self.seen, "hours": round(self.hours, 2), "curve": self.curve})
        self.saved = self.games

    def load(self) -> None:
        """Go on from the checkpoint."""
        path = self.out.with_suffix(CHECKPOINT)
        try:
            with np.load(path, allow_pickle=False) as kept:
                about = json.loads(str(kept["about"]))
                ends = np.cumsum(kept["rows"])[:-1]
                self.rows = list(zip(np.split(kept["inputs"], ends), np.split(kept["targets"], ends), strict=True))
                self.met = kept["met"]
                leaves = [kept[f"leaf_{i}"] for i in range(len(self.learner.leaves()))]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as wrong:
            raise ValueError(f"{path} is no checkpoint of a judge: {wrong}") from None
        check_same_course(path, about["course"], self.course.as_json())
        self.learner.restore(leaves)
        self.games, self.seen, self.hours = about["games"], about["seen"], about["hours"]
        self.saved, self.curve = self.games, about["curve"]
