"""Tune careful's weights for a game: CMA-ES on the mean of exp(−left / 8), every candidate on the same deals."""

import json
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from gambero.bots.team.careful import make_buffers
from gambero.bots.team.planners import careful_weights
from gambero.bots.team.weigh import (
    AHEAD,
    FEATURES,
    HELD_FIRE,
    HELD_FIRE_GROWTH,
    OPEN_FIRE,
    OPEN_FIRE_GROWTH,
    RANGE,
    REACH,
    WEIGHTS,
)
from gambero.game.setup import Setup
from gambero.lab.kernels.careful_games import play_careful
from gambero.lab.simulation.simulate import worker_count
from gambero.lab.training.files import CHECKPOINT, check_out, check_same_course, write_provenance, write_whole
from gambero.lab.training.train import Course, Progress, Say, Trained
from gambero.rules import team

GAMES = 120  # of each setup, for a candidate
CANDIDATES = 16  # of a generation
SPREAD = 0.25
FADE = 8.0
FARTHEST = 8.0  # a longer reach only lists more ends
STREAM = 2**40  # deals far from those that anybody measures on

Weights = npt.NDArray[np.float64]


def tune(
    course: Course,
    out: Path,
    *,
    resume: bool = False,
    workers: int | None = None,
    command: str = "",
    progress: Progress | None = None,
    say: Say | None = None,
) -> Trained:
    """Tune careful's weights for a course's games; `out` holds the best after every generation, provenance beside it.

    A resumed run starts a new search from the weights it had reached.
    """
    setups = course.setups()
    check_out(out, resume)
    threads = worker_count(workers)
    if find_spec("cma") is None:
        raise ValueError("tuning needs cma: pip install 'gambero[train]'")
    start = careful_weights(setups[0].commands, setups[0].options)
    games, hours, curve = 0, 0.0, []
    asked = course.as_json()
    if resume:
        with np.load(out.with_suffix(CHECKPOINT), allow_pickle=False) as kept:
            about = json.loads(str(kept["about"]))
        check_same_course(out.with_suffix(CHECKPOINT), about["course"], asked)
        start, games, hours, curve = np.load(out), about["games"], about["hours"], about["curve"]
        if progress:
            progress(games)
    began = perf_counter()
    try:
        for found in generations(setups, start, course.seed + games, threads):
            games += found.games
            now = hours + (perf_counter() - began) / 3600
            curve.append({"games": games, "score": round(found.score, 4), "hours": round(now, 3)})
            about = {"course": asked, "games": games, "hours": now, "curve": curve}
            write_whole(out, partial(_save, found.weights))
            write_whole(out.with_suffix(CHECKPOINT), partial(_save_about, json.dumps(about)))
            of_run = {"command": command, **asked, "games": games, "hours": round(now, 2), "curve": curve}
            write_provenance(out, of_run)
            if progress:
                progress(found.games)
            if say:
                say(f"{games:,} of {course.games:,} games: score {found.score:.4f}, {60 * now:.0f} min")
            if games >= course.games:
                return Trained(games, now, curve)
    except KeyboardInterrupt:
        pass
    return Trained(games, hours, curve, interrupted=True)


def _save(weights: Weights, file: BinaryIO) -> None:
    np.save(file, weights)


def _save_about(text: str, file: BinaryIO) -> None:
    np.savez(file, about=np.array(text))


@dataclass(frozen=True)
class Generation:
    """What one round of the search found."""

    games: int  # played in it
    score: float  # mean of its candidates
    weights: Weights  # the mean of the distribution searched: the best guess so far


def fitness(candidate: Weights, setups: Sequence[Setup], seed: int, first: int) -> float:
    """The mean of exp(−left / FADE) over the same deals of each setup, with these weights at all seats."""
    by_left = np.zeros(team.CARDS + 1)
    buffers = make_buffers()
    for setup in setups:
        tally = np.zeros((6, team.CARDS + 1), np.int64)
        play_careful(setup, seed, (first, first + GAMES), candidate, buffers, tally, np.zeros_like(tally))
        by_left += tally.sum(axis=0)
    return float(by_left @ np.exp(-np.arange(len(by_left)) / FADE) / by_left.sum())


def generations(setups: Sequence[Setup], start: Weights, seed: int, workers: int) -> Iterator[Generation]:
    """Generations without end, each from the last; the same seed gives the same ones, whatever the number of workers.

    Weights of rules that no setup has are left as they are: they would only drift.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is nothing to plot with
        import cma

    tuned = np.array([i for i in range(WEIGHTS) if i < OPEN_FIRE or _matters(i, setups)])
    scale = np.full(WEIGHTS, 0.5)
    scale[[RANGE, AHEAD, FEATURES + RANGE, FEATURES + AHEAD]] = 1.0
    scale[2 * FEATURES :] = 1.0

    def candidate_at(point: Any) -> Weights:
        candidate = start.copy()
        candidate[tuned] += scale[tuned] * point
        candidate[REACH] = min(candidate[REACH], FARTHEST)
        return candidate

    options = {"popsize": CANDIDATES, "seed": seed + 1, "verbose": -9}  # cma takes 0 for a seed of its own
    search = cma.CMAEvolutionStrategy(np.zeros(len(tuned)), SPREAD, options)
    with ThreadPoolExecutor(workers) as pool:
        for number in range(2**31):
            points = search.ask()
            first = STREAM + number * GAMES
            scores = list(pool.map(lambda point, at=first: fitness(candidate_at(point), setups, seed, at), points))
            search.tell(points, [-score for score in scores])
            games = CANDIDATES * GAMES * len(setups)
            yield Generation(games, float(np.mean(scores)), candidate_at(search.result.xfavorite))


def _matters(weight: int, setups: Sequence[Setup]) -> bool:
    """Whether a weight of fire or commands can make a difference in one of the setups."""
    if weight in (OPEN_FIRE, OPEN_FIRE_GROWTH, HELD_FIRE, HELD_FIRE_GROWTH):
        return any(setup.options.get("on_fire") for setup in setups)
    return any(setup.commands for setup in setups)
