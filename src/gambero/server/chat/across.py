"""A number in pieces, thir and ty: the last messages of one player, read together."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from gambero.server.chat.letters import read, word_set
from gambero.server.chat.run import tells_exactly
from gambero.server.chat.speech import APART, EXCLAMATIONS
from gambero.server.chat.words import all_words

WINDOW = 12  # messages that are read together; of a number in more pieces, these tell enough
_EDGE = 40  # characters of a message that are read, at the side where they touch
_LONGEST_BARE = 12
_LETTERS = 3  # spelled messages have at most that many letters between blanks: "t h", "ir t"
_FILLERS = EXCLAMATIONS | word_set("ok okay lol mm hmm um ehm wait and then")


class Piece(NamedTuple):
    """The end or the beginning of a message."""

    letters: str
    whole: bool  # whether the message has nothing else


def number_across(earlier: Sequence[str], text: str) -> str | None:
    """The pieces of a number that the ends of earlier messages and the beginning of this one tell together, or None.

    >>> number_across(["hold on", "thir"], "ty, ok?"), number_across(["hold on"], "thirsty?")
    ('thir ty', None)
    """
    words = _words(text[:_EDGE])
    if not words:
        return None
    return next((number for head in _heads(words, text) if (number := _number_with(earlier, head))), None)


def _heads(words: list[str], text: str) -> list[Piece]:
    bare = len(text) <= _EDGE
    heads = [Piece(words[0], bare and len(words) == 1)]
    return [*heads, Piece("".join(words), True)] if bare and len(words) > 1 and _is_spelled(words) else heads


def _number_with(earlier: Sequence[str], head: Piece) -> str | None:
    """The pieces of a number that this beginning tells together with the ends of earlier messages."""
    pieces = [head]
    for text in reversed(earlier[-WINDOW:]):
        words = _words(text[-_EDGE:])
        if not words or _FILLERS.issuperset(words):
            continue
        whole = len(text) <= _EDGE and (len(words) == 1 or _is_spelled(words))
        pieces.insert(0, Piece("".join(words) if whole else words[-1], whole))
        if _is_number(pieces):
            return " ".join(piece.letters for piece in pieces)
        if not whole:
            break
    return None


def _is_number(pieces: list[Piece]) -> bool:
    letters = [piece.letters for piece in pieces]
    joined = "".join(letters)
    if " ".join(letters) in APART or any(map(tells_exactly, letters)):  # a piece that passed alone was no number
        return False
    if all(piece.whole for piece in pieces):
        return tells_exactly(joined)
    # Short words of ordinary messages can touch by chance: "ma no" and "ve lo dico".
    return joined in all_words() and len(joined) > 4 and max(map(len, letters)) > _LETTERS


def _words(text: str) -> list[str]:
    return re.findall("[a-z]+", read(text).plain)


def _is_spelled(words: list[str]) -> bool:
    return all(len(word) <= _LETTERS for word in words) and len("".join(words)) <= _LONGEST_BARE
