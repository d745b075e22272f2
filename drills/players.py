"""People of a drill: they play whatever happens, come back, and write down all they send and are sent."""

import asyncio
import json
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from random import Random
from socket import IPPROTO_TCP, TCP_INFO
from time import monotonic
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from drills.history import History, Seen, kept

ANSWER = 30.0  # seconds for an answer; then the connection is given up, and the same id is sent through another
PACE = (0.05, 0.4)  # seconds a person thinks
ESTABLISHED, HANDSHAKE = 1, 2  # states of a TCP connection, as Linux numbers them
AGAIN = 0.3  # seconds until something is tried again
TRY_AGAIN = {"store", "fault", "busy", "limit", "closing"}  # refusals that say nothing about the act itself
# Which tables there are: the game, how it is opened, and how many people sit there.
TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("classic", {"players": 3}, 3),
    ("classic", {"players": 3, "bots": ["greedy", "careful"]}, 1),
    ("classic", {"players": 2, "clock": 5, "options": {"on_fire": True}}, 2),
    ("extreme", {"players": 2}, 2),
    ("extreme", {"players": 3, "bots": ["careful"]}, 2),
    ("duel", {}, 2),
    ("duel", {"bots": ["greedy"]}, 1),
    ("tension", {"players": 3, "bots": ["greedy"], "wait": 0.05}, 2),
    ("tension", {"players": 3, "wait": 0.05}, 3),
]


class Lost(Exception):
    """The connection is gone, or does not answer."""


class Table:
    """A table and its people. `moved` is when the last acknowledged move was sent."""

    def __init__(self, name: str, game: str, people: "list[Player]") -> None:
        self.name, self.game, self.people = name, game, people

    @property
    def moved(self) -> float:
        return max(player.moved for player in self.people)

    @property
    def state(self) -> str:
        """What its people see, for whoever wants to know why it does not go on."""
        return "; ".join(player.state for player in self.people)


class Player:
    """A person at one table; a spectator if `plays` is false."""

    def __init__(self, url: str, token: str, table: str, name: str, history: History, chance: Random) -> None:
        self._address = f"{url.replace('http', 'ws', 1)}/ws/tables/{table}"
        self._headers = {"Authorization": f"Bearer {token}"}
        self._table, self._name, self._history, self._chance = (table, name, history, chance)
        self._sockets = 0
        self._acts = 0
        self._wish: dict[str, Any] | None = None
        self._socket: ClientConnection | None = None
        self.moved = 0.0
        self.refused: list[tuple[float, str]] = []  # when, and code and reason
        self.plays = True
        self.view: dict[str, Any] = {}
        self.about: dict[str, Any] = {}
        self.seat: int | None = None

    @property
    def state(self) -> str:
        phase = self.about.get("phase") if self._socket else "not connected"
        return f"seat {self.seat} {phase}, waits for {self._wish}, last refused {self.refused[-1:]}"

    async def play(self) -> None:
        """Until it is cancelled."""
        while True:
            with suppress(OSError, WebSocketException, Lost, TimeoutError):
                await self.visit(self._go_on)
            await asyncio.sleep(self._chance.uniform(AGAIN / 2, 2 * AGAIN))

    async def visit(self, stay: "Callable[[Visit], Any]") -> None:
        """Connect, run `stay`, and disconnect."""
        self._sockets += 1
        self._see("opened")
        async with connect(
            self._address,
            additional_headers=self._headers,
            max_size=None,
            compression=None,
            open_timeout=ANSWER,
            close_timeout=1,
            ping_interval=None,
        ) as self._socket:
            try:
                visit = Visit(self, self._socket)
                await visit.until(lambda: visit.number is not None)
                await stay(visit)
            finally:
                visit.end()
                self._see("closed")
                self._socket = None

    def vanish(self) -> None:
        """Reset the connection, without a closing handshake."""
        if self._socket:
            self._socket.transport.abort()

    async def stop_reading(self) -> float:
        """Open one more socket, read nothing and answer no ping; returns the seconds until the server hangs up."""
        host, port = self._address.split("/")[2].split(":")
        _, writer = await asyncio.open_connection(host, int(port), limit=1024)
        key = b64encode(self._chance.randbytes(16)).decode()
        upgrade = {"Host": f"{host}:{port}", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key}
        headers = {**upgrade, "Sec-WebSocket-Version": "13", **self._headers}
        path = self._address.partition(f"{host}:{port}")[2]
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        writer.write("\r\n".join(lines).encode())
        begun = monotonic()
        connection = writer.get_extra_info("socket")
        with suppress(OSError):
            while connection.getsockopt(IPPROTO_TCP, TCP_INFO, 1)[0] in (ESTABLISHED, HANDSHAKE):
                await asyncio.sleep(0.25)
        writer.transport.abort()
        return monotonic() - begun

    def _see(self, happened: Any, message: dict[str, Any] | None = None) -> None:
        seen = Seen(monotonic(), self._name, self._table, self._sockets, happened, message or {})
        self._history.seen.append(seen)

    def hear(self, message: dict[str, Any]) -> None:
        self._see("got", kept(message))
        if message["type"] == "view":
            self.view, self.about, self.seat = (message["view"] or {}, message["table"], message["you"]["seat"])
        elif message["type"] == "news":
            self.view.update(message["view"])
            self.about.update(message["table"])

    async def say(self, visit: "Visit", message: dict[str, Any]) -> dict[str, Any]:
        """Send something, once; returns its answer."""
        self._see("sent", message)
        return await visit.ask(message)

    async def do(self, visit: "Visit", kind: str, **fields: Any) -> dict[str, Any]:
        self._acts += 1
        return await self.say(visit, {"type": kind, "id": f"{self._name} {self._acts}", **fields})

    async def _go_on(self, visit: "Visit") -> None:
        while True:
            if self._wish is None:
                await visit.until(lambda: bool(self.wanted()), patience=None)
                await asyncio.sleep(self._chance.uniform(*PACE))
                wanted = self.wanted()
                if not wanted:
                    continue
                self._acts += 1
                self._wish = {**self._chance.choice(wanted), "id": f"{self._name} {self._acts}"}
            sent = monotonic()
            answer = await self.say(visit, self._wish)
            if answer["type"] == "refused":
                self.refused.append((monotonic(), f"{answer['code']} {answer['reason']}"))
                if answer["code"] in TRY_AGAIN:
                    await asyncio.sleep(AGAIN)
                    continue
            elif self._wish["type"] == "move":
                self.moved = sent
            self._wish = None
            await visit.until(lambda: (visit.number or 0) >= (answer.get("n") or 0))  # noqa: B023  # waited for at once

    def wanted(self) -> list[dict[str, Any]]:
        """What this seat could do now. Of cards that may be taken back, one in ten is."""
        me, phase = self.seat, self.about["phase"]
        if not self.plays or me is None:
            return []
        if phase in ("gathering", "over"):
            return [{"type": "start"}] if self.about["host"] == me else []
        if phase in ("starting", "stuck", "countdown"):
            if self.about["starter"] is not None:  # everybody plays at once
                return [{"type": "go"}] if self.about["starter"] == me and phase != "countdown" else []
            return [{"type": "eager", "level": 1}] if self.about["eager"][me] is None else []
        moves = [{"type": "move", "move": move} for move in self.view["moves"]]
        undo = bool(moves) and self.about["undo"] and self._chance.random() < 0.1
        return [{"type": "undo"}] if undo else moves


