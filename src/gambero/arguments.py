"""Checks of arguments that several packages share, and how a wrong value is quoted."""

from operator import index
from typing import TypeGuard

LONGEST = 1e9  # seconds


def is_whole(value: object) -> TypeGuard[int]:
    """A whole number, Python's or NumPy's. bool is an int in Python; it is refused here."""
    if isinstance(value, bool) or type(value).__name__ == "bool":
        return False
    try:
        index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return False
    return not hasattr(value, "__len__")  # an array of one number is not a number


def check_seconds(seconds: object) -> None:
    """Raise ValueError unless this is a time to think: a number of seconds, or None."""
    if seconds is None:
        return
    number = isinstance(seconds, int | float) or type(seconds).__module__ == "numpy"
    if isinstance(seconds, bool) or not number or not 0 <= seconds < LONGEST:  # type: ignore[operator]
        raise ValueError(f"seconds must be a number from 0 to {LONGEST:.0e}, not {quoted(seconds)}")


def quoted(value: object, most: int = 40) -> str:
    """A value as an error message shows it, cut where it is too long to read."""
    text = repr(value[: most + 1] if isinstance(value, str) else value)
    return text if len(text) <= most + 2 else text[:most] + "…'"
