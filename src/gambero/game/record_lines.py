"""The lines of a record as words, each with its place, so that an error can name it."""

import re
from dataclasses import dataclass
from typing import NoReturn

from gambero.arguments import quoted
from gambero.errors import RecordError
from gambero.game.record import FIRST_LINE, FROM_POSITION, WITH_STORY

WORD = re.compile(r"\S+")
FIELD = re.compile(r"([a-z_]+(?: [0-9])?):(?:\s|$)")


@dataclass(frozen=True)
class Word:
    text: str
    line: int
    column: int

    def wrong(self, message: str) -> NoReturn:
        raise RecordError(message, self.line, self.column)


@dataclass(frozen=True)
class Field:
    """A line `name: words`, with the indented lines that continue it."""

    name: Word
    words: list[Word]

    def only(self, what: str) -> Word:
        if len(self.words) != 1:
            self.name.wrong(f"{self.name.text} takes {what}, not {len(self.words)} words")
        return self.words[0]


class Reader:
    """The lines of a record, without comments and empty ones, one field after another."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        self.lines = [
            (number, line) for number, line in enumerate((line.split("#")[0].rstrip() for line in lines), 1) if line
        ]
        self.at = 0
        self.last_line = len(lines)

    def end(self, wanted: str) -> NoReturn:
        raise RecordError(f"the record ends where {wanted} should stand", self.last_line, 1)

    def words(self) -> list[Word]:
        number, line = self.lines[self.at]
        self.at += 1
        return [Word(found[0], number, found.start() + 1) for found in WORD.finditer(line)]

    def first_line(self) -> str:
        """Read the version; RecordError if it is no known one."""
        if not self.lines:
            self.end(quoted(FIRST_LINE))
        number, line = self.lines[0]
        if line not in (FIRST_LINE, WITH_STORY, FROM_POSITION):
            wanted = f"{FIRST_LINE!r}, {WITH_STORY!r} or {FROM_POSITION!r}"
            raise RecordError(f"a record begins with the line {wanted}, not {quoted(line)}", number, 1)
        self.at = 1
        return line

    def next_is(self, name: str) -> bool:
        return self.at < len(self.lines) and self.lines[self.at][1].startswith(f"{name}:")

    def field(self, name: str) -> Field:
        if self.at == len(self.lines):
            self.end(f"'{name}:'")
        number, line = self.lines[self.at]
        found = FIELD.match(line)
        if not found or found[1] != name:
            raise RecordError(f"expected '{name}:', found {quoted(line)}", number, 1)
        words = [word for word in self.words() if word.column > found.end(1) + 1]
        while name != "moves" and self.at < len(self.lines) and self.lines[self.at][1][0].isspace():
            words += self.words()
        return Field(Word(name, number, 1), words)
