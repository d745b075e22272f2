"""Simulated people at tables: many sockets in one process, as cheap as possible, so that the server is the limit."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any

import httpx
import orjson
import psutil
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

TIMEOUT = 30.0  # seconds for whatever should happen soon


class Crowd:
    """All sockets of a measurement: counts of what they sent and got, and whether they play or wait."""

    def __init__(self, pid: int, size: int = 1) -> None:
        self._server = psutil.Process(pid)
        self._size = size  # how many may act at the same time: one a table
        self.playing = False
        self.rate = 0.0  # acts a second of all together; 0: as fast as it goes
        self.messages = self.bytes = 0
        self.waits: list[float] = []  # seconds from a move to its acknowledgement
        self._held: list[Callable[[], None]] = []
        self._dice = random.Random(1)

    def act(self, act: Callable[[], None]) -> None:
        """Call `act` now, or after a while if there is a rate, or when play resumes."""
        if not self.playing:
            self._held.append(act)
        elif self.rate:
            asyncio.get_running_loop().call_later(self._dice.uniform(0, 2 * self._size / self.rate), act)
        else:
            act()

    async def play(self, seconds: float, rate: float = 0.0) -> dict[str, float]:
        """Play for some seconds; returns what was sent and received, per second."""
        self.playing, self.rate = True, rate
        held, self._held = self._held, []
        for act in held:
            self.act(act)
        await asyncio.sleep(0.1 * seconds)  # until all have begun
        self.messages = self.bytes = 0
        self.waits.clear()
        began, spent = perf_counter(), self._spent()
        await asyncio.sleep(seconds)
        took, waits = perf_counter() - began, sorted(self.waits)
        figures = {
            "messages": self.messages / took,
            "size": self.bytes / max(1, self.messages),
            "moves": len(waits) / took,
            "cpu": (self._spent() - spent) / max(1, self.messages),
            "middle": waits[len(waits) // 2] if waits else 0.0,
            "late": waits[len(waits) * 99 // 100] if waits else 0.0,
        }
        self.playing = False
        await asyncio.sleep(0.5)  # messages still under way arrive
        return figures

    def _spent(self) -> float:
        """Seconds of processor time that the server has used."""
        return sum(sum(one.cpu_times()[:2]) for one in (self._server, *self._server.children()))


class Echoed(WSListener):
    """A socket that sends again what it gets back."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd, self.text = crowd, b""

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._crowd.act(self._send)

    def _send(self) -> None:
        self._crowd.messages += 1
        self._transport.send(WSMsgType.TEXT, self.text)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        self._crowd.messages += 1
        self._crowd.act(self._send)


class Player(WSListener):
    """A socket at a table. It reads only what concerns its own turn; hosts deal again when a game is over."""

    def __init__(self, crowd: Crowd, choose: Callable[[dict[str, Any]], str]) -> None:
        self._crowd, self._choose = crowd, choose
        self._sent: dict[str, float] = {}
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.seat: int | None = None
        self.host = False
        self.seen, self.over, self.gone = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.deals_again = True

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        self.gone.set()

    def send(self, kind: str, **fields: Any) -> None:
        text = orjson.dumps({"type": kind, **fields})
        self._crowd.messages += 1
        self._crowd.bytes += len(text)
        self._transport.send(WSMsgType.TEXT, text)

    def hang_up(self) -> None:
        self._transport.disconnect()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        text = frame.get_payload_as_bytes()
        if frame.msg_type != WSMsgType.TEXT:
            return
        self._crowd.messages += 1
        self._crowd.bytes += len(text)
        if text.startswith(b'{"type":"news"'):
            if b'"moves":[' in text or b'"table":{}' not in text:
                self._news(orjson.loads(text))
        elif text.startswith(b'{"type":"ok"'):
            sent = self._sent.pop(orjson.loads(text)["id"] or "", None)
            if sent is not None:
                self._crowd.waits.append(perf_counter() - sent)
        elif text.startswith(b'{"type":"view"'):
            message = orjson.loads(text)
            self.view, self.table = message["view"] or {}, message["table"]
            self.seat, self.host = message["you"]["seat"], message["you"]["host"]
            self.seen.set()
        elif text.startswith(b'{"type":"refused"'):
            raise AssertionError(text.decode())

    def _news(self, message: dict[str, Any]) -> None:
        self.view.update(message["view"])
        self.table.update(message["table"])
        phase = self.table["phase"]
        if phase == "over" and "phase" in message["table"]:
            self.over.set()
            if self.host and self.deals_again:
                self._crowd.act(lambda: self.send("start"))
        elif phase == "starting" and message["what"]["kind"] == "dealt" and self.host:
            self._crowd.act(lambda: self.send("starter", seat=0))
        elif phase == "playing" and message["view"].get("moves"):
            self._crowd.act(self.move)

    def move(self) -> None:
        name = str(len(self._sent) + perf_counter())
        self._sent[name] = perf_counter()
        self.send("move", id=name, move=self._choose(self.view))


def cheapest(view: dict[str, Any]) -> str:
    """The nearest card, and no more than is owed."""
    moves: list[str] = view["moves"]
    return min(moves, key=lambda move: _cost(view["piles"], move))


def _cost(tops: list[int], move: str) -> int:
    if move == ".":
        return -200
    card, pile = int(move[:-1]), "abcd".index(move[-1])
    cost = card - tops[pile] if pile < 2 else tops[pile] - card
    return cost if cost > 0 else -100


def hasty(view: dict[str, Any]) -> str:
    """The highest card there is: such games are short."""
    return str(view["moves"][-1])


class Visitors:
    """Guests of a server, who open tables and sit down at them."""

    def __init__(self, url: str, tokens: list[str], client: httpx.AsyncClient) -> None:
        self._url, self._tokens, self._client = url, tokens, client

    @classmethod
    async def new(cls, url: str, count: int) -> "Visitors":
        client = httpx.AsyncClient(base_url=url, timeout=TIMEOUT)
        tokens = []
        for _ in range(count):
            tokens.append((await client.post("/api/me", json={"name": "Guest"})).json()["token"])
            client.cookies.clear()
        return cls(url, tokens, client)

    def _named(self, guest: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[guest]}"}

    async def open(self, **about: Any) -> str:
        """A table of the first guest's; returns its id."""
        answer = await self._client.post("/api/tables", json={"game": "classic", **about}, headers=self._named(0))
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def at(self, table: str, guest: int, player: Player) -> Player:
        url = f"{self._url.replace('http', 'ws', 1)}/ws/tables/{table}"
        headers = self._named(guest)
        await ws_connect(lambda: player, url, extra_headers=headers, websocket_handshake_timeout=TIMEOUT)
        await asyncio.wait_for(player.seen.wait(), TIMEOUT)
        return player

    async def full_table(self, crowd: Crowd, players: int = 4) -> list[Player]:
        """A table with somebody on each seat; its host deals when play begins."""
        table = await self.open(players=players)
        seated = []
        for guest in range(players):
            player = await self.at(table, guest, Player(crowd, cheapest))
            if guest:
                player.seen.clear()
                player.send("sit")
                await asyncio.wait_for(player.seen.wait(), TIMEOUT)
            seated.append(player)
        crowd.act(lambda: seated[0].send("start"))
        return seated


async def a_few_at_a_time(works: list[Coroutine[Any, Any, Any]], few: int = 16) -> None:
    turn = asyncio.Semaphore(few)

    async def one(work: Coroutine[Any, Any, Any]) -> None:
        async with turn:
            await work

    await asyncio.gather(*(one(work) for work in works))
