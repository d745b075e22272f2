"""The environments pass the test suites of the libraries they are made for."""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import gambero.envs.openspiel
from gambero.envs import aec, parallel

# PettingZoo knows by name which of its own environments have masks in the observation, and warns of all others.
IN_A_DICT = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium.spaces.box"),
]
TURNS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"players": 1}),
    ("classic", {"players": 3, "on_fire": True, "professional": True}),
    ("classic", {"players": 2, "form": "planes", "reward": "cards"}),
    ("extreme", {"players": 3, "talk": True}),
    ("extreme", {"players": 5, "commands": "shuffled", "short_hands": True}),
    ("duel", {"last_card_wins": True}),
]
SINGLE: list[tuple[str, dict[str, Any]]] = [
    ("gambero/Classic-v0", {}),
    ("gambero/Classic-v0", {"players": 3, "mates": "careful", "form": "planes", "reward": "cards"}),
    ("gambero/Extreme-v0", {"players": 2, "mates": ["greedy"], "talk": True}),
    ("gambero/Duel-v0", {"rival": "greedy"}),
    ("gambero/Tension-v0", {"players": 3}),
]


def label(value: Any) -> str:
    return "-".join(f"{key}={one}" for key, one in value.items()) if isinstance(value, dict) else str(value)


@pytest.mark.parametrize(("game", "options"), TURNS, ids=label)
class TestPettingZoo:
    pytestmark = IN_A_DICT

    def test_api(self, game: str, options: dict[str, Any]) -> None:
        api_test(aec(game, **options), num_cycles=200)

    def test_seeds(self, game: str, options: dict[str, Any]) -> None:
        seed_test(partial(aec, game, **options), num_cycles=100)

    def test_render(self, game: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
        render_test(partial(aec, game, **options))
        assert "piles" in capsys.readouterr().out


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, "tick": 0.2, "form": "planes"}], ids=label)
def test_parallel(options: dict[str, Any]) -> None:
    parallel_api_test(parallel("tension", **options), num_cycles=150)
    parallel_seed_test(partial(parallel, "tension", **options), num_cycles=100)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_tension_is_drawn(mode: str) -> None:
    env = parallel("tension", players=2, render_mode=mode)
    env.reset(seed=1)
    drawn = env.render()
    assert isinstance(drawn, str) if mode == "ansi" else drawn.shape[2] == 3
    assert mode == "ansi" or (drawn.dtype == np.uint8 and drawn.std() > 0)


@pytest.mark.parametrize(("name", "options"), SINGLE, ids=label)
def test_gymnasium(name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(name, **options)
    check_env(env.unwrapped)
    capsys.readouterr()  # "human" prints


def test_gymnasium_finds_them_by_their_module() -> None:
    env = gymnasium.make("gambero.envs:gambero/Classic-v0", players=1)
    assert env.reset(seed=1)[1]["action_mask"].any()


@pytest.mark.parametrize(
    "name",
    [
        "gambero_classic(players=3)",
        "gambero_classic(players=1,on_fire=True,professional=True)",
        "gambero_extreme(players=2,commands=shuffled,short_hands=True)",
        "gambero_duel(last_card_wins=True)",
    ],
)
@pytest.mark.parametrize("serialize", [False, True])
def test_openspiel(name: str, serialize: bool, capfd: pytest.CaptureFixture[str]) -> None:
    gambero.envs.openspiel.register_all()
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=serialize, verbose=False)
    capfd.readouterr()
