"""What can go wrong, for the person who reads it."""

from operator import index
from typing import TypeGuard

FOREVER = 1e9  # seconds


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
    if isinstance(value, bool) or type(value).__name__ == "bool":
        return False
    try:
        index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return False
    return not hasattr(value, "__len__")  # an array of one is a list


def check_seconds(seconds: object) -> None:
    """A time to think: a number of seconds, or None."""
    if seconds is None:
        return
    number = isinstance(seconds, int | float) or type(seconds).__module__ == "numpy"
    if isinstance(seconds, bool) or not number or not 0 <= seconds < FOREVER:  # type: ignore[operator]
        raise ValueError(f"seconds must be a number from 0 to {FOREVER:.0e}, not {shown(seconds)}")


def shown(text: object, most: int = 40) -> str:
    """A value as quoted in a message, cut where it is too long to read."""
    quoted = repr(text[: most + 1] if isinstance(text, str) else text)
    return quoted if len(quoted) <= most + 2 else quoted[:most] + "…'"


def told(wrong: Exception) -> str:
    """What went wrong in somebody else's code, in one line."""
    return f"{type(wrong).__name__}: {' '.join(str(wrong).split())}".removesuffix(": ")
