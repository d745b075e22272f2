"""The judge's network and how it learns."""

import numpy as np
import numpy.typing as npt
import pytest

import gambero
from gambero.bots.imagine import imagined
from gambero.bots.team.ends import list_ends
from gambero.bots.team.expert import make_study
from gambero.bots.team.judge import FIRST, INPUTS, SECOND, WEIGHTS, look_at, think
from gambero.bots.team.minds import card_set, weights
from gambero.game.setup import prepared
from gambero.lab.training.train import learn_from, trained

Floats = npt.NDArray[np.float32]


def layers() -> tuple[Floats, Floats]:
    return np.zeros(FIRST, np.float32), np.zeros(SECOND, np.float32)


def cross_entropy(x: Floats, net: Floats, target: float) -> float:
    value = think(x, net, *layers())
    return float(-(target * np.log(value) + (1 - target) * np.log(1 - value)))


def test_the_gradient_is_the_slope_of_the_error() -> None:
    chance = np.random.default_rng(1)
    net = (chance.standard_normal(WEIGHTS) * 0.2).astype(np.float32)
    x = chance.standard_normal(INPUTS).astype(np.float32)
    gradient = np.zeros(WEIGHTS, np.float32)
    learn_from(x, net, *layers(), 0.3, gradient)
    for i in chance.choice(WEIGHTS, 60, replace=False):
        up, down = net.copy(), net.copy()
        up[i] += 0.01
        down[i] -= 0.01
        slope = (cross_entropy(x, up, 0.3) - cross_entropy(x, down, 0.3)) / 0.02
        assert gradient[i] == pytest.approx(slope, abs=2e-3), i


def test_learning_brings_the_word_nearer_to_the_target() -> None:
    net = weights("classic-3").copy()
    x = np.random.default_rng(2).standard_normal(INPUTS).astype(np.float32)
    before = think(x, net, *layers())
    target = 0.9 if before < 0.5 else 0.1
    for _ in range(50):
        gradient = np.zeros(WEIGHTS, np.float32)
        learn_from(x, net, *layers(), target, gradient)
        net -= 0.01 * gradient
    assert abs(think(x, net, *layers()) - target) < abs(before - target)


def test_a_mirrored_table_looks_the_same_from_its_twin_piles() -> None:
    """Piles that go the same way are told apart by what they take, not by their letter."""
    study = make_study()
    seen = []
    for tops in ([30, 10, 90, 60], [10, 30, 60, 90]):
        view = {**gambero.new("classic", seed=1).view(0), "piles": tops}
        table = imagined(view)
        list_ends(table[0], 2, 5.0, study.near.ends, study.near.seen)
        look_at(table[0], study.near.ends[0], card_set(list(range(2, 100))), np.zeros(4, np.int64), study.x)
        seen.append(study.x.copy())
    assert np.array_equal(seen[0], seen[1])


@pytest.mark.parametrize("kind", ["classic", "extreme"])
def test_training_runs_and_changes_the_network(kind: str) -> None:
    setup = prepared(kind, players=2, seed=1)
    start = weights("classic-2")
    net = trained(setup, start.copy(), games=2)
    assert np.isfinite(net).all()
    assert not np.array_equal(net, start)


def test_every_number_of_players_has_its_network() -> None:
    assert {weights(f"classic-{players}").shape for players in range(1, 6)} == {(WEIGHTS,)}
