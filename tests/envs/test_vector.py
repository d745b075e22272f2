"""Many tables in one kernel play what as many single environments play, one after another."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

import gambero
import gambero.envs

CASES: list[tuple[str, dict[str, Any]]] = [
    ("gambero/Classic-v0", {}),
    ("gambero/Classic-v0", {"on_fire": True, "professional": True, "reward": "cards"}),
    ("gambero/Classic-v0", {"players": 3, "mates": "careful"}),
    ("gambero/Classic-v0", {"players": 5, "mates": "greedy", "short_hands": True}),
    ("gambero/Extreme-v0", {"players": 3, "mates": "careful", "form": "planes"}),
    ("gambero/Extreme-v0", {"players": 1, "commands": "shuffled"}),
    ("gambero/Duel-v0", {"rival": "greedy"}),
    ("gambero/Duel-v0", {"rival": "careful", "last_card_wins": True}),
]
MODES = list(AutoresetMode)


def label(value: Any) -> str:
    return "-".join(f"{key}={one}" for key, one in value.items()) if isinstance(value, dict) else str(value)


def make(name: str, tables: int, options: dict[str, Any], **more: Any) -> VectorEnv[Any, Any, Any]:
    return gymnasium.make_vec(name, num_envs=tables, vectorization_mode="vector_entry_point", **options, **more)


def same(one: Any, other: Any) -> bool:
    """The same data, whatever it is nested in."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return all(same(left, right) for left, right in zip(one, other, strict=True))
    if isinstance(one, np.ndarray):
        return one.shape == other.shape and one.dtype.kind == other.dtype.kind and bool((one == other).all())
    return bool(one == other)


def chosen(masks: Any, chance: np.random.Generator) -> Any:
    """Mostly the middle of what is allowed, at times something else; rarely what is forbidden."""
    acts = []
    for mask in masks:
        allowed = np.flatnonzero(mask)
        forbidden = chance.random() < 0.01 or not len(allowed)
        acts.append(int(chance.integers(len(mask))) if forbidden else int(chance.choice(allowed)))
    return np.array(acts)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize(("name", "options"), CASES, ids=label)
def test_one_kernel_and_single_environments_agree(name: str, options: dict[str, Any], mode: AutoresetMode) -> None:
    tables = 3
    fast = make(name, tables, options, autoreset_mode=mode)
    slow = gymnasium.make_vec(
        name, num_envs=tables, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **options
    )
    chance = np.random.default_rng(len(name))
    seen, info = fast.reset(seed=5)
    assert same((seen, info)[0], slow.reset(seed=5)[0])
    episodes = 0
    for _ in range(60):
        acts = chosen(seen["action_mask"], chance)
        seen, rewards, terminated, truncated, info = fast.step(acts)
        expected = slow.step(acts)
        for mine, theirs in zip((seen, rewards, terminated, truncated, info), expected, strict=True):
            assert same(mine, theirs)
        episodes += int(terminated.sum())
        if mode == AutoresetMode.DISABLED and terminated.any():
            seen, info = fast.reset(options={"reset_mask": terminated})
            assert same(seen, slow.reset(options={"reset_mask": terminated})[0])
    assert episodes > 0


def test_a_table_deals_what_new_deals_with_its_seed() -> None:
    env = make("gambero/Classic-v0", 3, {})
    seen, _ = env.reset(seed=7)
    for table in range(3):
        hand = 2 + np.flatnonzero(seen["observation"][table, :98] == 1)
        assert hand.tolist() == gambero.new("classic", seed=7 + table).hand(0)


def test_any_number_of_threads_plays_the_same() -> None:
    envs = [make("gambero/Extreme-v0", 5, {"players": 2}, threads=threads) for threads in (1, 2)]
    seen, _ = envs[0].reset(seed=1)
    assert same(seen, envs[1].reset(seed=1)[0])
    chance = np.random.default_rng(1)
    for _ in range(80):
        acts = chosen(seen["action_mask"], chance)
        seen, *rest = envs[0].step(acts)
        assert same((seen, *rest)[0], envs[1].step(acts)[0])
    for env in envs:
        env.close()


def test_random_mates_repeat_with_the_seed() -> None:
    def play() -> list[bytes]:
        env = make("gambero/Classic-v0", 4, {"players": 3, "mates": "random"})
        seen, _ = env.reset(seed=3)
        kept = []
        for _ in range(40):
            seen, *_ = env.step(seen["action_mask"].argmax(axis=1))
            kept.append(seen["observation"].tobytes())
        return kept

    assert play() == play()


def test_what_is_returned_is_kept_unless_copies_are_not_wanted() -> None:
    for copy in (True, False):
        env = make("gambero/Classic-v0", 2, {}, copy=copy)
        first, _ = env.reset(seed=1)
        before = first["observation"].copy()
        env.step(first["action_mask"].argmax(axis=1))
        assert (first["observation"] == before).all() == copy


def test_masks_come_three_ways() -> None:
    env: Any = make("gambero/Duel-v0", 3, {})
    seen, info = env.reset(seed=1)
    assert (seen["action_mask"] == info["action_mask"]).all()
    assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
    assert env.single_observation_space["observation"].contains(seen["observation"][0])
    assert env.observation_space.contains(seen)


def test_tension_has_a_vectorised_form_too() -> None:
    env = make("gambero/Tension-v0", 2, {"players": 2, "rival": "greedy"})
    seen, _ = env.reset(seed=1)
    for _ in range(5):
        seen, *_ = env.step(seen["action_mask"].argmax(axis=1))
    assert env.observation_space.contains(seen)


def test_signals_are_for_single_tables() -> None:
    with pytest.raises(ValueError, match=r'talk must be False .* vectorization_mode="sync"'):
        make("gambero/Classic-v0", 2, {"players": 2, "talk": True})
    make("gambero/Classic-v0", 2, {"players": 2, "talk": False})
    sync = gymnasium.make_vec("gambero/Classic-v0", num_envs=2, vectorization_mode="sync", players=2, talk=True)
    seen, _ = sync.reset(seed=1)
    assert seen["action_mask"].shape == (2, 421)


@pytest.mark.parametrize("name", ["threads", "copy", "talk"])
def test_tension_refuses_what_only_kernels_have(name: str) -> None:
    with pytest.raises(ValueError, match=f"tension has no {name}: its tables are played one after another"):
        make("gambero/Tension-v0", 2, {"players": 2, name: 1})


@pytest.mark.parametrize("name", ["Classic", "Duel", "Tension"])
def test_there_is_at_least_one_table(name: str) -> None:
    with pytest.raises(ValueError, match="num_envs must be a whole number from 1, not 0"):
        make(f"gambero/{name}-v0", 0, {})


def test_misuse_is_told() -> None:
    with pytest.raises(ValueError, match=r'mates must be one of random, greedy, careful .* vectorization_mode="sync"'):
        make("gambero/Classic-v0", 2, {"mates": "expert"})
    with pytest.raises(ValueError, match="threads must be"):
        make("gambero/Classic-v0", 2, {}, threads=3)
    env = make("gambero/Classic-v0", 2, {}, autoreset_mode="Disabled")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(2, int))
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions must be 2 numbers"):
        env.step(np.zeros(3, int))
    env.step(np.full(2, 397))
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(2, int))
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": [True, False]})
    with pytest.raises(ValueError, match="seed must be"):
        env.reset(seed=[1, 2, 3])  # type: ignore[arg-type]
