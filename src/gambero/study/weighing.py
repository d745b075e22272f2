"""The result of weighing one turn: the best plan found and the plan that was played, in the same worlds."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]  # [world, plan]: what each plan was worth in each world


@dataclass(frozen=True)
class Weighed:
    """One turn, as its mover could see it."""

    best: tuple[str, ...]
    chance: float  # of the best plan
    played: float
    noise: float  # standard error of their difference
    gap: float  # between the two best plans
    forced: bool


@dataclass(frozen=True)
class Budget:
    """How long to look at a turn: so many worlds, or so many seconds."""

    worlds: int
    seconds: float | None = None


def weigh(
    values: Values, best: tuple[str, ...], moves: tuple[str, ...], *, same: bool, forced: bool, hopeless: bool
) -> Weighed:
    """Compare the plans of a turn by their values; columns are best, then played unless it is the `same`, then others.

    If what was played did better than the plan thought best, it counts as the best, and its error is 0.
    `hopeless` means that the game was lost within the turn as it was played.
    """
    means = values.mean(0)
    if same:
        return Weighed(moves, float(means[0]), float(means[0]), 0.0, _gap(means), forced)
    if hopeless:
        noise = float(values[:, 0].std(ddof=1) / len(values) ** 0.5)
        return Weighed(best, float(means[0]), 0.0, noise, _gap(means), forced)
    if means[1] >= means[0]:
        return Weighed(moves, float(means[1]), float(means[1]), 0.0, _gap(means), forced)
    differences = values[:, 0] - values[:, 1]
    noise = float(differences.std(ddof=1) / len(values) ** 0.5)
    return Weighed(best, float(means[0]), float(means[1]), noise, _gap(means), forced)


def _gap(means: Values) -> float:
    if len(means) < 2:
        return 0.0
    first, second = np.sort(means)[::-1][:2]
    return float(first - second)
