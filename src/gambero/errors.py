"""What can go wrong, for the person who reads it."""

from typing import TypeGuard


class IllegalMove(ValueError):
    """A move the rules forbid now; the game is unchanged."""


class MalformedMove(IllegalMove):
    """Text that is no move of this game at all."""


class RecordError(ValueError):
    """A record that is malformed, or whose moves are illegal; line and column count from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column


def is_whole(value: object) -> TypeGuard[int]:
    """A whole number, Python's or NumPy's; True and False are none."""
    return hasattr(value, "__index__") and not isinstance(value, bool) and type(value).__name__ != "bool"


def shown(text: object, most: int = 40) -> str:
    """A value as quoted in a message, cut where it is too long to read."""
    quoted = repr(text[: most + 1] if isinstance(text, str) else text)
    return quoted if len(quoted) <= most + 2 else quoted[:most] + "…'"
