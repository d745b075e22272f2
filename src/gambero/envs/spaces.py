"""Observation and action spaces of a game."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

from gambero.arguments import quoted
from gambero.envs.actions import actions_of
from gambero.envs.board import Seen, fields_of
from gambero.envs.planes import planes
from gambero.envs.talking import TALK
from gambero.game import GameSpec

FORMS = ("compact", "planes")


@dataclass(frozen=True)
class Spaces:
    """What observations of a game look like, and which actions there are."""

    spec: GameSpec
    form: str = "compact"
    talk: bool = False

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise ValueError(f"form must be one of {', '.join(FORMS)}, not {quoted(self.form)}")
        if not isinstance(self.talk, bool):
            raise ValueError(f"talk must be True or False, not {quoted(self.talk)}")
        if self.talk and not self.spec.signals:
            raise ValueError(f"talk must be False for {self.spec.id}, which has no signals")

    @cached_property
    def actions(self) -> int:
        """How many actions there are."""
        return len(actions_of(self.spec)) + (len(TALK) if self.talk else 0)

    def action_space(self) -> "spaces.Discrete[Any]":
        return spaces.Discrete(self.actions)

    def observation_space(self) -> "spaces.Space[Any]":
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": self._box(), "action_mask": mask})

    def _box(self) -> spaces.Box:
        known = fields_of(self.spec)
        if self.form == "compact":
            return spaces.Box(np.zeros(known.size, np.uint8), known.highest(), dtype=np.uint8)
        shape = planes(self.spec.id, np.zeros(known.size, np.uint8)).shape
        return spaces.Box(0.0, 1.0, shape, np.float32)

    def shown(self, seen: Seen) -> Seen:
        """An observation in the form wanted."""
        if self.form == "compact":
            return seen
        return {**seen, "observation": planes(self.spec.id, seen["observation"])}
