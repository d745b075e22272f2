"""What `gambero doctor` finds, and what to do about it."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    OK = "ok"
    NOTE = "note"  # worth knowing, nothing to mend
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    check: str
    state: State
    says: str
    do: str = ""


def ok(check: str, says: str) -> Finding:
    return Finding(check, State.OK, says)


def note(check: str, says: str) -> Finding:
    return Finding(check, State.NOTE, says)


def wrong(check: str, says: str, do: str) -> Finding:
    return Finding(check, State.WRONG, says, do)
