"""Messages between workers: none when there is one worker, through Redis when there are more."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple, Protocol

from gambero.server.table.entries import Entry, entry_of, row_of
from gambero.server.tasks import end, end_after

Receive = Callable[[str, int, Entry | None], None]  # table, number, entry

RELOAD = -1  # instead of a number: read the table from its log again
SESSION_ENDED = -2  # instead of a number, with a session instead of a table: close its sockets
PRESENCE_CHANGED = 0  # instead of a number: people came or went
LEASE = 5_000  # milliseconds until a lease expires if it is not renewed
LEASE_CHECK = 2.0  # seconds between two renewals of a lease
LEASE_KNOWN = 2 * LEASE_CHECK  # seconds for which an answer about a lease is cached
PRESENCE = 8  # seconds until a worker's list of connected people expires
WORKERS_KEPT = 86_400  # seconds until the list of a table's workers expires
TIMEOUT = 1.0  # seconds for an answer of Redis: tables do not wait longer

# For each table: store who is connected to this worker, take or renew the lease if it is wanted, and answer with
# whether that list is new, whether this worker has the lease, and the lists of the other workers.
RENEW = """
local worker, lease, presence, kept = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local found = {}
for at = 5, #ARGV, 3 do
  local id, people, wanted = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local here, workers, keeper = 'gambero:here:' .. id .. ':', 'gambero:workers:' .. id, 'gambero:keeper:' .. id
  local before = redis.call('GET', here .. worker)
  redis.call('SET', here .. worker, people, 'EX', presence)
  redis.call('SADD', workers, worker)
  redis.call('EXPIRE', workers, kept)
  local keeps = 0
  if wanted == '1' then
    local holder = redis.call('GET', keeper)
    if not holder or holder == worker then
      redis.call('SET', keeper, worker, 'PX', lease)
      keeps = 1
    end
  end
  local row = {before == people and 0 or 1, keeps}
  for _, other in ipairs(redis.call('SMEMBERS', workers)) do
    if other ~= worker then
      local there = redis.call('GET', here .. other)
      if there then
        row[#row + 1] = there
      else
        redis.call('SREM', workers, other)
      end
    end
  end
  found[#found + 1] = row
end
return found
"""


# A token bucket that all workers share: seconds until there is a token, or none and one is taken. What is stored is
# the time at which the bucket is full again, by the clock of Redis.
TAKE = """
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1e6
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + 1 / rate
local wait = full - now - burst / rate
if wait > 1e-6 then
  return tostring(wait)
end
redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil(1000 * (full - now)))
return '0'
"""
COUNTS_KEPT = 20  # seconds until a worker's counts of sockets expire
# For each address: store how many sockets it has at this worker, and answer with how many it has at all of them.
COUNT = """
local worker, kept = ARGV[1], ARGV[2]
local own = 'gambero:sockets:' .. worker
redis.call('SADD', 'gambero:counting', worker)
for at = 3, #ARGV, 2 do
  if ARGV[at + 1] == '0' then
    redis.call('HDEL', own, ARGV[at])
  else
    redis.call('HSET', own, ARGV[at], ARGV[at + 1])
  end
end
redis.call('EXPIRE', own, kept)
local found = {}
for at = 3, #ARGV, 2 do
  found[#found + 1] = tonumber(ARGV[at + 1])
end
for _, other in ipairs(redis.call('SMEMBERS', 'gambero:counting')) do
  local theirs = 'gambero:sockets:' .. other
  if other ~= worker and redis.call('EXISTS', theirs) == 0 then
    redis.call('SREM', 'gambero:counting', other)
  elseif other ~= worker then
    for at = 3, #ARGV, 2 do
      local place = (at - 1) / 2
      found[place] = found[place] + tonumber(redis.call('HGET', theirs, ARGV[at]) or 0)
    end
  end
end
return found
"""
NOTE = 10_000  # milliseconds for which a note to the other workers is kept
TAKE_TIMEOUT = 0.25  # seconds that a request or a socket waits for a shared limit
TAKE_PAUSE = 5.0  # seconds without shared limits after Redis did not answer

WITHOUT_REDIS = (True, None)  # two caretakers of one table only waste time: the log decides


class Here(NamedTuple):
    """Who is connected to a table at one worker, and whether that worker wants the lease."""

    people: set[str]
    wants_lease: bool


class Renewed(NamedTuple):
    """What a renewal found: who is connected to other workers (None: not known), and if the lease was won or lost."""

    elsewhere: set[str] | None
    lease_changed: bool


class Backplane(Protocol):
    alone: bool

    async def start(self, receive: Receive) -> None: ...

    async def stop(self) -> None: ...

    async def ready(self) -> None:
        """Raises if Redis does not answer."""

    def publish(self, table: str, number: int, entry: Entry | None = None) -> None:
        """Tell the other workers of a stored entry, or PRESENCE_CHANGED, RELOAD or SESSION_ENDED."""

    async def present(self, table: str, people: set[str]) -> None:
        """Tell the other workers who is connected to this one."""

    async def who(self, table: str) -> set[str] | None:
        """Who is connected to the other workers; None if Redis does not answer."""

    async def renew(self, tables: Mapping[str, Here]) -> Mapping[str, Renewed]:
        """`present`, `who` and `holds_lease` for many tables in one call."""

    async def holds_lease(self, table: str) -> bool:
        """Take or renew the table's lease if it is free or ours. Who holds it runs the table's bots and clocks."""

    async def release(self, table: str) -> None:
        """Give up the lease: nobody is connected to this table at this worker any more."""

    async def note(self, key: str, text: str) -> None:
        """Store a text that the other workers can read for some seconds."""

    async def noted(self, key: str) -> str | None:
        """The text stored by `note`; None if there is none, or if Redis does not answer."""

    async def count(self, sockets: Sequence[tuple[str, int]]) -> list[int] | None:
        """Tell how many sockets addresses have at this worker; how many each has at all workers, None if not known."""

    async def take(self, key: str, rate: float, burst: float) -> float | None:
        """Take a token from a bucket of all workers: seconds to wait, 0 if one was taken, None if nothing is known."""


class Alone:
    """One worker: there is nobody to tell."""

    alone = True

    async def start(self, receive: Receive) -> None: ...

    async def stop(self) -> None: ...

    async def ready(self) -> None: ...

    def publish(self, table: str, number: int, entry: Entry | None = None) -> None: ...

    async def present(self, table: str, people: set[str]) -> None: ...

    async def who(self, table: str) -> set[str]:  # noqa: ARG002
        return set()

    async def renew(self, tables: Mapping[str, Here]) -> Mapping[str, Renewed]:  # noqa: ARG002
        return {}

    async def holds_lease(self, table: str) -> bool:  # noqa: ARG002
        return True

    async def release(self, table: str) -> None: ...

    async def note(self, key: str, text: str) -> None: ...

    async def noted(self, key: str) -> str | None: ...

    async def count(self, sockets: Sequence[tuple[str, int]]) -> list[int] | None: ...

    async def take(self, key: str, rate: float, burst: float) -> float | None: ...


class RedisBackplane:
    """Several workers: publish and subscribe. A lost message does no harm, since workers also poll the log."""

    alone = False

    def __init__(self, url: str, worker: str) -> None:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
        from redis.exceptions import ConnectionError as Disconnected

        settings: dict[str, Any] = {"decode_responses": True, "socket_connect_timeout": TIMEOUT}
        settings["retry"] = Retry(NoBackoff(), 1, (Disconnected,))  # one retry, since a connection may be stale
        self._redis: Any = Redis.from_url(url, socket_timeout=TIMEOUT, **settings)
        self._channels: Any = Redis.from_url(
            url, socket_timeout=None, **settings
        )  # no timeout: waits for the next message
        self._renewal: Any = self._redis.register_script(RENEW)
        self._bucket: Any = self._redis.register_script(TAKE)
        self._counting: Any = self._redis.register_script(COUNT)
        self._take_again = 0.0  # when Redis is asked for shared limits again
        self._worker = worker
        self._closed = False
        self._listening: asyncio.Task[None] | None = None
        self._outbox: list[tuple[str, int, dict[str, Any] | None]] = []  # not yet published
        self._publishing: asyncio.Task[None] | None = None
        self._leases: dict[str, tuple[float, bool]] = {}  # by table: when Redis was asked for the lease, and the answer

    async def start(self, receive: Receive) -> None:
        await self.ready()
        subscribed = asyncio.Event()
        self._listening = asyncio.create_task(self._listen(receive, subscribed))
        await subscribed.wait()

    async def stop(self) -> None:
        if self._publishing:
            await asyncio.wait([self._publishing], timeout=TIMEOUT)
        self._closed = True
        await end(self._publishing, self._listening)
        for client in (self._redis, self._channels):
            await end_after(TIMEOUT, client.aclose())

    async def ready(self) -> None:
        await self._redis.ping()

    async def _listen(self, receive: Receive, subscribed: asyncio.Event) -> None:
        from redis.exceptions import RedisError

        while not self._closed:
            try:
                async with self._channels.pubsub() as channel:
                    await channel.subscribe("gambero")
                    subscribed.set()
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._receive(receive, *json.loads(message["data"]))
            except (RedisError, OSError):
                await asyncio.sleep(0.5)  # tables poll the log meanwhile

    def _receive(self, receive: Receive, worker: str, messages: list[tuple[str, int, dict[str, Any] | None]]) -> None:
        if worker == self._worker:
            return
        for table, number, row in messages:
            if number == PRESENCE_CHANGED:
                self._leases.pop(table, None)  # the caretaker may be gone
            receive(table, number, entry_of(row) if row else None)

    def publish(self, table: str, number: int, entry: Entry | None = None) -> None:
        if self._closed:
            return
        self._outbox.append((table, number, row_of(entry) if entry else None))
        if self._publishing is None or self._publishing.done():
            self._publishing = asyncio.create_task(self._publish())

    async def _publish(self) -> None:
        """Publish the messages that wait, of all tables, as one message of Redis."""
        from redis.exceptions import RedisError

        while self._outbox and not self._closed:
            messages, self._outbox = self._outbox, []
            with suppress(RedisError, OSError):  # the entry is stored, and the others poll the log
                await self._redis.publish("gambero", json.dumps([self._worker, messages]))

    async def present(self, table: str, people: set[str]) -> None:
        await self._run_renewal({table: Here(people, wants_lease=False)})

    async def _run_renewal(self, tables: Mapping[str, Here]) -> list[tuple[bool, list[str]]] | None:
        """By table: does this worker have the lease, and the lists of others. None if Redis does not answer."""
        from redis.exceptions import RedisError

        arguments: list[str | int] = [self._worker, LEASE, PRESENCE, WORKERS_KEPT]
        for table, here in tables.items():
            arguments += (table, json.dumps(sorted(here.people)), int(here.wants_lease))
        try:
            rows = await self._renewal(args=arguments)
        except (RedisError, OSError):
            return None
        for table, (changed, *_) in zip(tables, rows, strict=True):
            if changed:
                self.publish(table, PRESENCE_CHANGED)
        return [(bool(keeps), others) for _, keeps, *others in rows]

    async def renew(self, tables: Mapping[str, Here]) -> Mapping[str, Renewed]:
        asked, found = monotonic(), {}
        rows = await self._run_renewal(tables)
        for number, (table, here) in enumerate(tables.items()):
            keeps, others = rows[number] if rows else WITHOUT_REDIS
            known = self._leases.get(table)  # None: the caretaker has not asked since somebody came or went
            if known and here.wants_lease:
                self._leases[table] = (asked, keeps)
            elsewhere = None if others is None else {person for people in others for person in json.loads(people)}
            changed = here.wants_lease and (known is None or known[1] != keeps)
            found[table] = Renewed(elsewhere, lease_changed=changed)
        return found

    async def who(self, table: str) -> set[str] | None:
        from redis.exceptions import RedisError

        try:
            workers = await self._redis.smembers(f"gambero:workers:{table}") - {self._worker}
            found = workers and await self._redis.mget([f"gambero:here:{table}:{worker}" for worker in sorted(workers)])
        except (RedisError, OSError):
            return None
        return {person for people in found if people for person in json.loads(people)}

    async def holds_lease(self, table: str) -> bool:
        """The answer is cached, since a table asks at every move; `renew` brings a new one in time."""
        asked, held = self._leases.get(table, (0.0, False))
        now = monotonic()
        if now - asked >= LEASE_KNOWN:
            held = await self._leased(f"gambero:keeper:{table}")
            self._leases[table] = (now, held)
        return held

    async def _leased(self, key: str) -> bool:
        from redis.exceptions import RedisError

        try:
            if await self._redis.set(key, self._worker, px=LEASE, nx=True):
                return True
            if await self._redis.get(key) != self._worker:
                return False
            await self._redis.pexpire(key, LEASE)
        except (RedisError, OSError):
            return WITHOUT_REDIS[0]
        return True

    async def release(self, table: str) -> None:
        from redis.exceptions import RedisError

        self._leases.pop(table, None)
        with suppress(RedisError, OSError):
            if await self._redis.get(f"gambero:keeper:{table}") == self._worker:
                await self._redis.delete(f"gambero:keeper:{table}")
                self.publish(table, PRESENCE_CHANGED)

    async def note(self, key: str, text: str) -> None:
        from redis.exceptions import RedisError

        with suppress(RedisError, OSError):
            await self._redis.set(f"gambero:note:{key}", text, px=NOTE)

    async def noted(self, key: str) -> str | None:
        from redis.exceptions import RedisError

        try:
            found: str | None = await self._redis.get(f"gambero:note:{key}")
        except (RedisError, OSError):
            return None
        return found

    async def count(self, sockets: Sequence[tuple[str, int]]) -> list[int] | None:
        from redis.exceptions import RedisError

        if self._closed or not sockets:
            return None
        flat = [part for address, count in sockets for part in (address, count)]
        try:
            async with asyncio.timeout(TAKE_TIMEOUT):
                found: list[int] = await self._counting(args=[self._worker, COUNTS_KEPT, *flat])
        except (RedisError, OSError):
            return None
        return found

    async def take(self, key: str, rate: float, burst: float) -> float | None:
        from redis.exceptions import RedisError

        if monotonic() < self._take_again:
            return None
        try:
            async with asyncio.timeout(TAKE_TIMEOUT):
                return float(await self._bucket(keys=[f"gambero:limit:{key}"], args=[rate, burst]))
        except (RedisError, OSError):  # a timeout is an OSError
            self._take_again = monotonic() + TAKE_PAUSE
            return None
