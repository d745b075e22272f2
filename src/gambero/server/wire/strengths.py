"""How bots are offered to people, as types."""

from typing import Literal

Level = Literal["easy", "good", "expert"]
Speed = Literal["slow", "normal", "fast"]
