"""A finished game step by step: as a seat saw it, as a spectator did, or with all cards open."""

from typing import Any

import orjson

from gambero.game import Game, seen_by
from gambero.game.replay import replay
from gambero.game.story import Story
from gambero.server.jobs.pool import Pool
from gambero.server.jobs.queue import Asker, Work
from gambero.server.jobs.shared import Shared
from gambero.server.refusal import Refused

MOST_KEPT = 64  # some hundred kilobytes each


class Replays:
    def __init__(self, pool: Pool) -> None:
        self._shared = Shared(pool, Work.ANALYSIS, MOST_KEPT)

    async def frames(self, asker: Asker, game_id: str, record: str, viewer: int | None, everything: bool) -> bytes:
        """The fields `game`, `players` and `frames` of a replay as JSON, without names: these may change later.

        Raises Refused, also if too many ask.
        """
        return await self._shared.ask((game_id, viewer, everything), asker, frames, record, viewer, everything)


def frames(record: str, viewer: int | None, everything: bool) -> bytes:
    """The frames as JSON, made in the job: checking them against their types for each request took longer."""
    ended = replay(record)
    if viewer is not None and not 0 <= viewer < ended.players:
        raise Refused("seat", "unknown", last=ended.players - 1, seat=viewer)
    again: Game = type(ended)(ended.setup)
    story = ended.story or Story()
    found = [{"move": None, "seat": None, "events": [], **frame(again, viewer, everything=everything)}]
    for seat, move in ended.log:
        events = again.move(move)
        seen = events if everything else seen_by(events, viewer)
        found.append({"move": move, "seat": seat, "events": seen, **frame(again, viewer, everything=everything)})
    for place, one in enumerate(found):
        one["said"] = {str(seat): signals for seat, signals in story.signals(place).items()}
    return orjson.dumps({"game": ended.game, "players": ended.players, "frames": found})


def frame(game: Game, viewer: int | None, *, everything: bool) -> dict[str, Any]:
    """What a seat or a spectator sees now, and all hands where everything is open."""
    view = {**game.view(viewer), "moves": [], "log": []}  # no move is possible, and the frames are the log
    return {"view": view, "hands": [game.hand(seat) for seat in range(game.players)] if everything else None}
