"""Tune careful's weights by simulation: `python -m gambero.lab.training.tune SECONDS OUT.npy` (extra `train`).

CMA-ES on the mean of exp(−left / 8) over teams of three and five, every candidate on the same deals.
"""

import sys
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.bots.team.careful import Room, make_room
from gambero.bots.team.minds import weights
from gambero.bots.team.weigh import AHEAD, FEATURES, OPEN_FIRE, RANGE, REACH
from gambero.lab.kernels.careful_games import careful_games
from gambero.rules import team

TEAMS = (3, 5)
GAMES = 300  # of each team, for a candidate
FADE = 8.0
FARTHEST = 8.0  # a longer reach only lists more ends
STREAM = 2**40  # deals far from those that anybody measures on

Weights = npt.NDArray[np.float64]


def fitness(candidate: Weights, generation: int, room: Room) -> float:
    """How well careful does with these weights, on the deals of this generation."""
    by_left = np.zeros(team.CARDS + 1)
    for players in TEAMS:
        tally = np.zeros((6, team.CARDS + 1), np.int64)
        first = STREAM + generation * GAMES
        careful_games(
            np.zeros(1, team.TEAM),
            np.zeros(team.CARDS, np.uint8),
            np.zeros(4, np.uint64),
            np.uint64(players),
            first,
            first + GAMES,
            np.array([players, 0, 0, 0], np.int64),
            np.zeros(team.NUMBERS, np.uint8),
            candidate,
            room,
            tally,
            np.zeros_like(tally),
        )
        by_left += tally.sum(axis=0)
    return float(by_left @ np.exp(-np.arange(len(by_left)) / FADE) / by_left.sum())


def tuned(start: Weights, seconds: float) -> Weights:
    """Better weights, after so many seconds; what lies open for others (fire, commands) is left as it is."""
    import cma

    scale = np.full(OPEN_FIRE, 0.5)
    scale[[RANGE, AHEAD, FEATURES + RANGE, FEATURES + AHEAD]] = 1.0
    scale[2 * FEATURES :] = 1.0
    room = make_room()

    def whole(point: Any) -> Weights:
        candidate = start.copy()
        candidate[:OPEN_FIRE] += scale * point
        candidate[REACH] = min(candidate[REACH], FARTHEST)
        return candidate

    search = cma.CMAEvolutionStrategy(np.zeros(OPEN_FIRE), 0.25, {"popsize": 14, "seed": 1, "verbose": -9})
    began, generation = perf_counter(), 0
    while perf_counter() - began < seconds:
        points = search.ask()
        scores = [fitness(whole(point), generation, room) for point in points]
        search.tell(points, [-score for score in scores])
        generation += 1
        print(f"generation {generation}: mean {np.mean(scores):.4f}, {perf_counter() - began:.0f} s", flush=True)
    return whole(search.result.xfavorite)


if __name__ == "__main__":
    np.save(sys.argv[2], tuned(weights("careful"), float(sys.argv[1])))
