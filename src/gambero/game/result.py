"""How a game ended."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Result:
    """Who won and why; `left` counts the cards not laid, by seat where everyone plays for themselves."""

    won: bool | None
    winners: tuple[int, ...]
    left: int | tuple[int, ...]
    reason: str
    rating: str | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "won": self.won,
            "winners": list(self.winners),
            "left": self.left if isinstance(self.left, int) else list(self.left),
            "reason": self.reason,
            "rating": self.rating,
        }
