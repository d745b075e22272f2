"""People: a guest is a name and a session; an account adds a login and a password, for sessions elsewhere."""

import secrets
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from random import SystemRandom
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import RowMapping, literal, select, update
from sqlalchemy.exc import IntegrityError

from gambero.server.refusal import Refused
from gambero.server.store import guest_names, schema
from gambero.server.store.database import Store
from gambero.server.store.names import BlockedWords, checked_name, folded, looks_of, new_name
from gambero.server.store.sessions import Sessions, ending

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
NAME_TRIES = 40


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    login: str | None = None
    session: str = ""  # the session by which they are known now


@dataclass(frozen=True)
class NewSession:
    """A person with a new session: its token, and the ids of older sessions that ended because of it."""

    person: Person
    token: str
    ended: Sequence[str] = ()


class People:
    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        blocked: BlockedWords,
        now: Callable[[], int],
        run: Callable[..., Awaitable[Any]],
    ) -> None:
        """`run` calls a function in a thread, given the asker: a hash takes long, and 64 MB of memory."""
        self._store, self.sessions, self.blocked = store, sessions, blocked
        self._now = now
        self._run = run
        self._hasher = PasswordHasher(parallelism=1)  # with four threads a hash took all cores from the tables

    async def by_token(self, token: str | None) -> Person | None:
        """The person of a session that has not ended, by its token."""
        found = await self.sessions.find(token)
        return Person(found["person"], found["name"], found["login"], found["id"]) if found else None

    # Guests and names.

    async def guest(self, name: str | None = None, device: str = "", language: str = "en") -> NewSession:
        """Create a guest; without a name, with a random one in this language. Raises Refused."""
        if name:
            name = await self._free_name(new_name(name))
        person = Person(secrets.token_hex(16), name or await self._random_name(language))
        token, session = self.sessions.new(person.id, device)
        row = {"id": person.id, "name": person.name, "created": self._now()}
        await self._store.run(schema.people.insert().values(row), schema.sessions.insert().values(session))
        return NewSession(replace(person, session=session["id"]), token)

    async def rename(self, person: Person, name: str) -> Person:
        """Give a person another name. Raises Refused."""
        return await self._rename(person, await self._free_name(new_name(name), person.id))

    async def with_own_name(self, person: Person) -> Person:
        """A guest whose name has become an account's gets another, before it is seen at a table again."""
        if person.login or not await self._is_taken(person.name, person.id):
            return person
        return await self._rename(person, await self._random_name())

    async def _rename(self, person: Person, name: str) -> Person:
        if name != person.name:
            await self._store.run(update(schema.people).where(schema.people.c.id == person.id).values(name=name))
        return replace(person, name=name)

    async def _free_name(self, name: str, person: str = "") -> str:
        """A name that is neither blocked nor looks like that of another's account. Raises Refused."""
        if self.blocked.has(name):
            raise Refused("name", "blocked")
        if await self._is_taken(name, person):
            raise Refused("name", "taken", name=name)
        return name

    async def _is_taken(self, name: str, person: str = "") -> bool:
        """Does an account, other than this person's, have a name that looks like this?"""
        looks = schema.looks.c
        query = select(looks.look).where(looks.look.in_(looks_of(name)), looks.person != person)
        return bool(await self._store.rows(query))

    async def _random_name(self, language: str = "en") -> str:
        """Two words; three if accounts have taken many names of two."""
        draw = SystemRandom().choice
        name = ""
        for tries in range(NAME_TRIES):
            moods = 1 if tries < NAME_TRIES // 2 else 2
            name = guest_names.drawn(language, moods, draw)
            if not await self._is_taken(name):
                break
        return name

    # Accounts.

    async def check_account(self, person: Person, login: str, password: str) -> str:
        """The name for a guest's new account, checked as far as that needs no hash. Raises Refused."""
        if person.login:
            raise Refused("account", "have_one", login=person.login)
        login = new_name(login)
        check_password(password)
        key = folded(login)
        if self.blocked.has(login):
            raise Refused("name", "blocked")
        has_key = select(schema.people.c.id).where(schema.people.c.login == key)
        if await self._store.rows(has_key) or await self._is_taken(login):
            raise Refused("account", "taken", name=login)
        return login

    async def register(self, person: Person, login: str, password: str, device: str, asker: Hashable) -> NewSession:
        """Turn a guest into an account with a name that was checked; the games stay theirs. Raises Refused.

        The session is a new one, since others may know the token of a guest.
        """
        key = folded(login)
        hashed = await self._run(asker, self._hasher.hash, password)
        row = {"login": key, "password": hashed, "name": login}
        token, session = self.sessions.new(person.id, device)
        ended = [one["id"] for one in await self.sessions.of(person.id, None)]
        try:
            await self._store.run(
                update(schema.people).where(schema.people.c.id == person.id).values(row),
                *(schema.looks.insert().values(look=look, person=person.id) for look in sorted(looks_of(login))),
                ending(person.id),
                schema.sessions.insert().values(session),
            )
        except IntegrityError:  # taken at this moment
            raise Refused("account", "taken", name=login) from None
        return NewSession(Person(person.id, login, key, session["id"]), token, ended)

    async def login(self, login: str, password: str, device: str, asker: Hashable) -> NewSession:
        """A new session of an account. Raises Refused."""
        found: Sequence[RowMapping] = []
        with suppress(Refused):  # an invalid name belongs to nobody
            query = select(schema.people).where(schema.people.c.login == folded(checked_name(login)))
            found = await self._store.rows(query)
        known = found[0]["password"] if found else None
        fits = await self._run(asker, self._verify, known, password[:LONGEST_PASSWORD])
        if known is None or not fits:
            raise Refused("login", "no_match")
        token, session = self.sessions.new(found[0]["id"], device)
        await self._add_session(session, known)
        return NewSession(Person(found[0]["id"], found[0]["name"], found[0]["login"], session["id"]), token)

    async def _add_session(self, session: dict[str, Any], password: str) -> None:
        """Store a session, unless the password was changed while it was checked: that has ended all others."""
        people = schema.people.c
        values = select(*(literal(value) for value in session.values()))
        unchanged = values.where(people.id == session["person"], people.password == password)
        async with self._store.engine.begin() as connection:
            insert = schema.sessions.insert().from_select(list(session), unchanged)
            if not (await connection.execute(insert)).rowcount:
                raise Refused("login", "no_match")

    def check_change(self, person: Person, password: str) -> None:
        """Check a new password as far as that needs no hash. Raises Refused."""
        if not person.login:
            raise Refused("account", "none")
        check_password(password)

    async def change_password(self, person: Person, old: str, new: str, device: str, asker: Hashable) -> NewSession:
        """Change the password of an account; all its sessions end, and this device gets a new one. Raises Refused."""
        people = schema.people.c
        known = (await self._store.rows(select(people.password).where(people.id == person.id)))[0]["password"]
        if not await self._run(asker, self._verify, known, old[:LONGEST_PASSWORD]):
            raise Refused("password", "wrong")
        hashed = await self._run(asker, self._hasher.hash, new)
        ended = [one["id"] for one in await self.sessions.of(person.id, person.login)]
        token, session = self.sessions.new(person.id, device)
        await self._store.run(
            update(schema.people).where(people.id == person.id).values(password=hashed),
            ending(person.id),
            schema.sessions.insert().values(session),
        )
        return NewSession(replace(person, session=session["id"]), token, ended)

    def _verify(self, known: str | None, password: str) -> bool:
        try:
            return self._hasher.verify(known or self._dummy_hash, password)
        except VerificationError:
            return False

    @cached_property
    def _dummy_hash(self) -> str:
        """A hash to compare with, so that an unknown name takes as long as a known one."""
        return self._hasher.hash(secrets.token_hex(8))


def check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused("password", "length", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
