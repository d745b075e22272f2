"""Real servers as processes, and people who talk to them, for the tests."""

import asyncio
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError

from gambero.server.settings import Settings
from gambero.server.wire import to_client

from helpers.forked import POSSIBLE, Forked
from helpers.patience import PATIENCE

NO_LIMIT = dict.fromkeys(
    (
        "messages",
        "chats",
        "hints",
        "analyses",
        "requests",
        "connections",
        "tables",
        "codes",
        "invitations",
        "logins",
        "accounts",
    ),
    "0",
)
QUICK = {"pace": "0", "countdown": "0.05", "bot_timeout": "900", **NO_LIMIT}  # a busy machine fails no job
OPEN: "list[Seated]" = []
T = TypeVar("T")
COUNT = itertools.count()  # a move's id is used once, whichever socket it goes through
FORKED_WITH = {name: os.environ.get(name) for name in ("GAMBERO_CACHE", "PYTHONPATH")}


class Served:
    """A server process of its own; `kill` is SIGKILL, and `start` starts it anew on the same port and store."""

    def __init__(self, database: Path | str, redis: str = "", **settings: str) -> None:
        self._settings = {**QUICK, "database": str(database), "redis": redis, **settings}
        self.port = 0
        self.log: list[str] = []
        self.process: subprocess.Popen[str] | Forked | None = None
        self._readers: list[threading.Thread] = []

    def start(self) -> Self:
        arguments = ["serve", "--port", str(self.port)]
        given = {f"GAMBERO_{name.upper()}": value for name, value in self._settings.items()}
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **given}  # a server that runs has its bytecode
        self.process = self._forked(arguments, environment) or subprocess.Popen(
            [sys.executable, "-m", "gambero", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        assert self.process.stderr
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)[/ ]", line)
        if not found:
            with self.process.stdout, self.process.stderr as told:
                why = told.read()
                self.process.wait(PATIENCE)
                raise AssertionError(f"the server did not start: {line}{why}")
        self.port = int(found[1])
        streams = (self.process.stdout, self.process.stderr)
        self._readers = [threading.Thread(target=self._keep, args=(stream,), daemon=True) for stream in streams]
        for reader in self._readers:
            reader.start()
        return self

    def _forked(self, arguments: list[str], environment: dict[str, str]) -> Forked | None:
        """The fast way, unless what was imported before would not do: other paths or kernels, or workers of its own."""
        same = all(os.environ.get(name) == FORKED_WITH[name] for name in FORKED_WITH)
        return Forked(arguments, environment) if POSSIBLE and same and "workers" not in self._settings else None

    def _keep(self, stream: Any) -> None:
        with stream:
            self.log.extend(iter(stream.readline, ""))

    @property
    def database(self) -> str:
        return self._settings["database"]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to stop; returns its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self.process
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type | None, wrong: BaseException | None, trace: TracebackType | None) -> None:
        if self.process and self.process.poll() is None:
            self.kill()


async def hang_up() -> None:
    """Close every socket that is still open."""
    await asyncio.gather(*(seated.close() for seated in OPEN), return_exceptions=True)
    OPEN.clear()


def run(story: Coroutine[Any, Any, T]) -> T:
    """Run something between two halves of a test that is not asynchronous itself, and hang up afterwards."""

    async def whole() -> T:
        try:
            return await story
        finally:
            await hang_up()

    return asyncio.run(whole())


class Gone(AssertionError):
    """The other side hung up."""


