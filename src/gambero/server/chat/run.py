"""Whether one run of letters tells a number, however it is written."""

import re
from functools import lru_cache

from gambero.server.chat.lists import ordinary
from gambero.server.chat.sound import is_near
from gambero.server.chat.speech import ORDINARY, ORDINARY_PARTS
from gambero.server.chat.words import (
    FILLED,
    HUNDREDS,
    LONGEST_PIECE,
    all_words,
    backwards,
    bold_backwards,
    bold_words,
    misspelled,
    run_together,
    shy_words,
    spoken_words,
    stretchable,
)

_PARTS = re.compile("|".join(sorted(ORDINARY_PARTS)))
_LONGEST = 40  # no number is longer than that, run together with the words around it


@lru_cache(maxsize=8192)
def tells(letters: str) -> bool:
    """Whether these letters, a to z, tell a number when they stand together."""
    if _is_ordinary(letters):
        return False
    return tells_exactly(letters) or letters in backwards() or _stretched(letters) or is_near(letters)


def tells_exactly(letters: str) -> bool:
    """Whether these letters are a number, hardly misspelled, alone or among other words run together."""
    if _is_ordinary(letters):
        return False
    known = letters in all_words() or letters in misspelled() or letters in spoken_words()
    return known or _holds_number(letters)


def _is_ordinary(letters: str) -> bool:
    return letters in ORDINARY or letters in ordinary() or letters in HUNDREDS


def _holds_number(letters: str) -> bool:
    pieces = _pieces(letters)
    if not pieces.isdisjoint(bold_words()) and not _pieces(_PARTS.sub(".", letters)).isdisjoint(bold_words()):
        return True
    if not pieces.isdisjoint(bold_backwards()):
        return True
    return not pieces.isdisjoint(shy_words()) and any(_made_of_words(letters, language) for language in FILLED)


def _pieces(letters: str) -> set[str]:
    """All parts of these letters that are as long as a number can be."""
    return {
        letters[start : start + size]
        for size in range(3, LONGEST_PIECE + 1)
        for start in range(len(letters) - size + 1)
    }


def _made_of_words(letters: str, language: str) -> bool:
    """Whether the letters are nothing but small words and at least one number."""
    if len(letters) > _LONGEST:
        return False
    numbers, fillers = run_together(language)
    reached = {0: False}  # a place that words lead up to → whether a number was among them
    for start in range(len(letters)):
        if start in reached:
            for end in range(start + 1, min(start + 10, len(letters)) + 1):
                word = letters[start:end]
                if word in numbers:
                    reached[end] = True
                elif word in fillers:
                    reached[end] = reached.get(end, False) or reached[start]
    return reached.get(len(letters), False)


def _stretched(letters: str) -> bool:
    """seveeeen, ttwwoo: every letter of a number, each at least as often as it should be."""
    squeezed = re.sub(r"(.)\1+", r"\1", letters)
    if squeezed == letters:
        return False
    runs = _runs(letters)
    if any(
        all(run >= least for run, least in zip(runs, _runs(word), strict=True))
        for word in stretchable().get(squeezed, ())
    ):
        return True
    once, twice = (re.sub(r"(.)\1{2,}", kept, letters) for kept in (r"\1", r"\1\1"))
    return once != letters and (any(word in all_words() or _holds_number(word) for word in (once, twice)))


def _runs(letters: str) -> list[int]:
    return [len(run[0]) for run in re.finditer(r"(.)\1*", letters)]
