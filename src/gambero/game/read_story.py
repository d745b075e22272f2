"""Read what a record tells beside the moves: times, signals, and cards that were refused."""

import re
from typing import Any, Literal, get_args

from gambero.arguments import quoted
from gambero.game.base import Game
from gambero.game.notation import TEAM_PILES
from gambero.game.record_lines import Reader, Word
from gambero.game.story import EXACT, NOTHING, Said, Story, Tried
from gambero.game.views import Signal, Signals

STORY = ("times", "said", "tried")  # the fields, in this order
NUMBER = re.compile("0|[1-9][0-9]{0,11}")  # twelve digits of milliseconds are thirty years
WHY: tuple[Literal["wrong", "late"], ...] = ("wrong", "late")


def read_story(reader: Reader, game: Game) -> Story | None:
    """The fields between the moves and the result; None if there are none."""
    times = _times(reader, game) if reader.next_is("times") else ()
    said = _lines(reader, "said") if reader.next_is("said") else []
    tried = _lines(reader, "tried") if reader.next_is("tried") else []
    return Story(times, _said(said, game), _tried(tried, game, bool(times))) or None


def _times(reader: Reader, game: Game) -> tuple[int, ...]:
    field = reader.field("times")
    if len(field.words) != len(game.log):
        field.name.wrong(f"times must be as many as the moves, {len(game.log)}, not {len(field.words)}")
    return tuple(_rising([(word, _number(word, "a time")) for word in field.words], "time"))


def _lines(reader: Reader, name: str) -> list[list[Word]]:
    """The lines below a field's name; RecordError if something stands beside the name, or nothing below it."""
    field = reader.field(name)
    for word in field.words:
        word.wrong(f"what was {name} stands on lines of its own, below '{name}:'")
    found = []
    while reader.at < len(reader.lines) and reader.lines[reader.at][1][0].isdigit():
        found.append(reader.words())
    if not found:
        field.name.wrong(f"{name} has no lines; leave it out")
    return found


def _said(lines: list[list[Word]], game: Game) -> tuple[Said, ...]:
    found: list[Said] = []
    latest: dict[int, Signals | None] = {}
    for place, *rest in lines:
        if not game.spec.signals:
            place.wrong(f"{game.game} has no signals")
        if len(rest) < 2:
            place.wrong("a line of said is the number of moves made before, a seat, and what it signals")
        seat = _seat(rest[0], game)
        said = Said(_place(place, game), seat, _signals(rest[1:], game))
        if found and (said.place, seat) <= (found[-1].place, found[-1].seat):
            place.wrong("lines of said go by the number of moves, and then by seat")
        if latest.get(seat) == said.signals:
            place.wrong(f"seat {seat} signals that already")
        latest[seat] = said.signals
        found.append(said)
    return tuple(found)


def _seat(word: Word, game: Game) -> int:
    text = word.text.removesuffix(":")
    if text == word.text or not NUMBER.fullmatch(text) or int(text) >= game.players:
        word.wrong(f"expected a seat, '0:' to '{game.players - 1}:', not {quoted(word.text)}")
    return int(text)


def _signals(words: list[Word], game: Game) -> Signals | None:
    """Piles in their order, then commands by the alphabet, then `exact`: each once, as the writer has them."""
    if [word.text for word in words] == [NOTHING]:
        return None
    commands = sorted(set(game.commands.values()))
    known = [f"{pile}={signal}" for pile in TEAM_PILES for signal in get_args(Signal)]
    order = {text: (text.partition("=")[0] if "=" in text else text) for text in (*known, *commands, EXACT)}
    ranks = {name: rank for rank, name in enumerate(dict.fromkeys(order.values()))}
    signals: Signals = {"piles": {}, "commands": [], "exact": False}
    last = -1
    for word in words:
        if word.text not in order:
            word.wrong(f"{quoted(word.text)} is no signal: they are {', '.join(order)}, or {NOTHING} for none")
        rank = ranks[order[word.text]]
        if rank <= last:
            word.wrong("signals go by pile, then by command, each once")
        last = rank
        pile, _, signal = word.text.partition("=")
        if signal:
            signals["piles"][pile] = signal
        elif word.text == EXACT:
            signals["exact"] = True
        else:
            signals["commands"].append(pile)
    return signals


def _tried(lines: list[list[Word]], game: Game, timed: bool) -> tuple[Tried, ...]:
    found: list[tuple[Word, Tried]] = []
    for place, *rest in lines:
        if game.spec.turns:
            place.wrong(f"only where everyone plays at once are refused cards told, not in {game.game}")
        if not timed:
            place.wrong("refused cards are told with times only")
        if len(rest) != 3:
            place.wrong("a line of tried is the number of moves made before, a move, 'wrong' or 'late', and a time")
        move, why, at = rest
        if move.text not in game.notation.numbers or not move.text.partition(":")[2][:1].isdigit():
            move.wrong(f"expected a card that a seat lays, not {quoted(move.text)}")
        if int(move.text.partition(":")[0]) >= game.players:
            move.wrong(f"there are the seats 0 to {game.players - 1}")
        cause = next((one for one in WHY if one == why.text), None)
        if cause is None:
            why.wrong(f"a card is refused as 'wrong' or 'late', not {quoted(why.text)}")
        found.append((place, Tried(_place(place, game), move.text, cause, _number(at, "a time"))))
    _rising([(word, tried.at) for word, tried in found], "time")
    _rising([(word, tried.place) for word, tried in found], "number of moves")
    return tuple(tried for _, tried in found)


def _place(word: Word, game: Game) -> int:
    place = _number(word, "a number of moves")
    if place > len(game.log):
        word.wrong(f"the game has {len(game.log)} moves, not {place}")
    return place


def _number(word: Word, what: str) -> int:
    if not NUMBER.fullmatch(word.text):
        word.wrong(f"{quoted(word.text)} is not {what}")
    return int(word.text)


def _rising(pairs: list[tuple[Word, int]], what: str) -> list[Any]:
    """The numbers, each at least as great as the one before."""
    last = 0
    for word, number in pairs:
        if number < last:
            word.wrong(f"this {what} is before the last one, {last}")
        last = number
    return [number for _, number in pairs]
