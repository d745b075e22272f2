"""How workers hear of each other: not at all when there is one, through Redis when there are more."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Protocol

from gambero.server.table.entries import Entry, entry_of, row_of

Heard = Callable[[str, int, Entry | None], None]

RELOAD = -1
LEASE = 5_000  # milliseconds a worker may tend a table without saying so again
LEASE_CHECK = 2.0  # seconds: how often a worker asks whether a table is its own to tend
PRESENCE = 8  # seconds a worker's word about who is here holds
ANSWER = 1.0  # seconds Redis may take: a table does not wait for it


class Backplane(Protocol):
    alone: bool

    async def start(self, heard: Heard) -> None: ...

    async def stop(self) -> None: ...

    async def ready(self) -> None:
        """Raises if there is no way through."""

    def publish(self, table: str, number: int, entry: Entry | None = None) -> None:
        """An entry was stored; a number of 0 says that people came or went, RELOAD that names or words are gone."""

    async def present(self, table: str, people: set[str]) -> None:
        """These people are connected to this worker."""

    async def who(self, table: str) -> set[str]:
        """Who is connected to any other worker."""

    async def keeps(self, table: str) -> bool:
        """Is this the worker that tends the table?"""

    async def release(self, table: str) -> None:
        """Nobody is at this table here any more."""


class Alone:
    """One worker: whoever is here is all there is."""

    alone = True

    async def start(self, heard: Heard) -> None: ...

    async def stop(self) -> None: ...

    async def ready(self) -> None: ...

    def publish(self, table: str, number: int, entry: Entry | None = None) -> None: ...

    async def present(self, table: str, people: set[str]) -> None: ...

    async def who(self, table: str) -> set[str]:  # noqa: ARG002
        return set()

    async def keeps(self, table: str) -> bool:  # noqa: ARG002
        return True

    async def release(self, table: str) -> None: ...


class Through:
    """Many workers: what one has stored goes to the others by publish and subscribe; what got lost they read."""

    alone = False

    def __init__(self, url: str, worker: str) -> None:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
        from redis.exceptions import ConnectionError as Disconnected

        settings: dict[str, Any] = {"decode_responses": True, "socket_connect_timeout": ANSWER}
        settings["retry"] = Retry(NoBackoff(), 1, (Disconnected,))  # once, since a connection may be stale
        self._redis: Any = Redis.from_url(url, socket_timeout=ANSWER, **settings)
        self._channels: Any = Redis.from_url(url, socket_timeout=None, **settings)  # waits as long as it is quiet
        self._worker = worker
        self._task: asyncio.Task[None] | None = None
        self._words: list[tuple[str, int, dict[str, Any] | None]] = []  # to be said
        self._saying: asyncio.Task[None] | None = None
        self._kept: dict[str, tuple[float, bool]] = {}  # when it was asked whose a table is, and the answer

    async def start(self, heard: Heard) -> None:
        await self.ready()
        subscribed = asyncio.Event()
        self._task = asyncio.create_task(self._listen(heard, subscribed))
        await subscribed.wait()

    async def stop(self) -> None:
        if self._saying:
            await self._saying
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._redis.aclose()
        await self._channels.aclose()

    async def ready(self) -> None:
        await self._redis.ping()

    async def _listen(self, heard: Heard, subscribed: asyncio.Event) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._channels.pubsub() as channel:
                    await channel.subscribe("gambero")
                    subscribed.set()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._hear(heard, *json.loads(message["data"]))
            except (RedisError, OSError):
                await asyncio.sleep(0.5)  # tables look at the store by themselves meanwhile

    def _hear(self, heard: Heard, worker: str, words: list[tuple[str, int, dict[str, Any] | None]]) -> None:
        if worker == self._worker:
            return
        for table, number, row in words:
            if number == 0:
                self._kept.pop(table, None)  # who tended it may be gone
            heard(table, number, entry_of(row) if row else None)

    def publish(self, table: str, number: int, entry: Entry | None = None) -> None:
        self._words.append((table, number, row_of(entry) if entry else None))
        if self._saying is None or self._saying.done():
            self._saying = asyncio.create_task(self._say())

    async def _say(self) -> None:
        """What many tables have to say at the same moment goes in one message."""
        from redis.exceptions import RedisError

        while self._words:
            words, self._words = self._words, []
            with suppress(RedisError, OSError):  # stored it is, and the others look from time to time
                await self._redis.publish("gambero", json.dumps([self._worker, words]))

    async def present(self, table: str, people: set[str]) -> None:
        from redis.exceptions import RedisError

        with suppress(RedisError, OSError):
            async with self._redis.pipeline(transaction=False) as steps:
                steps.set(f"gambero:here:{table}:{self._worker}", json.dumps(sorted(people)), ex=PRESENCE, get=True)
                steps.sadd(f"gambero:workers:{table}", self._worker)
                steps.expire(f"gambero:workers:{table}", 86_400)
                before, *_ = await steps.execute()
            if before is None or set(json.loads(before)) != people:
                self.publish(table, 0)

    async def who(self, table: str) -> set[str]:
        from redis.exceptions import RedisError

        with suppress(RedisError, OSError):
            workers = await self._redis.smembers(f"gambero:workers:{table}") - {self._worker}
            if workers:
                found = await self._redis.mget([f"gambero:here:{table}:{worker}" for worker in sorted(workers)])
                return {person for people in found if people for person in json.loads(people)}
        return set()

    async def keeps(self, table: str) -> bool:
        """Redis is asked from time to time only, since a table wants to know at every move."""
        asked, kept = self._kept.get(table, (0.0, False))
        now = monotonic()
        if now - asked >= LEASE_CHECK:
            kept = await self._leased(f"gambero:keeper:{table}")
            self._kept[table] = (now, kept)
        return kept

    async def _leased(self, key: str) -> bool:
        from redis.exceptions import RedisError

        try:
            if await self._redis.set(key, self._worker, px=LEASE, nx=True):
                return True
            if await self._redis.get(key) != self._worker:
                return False
            await self._redis.pexpire(key, LEASE)
        except (RedisError, OSError):
            return True  # two that tend one table only waste time: the log decides
        return True

    async def release(self, table: str) -> None:
        from redis.exceptions import RedisError

        self._kept.pop(table, None)
        with suppress(RedisError, OSError):
            if await self._redis.get(f"gambero:keeper:{table}") == self._worker:
                await self._redis.delete(f"gambero:keeper:{table}")
                self.publish(table, 0)
