"""A finished game step by step: as a seat saw it, as a spectator did, or with all cards open."""

from typing import Any

import orjson

from gambero.game import Game, seen_by
from gambero.game.replay import replay
from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker, Work
from gambero.server.jobs.shared import Shared
from gambero.server.refusal import Refused

MOST_KEPT = 64  # some hundred kilobytes each


class Replays:
    def __init__(self, pool: Pool) -> None:
        self._shared = Shared(pool, Work.ANALYSIS, MOST_KEPT)

    async def frames(self, asker: Asker, game_id: str, record: str, eyes: int | None, everything: bool) -> bytes:
        """The fields `game`, `players` and `frames` of a replay as JSON, without names: these may change later.

        Raises Refused, also if too many ask.
        """
        return await self._shared.ask((game_id, eyes, everything), asker, frames, record, eyes, everything)


def frames(record: str, eyes: int | None, everything: bool) -> bytes:
    """JSON is made here, in the job: to check it against its types for each request took longer than to make it."""
    ended = replay(record)
    if eyes is not None and not 0 <= eyes < ended.players:
        raise Refused("seat", "unknown", last=ended.players - 1, seat=eyes)
    again: Game = type(ended)(ended.setup)
    found = [{"move": None, "seat": None, "events": [], **_frame(again, eyes, everything)}]
    for seat, move in ended.log:
        events = again.move(move)
        shown = events if everything else seen_by(events, eyes)
        found.append({"move": move, "seat": seat, "events": shown, **_frame(again, eyes, everything)})
    return orjson.dumps({"game": ended.game, "players": ended.players, "frames": found})


def _frame(game: Game, eyes: int | None, everything: bool) -> dict[str, Any]:
    view = {**game.view(eyes), "moves": [], "log": []}  # no move is possible, and the frames are the log
    return {"view": view, "hands": [game.hand(seat) for seat in range(game.players)] if everything else None}
