"""Names: what may be one, when two look alike, and which words are blocked."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import orjson

from gambero.server.refusal import Refused
from gambero.server.table.signals import check_name

LONGEST_NAME = 24
# Characters without a shape that are not in one of the categories of UNSEEN: joiners, fillers, variation selectors.
NO_SHAPE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def checked_name(name: str) -> str:
    """A name in one line of visible letters. Raises Refused."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("name", "length", most=LONGEST_NAME, letters=len(name))
    if any(unicodedata.category(letter) in UNSEEN for letter in name) or not NO_SHAPE.sub("", name).strip():
        raise Refused("name", "unseen")
    return name


def new_name(name: str) -> str:
    """A name to be taken: it tells no number (C15). Names from before that rule still log in. Raises Refused."""
    name = checked_name(name)
    check_name(name)
    return name


def folded(login: str) -> str:
    """A login as it is compared when somebody logs in: without differences of case. Raises Refused."""
    key = login.casefold()
    if len(key) > LONGEST_NAME:  # ß becomes ss
        raise Refused("name", "too_long", name=key)
    return key


def looks_of(name: str) -> set[str]:
    """How a name looks, as written and in small and in capital letters. Two names look alike if they share a look.

    Case is part of it since each case has lookalikes of its own: Cyrillic Н looks like H, and its small н does not.
    """
    return {look(name), look(name.casefold()), look(name.upper())}


def look(text: str) -> str:
    """A text as the eye sees it: its skeleton (Unicode Technical Standard 39), without case; i, l and 1 are one."""
    plain = unicodedata.normalize("NFKC", NO_SHAPE.sub("", text))
    return _skeleton(_skeleton(plain).casefold()).replace("i", "l")


def _skeleton(text: str) -> str:
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes().get(letter, letter) for letter in letters))


@cache
def prototypes() -> dict[str, str]:
    """The character, or characters, that each confusable one stands for.

    Unicode's list as the package confusable_homoglyphs keeps it, read directly: its own module also reads a list of
    scripts, which takes ten times as long. It pairs every character with its prototype, both ways; so of two, the
    prototype is the one with more partners, or the one that takes several characters.
    """
    listed = orjson.loads((files("confusable_homoglyphs") / "confusables.json").read_bytes())
    partners = {_bare(one): [_bare(other["c"]) for other in others] for one, others in listed.items()}

    def rank(one: str) -> tuple[int, int, str]:
        return len(partners.get(one, ())), len(one), one

    found = {}
    for one, others in partners.items():
        best = max(others, key=rank)
        if len(one) == 1 and rank(best) > rank(one):
            found[one] = best
    return found


def _bare(listed: str) -> str:
    """Without the marks that the list puts around letters written from right to left."""
    return listed.replace("\u200e", "") or listed


class BlockedWords:
    """Words that no name and no chat message may have, compared as they look; `*` stands for any letters."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        patterns = [r"\w*".join(re.escape(look(part)) for part in word.split("*")) for word in words]
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)") if patterns else None

    @classmethod
    def read(cls, file: str) -> "BlockedWords":
        """From a file with a word or a phrase in each line; lines that begin with # are comments."""
        return cls(_lines(Path(file).read_text("utf-8"))) if file else cls()

    def has(self, text: str) -> bool:
        return bool(self._pattern and any(self._pattern.search(one) for one in looks_of(" ".join(text.split()))))


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        word = " ".join(line.split())
        if word.strip("*") and not word.startswith("#"):
            yield word
