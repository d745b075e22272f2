"""Reviews that one person leads and others follow: the moment that the leader shows, kept for some seconds."""

from typing import Any

import orjson

from gambero.server.refusal import Refused
from gambero.server.sources import Sources
from gambero.server.workers.backplane import NOTE, Backplane

LASTS = NOTE / 1000  # seconds without a message after which a leader counts as gone
MOST = 1000  # shared reviews at a time without Redis


class Sharing:
    def __init__(self, backplane: Backplane, sources: Sources) -> None:
        self._backplane, self._sources = backplane, sources
        self._moments: dict[str, tuple[float, str]] = {}  # by key: until when, and the moment

    async def lead(self, game_id: str, code: str | None, leader: dict[str, str], moment: dict[str, Any]) -> str:
        """Show followers a moment of a game; without a code a new shared review begins. Returns its code."""
        if code is None:
            code = self._sources.new_id()
        elif (now := await self._read_moment(game_id, code)) is not None and now["leader"] != leader["id"]:
            raise Refused("shared", "led")
        text = orjson.dumps({"leader": leader["id"], "name": leader["name"], **moment}).decode()
        await self._store_moment(f"review:{game_id}:{code}", text)
        return code

    async def follow(self, game_id: str, code: str) -> dict[str, Any]:
        """The moment that the leader shows. Raises Refused if nobody leads any more."""
        found = await self._read_moment(game_id, code)
        if found is None:
            raise Refused("shared", "over")
        del found["leader"]
        return found

    async def _store_moment(self, key: str, text: str) -> None:
        if not self._backplane.alone:
            await self._backplane.note(key, text)
            return
        now = self._sources.monotonic()
        if key not in self._moments and len(self._moments) >= MOST:
            self._moments = {key: kept for key, kept in self._moments.items() if kept[0] > now}
            if len(self._moments) >= MOST:
                raise Refused("busy", "queue", seconds=int(LASTS))
        self._moments[key] = now + LASTS, text

    async def _read_moment(self, game_id: str, code: str) -> dict[str, Any] | None:
        key = f"review:{game_id}:{code}"
        if self._backplane.alone:
            until, text = self._moments.get(key, (0.0, None))
            text = text if until > self._sources.monotonic() else None
        else:
            text = await self._backplane.noted(key)
        found: dict[str, Any] | None = orjson.loads(text) if text else None
        return found
