"""What expert would have laid at a moment of a finished game, from the seat's view alone."""

from typing import Any

from gambero.bots import bot as new_bot
from gambero.bots.advice import advise
from gambero.game import GAMES, Game
from gambero.game.replay import replay
from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker, Work
from gambero.server.jobs.shared import Shared
from gambero.server.refusal import Refused

MOST_KEPT = 1000


class Hindsight:
    def __init__(self, pool: Pool) -> None:
        self._shared = Shared(pool, Work.ANALYSIS, MOST_KEPT)

    async def would_lay(self, asker: Asker, game_id: str, record: str, moves: int, seat: int | None) -> dict[str, Any]:
        """The rest of the turn after so many moves; where everyone plays at once, the next act of the seat asked for.

        Raises Refused, also if too many ask.
        """
        if GAMES[_game_of(record)].turns:
            seat = None  # it is always the mover's, so that equal questions share one job
        return await self._shared.ask((game_id, moves, seat), asker, line_at, record, moves, seat)


def _game_of(record: str) -> str:
    """The id of the game in a record's line `game:`."""
    return record.partition("\ngame:")[2].split(maxsplit=1)[0]


def line_at(record: str, moves: int, seat: int | None) -> dict[str, Any]:
    """What expert lays after so many moves of a record. Raises Refused."""
    ended = replay(record)
    if moves >= len(ended.log):
        raise Refused("moves", "past_end", moves=len(ended.log))
    game = ended.before(moves)
    mover = game.to_move if GAMES[game.game].turns else seat
    if mover is None:
        raise Refused("seat", "nobody_on_turn")
    if not 0 <= mover < game.players:
        raise Refused("seat", "unknown", last=game.players - 1, seat=mover)
    return expert_line(game, mover, moves)


def expert_line(game: Game, seat: int, moves: int) -> dict[str, Any]:
    """What expert lays from here. The number of moves is the seed, so that the same question has the same answer."""
    spec = GAMES[game.game]
    if spec.hints:
        advice = advise(game.view(seat), seed=moves).as_json()
        return {"seat": seat, "moves": advice["best"]["moves"], "advice": {"after": moves, **advice}}
    expert = new_bot("expert", seed=moves)
    chosen: list[str] = []
    while game.view(seat)["moves"] and not (chosen and not spec.turns):
        chosen.append(expert.choose(game.view(seat)))
        game.move(chosen[-1])
    return {"seat": seat, "moves": chosen, "advice": None}
