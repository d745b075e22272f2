"""What can be set about a server: by flags of `gambero serve`, else by the environment (GAMBERO_…)."""

import os
import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

import platformdirs
from pydantic import BeforeValidator, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "GAMBERO_"
OWN_PATHS = ("api", "assets", "healthz", "metrics", "readyz", "ws")
A_DATABASE = "a file in a folder that is there and can be written to, or postgresql://…"
A_REDIS = "redis://…, rediss://… or unix://…"


def _is_yes(value: Any) -> Any:
    """1, true, yes and on mean yes; any other text means no."""
    return value.lower() in ("1", "true", "yes", "on") if isinstance(value, str) else value


def _as_path(value: Any) -> Any:
    """A path with a slash at its start and none at its end; an empty one stays empty."""
    return "".join(f"/{part}" for part in value.split("/") if part) if isinstance(value, str) else value


class Settings(BaseSettings):
    """An argument goes before the environment: GAMBERO_PORT=9000 sets port, and so on."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: int = 8017
    database: str = ""  # a URL; empty: SQLite in the user's data folder
    redis: str = ""  # a URL; needed when there is more than one worker
    workers: int = 1
    origins: str = ""  # other origins whose pages may connect, separated by commas
    proxies: str = ""  # addresses or networks whose X-Forwarded-For is believed, separated by commas
    secure: Annotated[bool, BeforeValidator(_is_yes)] = False  # cookies over https only
    root_path: Annotated[str, BeforeValidator(_as_path)] = ""  # the path of the site, as /g, where a host has others
    away: float = 60.0  # seconds until a bot takes over the seat of somebody who is gone
    pace: float = 0.7  # seconds a bot leaves people to follow its cards
    countdown: float = 3.0  # seconds from go to the first card in tension
    idle: float = 120.0  # seconds until a table without anybody leaves memory
    bot_threads: int = 0  # for bots and hints; 0: one less than there are cores, at least one
    bot_timeout: float = 60.0  # seconds until another bot plays for one that does not answer
    stop_timeout: float = 15.0  # seconds until a worker that was asked to stop, and does not, is killed
    registration: Annotated[bool, BeforeValidator(_is_yes)] = True  # may guests make accounts?
    blocked_words: str = ""  # a file with words that no name and no chat message may have
    session_days: float = 180.0  # without use until an account is logged out; 0: never
    guest_days: float = 180.0  # without use until a guest is deleted; 0: never
    chat_days: float = 90.0  # until what was written at a table is removed; 0: never
    notice_after: float = 30.0  # seconds until somebody who is not here is told that a table without hurry waits
    contact: str = "mailto:gambero@localhost"  # for push services: whom to write to, mailto:… or https://…
    private_addresses: Annotated[bool, BeforeValidator(_is_yes)] = (
        False  # may messages go to addresses of this network?
    )
    # Limits, each per connection, person or address.
    message_size: int = 16_384  # characters
    header_size: int = 16_384  # bytes
    body_size: int = 65_536  # bytes
    request_time: float = 20.0  # seconds in which a request must have arrived
    messages: float = 30.0  # a second and connection
    chats: float = 1.0  # a second and connection
    hints: float = 1.0  # a second and person
    analyses: float = 5.0  # a second and person
    requests: float = 50.0  # a second and address
    connections: int = 100  # sockets of an address; of all connections it may have twice as many
    total_connections: int = 10_000  # a worker; fewer where there are not as many descriptors
    tables: int = 120  # opened an hour and address
    codes: int = 120  # of tables, tried an hour and address
    invitations: int = 60  # sent an hour and address
    logins: int = 20  # an hour and address
    accounts: int = 60  # registered an hour and address
    reports: int = 20  # of other players, a day and person
    reports_kept: float = 90.0  # days that handled reports and ended bans stay in the database

    @classmethod
    def read(cls, **flags: Any) -> Self:
        """The flags that are given, not None, and the environment. Raises ValueError in one line."""
        try:
            return cls(**{name: value for name, value in flags.items() if value is not None})
        except ValidationError as wrong:
            first = wrong.errors()[0]
            name = f"{PREFIX}{first['loc'][0]}".upper()
            raise ValueError(f"{name} must be a number, not {first['input']!r}") from None

    def checked(self) -> Self:
        """The same settings. Raises ValueError, in one sentence, for what cannot work."""
        for name, value in self:
            if isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0:
                raise ValueError(f"{name} must not be negative, not {value}")
        if not 0 <= self.port <= 65_535:
            raise ValueError(f"port must be from 0 to 65535, not {self.port}")
        if self.workers < 1:
            raise ValueError(f"workers must be 1 or more, not {self.workers}")
        if self.workers > 1 and not self.redis:
            raise ValueError("more than one worker needs Redis to pass news on: give --redis redis://…")
        if not self.host:
            raise ValueError("host must be an address of this machine, as 127.0.0.1, or 0.0.0.0 for all, not nothing")
        _check_root_path(self.root_path)
        if self.redis and self.redis.partition("://")[0] not in ("redis", "rediss", "unix"):
            raise ValueError(f"redis must be {A_REDIS}, not {without_credentials(self.redis)}")
        if self.blocked_words and not Path(self.blocked_words).is_file():
            raise ValueError(f"blocked_words must be a file that is there, not {self.blocked_words}")
        for name, url in (("database", self.database_url), ("redis", self.redis)):
            _check_port(name, url)
        for proxy in self.proxies.split(",") if self.proxies else ():
            _check_proxy(proxy.strip())
        return self

    @property
    def trusted_proxies(self) -> str:
        """Those set, else those of Uvicorn's own variable, else this machine's."""
        return self.proxies or os.environ.get("FORWARDED_ALLOW_IPS") or "127.0.0.1,::1"

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
            raise ValueError(f"database must be {A_DATABASE}, not {self.database}, which keeps nothing")
        return f"{drivers.get(scheme, scheme)}://{rest}"


def without_credentials(url: str) -> str:
    """A URL as it may be printed."""
    return re.sub("//.*@", "//…@", url)


def _check_root_path(path: str) -> None:
    if not re.fullmatch(r"(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*", path):
        raise ValueError(f"root_path must be a path of letters, digits, - and _, as /g, not {path}")
    if path and path.split("/")[1] in OWN_PATHS:
        raise ValueError(f"root_path must not begin with {', '.join(OWN_PATHS)}, which are the server's own: {path}")


def _check_port(name: str, url: str) -> None:
    try:
        _ = urlsplit(url).port
    except ValueError:
        raise ValueError(f"{name} must have a port from 0 to 65535, if any, not {without_credentials(url)}") from None


def _check_proxy(proxy: str) -> None:
    """Raises ValueError for `*`: if every proxy were believed, clients could make up the address that limits count."""
    try:
        ip_network(proxy)
    except ValueError:
        raise ValueError(f"proxies must be addresses or networks, as 10.0.0.0/8, not {proxy!r}") from None
