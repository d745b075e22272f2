"""The word lists of each language, in `data/`, for translators to extend. A line that begins with # is a comment.

`idioms.txt`    phrases in which a number tells no card, one a line; a/b are alternatives
`counted.txt`   things that a small number counts, beyond the plurals that can be told by their ending
`other.txt`     words that look like such things and count nothing
`spoken.txt`    how numbers are said in slang and dialect
`ordinary.txt`  everyday words that sound or look nearly like a number
"""

from functools import cache
from importlib.resources import files
from itertools import product

from gambero.server.chat.letters import plain

LANGUAGES = ("en", "it", "de", "fr", "es")
Phrase = tuple[str, ...]


def as_letters(text: str) -> str:
    """A word as the taboo reads it: letters a to z."""
    return "".join(plain(sign) for sign in text if sign.isalpha())


def lines(language: str, name: str) -> list[str]:
    text = files("gambero.server.chat").joinpath("data", language, f"{name}.txt").read_text("utf-8")
    return [line for line in text.split("\n") if line and not line.startswith("#")]


@cache
def word_list(language: str, name: str) -> frozenset[str]:
    """All words of a list."""
    return frozenset(as_letters(word) for line in lines(language, name) for word in line.split())


@cache
def ordinary() -> frozenset[str]:
    """Everyday words of all languages that are no number though they nearly look like one."""
    return frozenset(word for language in LANGUAGES for word in word_list(language, "ordinary"))


@cache
def idioms() -> frozenset[Phrase]:
    """All idioms, word by word."""
    return frozenset(
        phrase
        for language in LANGUAGES
        for line in lines(language, "idioms")
        for phrase in product(*([as_letters(word) for word in place.split("/")] for place in line.split()))
    )


@cache
def idiom_lengths() -> dict[str, tuple[int, ...]]:
    """How many words the idioms have that begin with a word, the longest first."""
    found: dict[str, set[int]] = {}
    for phrase in idioms():
        found.setdefault(phrase[0], set()).add(len(phrase))
    return {first: tuple(sorted(lengths, reverse=True)) for first, lengths in found.items()}
