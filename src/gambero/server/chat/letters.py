"""A text as its reader sees it: each character as letters a to z, as a number, or as nothing."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

NUMBER = "#"  # stands for a character that is a number by itself
GAP = " "
APOSTROPHES = tuple("'’‘ʼ`´")

# Characters that show a number without having a numeric value, by their names; and some whose names do not say so:
# turned digits, fingers held up, pool balls, calendars.
_NUMBER_NAME = re.compile(
    r"\b(?:DIGITS?|NUMERAL|CLOCK FACE|DIE FACE|MAHJONG|DOMINO|TALLY|COUNTING ROD|BRAILLE|KEYCAP|HUNDRED"
    r"|HEXAGRAM|TRIGRAM|TETRAGRAM|MONOGRAM|DIGRAM|PLACE MEDAL|PLAYING CARD (?!BLACK JOKER|WHITE JOKER|RED JOKER|BACK))"
)
_NUMBER_SIGNS = frozenset("🎱🔞🔢📅📆🗓🖐✌🤟ƐƖㄣㄥϛᄅ߈ᔭ⇂⥝ᘔᘖ")
# Blanks that count as letters, and the skin of emoji.
_INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")

# Letters of other scripts that look like ours; among them some that do so upside down.
_LOOKS = dict(
    zip(
        "авеёіїјкмнорстухѕԁһԛԝѵгпиьӏєѡшαβεηικνορτυχωσγζδΗΝΥΡΜоАɔƃɟןօոսհցւꓲꓳꓰꓔꓣʌɅⅼ∨",
        "abeeiijkmhopctyxsdhqwvrnnblewwabenikvoptuxwoyzdhnypmoacgflonuhgiioetrvvlv",
        strict=True,
    )
)
# Letters of other scripts as they sound, where that is not how they look.
_SOUNDS = str.maketrans(
    "вВнНрРсСуУхХгГлЛдДзЗфФцЦйЙбБжЖшШпПηρσςδλμπφγΗΡΣΔΛΜΠΦΓ", "vVnNrRsSuUhHgGlLdDsSfFzZiIbBjJsSpPirssdlmpfgirsdlmpfg"
)
# Signs that stand in for letters. They are also just signs, so a text that holds some is read in both ways.
_SIGNS = dict(zip("$€£@¢¥×§!¡|+(", "seeacyxsiiitc", strict=True))
_SIGN_FOR_LETTER = re.compile(r"[$€£@¢¥×§]|[!¡|+(](?=[^\W\d_])")
_LATIN_NAME = re.compile(
    r"(?:LATIN|MODIFIER|REGIONAL|NEGATIVE|CROSSED)\b.*\bLETTER "
    r"(?:(?:SMALL|CAPITAL|TURNED|REVERSED|SIDEWAYS|INVERTED|DOTLESS|LONG|SCRIPT|INSULAR|OPEN"
    r"|CLOSED|BARRED|STRETCHED|BLACKLETTER|TAILLESS) )*([A-Z])(?: WITH .*)?$"
)
_SPLIT = re.compile("[a-zà-ÿа-яα-ω][A-ZÀ-ÞА-ЯΑ-Ω]")
_NEAR = re.compile(r"[\s'’‘ʼ`´]*")
_TOGETHER = {"æ": "ae", "œ": "oe", "ß": "ss", "þ": "th"}


def word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


class Reading(NamedTuple):
    """A text as plain letters, and where in the text each of them was written."""

    text: str
    plain: str
    places: Sequence[int]
    changed: frozenset[int] = frozenset()  # where it is read otherwise than usual


class Word(NamedTuple):
    """A run of letters, and what is around it."""

    letters: str
    start: int  # in its reading
    end: int
    written: str
    before: str  # its neighbours' letters, if nothing but blanks or an apostrophe is between
    after: str
    following: str  # the character behind it


@lru_cache(maxsize=4096)
def plain(sign: str) -> str:
    """One character as letters a to z, as NUMBER, as GAP, or as nothing where the eye sees nothing."""
    if sign.isascii():
        return sign.lower() if sign.isalpha() else NUMBER if sign.isdigit() else GAP
    name = unicodedata.name(sign, "")
    if sign in _INVISIBLE:
        return ""
    if unicodedata.numeric(sign, None) is not None or sign in _NUMBER_SIGNS or _NUMBER_NAME.search(name):
        return NUMBER
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return ""
    small = sign.lower()
    known = _LOOKS.get(sign) or _LOOKS.get(small) or _TOGETHER.get(small)
    if known:
        return known
    parts = unicodedata.normalize("NFKD", small)
    if parts != small:
        read = "".join(plain(part) for part in parts)
        return NUMBER if NUMBER in read else read.replace(GAP, "") or GAP
    latin = _LATIN_NAME.match(name)
    return latin[1].lower() if latin else GAP


def read(text: str, *, split_case: bool = False) -> Reading:
    """The whole text as plain letters; with `split_case`, a gap before each capital after a small letter."""
    letters = [plain(sign) for sign in text]
    if split_case:
        for place, (one, two) in enumerate(pairwise(text), 1):
            if one.islower() and two.isupper():
                letters[place] = GAP + letters[place]
    joined = "".join(letters)
    if len(joined) == len(text) and all(letters):
        return Reading(text, joined, range(len(text)))
    return Reading(text, joined, [place for place, seen in enumerate(letters) for _ in seen])


def readings(text: str) -> Iterator[Reading]:
    """The ways to read a text: as it is, by its capitals, with signs for letters, other scripts by their sound."""
    yield read(text)
    if _SPLIT.search(text):
        yield read(text, split_case=True)
    signs = {**_SIGNS, "(": "("} if ")" in text else _SIGNS
    for other in (_SIGN_FOR_LETTER.sub(lambda sign: signs[sign[0]], text), text.translate(_SOUNDS)):
        if other != text:
            changed = frozenset(place for place, sign in enumerate(text) if sign != other[place])
            yield read(other)._replace(text=text, changed=changed)


def visible(text: str) -> Reading:
    """The characters of a text that can be seen, as they are."""
    if all(map(plain, text)):
        return Reading(text, text, range(len(text)))
    places = [place for place, sign in enumerate(text) if plain(sign)]
    return Reading(text, "".join(text[place] for place in places), places)


def as_written(reading: Reading, start: int, end: int) -> str:
    """The part of the text that was read as these letters, with the marks on the last of them."""
    text, first, last = reading.text, reading.places[start], reading.places[end - 1] + 1
    while last < len(text) and not plain(text[last]):
        last += 1
    return text[first:last]


def is_changed(reading: Reading, start: int, end: int) -> bool:
    """Whether these letters are read otherwise than in the usual reading."""
    return not reading.changed or not reading.changed.isdisjoint(reading.places[start:end])


def words_in(reading: Reading) -> list[Word]:
    """All runs of letters of a reading."""
    found = list(re.finditer("[a-z]+", reading.plain))
    near = [bool(_NEAR.fullmatch(_between(reading, one, two))) for one, two in pairwise(found)]
    words = []
    for at, word in enumerate(found):
        before = found[at - 1][0] if at and near[at - 1] else ""
        after = found[at + 1][0] if at < len(near) and near[at] else ""
        behind = reading.places[word.end() - 1] + 1
        written = as_written(reading, *word.span())
        words.append(Word(word[0], *word.span(), written, before, after, reading.text[behind : behind + 1]))
    return words


def _between(reading: Reading, one: re.Match[str], two: re.Match[str]) -> str:
    return reading.text[reading.places[one.end() - 1] + 1 : reading.places[two.start()]]
