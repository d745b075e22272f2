"""Finished games, played differently: a turn tried again, a line with all cards open, and reasons for a plan."""

from typing import Any

from gambero.errors import IllegalMove
from gambero.game import GAMES, Game
from gambero.game.replay import replay
from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker, Work
from gambero.server.jobs.shared import Shared
from gambero.server.refusal import Refused
from gambero.server.review.replays import frame
from gambero.study.reasons import reasons
from gambero.study.trying import Try
from gambero.study.turns import taken

MOST_KEPT = 1000
MOST_LINES = 32  # some hundred kilobytes each

Moves = tuple[str, ...]


class Trying:
    def __init__(self, pool: Pool) -> None:
        self._tries = Shared(pool, Work.ANALYSIS, MOST_KEPT)
        self._lines = Shared(pool, Work.ANALYSIS, MOST_LINES)

    async def lay(self, asker: Asker, game_id: str, record: str, turn: int, moves: Moves) -> dict[str, Any]:
        """Where other moves lead in a turn; once it is over, what they are worth. Raises Refused."""
        return await self._tries.ask((game_id, turn, moves), asker, tried, record, turn, moves)

    async def why(self, asker: Asker, game_id: str, record: str, turn: int, plans: tuple[Moves, Moves]) -> Any:
        """Why the first of two plans for a turn is better. Raises Refused."""
        return await self._tries.ask((game_id, turn, plans), asker, reasons_for, record, turn, *plans)

    async def line(self, asker: Asker, game_id: str, record: str, after: int, moves: Moves) -> list[dict[str, Any]]:
        """Frames of other moves from a point of the game on, all cards open. Raises Refused."""
        return await self._lines.ask((game_id, after, moves), asker, line, record, after, moves)


def tried(record: str, turn: int, moves: Moves) -> dict[str, Any]:
    """The mover's view after some moves of a turn, and a verdict if the turn has ended with them."""
    trying = _at(record, turn)
    _play(trying, moves)
    verdict = trying.verdict(turn).as_json() if trying.ended else None
    return {"seat": trying.seat, "view": trying.game.view(trying.seat), "verdict": verdict}


def reasons_for(record: str, turn: int, best: Moves, played: Moves) -> list[dict[str, Any]]:
    """Why a plan for a turn is better than another."""
    for plan in (best, played):
        _play(trying := _at(record, turn), plan)
    return reasons(trying.before, best, played, lost=trying.lost)


def line(record: str, after: int, moves: Moves) -> list[dict[str, Any]]:
    """A frame after each of these moves, from a point of the game on, all cards open."""
    ended = replay(record)
    if after >= len(ended.log):
        raise Refused("moves", "past_end", moves=len(ended.log))
    game: Game = ended.before(after)
    found = [{"move": None, "seat": None, "events": [], **frame(game, None, everything=True)}]
    for move in moves:
        seat = game.to_move
        try:
            events = game.move(move)
        except IllegalMove as law:
            raise Refused.by_law(law) from None
        found.append({"move": move, "seat": seat, "events": events, **frame(game, None, everything=True)})
    return found


def _at(record: str, turn: int) -> Try:
    ended = replay(record)
    if not GAMES[ended.game].turns:
        raise Refused("game_id", "no_turns")
    turns = taken(ended)
    if turn >= len(turns):
        raise Refused("turn", "unknown", turns=len(turns))
    return Try(ended, turns[turn])


def _play(trying: Try, moves: Moves) -> None:
    try:
        played = trying.play(moves)
    except IllegalMove as law:
        raise Refused.by_law(law) from None
    if played < len(moves):
        raise Refused("moves", "turn_over", moves=played)
