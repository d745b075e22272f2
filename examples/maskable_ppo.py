"""Learns classic alone by MaskablePPO from sb3-contrib, on single environments.

    pip install 'gambero[envs]' sb3-contrib
    python examples/maskable_ppo.py --steps 200000

sb3-contrib brings PyTorch along. It asks the environment for its masks by `action_masks()`. The observation goes to
the network as planes, without the mask, which it gets from that method.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np

import gambero.envs


class Unmasked(gymnasium.ObservationWrapper[Any, int, Any]):
    """Only the observation; the mask is asked for by `action_masks`."""

    def __init__(self, env: gymnasium.Env[Any, int]) -> None:
        super().__init__(env)
        assert isinstance(env.observation_space, gymnasium.spaces.Dict)
        self.observation_space = env.observation_space["observation"]

    def observation(self, observation: Any) -> Any:
        return observation["observation"]

    def action_masks(self) -> Any:
        return self.get_wrapper_attr("action_masks_of_table")()


class Table(gymnasium.Wrapper[Any, int, Any, int]):
    """Hands the masks of the table through Gymnasium's wrappers."""

    def action_masks_of_table(self) -> Any:
        return self.env.unwrapped.action_masks()  # type: ignore[attr-defined]


def make() -> gymnasium.Env[Any, int]:
    """One table; the planes are flattened for a network of dense layers."""
    table = Table(gymnasium.make("gambero/Classic-v0", players=1, reward="cards", form="planes"))
    return gymnasium.wrappers.FlattenObservation(Unmasked(table))


def main() -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    about = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    about.add_argument("--steps", type=int, default=200_000, help="steps to learn from")
    about.add_argument("--games", type=int, default=100, help="games of the evaluation")
    about.add_argument("--seed", type=int, default=1)
    asked = about.parse_args()
    env = make()
    model = MaskablePPO("MlpPolicy", env, seed=asked.seed, verbose=1, n_steps=min(2048, asked.steps))
    model.learn(asked.steps)
    mean, spread = evaluate_policy(model, env, n_eval_episodes=asked.games)
    print(f"cards laid: {98 * mean:.1f} ± {98 * spread / np.sqrt(asked.games):.1f} of 98")
    assert gambero.envs.__all__  # importing it registers the environments


if __name__ == "__main__":
    main()
