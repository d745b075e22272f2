"""People: a guest is a name and a signed cookie; an account adds a login and a password to carry it elsewhere."""

import secrets
import unicodedata
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from random import SystemRandom
from typing import Any

import orjson
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import RowMapping, Update, delete, select, update
from sqlalchemy.exc import IntegrityError

from gambero.server.refusal import Refused
from gambero.server.store import audit, bans, moderation, reports, schema
from gambero.server.store.database import Store
from gambero.server.table.signals import check_name

LONGEST_NAME = 24
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOODS = [
    "Calm",
    "Bold",
    "Merry",
    "Quiet",
    "Brave",
    "Swift",
    "Lucky",
    "Sunny",
    "Gentle",
    "Clever",
    "Salty",
    "Sleepy",
    "Proud",
    "Curious",
    "Mighty",
]
CREATURES = [
    "Crab",
    "Otter",
    "Seal",
    "Whale",
    "Shrimp",
    "Gull",
    "Turtle",
    "Puffin",
    "Dolphin",
    "Oyster",
    "Squid",
    "Heron",
    "Lobster",
    "Starfish",
    "Urchin",
]


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    login: str | None = None


class People:
    def __init__(self, store: Store, secret: str, now: Callable[[], int], run: Callable[..., Awaitable[Any]]) -> None:
        """`run` is given whoever asks, a function and arguments: a hash takes long and 64 MB of memory."""
        self._store = store
        self._now = now
        self._run = run
        self._signer = URLSafeSerializer(secret, salt="person")
        self._hasher = PasswordHasher()

    def token(self, person: Person) -> str:
        """The signed id of a person: the value of the cookie, and the bearer token."""
        return str(self._signer.dumps(person.id))

    async def by_token(self, token: str | None) -> Person | None:
        """The person a token was made for; None if it is not valid."""
        try:
            person = self._signer.loads(token or "")
        except BadSignature:
            return None
        found = await self._store.rows(select(schema.people).where(schema.people.c.id == str(person)))
        return Person(found[0]["id"], found[0]["name"], found[0]["login"]) if found else None

    async def guest(self, name: str | None = None) -> Person:
        """Create a guest; without a name, with a random one."""
        draw = SystemRandom().choice
        person = Person(secrets.token_hex(16), new_name(name) if name else f"{draw(MOODS)} {draw(CREATURES)}")
        row = {"id": person.id, "name": person.name, "created": self._now()}
        await self._store.run(schema.people.insert().values(row))
        return person

    async def rename(self, person: Person, name: str) -> Person:
        name = new_name(name)
        await self._store.run(update(schema.people).where(schema.people.c.id == person.id).values(name=name))
        return Person(person.id, name, person.login)

    async def check_account(self, person: Person, login: str, password: str) -> str:
        """The name of an account that a guest may have, by all that can be told without a hash. Raises Refused."""
        if person.login:
            raise Refused("account", "have_one", login=person.login)
        login = new_name(login)
        check_password(password)
        if await self._store.rows(select(schema.people.c.id).where(schema.people.c.login == folded(login))):
            raise Refused("account", "taken", name=login)
        return login

    async def register(self, person: Person, login: str, password: str, asker: Hashable) -> Person:
        """Turn a guest into an account with a name that was checked; the games stay theirs. Raises Refused."""
        key = folded(login)
        hashed = await self._run(asker, self._hasher.hash, password)
        row = {"login": key, "password": hashed, "name": login}
        try:
            await self._store.run(update(schema.people).where(schema.people.c.id == person.id).values(row))
        except IntegrityError:  # taken at this moment
            raise Refused("account", "taken", name=login) from None
        return Person(person.id, login, key)

    async def login(self, login: str, password: str, asker: Hashable) -> Person:
        found: Sequence[RowMapping] = []
        with suppress(Refused):  # an invalid name belongs to nobody
            query = select(schema.people).where(schema.people.c.login == folded(checked_name(login)))
            found = await self._store.rows(query)
        known = found[0]["password"] if found else None
        if not await self._run(asker, self._verify, known, password[:LONGEST_PASSWORD]):
            raise Refused("login", "no_match")
        return Person(found[0]["id"], found[0]["name"], found[0]["login"])

    def _verify(self, known: str | None, password: str) -> bool:
        try:
            return self._hasher.verify(known or self._nobody, password)
        except VerificationError:
            return False

    @cached_property
    def _nobody(self) -> str:
        """A hash to compare with, so that an unknown name takes as long as a known one."""
        return self._hasher.hash(secrets.token_hex(8))

    async def delete(self, person: Person) -> set[str]:
        """Delete a person: name, account and chat; finished games and places in tables of the day stay without a name.

        Returns the ids of tables whose log has changed.
        """
        mine = await self._store.rows(select(schema.log).where(schema.log.c.person == person.id))
        scrub = []
        for row in mine:
            data = {**orjson.loads(row["data"]), **({"name": ""} if row["kind"] == "sat" else {"text": "…"})}
            where = (schema.log.c.table_id == row["table_id"], schema.log.c.number == row["number"])
            scrub.append(update(schema.log).where(*where).values(data=orjson.dumps(data).decode()))
        places = await self._store.rows(select(schema.daily).where(schema.daily.c.person == person.id))
        await self._store.run(
            *scrub,
            update(schema.seats).where(schema.seats.c.person == person.id).values(person=None, name=""),
            delete(schema.sitting).where(schema.sitting.c.person == person.id),
            delete(schema.tries).where(schema.tries.c.person == person.id),
            *[_anonymous(place) for place in places],
            *audit.forget(person.id),
            *await reports.forget(self._store, person.id),
            *moderation.forget_mutes(person.id),
            bans.unban(person.id),
            delete(schema.people).where(schema.people.c.id == person.id),
        )
        return {row["table_id"] for row in mine}


def _anonymous(place: RowMapping) -> Update:
    """A place in a table of the day under a new id, another for each, so that nothing links them."""
    daily = schema.daily.c
    key = (daily.day == place["day"], daily.game == place["game"], daily.person == place["person"])
    return update(schema.daily).where(*key).values(person=secrets.token_hex(16), name="")


def checked_name(name: str) -> str:
    """A name in one line of visible letters. Raises Refused."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("name", "length", most=LONGEST_NAME, letters=len(name))
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for letter in name):
        raise Refused("name", "unseen")
    return name


def new_name(name: str) -> str:
    """A name to be taken: it tells no number (C15). Names from before that rule still log in. Raises Refused."""
    name = checked_name(name)
    check_name(name)
    return name


def folded(login: str) -> str:
    """A login as it is compared: without differences of case. Raises Refused."""
    key = login.casefold()
    if len(key) > LONGEST_NAME:  # ß becomes ss
        raise Refused("name", "too_long", name=key)
    return key


def check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused("password", "length", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
