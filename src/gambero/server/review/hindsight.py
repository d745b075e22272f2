"""What expert would have laid at a moment of a finished game, from what its seat saw then and nothing else."""

from typing import Any

from gambero.bots import bot as new_bot
from gambero.bots.advice import GAMES, advise
from gambero.game import Game
from gambero.game.replay import replay
from gambero.server.bots.pool import Thinkers
from gambero.server.table.entries import Refused


async def would_lay(thinkers: Thinkers, record: str, moves: int, seat: int | None) -> dict[str, Any]:
    """The rest of the turn after so many moves; where everyone plays at once, the next act of the seat asked for."""
    ended = replay(record)
    if moves >= len(ended.log):
        raise Refused("moves", f"that game has {len(ended.log)} moves: ask about a moment before its last")
    game = ended.before(moves)
    mover = seat if game.game == "tension" else game.to_move
    if mover is None:
        raise Refused("seat", "nobody is on turn at that moment: say whose eyes to look through")
    if not 0 <= mover < game.players:
        raise Refused("seat", f"this game had the seats 0 to {game.players - 1}, not {mover}")
    return await thinkers.run(thought, game, mover, moves)


def thought(game: Game, seat: int, moves: int) -> dict[str, Any]:
    """The number of the move is the seed too: who asks again gets the same answer."""
    if game.game in GAMES:
        advice = advise(game.view(seat), seed=moves).as_json()
        return {"seat": seat, "moves": advice["best"]["moves"], "advice": {"after": moves, **advice}}
    expert = new_bot("expert", seed=moves)
    chosen: list[str] = []
    while game.view(seat)["moves"] and not (chosen and game.game == "tension"):
        chosen.append(expert.choose(game.view(seat)))
        game.move(chosen[-1])
    return {"seat": seat, "moves": chosen, "advice": None}
