"""Sessions: where somebody is recognised. One for each device, with a token of which only the hash is stored.

A session ends when its person says so, or when it was not used for so many days.
"""

import secrets
from collections.abc import Callable, Collection, Iterator
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, Delete, RowMapping, and_, delete, select, update

from gambero.server.store import schema
from gambero.server.store.database import Store

DAY = 24 * 3600 * 1000  # milliseconds
NOTED = 3600 * 1000  # milliseconds: a use is noted once in this time
AT_ONCE = 500  # sessions in one query

# What a browser calls itself, and how it is listed; the first that fits, since most name others too.
BROWSERS = {"Firefox": "Firefox", "Edg": "Edge", "OPR": "Opera", "Chrom": "Chrome", "Safari": "Safari"}
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac"}
SYSTEMS |= {"CrOS": "ChromeOS", "Linux": "Linux"}
LONGEST_DEVICE = 40


class Sessions:
    def __init__(self, store: Store, now: Callable[[], int], days: float, guest_days: float) -> None:
        """`days` without use end the session of an account, `guest_days` that of a guest; 0: never."""
        self._store, self._now = store, now
        self._days, self._guest_days = days, guest_days
        self._used: set[str] = set()  # ids of sessions whose use is to be noted

    async def find(self, token: str | None) -> RowMapping | None:
        """The session of a token with its person's name and login; None if there is none, or if it has ended."""
        if not token:
            return None
        query = (
            select(schema.sessions, schema.people.c.name, schema.people.c.login)
            .join(schema.people, schema.people.c.id == schema.sessions.c.person)
            .where(schema.sessions.c.hash == hashed(token))
        )
        found = await self._store.rows(query)
        if not found or found[0]["used"] < self.oldest(found[0]["login"]):
            return None
        if found[0]["used"] < self._now() - NOTED:
            self._used.add(found[0]["id"])
        return found[0]

    def oldest(self, login: str | None) -> int:
        """A session whose last use was before this time has ended; `login` is None for a guest."""
        days = self._guest_days if login is None else self._days
        return self._now() - int(days * DAY) if days else 0

    def new(self, person: str, device: str) -> tuple[str, dict[str, Any]]:
        """A token, and the row of its session."""
        token, now = secrets.token_urlsafe(32), self._now()
        row = {"id": secrets.token_hex(8), "hash": hashed(token), "person": person, "device": device}
        return token, {**row, "created": now, "used": now}

    async def of(self, person: str, login: str | None) -> list[RowMapping]:
        """The sessions of a person, the latest used first."""
        sessions = schema.sessions.c
        query = select(schema.sessions).where(sessions.person == person, sessions.used >= self.oldest(login))
        return list(await self._store.rows(query.order_by(sessions.used.desc(), sessions.created.desc())))

    async def end(self, person: str, session: str | None = None) -> list[str]:
        """End one session of a person, or all; returns the ids of those that were there."""
        which = _which(person, session)
        found = await self._store.rows(select(schema.sessions.c.id).where(which))
        await self._store.run(delete(schema.sessions).where(which))
        return [row["id"] for row in found]

    async def note_use(self, connected: Collection[str]) -> set[str]:
        """Store that sessions were used: those that sent a request, and those that are connected.

        Returns which of the connected ones have ended.
        """
        used, self._used = self._used, set()
        now, alive = self._now(), set()
        sessions = schema.sessions.c
        for batch in _batches(sorted({*connected, *used})):
            alive |= {row["id"] for row in await self._store.rows(select(sessions.id).where(sessions.id.in_(batch)))}
            late = and_(sessions.id.in_(batch), sessions.used < now - NOTED)
            if await self._store.rows(select(sessions.id).where(late).limit(1)):
                await self._store.run(update(schema.sessions).where(late).values(used=now))
        return set(connected) - alive


def ending(person: str) -> Delete:
    """The statement that ends all sessions of a person."""
    return delete(schema.sessions).where(_which(person))


def hashed(token: str) -> str:
    """Tokens are random and long: a plain hash cannot be undone by guessing."""
    return sha256(token.encode(errors="replace")).hexdigest()


def device_of(user_agent: str) -> str:
    """A browser and its system in a few words, from what it says of itself; a program by its name."""
    browser = next((name for mark, name in BROWSERS.items() if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), "")
    if browser or system:
        return ", ".join(word for word in (browser, system) if word)
    program = user_agent.partition("/")[0].strip()
    return program[:LONGEST_DEVICE] if program.isprintable() else ""


def _which(person: str, session: str | None = None) -> ColumnElement[bool]:
    sessions = schema.sessions.c
    return and_(sessions.person == person, *([sessions.id == session] if session is not None else []))


def _batches(ids: list[str]) -> Iterator[list[str]]:
    for first in range(0, len(ids), AT_ONCE):
        yield ids[first : first + AT_ONCE]
