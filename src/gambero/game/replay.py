"""Read records strictly: an error names its line and column."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from gambero.arguments import quoted
from gambero.errors import IllegalMove, RecordError
from gambero.game import GAMES, GameSpec, new_game
from gambero.game.at import at
from gambero.game.base import Game
from gambero.game.decks import NUMBER, read_number
from gambero.game.fair import HEX, WANTED, Seal
from gambero.game.read_story import STORY, read_story
from gambero.game.record import FIRST_LINE, FROM_POSITION, result_text
from gambero.game.record_lines import Field, Reader, Word
from gambero.rules import commands

BYTE_ORDER_MARK = "\ufeff"  # some editors write one at the start of a file
SEAT = re.compile(r"[0-9]:")


def replay(text: str) -> Game:
    """The game of a record, at its end; RecordError if the text is malformed or a move illegal."""
    if not isinstance(text, str):
        raise RecordError(f"a record is text, not {type(text).__name__}", 1, 1)
    reader = Reader(text.removeprefix(BYTE_ORDER_MARK))
    version = reader.first_line()
    seal = _seal(reader) if reader.next_is("commitment") else None
    game = _placed(reader.field("position")) if version == FROM_POSITION else _set_up(reader)
    game.seal = seal
    _play(reader, game, with_story=version != FIRST_LINE)
    return game


def _seal(reader: Reader) -> Seal:
    """Only the form is checked here; `fair.intact` checks the deal against it."""
    commitment, salt = _digits(reader.field("commitment")), _digits(reader.field("salt"))
    return Seal(salt, commitment)


def _digits(field: Field) -> str:
    word = field.only(WANTED)
    if not HEX.fullmatch(word.text):
        word.wrong(f"{field.name.text} must be {WANTED}, not {quoted(word.text)}")
    return word.text


def _placed(field: Field) -> Game:
    try:
        return at(" ".join(word.text for word in field.words))
    except ValueError as wrong:
        field.name.wrong(str(wrong))


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


def _play(reader: Reader, game: Game, with_story: bool) -> None:
    for word in reader.field("moves").words:
        word.wrong("moves stand on lines of their own, below 'moves:'")
    while not reader.next_is("result") and not (with_story and any(map(reader.next_is, STORY))):
        if reader.at == len(reader.lines):
            reader.end("'result:'")
        _play_line(reader.words(), game)
    if with_story:
        game.story = read_story(reader, game)
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
