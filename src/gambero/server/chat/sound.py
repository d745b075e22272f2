"""Whether a word sounds or looks nearly like a number, in each language by its own rules of spelling.

Three questions, from the surest to the least sure: does the word sound like a number (soissante, beinte, sixtie), has
it the same consonants (trntasete, siebzn), are few letters different (twenny, novntaoto)? Everyday words that would
be found by chance are in `data/*/ordinary.txt`.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from gambero.server.chat.lists import LANGUAGES, word_list
from gambero.server.chat.words import tens, written_words

# Spelling to sound, in order: letters that sound alike become one. Digits stand for diphthongs, capitals for nasal
# vowels and for the c of dieci and the ch of ocho.
_SPELLING = {
    "en": """ght=t gh= ph=f th=t ck=k c(?=[eiy])=s [cq]=k x=ks z=s v=f h= y=i ou|oo|oa|ow|oe=o ee|ea|ie|ei|ey=i
        (?<=[^aeiou])e$=""",
    "it": "sc(?=[ei])=s ch=k gh=g c(?=[ei])=C [cq]=k ku=kw z=s x=ks h= [yj]=i",
    "de": """(?<=[sz])g=ig chs|cks|gs|x=ks i(?:g|ch|sch|sh|k)(?![aeiou])=ik ch=k ph|pf|v=f ts|tz|z|c(?=[ei])=s [cq]=k
        (?<=[aeiou])h|h(?=[^aeiou]|$)= ie|y=i ei|ai=1 eu|oi=2 ue=u oe=o m(?=f)=n und?(?=[^aeiou])=un t=d p=b""",
    "fr": """ngts?=n pt=t qu|ck|q|c(?![eiyh])=k c(?=[eiy])|x|z|ss=s ph=f h= y=i oi|oua|oa|wa=1 eau|au|ou=o eu|oe=2
        (?:[ae]i|i)[nm](?![aeiounm0-9])=I [ae][nm](?![aeiounm0-9])=A o[nm](?![aeiounm])=O [ae]i=e (?<=..)es?$=
        (?<=[^aeiou]r)e(?=[^aeiou])=""",
    "es": "ch|sh=C qu=k c(?=[ei])|z|x|ss=s [cq]=k h= v=b ll|y=i ei=e kw=ku",
}
_RULES = {
    language: [(re.compile(spelling), heard) for spelling, _, heard in (rule.rpartition("=") for rule in rules.split())]
    for language, rules in _SPELLING.items()
}
_REPEATED = re.compile(r"(.)\1+")
_VOWELS = re.compile("[aeiou0-9]")
_SHORTEST, _LONGEST = 4, 30
_FEWEST_CONSONANTS = 4
# Twenty, thirty, … of that many sounds are heard inside a longer word too: zwoaravierzger.
_INSIDE = {"en": 6, "it": 6, "de": 5, "fr": 6, "es": 6}


class Numbers(NamedTuple):
    """The numbers of a language by sound."""

    sounds: frozenset[str]
    by_first: dict[str, list[str]]
    by_consonants: dict[str, list[str]]
    inside: frozenset[str]


def sound(letters: str, language: str) -> str:
    """How letters a to z sound, roughly."""
    for spelling, heard in _RULES[language]:
        letters = spelling.sub(heard, letters)
    return _REPEATED.sub(r"\1", letters)


def is_near(letters: str) -> bool:
    """Whether these letters, a to z, sound or look nearly like a number of any language."""
    return _SHORTEST <= len(letters) <= _LONGEST and any(_is_near(letters, language) for language in LANGUAGES)


def _is_near(letters: str, language: str) -> bool:
    numbers, heard = _numbers(language), sound(letters, language)
    if heard in numbers.sounds or not numbers.inside.isdisjoint(_parts(heard, _INSIDE[language])):
        return True
    same_consonants = numbers.by_consonants.get(_consonants(heard), ())
    if any(OSA.distance(heard, number) <= max(2, len(number) // 3) for number in same_consonants):
        return True
    # A disguised number keeps its first sound: else nobody would recognise it.
    found = process.extractOne(
        heard, numbers.by_first.get(heard[:1], ()), scorer=OSA.distance, score_cutoff=_tolerated(len(heard))
    )
    return found is not None and found[1] <= _tolerated(min(len(heard), len(found[0])))


def _tolerated(length: int) -> int:
    """How many sounds may differ in a word of this length."""
    return 0 if length < 5 else 1 if length < 8 else 2 if length < 12 else 3


def _consonants(heard: str) -> str:
    return heard[:1] + _VOWELS.sub("", heard[1:])


def _parts(heard: str, shortest: int) -> Iterable[str]:
    for size in range(shortest, 10):
        for start in range(len(heard) - size + 1):
            yield heard[start : start + size]


@cache
def _numbers(language: str) -> Numbers:
    sounds = {sound(word, language) for word in written_words(language)}
    by_first: dict[str, list[str]] = {}
    by_consonants: dict[str, list[str]] = {}
    for heard in sorted(sounds):
        if len(heard) >= 5:
            by_first.setdefault(heard[0], []).append(heard)
        if len(_VOWELS.sub("", heard)) >= _FEWEST_CONSONANTS:
            by_consonants.setdefault(_consonants(heard), []).append(heard)
    inside = {sound(word, language) for word in tens(language) | word_list(language, "spoken")}
    return Numbers(
        frozenset(heard for heard in sounds if len(heard) >= _SHORTEST),
        by_first,
        by_consonants,
        frozenset(heard for heard in inside if len(heard) >= _INSIDE[language]),
    )
