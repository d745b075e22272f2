"""The taboo on numbers: finds the part of a chat message that tells one.

Players may talk, and may never tell a card's number. Whatever a person would read as a number is one: digits of any
script, words in five languages, Roman numerals, dice and clock faces, strokes to count; spelled, stretched, turned,
misspelt (`sound.py`), split, also over several messages (`across.py`), or dressed up in other letters. Words for one,
zero and a hundred pass, for no card has these numbers; so do first, both, twice, a couple, half and a thousand
thanks. What has two meanings is a number unless its neighbours say otherwise (`speech.py`), it is part of an idiom,
or a small number counts something (`meaning.py`). A code that two players agreed on beforehand cannot be found, and
is not looked for.
"""

import re

from gambero.server.chat.across import number_across as number_across
from gambero.server.chat.letters import (
    APOSTROPHES,
    NUMBER,
    Reading,
    Word,
    as_written,
    is_changed,
    readings,
    visible,
    word_set,
    words_in,
)
from gambero.server.chat.meaning import cleared
from gambero.server.chat.roman import is_numeral, is_roman
from gambero.server.chat.run import tells
from gambero.server.chat.speech import APART, CONTRACTED, EXCLAMATIONS, NAMES, is_clear
from gambero.server.chat.words import HUNDREDS, ONES, backwards, misspelled, plain_words, starred

Span = tuple[int, int]  # where in a reading a number is told

# Strokes to count: four of the same sign, two upright strokes, the five dots and dashes of a digit in Morse. Three dots
# or exclamation marks are speech.
_STROKES = re.compile(
    r"([^\w\s]|_)\1{3,}|([^\w\s]|_)(?:\s\2){3,}|[|‖│┃](?:\s?[|‖│┃])+"
    r"|(?<![.·•\-–—_])(?=[.·•]+[-–—_]|[-–—_]+[.·•])[.·•\-–—_]{5}(?![.·•\-–—_])"
)
_NUMBERS = re.compile(f"{NUMBER}(?:[{NUMBER} ]*{NUMBER})?")
_STARS = frozenset("*_%#•~^")
_LONGEST_IN_PIECES = 12
_WIDEST_GAP = 5  # between the pieces of a word
_PLUS = word_set("plus piu mas and")
_MINUS = word_set("minus less under below before meno moins menos weniger unter plus piu mas mehr more over")
_HALVES = word_set("half halb halbe halbes halber halben mezzo mezza demi demie medio media quarter")
_COUNTED_ONES = word_set("one uno eins")
_ROW_OF_ONES = re.compile("(?:one|uno|eins){2,}")
_PAUSES = frozenset(",;:!?…")


def warm() -> None:
    """Build all tables now. That takes a while, and whoever sends the first message should not wait for it."""
    number_in("ofteeen w*rm")
    number_in("by two and by, due e poi, zwei da und, deux et puis, dos y ya, this time")
    number_across(["warm"], "word")


def number_in(text: str) -> str | None:
    """The part of a chat message that tells a number, as it was written, or None.

    >>> number_in("I keep my thirty-seven"), number_in("leave that pile to me")
    ('thirty-seven', None)
    """
    shown = visible(text)
    strokes = _STROKES.search(shown.plain)
    if strokes:
        return as_written(shown, *strokes.span())
    for reading in readings(text):
        number = _NUMBERS.search(reading.plain)
        span = number.span() if number else _in_words(reading) or _starred_out(reading)
        if span:
            return as_written(reading, *span)
    return None


def number_in_name(name: str) -> str | None:
    """The part of a person's name that tells a number, or None. Otto is a name.

    >>> number_in_name("Otto"), number_in_name("Otto 37")
    (None, '37')
    """
    return number_in(" ".join(word for word in name.split() if word.casefold() not in NAMES))


def _in_words(reading: Reading) -> Span | None:
    words = words_in(reading)
    clear = cleared(words)
    for at, word in enumerate(words):
        if at in clear:
            continue
        if (tells(word.letters) and not is_clear(word)) or is_roman(word) or _is_hundred_less(words, at):
            end = _end_of_number(words, at)
        else:
            end = _end_of_row(words, at) or _end_of_ones(words, at)
            end = end or _end_of_spelled(words, at) or _end_of_pieces(words, at)
        if end and is_changed(reading, word.start, words[end - 1].end):
            return word.start, words[end - 1].end
    return None


