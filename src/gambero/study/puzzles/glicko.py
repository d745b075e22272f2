"""Glicko-2: ratings with a deviation and a volatility, as Mark Glickman's paper of 2013 has it, step by step."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
TAU = 0.5  # how fast volatility may change
PRECISE = 1e-6
MOST_DEVIATION, LEAST_DEVIATION = 350.0, 45.0


@dataclass(frozen=True)
class Rating:
    """How strong somebody is, or how hard a puzzle: a rating, and how far off it may be."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


def updated(own: Rating, results: Sequence[tuple[Rating, float]], tau: float = TAU) -> Rating:
    """The rating after some results against others, 1 for a win and 0 for a loss, all of one period."""
    mu, phi = (own.rating - 1500) / SCALE, own.deviation / SCALE
    if not results:  # step 6: only time has passed
        return Rating(own.rating, min(SCALE * sqrt(phi**2 + own.volatility**2), MOST_DEVIATION), own.volatility)
    variance = gained = 0.0
    for other, score in results:  # steps 3 and 4
        g = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - (other.rating - 1500) / SCALE)))
        variance += g**2 * expected * (1 - expected)
        gained += g * (score - expected)
    variance = 1 / variance
    volatility = _volatility(own.volatility, phi, variance, variance * gained, tau)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)  # steps 6 and 7
    return Rating(SCALE * (mu + phi**2 * gained) + 1500, SCALE * phi, volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the root of f by the Illinois algorithm."""
    a = log(sigma**2)

    def f(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * tau) < 0:
            steps += 1
        high = a - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def played(person: Rating, puzzle: Rating, right: bool) -> tuple[Rating, Rating]:
    """Both ratings after a puzzle was tried. Deviations have a lower bound, so that ratings can still change."""
    score = 1.0 if right else 0.0
    after = updated(person, [(puzzle, score)]), updated(puzzle, [(person, 1 - score)])
    return _unsure(after[0]), _unsure(after[1])


def _unsure(one: Rating) -> Rating:
    return Rating(one.rating, max(one.deviation, LEAST_DEVIATION), one.volatility)
