"""What expert would have laid at a moment of a finished game, from the seat's view alone."""

from typing import Any

from gambero.bots import bot as new_bot
from gambero.bots.advice import advise
from gambero.game import GAMES, Game
from gambero.game.replay import replay
from gambero.server.bots.pool import Pool
from gambero.server.refusal import Refused


async def would_lay(pool: Pool, record: str, moves: int, seat: int | None) -> dict[str, Any]:
    """The rest of the turn after so many moves; where everyone plays at once, the next act of the seat asked for."""
    ended = replay(record)
    if moves >= len(ended.log):
        raise Refused("moves", "past_end", moves=len(ended.log))
    game = ended.before(moves)
    mover = game.to_move if GAMES[game.game].turns else seat
    if mover is None:
        raise Refused("seat", "nobody_on_turn")
    if not 0 <= mover < game.players:
        raise Refused("seat", "unknown", last=game.players - 1, seat=mover)
    return await pool.run(expert_line, game, mover, moves)


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