def _is_hundred_less(words: list[Word], at: int) -> bool:
    """Half a hundred, a hundred minus one, un meno di cento: no card is a hundred, but these are."""
    if words[at].letters not in HUNDREDS:
        return False
    before = {word.letters for word in words[max(0, at - 4) : at]}
    near = before | {word.letters for word in words[at + 1 : at + 5]}
    halved = not _HALVES.isdisjoint(word.letters for word in words[max(0, at - 2) : at])
    return halved or not (_MINUS.isdisjoint(near) or ONES.isdisjoint(near))


def _end_of_number(words: list[Word], at: int) -> int:
    """The index after the last word of a number of several: thirty-seven, vingt et un."""
    at += 1
    while at < len(words) and _is_close(words, at) and (words[at].letters in ONES or tells(words[at].letters)):
        at += 1
    return at


def _end_of_row(words: list[Word], at: int) -> int:
    """The index after a row to count: IIIII, xxxx, oneone, tap tap tap tap; else 0. Laughs may be longer."""
    word = words[at].letters
    if _ROW_OF_ONES.fullmatch(word):
        return at + 1
    if len(set(word)) == 1 and len(word) >= (3 if word[0] in "ilxv" else 5 if word[0] in "aeouhmnszrg" else 4):
        return at + 1
    end = at + 1
    while end < len(words) and words[end].letters == word:
        end += 1
    return end if end - at >= (6 if word in EXCLAMATIONS else 4) else 0


def _end_of_ones(words: list[Word], at: int) -> int:
    """The index after one one or one plus one; 0 if there are none."""
    if words[at].letters not in ONES:
        return 0
    one, then, last = [*(word.letters for word in words[at : at + 3]), "", ""][:3]
    if _is_close(words, at + 1) and (one == then or {one, then} <= _COUNTED_ONES):
        return at + 2
    return at + 3 if then in _PLUS and last in ONES else 0


def _end_of_pieces(words: list[Word], at: int) -> int:
    """The index after the last piece of a word that was taken apart: sev en, s e t t e. 0 if there is none."""
    joined = words[at].letters
    spelled = len(joined) == 1
    for end in range(at + 1, len(words)):
        piece = words[end].letters
        if words[end].start - words[end - 1].end > _WIDEST_GAP or (
            spelled and len(piece) > 1 and _is_rest_of(words, at)
        ):
            break
        spelled = spelled and len(piece) == 1
        joined += piece
        if len(joined) > _LONGEST_IN_PIECES:
            break
        if spelled and _is_spelled(joined):
            return end + 1
        if joined in plain_words() and not _is_apart(words[at : end + 1]):
            return end + 1
    return 0


def _is_spelled(joined: str) -> bool:
    known = joined in plain_words() or is_numeral(joined)
    return known or (len(joined) > 3 and (joined in backwards() or joined in misspelled()))


def _end_of_spelled(words: list[Word], at: int) -> int:
    """The index after a row of single letters that has a number in it; 0 if there is none, or it began further left."""
    if len(words[at].letters) > 1 or (at and len(words[at - 1].letters) == 1):
        return 0
    end = at + 1
    while end < len(words) and len(words[end].letters) == 1:
        end += 1
    return end if end - at > 3 and tells("".join(word.letters for word in words[at:end])) else 0


def _is_apart(words: list[Word]) -> bool:
    """Whether these words stand side by side by chance: quindi ci, nul l'autre."""
    if len(words[-1].letters) == 1 and words[-1].following in APOSTROPHES:
        return True
    if " ".join(word.letters for word in words) not in APART:
        return False
    between = words[0].following  # speech has a space or an apostrophe there; a comma or the like has a space behind it
    return between in (" ", *APOSTROPHES) or (between in _PAUSES and words[1].start - words[0].end > 1)


def _is_close(words: list[Word], at: int) -> bool:
    """Whether there is a word here, right behind the one before."""
    return at < len(words) and words[at].start - words[at - 1].end < 3


def _is_rest_of(words: list[Word], at: int) -> bool:
    """Whether a letter belongs to the word before it: the s of that's."""
    return at > 0 and (words[at - 1].following in APOSTROPHES or words[at].before in CONTRACTED)


def _starred_out(reading: Reading) -> Span | None:
    """s*ven, thr**: a number with some letters hidden."""
    if _STARS.isdisjoint(reading.text):
        return None
    plain = "".join(
        "*" if reading.text[place] in _STARS else letter
        for letter, place in zip(reading.plain, reading.places, strict=True)
    )
    return next((word.span() for word in re.finditer(r"[a-z*]+", plain) if word[0] in starred()), None)