class Guest:
    """Somebody with a token; `at` sits them at a table's socket."""

    def __init__(self, url: str, token: str, name: str = "Anna") -> None:
        self.url, self.token, self.name = url, token, name
        self.headers = {"Authorization": f"Bearer {token}"}

    @classmethod
    async def new(cls, url: str, name: str = "Anna") -> Self:
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client:
            return cls(url, (await client.post("/api/me", json={"name": name})).json()["token"], name)

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Passwords are hashed in threads of low priority: on a busy machine that waits for everything else."""
        async with httpx.AsyncClient(base_url=self.url, headers=self.headers, timeout=5 * PATIENCE) as client:
            return await client.request(method, path, json=body)

    async def enter(self, path: str, **body: Any) -> dict[str, Any]:
        """Register, log in or change the password: the answer has a new token, which is the one used from then on."""
        answer = await self.ask("POST", path, body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        self.token = found["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}
        return found

    async def open(self, game: str = "classic", **more: Any) -> str:
        """Open a table; returns its id."""
        answer = await self.ask("POST", "/api/tables", {"game": game, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def finished(self, game: str, **more: Any) -> str:
        """Open a table and play its game to the end, without a thought; returns the game's id."""
        seat = await self.at(await self.open(game, start=True, **more))
        await seat.do("eager", level=2)
        while seat.table["phase"] != "over":
            await seat.until(lambda: seat.view["moves"] or seat.table["phase"] == "over")
            if seat.view["moves"]:
                await seat.play(seat.view["moves"][-1])
        return str(seat.table["game_id"])

    async def at(self, table: str, url: str | None = None) -> "Seated":
        address = f"{(url or self.url).replace('http', 'ws', 1)}/ws/tables/{table}"
        seated = Seated(
            await connect(
                address,
                additional_headers=self.headers,
                max_size=None,
                compression=None,
                open_timeout=PATIENCE,
                ping_interval=None,  # else the client hangs up (1006) when a busy machine takes 20 seconds to answer
            )
        )
        OPEN.append(seated)
        await seated.until(lambda: seated.view_seen)
        return seated


class Seated:
    """A socket at a table, with all that it was sent put together."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []  # every byte, in order
        self.n = 0
        self.you: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.said: dict[str, Any] = {}
        self.chat: list[dict[str, Any]] = []
        self.here: list[bool] = []
        self.view_seen = False
        self.closed: int | None = None
        self.news: list[dict[str, Any]] = []
        self.answers: dict[str | None, dict[str, Any]] = {}
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with suppress(ConnectionClosedError):  # a killed server says no goodbye
            async for text in self.socket:
                self.take(str(text))
                self._changed.set()
        self.closed = self.socket.close_code
        self._changed.set()

    def take(self, text: str) -> None:
        self.heard.append(text)
        to_client.READER.validate_json(text, strict=True)  # whatever a test is about, it is told as described
        message = json.loads(text)
        kind = message["type"]
        if kind == "view":
            self.n, self.you, self.table = message["n"], message["you"], message["table"]
            self.view, self.said, self.chat = message["view"] or {}, message["said"], message["chat"]
            self.here, self.view_seen = message["here"], True
        elif kind == "news":
            assert message["n"] == self.n + 1, f"{message['n']} came after {self.n}"
            self.n = message["n"]
            self.news.append(message)
            self.table.update(message["table"])
            self.view.update(message["view"])
            what = message["what"]
            if what["kind"] == "moved":
                self.view["log"].append([what["seat"], what["move"]])
            elif what["kind"] == "undone":
                self.view["log"].pop()
            elif what["kind"] == "chat":
                self.chat.append({key: value for key, value in what.items() if key != "kind"})
        elif kind == "chat":
            self.chat = message["chat"]
        elif kind == "said":
            self.said = message["said"]
        elif kind == "here":
            self.here = message["here"]
        elif kind in ("ok", "refused"):
            self.answers[message["id"]] = message

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send(json.dumps(message))

    async def do(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something and wait for its answer, ok or refused."""
        name = fields.pop("id", None) or f"t{next(COUNT)}"
        await self.send({"type": kind, "id": name, **fields})
        await self.until(lambda: name in self.answers)
        return self.answers.pop(name)

    async def play(self, move: str) -> dict[str, Any]:
        answer = await self.do("move", move=move)
        assert answer["type"] == "ok", answer
        await self.until(lambda: self.n >= answer["n"])
        return answer

    async def until(self, so: Callable[[], object], patience: float = PATIENCE) -> None:
        """Wait for something to become so."""
        async with asyncio.timeout(patience):
            while not so():
                if self.closed is not None:
                    raise Gone(f"closed with {self.closed} after {self.heard[-1:]}")
                self._changed.clear()
                await self._changed.wait()

    async def closing(self, patience: float = PATIENCE) -> int | None:
        """Wait until the other side hangs up; returns its code."""
        await asyncio.wait_for(asyncio.shield(self._task), patience)
        return self.closed

    async def close(self) -> None:
        await self.socket.close()
        await self._task


def stored(database: Path, query: str) -> list[tuple[Any, ...]]:
    """What a SQLite store holds."""
    import sqlite3

    with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection:
        return connection.execute(query).fetchall()


def address(database: str) -> str:
    """A database as the store itself calls it."""
    return Settings(database=database).database_url
