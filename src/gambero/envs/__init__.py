"""Environments for learning: PettingZoo, Gymnasium (single and vectorised) and OpenSpiel.

Importing this package registers gambero/Classic-v0, Extreme-v0, Duel-v0 and Tension-v0 with Gymnasium if that is
installed. `import gambero.envs.openspiel` registers the games of OpenSpiel.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from gambero.envs.actions import number, text

if TYPE_CHECKING:
    from gambero.envs.ticks import parallel
    from gambero.envs.turns import aec

__all__ = ["aec", "number", "parallel", "text"]

# What needs PettingZoo is imported when it is first used.
_HOMES = {"aec": "gambero.envs.turns", "parallel": "gambero.envs.ticks"}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'gambero.envs' has no attribute {name!r}")
        try:
            return getattr(import_module(_HOMES[name]), name)
        except ModuleNotFoundError as missing:
            if missing.name and missing.name.startswith("gambero"):
                raise
            raise ModuleNotFoundError(
                f"gambero.envs.{name} needs {missing.name}: pip install 'gambero[envs]'", name=missing.name
            ) from missing


if find_spec("gymnasium"):
    from gambero.envs.register import register_all

    register_all()
