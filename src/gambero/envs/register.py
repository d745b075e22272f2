"""Registers the environments with Gymnasium: gambero/Classic-v0 and the others."""

import gymnasium

from gambero.game import GAMES

ENTRY_POINTS = {"team": "single:TeamEnv", "duel": "single:DuelEnv", "tension": "ticks:TensionEnv"}
VECTOR_ENTRY_POINTS = {"team": "vector:TeamVectorEnv", "duel": "vector:DuelVectorEnv", "tension": "vector:tension_loop"}


def environment_id(game: str) -> str:
    return f"gambero/{game.capitalize()}-v0"


def register_all() -> None:
    """Make `gymnasium.make` and `make_vec` know every game."""
    for spec in GAMES.values():
        if environment_id(spec.id) not in gymnasium.registry:
            gymnasium.register(
                environment_id(spec.id),
                entry_point=f"gambero.envs.{ENTRY_POINTS[spec.page]}",
                vector_entry_point=f"gambero.envs.{VECTOR_ENTRY_POINTS[spec.page]}",
                kwargs={"game": spec.id},
            )
