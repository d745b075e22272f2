"""How workers hear of each other: not at all when there is one, through Redis when there are more."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

Heard = Callable[[str, int], None]

READ_ANEW = -1
LEASE = 5_000  # milliseconds a worker may tend a table without saying so again
PRESENCE = 8  # seconds a worker's word about who is here holds
ANSWER = 1.0  # seconds Redis may take: a table does not wait for it


class Backplane(Protocol):
    alone: bool

    async def start(self, heard: Heard) -> None: ...

    async def stop(self) -> None: ...

    async def ready(self) -> None:
        """Raises if there is no way through."""

    async def publish(self, table: str, number: int) -> None:
        """An entry was stored; a number of 0 says that people came or went, READ_ANEW that names or words are gone."""

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

    async def publish(self, table: str, number: int) -> None: ...

    async def present(self, table: str, people: set[str]) -> None: ...

    async def who(self, table: str) -> set[str]:  # noqa: ARG002
        return set()

    async def keeps(self, table: str) -> bool:  # noqa: ARG002
        return True

    async def release(self, table: str) -> None: ...


class Through:
    """Many workers: numbers of entries go by publish and subscribe; the entries themselves are read from the store."""

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

    async def start(self, heard: Heard) -> None:
        await self.ready()
        subscribed = asyncio.Event()
        self._task = asyncio.create_task(self._listen(heard, subscribed))
        await subscribed.wait()

    async def stop(self) -> None:
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
                            worker, table, number = json.loads(message["data"])
                            if worker != self._worker:
                                heard(table, number)
            except (RedisError, OSError):
                await asyncio.sleep(0.5)  # tables look at the store by themselves meanwhile

    async def publish(self, table: str, number: int) -> None:
        from redis.exceptions import RedisError

        with suppress(RedisError, OSError):  # stored it is, and the others look from time to time
            await self._redis.publish("gambero", json.dumps([self._worker, table, number]))

    async def present(self, table: str, people: set[str]) -> None:
        from redis.exceptions import RedisError

        with suppress(RedisError, OSError):
            key = f"gambero:here:{table}:{self._worker}"
            before = await self._redis.set(key, json.dumps(sorted(people)), ex=PRESENCE, get=True)
            await self._redis.sadd(f"gambero:workers:{table}", self._worker)
            await self._redis.expire(f"gambero:workers:{table}", 86_400)
            if before is None or set(json.loads(before)) != people:
                await self.publish(table, 0)

    async def who(self, table: str) -> set[str]:
        from redis.exceptions import RedisError

        with suppress(RedisError, OSError):
            workers = await self._redis.smembers(f"gambero:workers:{table}") - {self._worker}
            if workers:
                found = await self._redis.mget([f"gambero:here:{table}:{worker}" for worker in sorted(workers)])
                return {person for people in found if people for person in json.loads(people)}
        return set()

    async def keeps(self, table: str) -> bool:
        from redis.exceptions import RedisError

        key = f"gambero:keeper:{table}"
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

        with suppress(RedisError, OSError):
            if await self._redis.get(f"gambero:keeper:{table}") == self._worker:
                await self._redis.delete(f"gambero:keeper:{table}")
