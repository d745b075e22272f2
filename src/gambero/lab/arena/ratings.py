"""Ratings from who beat whom: Bradley and Terry's model, fitted by maximum likelihood, on the scale of Elo."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from gambero.lab.simulation.tally import Z

MIDDLE = 1500.0  # the mean of all ratings where the anchor does not play; only differences mean something
ANCHOR, AT = "greedy", 1000.0  # a bot that never changes has this rating, so that ratings of two runs can be compared
SCALE = 400 / np.log(10)  # 400 points more: ten times the chance of the other
HALF_A_WIN = 0.5  # given to both sides of every pair that met, so that a clean sweep has a finite rating
ROUNDS, CLOSE_ENOUGH = 100, 1e-10

Wins = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """A bot's rating with its 95% interval, and what it came from; a shared win is half a one."""

    bot: str
    rating: float
    interval: tuple[float, float]
    games: int
    wins: float
    against: dict[str, float] = field(default_factory=dict)  # the share won against each other bot that it met


def rated(bots: list[str], wins: Wins) -> list[Rating]:
    """Best first; `wins[i, j]` is how often bot i beat bot j. Intervals are of the distance from the anchor."""
    met = wins + wins.T
    with_prior = wins + HALF_A_WIN * (met > 0)
    strengths, information = _fitted(with_prior)
    # Strengths are known up to a constant. The pseudo-inverse of the information gives their covariance.
    spread = np.linalg.pinv(information)
    middle, variances = MIDDLE, np.diag(spread)
    if ANCHOR in bots:
        at = bots.index(ANCHOR)
        middle, strengths = AT, strengths - strengths[at]
        variances = variances + spread[at, at] - 2 * spread[at]
    errors = np.sqrt(np.maximum(variances, 0.0))
    found = [
        Rating(
            name,
            float(middle + SCALE * strengths[i]),
            (
                float(middle + SCALE * (strengths[i] - Z * errors[i])),
                float(middle + SCALE * (strengths[i] + Z * errors[i])),
            ),
            round(met[i].sum()),
            float(wins[i].sum()),
            {bots[j]: float(wins[i, j] / met[i, j]) for j in range(len(bots)) if met[i, j]},
        )
        for i, name in enumerate(bots)
    ]
    return sorted(found, key=lambda one: -one.rating)


def _fitted(wins: Wins) -> tuple[npt.NDArray[np.float64], Wins]:
    """Log strengths with mean 0, by Newton's method, and the information at the maximum."""
    met = wins + wins.T
    strengths = np.zeros(len(wins))
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        spread = met * chance * (1 - chance)
        information = np.diag(spread.sum(axis=1)) - spread
        step = np.linalg.pinv(information) @ (wins - met * chance).sum(axis=1)
        strengths = strengths + np.clip(step, -1, 1)  # a long step from a flat place would overshoot
        strengths -= strengths.mean()
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    return strengths, information
