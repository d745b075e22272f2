"""What can go wrong: refusals as data, and the exceptions that carry them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Refusal:
    """Why a move is refused, as data: `gambero.game.refusals.REASONS` lists every reason.

    `reason` is a stable word, `clause` the id of the rule ("" where no rule is meant), `values` plain JSON data that a
    sentence about it needs: card, pile, top, seat, ….
    """

    reason: str
    clause: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


class IllegalMove(ValueError):
    """A move the rules forbid now; the game is unchanged.

    `reason`, `clause` and `values` are those of the refusal. The English text is made when somebody asks for it.
    """

    def __init__(self, refusal: Refusal, sentence: Callable[[Refusal], str]) -> None:
        super().__init__(refusal, sentence)
        self.refusal = refusal
        self._sentence = sentence

    @property
    def reason(self) -> str:
        return self.refusal.reason

    @property
    def clause(self) -> str:
        return self.refusal.clause

    @property
    def values(self) -> Mapping[str, Any]:
        return self.refusal.values

    def __str__(self) -> str:
        return self._sentence(self.refusal)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class MalformedMove(IllegalMove):
    """Text that is not a move of this game at all."""


class SetupError(ValueError):
    """A game or tournament cannot be set up like that; `gambero.game.refusals.SETUP` lists the reasons.

    `reason` is a stable word, `values` are its details as plain JSON data, for texts in other languages.
    """

    def __init__(self, message: str, reason: str = "", **values: Any) -> None:
        super().__init__(message)
        self.reason, self.values = reason, values


class RecordError(ValueError):
    """A record that is malformed, or whose moves are illegal; line and column count from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column


def one_line(error: BaseException) -> str:
    """An exception of somebody else's code, in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
