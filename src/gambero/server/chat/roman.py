"""Roman numerals, among pronouns, elisions and signs for a kiss that look like them."""

import re

from gambero.server.chat.letters import APOSTROPHES, Word, word_set
from gambero.server.chat.speech import HOLDERS

_ROMAN = re.compile(r"(?:xc|xl|l?x{0,9})(?:ix|iv|v?i{0,9})")
_CARELESS = re.compile(r"[VX]+[lI]+")  # Vlll: a small l for a capital I
_ORDINAL = re.compile(r"([ivxl]{3,})(?:th|st|nd|rd|e|eme|o|a)")
_SEEN = word_set("lo la los las te no ya yo os le")  # Spanish "lo vi": I saw it


def is_numeral(letters: str) -> bool:
    """Whether these letters can be a Roman numeral from two to hundred."""
    ordinal = _ORDINAL.fullmatch(letters)
    return letters not in ("", "i", "live") and bool(_ROMAN.fullmatch(ordinal[1] if ordinal else letters))


def is_roman(word: Word) -> bool:
    """Whether this word is a Roman numeral and nothing else."""
    if word.letters[0] not in "ivxl":  # most words
        return False
    if _CARELESS.fullmatch(word.written):
        return True
    if not is_numeral(word.letters):
        return False
    held = word.before in HOLDERS
    match word.letters:
        case "l":  # l'altra, or as many write it, l altra
            return word.following not in APOSTROPHES and word.after[:1] not in tuple("aeiouhy")
        case "x" if word.written == "x":  # "x favore": short for per
            return held or not word.after
        case "vi" if word.written != "VI":  # a pronoun, always with a verb
            return held or not (word.after or word.before in _SEEN)
        case "li" if word.written != "LI":  # a pronoun, or lì without its accent
            return held
    return True
