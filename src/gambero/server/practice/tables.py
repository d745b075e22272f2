"""Practice: tables that start from a known deal with some moves made, a lesson's or a finished game's.

Nothing there is secret, and nothing counts. The host may start again from the same point at any time.
"""

from typing import Any

from gambero.game import GAMES, Game
from gambero.game.replay import replay
from gambero.game.setup import prepared
from gambero.server.practice.lessons import LESSONS
from gambero.server.practice.lessons.lesson import Lesson
from gambero.server.refusal import Refused
from gambero.server.table.table import Table

PARTNER = "careful"  # the bot that plays on where a lesson has no reply


def open_lesson(lesson_id: str) -> tuple[dict[str, Any], list[str]]:
    """The data of the first entry of a lesson's table, and its bots."""
    lesson = LESSONS.get(lesson_id)
    if lesson is None:
        raise Refused("lesson", "unknown", lesson=lesson_id)
    opened = _opened(lesson.opened(), {"lesson": lesson.id, "game_id": None, "moves": None})
    opened |= {"tournament": lesson.tournament, "began": not GAMES[lesson.game].turns and not lesson.waiting}
    return opened, [PARTNER] * (lesson.players - 1)


def open_game(record: str, game_id: str, moves: int) -> dict[str, Any]:
    """The data of the first entry of a table that goes on from a move of a finished game."""
    ended = replay(record)
    if moves >= len(ended.log):
        raise Refused("moves", "past_end", moves=len(ended.log))
    game = ended.before(moves)
    game.seal = None  # the deal is known
    return _opened(game, {"lesson": None, "game_id": game_id, "moves": moves})


def open_position(game: Game) -> dict[str, Any]:
    """The data of the first entry of a table that goes on from any position whose deal may be known."""
    return _opened(game, {"lesson": None, "game_id": None, "moves": None})


def _opened(game: Game, practice: dict[str, Any]) -> dict[str, Any]:
    house = prepared(game.game, players=game.players, seed=0).commands
    return {
        "game": game.game,
        "players": game.players,
        "options": game.options,
        "commands": None if not game.commands else "house" if game.commands == house else "shuffled",
        "listed": False,
        "clock": None,
        "wait": 0.5,
        "tournament": None,
        "daily": None,
        "practice": practice,
        "from": game.record(),
        "began": False,
    }


def lesson_at(table: Table) -> Lesson | None:
    practice = table.practice
    return LESSONS.get(practice["lesson"] or "") if practice else None


def reply(table: Table) -> str | None:
    """The move that another seat plays now by the lesson, if it is legal."""
    due = _due(table)
    return due if due and table.playing.can(due) else None


def waits(table: Table) -> bool:
    """Do the other seats wait for the learner's next act? In tension they play the lesson's replies only."""
    return lesson_at(table) is not None and (_due(table) == "" if table.spec.turns else reply(table) is None)


def _due(table: Table) -> str | None:
    """The next move of the other seats; "" while the learner must act first, None when the replies are used up."""
    lesson = lesson_at(table)
    if lesson is None:
        return None
    since = [seat for seat, _ in table.playing.log[len(table.deal["moves"]) :]]
    played = sum(seat not in (0, None) for seat in since)
    if played >= len(lesson.replies):
        return None
    due = lesson.replies[played]
    first = table.signals_given < due.signals if table.spec.turns else since.count(0) < due.moves
    return "" if first else due.move
