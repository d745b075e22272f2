"""What can be set about a server: by the environment (GAMBERO_…) or by flags of `gambero serve`."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import platformdirs

A_DATABASE = "a file in a folder that is there and can be written to, or postgresql://…"
A_REDIS = "redis://…, rediss://… or unix://…"


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8017
    database: str = ""  # a URL; empty: SQLite in the user's data folder
    redis: str = ""  # a URL; needed when there is more than one worker
    workers: int = 1
    origins: str = ""  # other origins whose pages may connect, separated by commas
    secure: bool = False  # cookies over https only
    away: float = 60.0  # seconds until a bot takes over the seat of somebody who is gone
    pace: float = 0.7  # seconds a bot leaves people to follow its cards
    countdown: float = 3.0  # seconds from go to the first card in tension
    idle: float = 120.0  # seconds until a table without anybody leaves memory
    thinkers: int = 0  # threads for bots; 0: one less than there are cores, at least one
    thought: float = 60.0  # seconds until another bot plays for one that does not answer
    # Limits, each per connection or per address.
    message_size: int = 16_384  # bytes
    body_size: int = 65_536  # bytes
    messages: float = 30.0  # a second and connection
    chats: float = 1.0  # a second and connection
    requests: float = 50.0  # a second and address
    connections: int = 100  # an address
    tables: int = 120  # opened an hour and address
    logins: int = 20  # an hour and address

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """GAMBERO_PORT=9000 sets port, and so on."""
        given = {}
        for field in fields(cls):
            text = environment.get(f"GAMBERO_{field.name.upper()}")
            if text is not None:
                given[field.name] = _read(field.name, text, type(field.default))
        return cls(**given)

    def to_environment(self) -> dict[str, str]:
        """What a worker process needs to be told."""
        return {f"GAMBERO_{field.name.upper()}": str(getattr(self, field.name)) for field in fields(self)}

    def but(self, **changes: Any) -> Self:
        """The same, but for what is given; None leaves a setting alone."""
        return replace(self, **{name: value for name, value in changes.items() if value is not None})

    def checked(self) -> Self:
        """Refuse what cannot work, in one sentence."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0:
                raise ValueError(f"{field.name} must not be negative, not {value}")
        if not 0 <= self.port <= 65_535:
            raise ValueError(f"port must be from 0 to 65535, not {self.port}")
        if self.workers < 1:
            raise ValueError(f"workers must be 1 or more, not {self.workers}")
        if self.workers > 1 and not self.redis:
            raise ValueError("more than one worker needs Redis to pass news on: give --redis redis://…")
        if not self.host:
            raise ValueError("host must be an address of this machine, as 127.0.0.1, or 0.0.0.0 for all, not nothing")
        if self.redis and self.redis.partition("://")[0] not in ("redis", "rediss", "unix"):
            raise ValueError(f"redis must be {A_REDIS}, not {hushed(self.redis)}")
        for name, url in (("database", self.database_url), ("redis", self.redis)):
            _check_port(name, url)
        return self

    @property
    def database_url(self) -> str:
        if not self.database:
            folder = Path(platformdirs.user_data_dir("gambero"))
            folder.mkdir(parents=True, exist_ok=True)
            return f"sqlite+aiosqlite:///{folder / 'gambero.db'}"
        scheme, mark, rest = self.database.partition("://")
        if not mark:
            return f"sqlite+aiosqlite:///{Path(self.database).absolute()}"
        drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
        if drivers.get(scheme, scheme) not in drivers.values():
            raise ValueError(f"database must be a file, sqlite:///file or postgresql://…, not one of {scheme}")
        if scheme.startswith("sqlite") and rest in ("", "/", "/:memory:"):
            raise ValueError(f"database must be {A_DATABASE}, not {self.database}, which forgets")
        return f"{drivers.get(scheme, scheme)}://{rest}"


def hushed(url: str) -> str:
    """A URL without who may come in, and by which password."""
    return re.sub("//.*@", "//…@", url)


def _check_port(name: str, url: str) -> None:
    try:
        _ = urlsplit(url).port
    except ValueError:
        raise ValueError(f"{name} must have a port from 0 to 65535, if any, not {hushed(url)}") from None


def _read(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        return text.lower() in ("1", "true", "yes", "on")
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"GAMBERO_{name.upper()} must be a number, not {text!r}") from None