class Visit:
    """One socket, and what was heard over it."""

    def __init__(self, player: Player, socket: ClientConnection) -> None:
        self._player, self._socket = player, socket
        self.number: int | None = None
        self._answers: dict[str, dict[str, Any]] = {}
        self._changed = asyncio.Event()
        self._lost = False
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            async for text in self._socket:
                message = json.loads(text)
                self._player.hear(message)
                self.number = message["n"] if message["type"] in ("view", "news") else self.number
                if message["type"] in ("ok", "refused") and message["id"] is not None:
                    self._answers[message["id"]] = message
                self._changed.set()
        except (OSError, WebSocketException):
            pass
        finally:
            self._lost = True
            self._changed.set()

    def end(self) -> None:
        self._listening.cancel()

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        await self._socket.send(json.dumps(message))
        await self.until(lambda: message["id"] in self._answers)
        return self._answers.pop(message["id"])

    async def until(self, so: Callable[[], bool], patience: float | None = ANSWER) -> None:
        """Wait for something to be so. Raises Lost, or TimeoutError."""
        async with asyncio.timeout(patience):
            while not so():
                if self._lost:
                    raise Lost
                self._changed.clear()
                await self._changed.wait()


async def guest(url: str, name: str) -> str:
    """A new guest's token."""
    async with httpx.AsyncClient(base_url=url, timeout=ANSWER) as client:
        answer = await client.post("/api/me", json={"name": name})
        return str(answer.raise_for_status().json()["token"])


async def gather(url: str, history: History, seed: str, kinds: list[tuple[str, dict[str, Any], int]]) -> list[Table]:
    """Open the tables and seat people at them; at each there is also somebody who watches."""
    tables = []
    for place, (game, about, people) in enumerate(kinds):
        tokens = [await guest(url, f"Anna {'abcd'[seat]}") for seat in range(people + 1)]
        async with httpx.AsyncClient(base_url=url, timeout=ANSWER) as client:
            headers = {"Authorization": f"Bearer {tokens[0]}"}
            opened = await client.post("/api/tables", json={"game": game, **about}, headers=headers)
        table = str(opened.raise_for_status().json()["id"])
        players = []
        for number, token in enumerate(tokens):
            name = f"{game} {place} {'watching' if number == people else 'abc'[number]}"
            player = Player(url, token, table, name, history, Random(f"{seed} {name}"))
            if 0 < number < people:
                await player.visit(lambda visit, player=player: player.do(visit, "sit"))  # type: ignore[misc]
            player.plays = number < people
            players.append(player)
        tables.append(Table(table, game, players))
    return tables
