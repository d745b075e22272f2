"""Win rates without the luck of the draws: right on average, and worth more games."""

import numpy as np
import pytest

import gambero
from gambero.game.setup import prepared
from gambero.lab.simulation.runners import runner_for
from gambero.lab.simulation.steady import steadied


def test_luck_is_zero_on_average_and_correlates_with_winning() -> None:
    setup = prepared("classic", players=1, seed=0)
    tally = runner_for(setup, ["careful"], 5, steady=True).play(0, 120)
    won, luck = (np.array(part, float) for part in zip(*tally.luck, strict=True))
    assert abs(luck.mean()) < 3.5 * luck.std() / np.sqrt(len(luck))
    assert np.corrcoef(won, luck)[0, 1] > 0.5
    assert won.sum() == tally.wins[0]


def test_the_rate_is_right_on_average() -> None:
    """Also with few games, whose coefficient is estimated badly."""
    chance = np.random.default_rng(1)
    rates = []
    for _ in range(4_000):
        luck = chance.normal(0, 0.3, 12)
        won = chance.random(12) < np.clip(0.3 + luck + 0.2 * (luck > 0.3), 0, 1)
        rates.append(steadied(won.tolist(), luck.tolist()).win_rate)
    luck = chance.normal(0, 0.3, 2_000_000)
    true = np.clip(0.3 + luck + 0.2 * (luck > 0.3), 0, 1).mean()
    assert np.mean(rates) == pytest.approx(true, abs=3.5 * np.std(rates) / np.sqrt(len(rates)))


def test_about_95_of_100_intervals_hold_the_truth_and_are_narrower() -> None:
    chance = np.random.default_rng(2)
    held, worth = 0, []
    for _ in range(300):
        luck = chance.uniform(-0.45, 0.45, 400)
        won = chance.random(400) < 0.5 + np.sign(luck) * 0.45
        found = steadied(won.tolist(), luck.tolist())
        held += found.interval[0] <= 0.5 <= found.interval[1]
        worth.append(found.worth)
    assert 0.91 < held / 300 < 0.985
    assert np.mean(worth) > 2


def test_a_simulation_tells_it_where_asked() -> None:
    found = gambero.simulate("extreme", players=2, bot="careful", games=6, seed=1, workers=1, steady=True)
    plain = gambero.simulate("extreme", players=2, bot="careful", games=6, seed=1, workers=1)
    assert found.steadied is not None
    assert plain.steadied is None
    assert (found.wins, found.histogram) == (plain.wins, plain.histogram)
    with pytest.raises(ValueError, match="steady is for team games"):
        gambero.simulate("duel", bot="greedy", games=1, steady=True)
