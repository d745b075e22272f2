"""Read records strictly: an error names its line and column."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from gambero.arguments import quoted
from gambero.errors import IllegalMove, RecordError
from gambero.game import GAMES, GameSpec, new_game
from gambero.game.base import Game
from gambero.game.decks import NUMBER, read_number
from gambero.game.fair import HEX, WANTED, Seal
from gambero.game.record import FIRST_LINE, result_text
from gambero.rules import commands

BYTE_ORDER_MARK = "\ufeff"  # some editors write one at the start of a file
WORD = re.compile(r"\S+")
FIELD = re.compile(r"([a-z_]+(?: [0-9])?):(?:\s|$)")
SEAT = re.compile(r"[0-9]:")


@dataclass(frozen=True)
class Word:
    text: str
    line: int
    column: int

    def wrong(self, message: str) -> NoReturn:
        raise RecordError(message, self.line, self.column)


@dataclass(frozen=True)
class Field:
    """A line `name: words`, with the indented lines that go on with it."""

    name: Word
    words: list[Word]

    def only(self, what: str) -> Word:
        if len(self.words) != 1:
            self.name.wrong(f"{self.name.text} takes {what}, not {len(self.words)} words")
        return self.words[0]


def replay(text: str) -> Game:
    """The game of a record, at its end; RecordError if the text is malformed or a move illegal."""
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {type(text).__name__}", 1, 1)
    reader = Reader(text.removeprefix(BYTE_ORDER_MARK))
    reader.first_line()
    seal = _seal(reader) if reader.next_is("commitment") else None
    game = _set_up(reader)
    game.seal = seal
    _play(reader, game)
    return game


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

    def first_line(self) -> None:
        if not self.lines:
            self.end(quoted(FIRST_LINE))
        number, line = self.lines[0]
        if line != FIRST_LINE:
            raise RecordError(f"a record begins with the line {FIRST_LINE!r}, not {quoted(line)}", number, 1)
        self.at = 1

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


def _seal(reader: Reader) -> Seal:
    """Only the form is checked here; `fair.intact` checks the deal against it."""
    commitment, salt = _digits(reader.field("commitment")), _digits(reader.field("salt"))
    return Seal(salt, commitment)


def _digits(field: Field) -> str:
    word = field.only(WANTED)
    if not HEX.fullmatch(word.text):
        word.wrong(f"{field.name.text} must be {WANTED}, not {quoted(word.text)}")
    return word.text


def _set_up(reader: Reader) -> Game:
    game = reader.field("game").only("the id of a game")
    if game.text not in GAMES:
        game.wrong(f"game must be one of {', '.join(GAMES)}, not {quoted(game.text)}")
    spec = GAMES[game.text]
    players = _players(reader.field("players"), spec)
    options = _options(reader.field("options"), spec) if reader.next_is("options") else {}
    layout = _layout(reader) if spec.commands else None
    first = reader.at
    deck = _deck(reader, spec, players, options)
    try:
        return new_game(spec.id, players=players, deck=deck, commands=layout, **options)
    except ValueError as wrong:
        raise RecordError(str(wrong), reader.lines[first][0], 1) from None


def _players(field: Field, spec: GameSpec) -> int:
    word = field.only("a number")
    fewest, most = spec.players
    if not NUMBER.fullmatch(word.text) or not fewest <= int(word.text) <= most:
        word.wrong(f"players must be {fewest} to {most} for {spec.id}, not {quoted(word.text)}")
    return int(word.text)


def _options(field: Field, spec: GameSpec) -> dict[str, bool]:
    chosen: dict[str, bool] = {}
    for word in field.words:
        if word.text not in spec.options:
            known = ", ".join(spec.options) or "none"
            word.wrong(f"{quoted(word.text)} is not an option of {spec.id}: it has {known}")
        if word.text in chosen:
            word.wrong(f"{word.text} is there twice")
        chosen[word.text] = True
    if not chosen:
        field.name.wrong("options names none; leave the line out")
    return chosen


def _layout(reader: Reader) -> dict[int, str]:
    layout: dict[int, str] = {}
    for name in commands.NAMES:
        field = reader.field(name)
        for word in field.words:
            number = _card(word, read_number)
            if number in layout:
                word.wrong(f"{number} carries {layout[number]} already")
            layout[number] = name
        if len(field.words) != commands.COPIES:
            field.name.wrong(f"{name} must be on {commands.COPIES} cards, not on {len(field.words)}")
    return layout


def _deck(reader: Reader, spec: GameSpec, players: int, options: Mapping[str, bool]) -> Any:
    cards = []
    for name, size in spec.decks.shares(players, {name: options.get(name, False) for name in spec.options}):
        field = reader.field(name)
        if len(field.words) != size:
            field.name.wrong(f"{name} must have {size} cards, not {len(field.words)}")
        cards += [_card(word, spec.decks.read_card) for word in field.words]
    return spec.decks.from_row(cards)


def _card(word: Word, read: Callable[[str], Any]) -> Any:
    try:
        return read(word.text)
    except ValueError as wrong:
        word.wrong(str(wrong))


def _play(reader: Reader, game: Game) -> None:
    for word in reader.field("moves").words:
        word.wrong("moves stand on lines of their own, below 'moves:'")
    while not reader.next_is("result"):
        if reader.at == len(reader.lines):
            reader.end("'result:'")
        _play_line(reader.words(), game)
    result = reader.field("result")
    _check_result(result, game)
    if reader.at < len(reader.lines):
        reader.words()[0].wrong("nothing may follow the result")


def _play_line(words: list[Word], game: Game) -> None:
    seat = None
    if game.spec.turns and SEAT.fullmatch(words[0].text):
        seat, words = words[0], words[1:]
        if not words:
            seat.wrong("this line has no moves")
    for word in words:
        if seat and seat.text != f"{game.to_move}:" and not game.over:
            seat.wrong(f"this line is of seat {seat.text[:-1]}, but seat {game.to_move} is to move")
        if not seat and game.to_move is not None:
            word.wrong(f"a line of moves begins with the seat that makes them, here '{game.to_move}:'")
        try:
            game.move(word.text)
        except IllegalMove as refused:
            word.wrong(str(refused))


def _check_result(field: Field, game: Game) -> None:
    written = " ".join(word.text for word in field.words)
    if written != result_text(game):
        place = field.words[0] if field.words else field.name
        place.wrong(f"the moves lead to {result_text(game)!r}, not {quoted(written)}")
