"""A house that records every byte it sends, so that a session can be repeated with other hidden cards and compared."""

import asyncio
import json
import logging
import random
import shutil
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, redirect_stderr
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from gambero.errors import IllegalMove
from gambero.game import Game
from gambero.game.setup import Setup, prepared
from gambero.server.app import create_app
from gambero.server.live.house import House
from gambero.server.logs import log_to_stderr, logger
from gambero.server.refusal import Refused
from gambero.server.run import Server, bound
from gambero.server.settings import Settings
from gambero.server.sources import Sources
from gambero.server.table import moves, own_acts
from gambero.server.table.decision import Moment
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table
from gambero.server.wire import from_client as messages

from helpers.hiding import reshuffled
from helpers.patience import PATIENCE
from helpers.serving import NO_LIMIT

WATCHERS = ("Wanda", "Walter")
STRANGER = "Stranger"
NOON = 1_800_000_000_000
OF_THE_MOMENT = (
    "_seconds",
    "_created",
    "_jobs_",
    "process_",
)  # metrics of speed, and of the process that runs the tests
FREE = dict.fromkeys(NO_LIMIT, 0)


class FixedSources(Sources):
    """Deals the cards of the test's choice; its clock moves only when a test moves it."""

    def __init__(self, setup: tuple[str, dict[str, Any]], mark: str) -> None:
        self._setup = setup
        self._mark = mark  # ids of games and salts differ between two houses
        self.time = NOON
        self.game_id = ""

    def now(self) -> int:
        return self.time

    def monotonic(self) -> float:
        return self.time / 1000

    def new_id(self) -> str:
        fresh, self.game_id = ("table" if not self.game_id else self.game_id), f"game-{self._mark}"
        return fresh

    def new_code(self) -> str:
        return "BCDFG"

    def new_salt(self) -> str:
        return random.Random(self._mark).randbytes(32).hex()

    def deal(self, game: str, players: int, commands: str | dict[int, str] | None, options: dict[str, Any]) -> Setup:  # noqa: ARG002
        return prepared(game, **self._setup[1])

    def seed(self) -> int:
        return 7


class RecordingSocket:
    """A socket at the table that keeps every byte it was sent."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[str] = []

    async def say(self, message: dict[str, Any]) -> dict[str, Any]:
        await self.connection.send(json.dumps(message))
        return await self.until(lambda told: told["type"] in ("ok", "refused") and told["id"] == message["id"])

    async def until(self, so: Any) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                self.heard.append(str(await self.connection.recv()))
                told: dict[str, Any] = json.loads(self.heard[-1])
                if so(told):
                    return told


@dataclass
class Step:
    """Something somebody does: comes, goes, says something at the table, or asks for a page."""

    who: str
    act: str
    message: dict[str, Any] = field(default_factory=dict)
    later: int = 1000  # milliseconds after the step before


class RecordedHouse:
    """A house in which a session happens, and all that everybody is sent."""

    def __init__(self, house: House, sources: FixedSources, url: str, tokens: dict[str, str]) -> None:
        self.house, self.sources, self._url, self._tokens = house, sources, url, tokens
        self.sockets: dict[str, RecordingSocket] = {}
        self.sent: dict[str, list[str]] = defaultdict(list)
        self.client = httpx.AsyncClient(base_url=url, verify=False, timeout=PATIENCE)
        self._count = 0

    @property
    def table(self) -> Table:
        return self.house.tables["table"].table

    async def perform(self, step: Step) -> None:
        self.sources.time += step.later
        await getattr(self, f"_{step.act}")(step)
        if "table" in self.house.tables:
            await self._settled()
        ping = {"type": "ping", "id": "ping"}  # answered after all that came before
        await asyncio.gather(*(socket.say(ping) for socket in self.sockets.values()))
        for who, socket in self.sockets.items():
            self.sent[who] += socket.heard
            socket.heard.clear()

    async def _comes(self, step: Step) -> None:
        headers = {"Authorization": f"Bearer {self._tokens[step.who]}"}
        address = f"{self._url.replace('http', 'ws', 1)}/ws/tables/table"
        socket = self.sockets[step.who] = RecordingSocket(
            await connect(address, additional_headers=headers, compression=None, open_timeout=PATIENCE)
        )
        await socket.until(lambda told: told["type"] == "here")

    async def _goes(self, step: Step) -> None:
        await self.sockets.pop(step.who).connection.close()
        while len(self.house.tables["table"].presence.connections) > len(self.sockets):
            await asyncio.sleep(0)

    async def _says(self, step: Step) -> None:
        self._count += 1
        await self.sockets[step.who].say({"id": f"m{self._count}", **step.message})

    async def _asks(self, step: Step) -> None:
        """Whatever can be asked for during play; what depends on how fast the machine was is left out."""
        headers = {"Authorization": f"Bearer {self._tokens[step.who]}"}
        game = self.sources.game_id
        paths = ["/api/lobby", "/api/tables/mine", "/api/games", "/api/statistics"]
        paths += [f"/api/games/{game}", f"/api/games/{game}/record"]
        if step.message:
            answer = await self.client.post("/api/tables", json=step.message, headers=headers)
            assert answer.status_code == 201, answer.text
            return
        for path in (*paths, f"/api/games/{game}?open=true", "/api/games/table", "/metrics", "/healthz", "/readyz"):
            lines = (await self.client.get(path, headers=headers)).text.split("\n")
            self.sent[step.who] += [line for line in lines if not any(part in line for part in OF_THE_MOMENT)]

    async def _settled(self) -> None:
        """Wait for what the table does by itself."""
        async with asyncio.timeout(PATIENCE):
            while self.table.phase == "countdown" or own_acts.settled_starter(self.table) is not None:
                await asyncio.sleep(0)
            async with self.house.tables["table"].lock:
                """Whoever stores something holds it until all are told."""


@asynccontextmanager
async def recorded_house(people: Path, folder: Path, setup: Any, mark: str) -> AsyncIterator[RecordedHouse]:
    """A house of its own on a real store with the same people."""
    database = folder / f"{mark}.db"
    shutil.copy(people, database)
    settings = Settings(database=str(database), port=0, pace=0, countdown=0, away=600, bot_threads=1, **FREE)  # type: ignore[arg-type]
    sources = FixedSources(setup, mark)
    app = create_app(settings, sources)
    ready = asyncio.Event()
    server = Server(app, settings, ready.set)
    with bound(settings) as listening:
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        await ready.wait()
        tokens = json.loads(people.with_suffix(".json").read_text())
        told = RecordedHouse(app.state.house, sources, f"http://127.0.0.1:{listening.getsockname()[1]}", tokens)
        with logged(told.sent["log"]):
            yield told
            await asyncio.gather(told.client.aclose(), *(socket.connection.close() for socket in told.sockets.values()))
            server.should_exit = True
            await serving
            logger.info("end")  # so that there is a line in any case


@contextmanager
def logged(lines: list[str]) -> Iterator[None]:
    """Keeps what a server writes to its log, all of it, without the time."""
    stream = StringIO()
    with redirect_stderr(stream), pytest.MonkeyPatch.context() as patch:
        for name in ("gambero", "uvicorn.error", ""):
            for field in ("handlers", "level", "propagate"):
                patch.setattr(logging.getLogger(name), field, getattr(logging.getLogger(name), field))
        log_to_stderr()
        yield
    lines += [json.dumps({**json.loads(line), "time": None}) for line in stream.getvalue().splitlines()]


# The same session with other cards wherever a viewer cannot see them.


def shown(entries: list[Entry]) -> set[tuple[int | None, int]]:
    """Cards that were openly laid by a seat, also those taken back."""
    table, cards = Table("table"), set()
    for entry in entries:
        mover = table.game.to_move if table.game else None
        table.apply(entry)
        move = entry.data.get("move", "")
        if entry.kind == "moved" and move[0].isdigit() and ":" not in move:
            cards.add((mover, int(move[:-1])))
    return cards


def is_wrong(table: Table, seat: int, move: str, now: int) -> bool:
    """Is this card wrong in itself, not only late? Whether it is late depends on cards of the others."""
    try:
        decision = moves.move(table, seat, messages.Move(type="move", move=move), Moment(now, 0, lambda _: {}))
        return decision.entry is not None and decision.entry.kind == "wrong"
    except Refused as refused:
        return refused.code != "late"


def phases(entries: list[Entry], deck: Any) -> list[str] | None:
    """How the game goes with another deck; None if what was openly done cannot be done with it."""
    table, found = Table("table"), []
    for entry in entries:
        data = {**entry.data, "deck": deck} if entry.kind == "dealt" else json.loads(json.dumps(entry.data))
        try:
            if entry.kind == "wrong" and not is_wrong(table, data["seat"], data["move"], entry.at):
                return None  # there it would have been late
            table.apply(Entry(entry.table, entry.number, entry.kind, data, entry.person, entry.at))
        except IllegalMove:
            return None
        found.append(table.phase)
    return found


def other_deck(game: Game, entries: list[Entry], seat: int | None, chance: random.Random) -> Any:
    """Another deal that fits all that this viewer was sent."""
    seen, went = shown(entries), phases(entries, game.deck)
    for _ in range(300):
        deck = reshuffled(game, seat, chance, seen)
        if deck != plain(game.deck) and phases(entries, deck) == went:
            return deck
    return None


def plain(deck: Any) -> Any:
    return [list(half) for half in deck] if isinstance(deck[0], (list, tuple)) and len(deck) == 2 else list(deck)


def masked(told: RecordedHouse, who: str) -> str:
    """The commitment is a hash of deck and salt: its 64 digits must differ, and tell nothing without the salt."""
    lines = (
        told.sent[who] if who != "log" else [line for line in told.sent[who] if '"event": "answer"' not in line]
    )  # slow
    text = "\n".join(lines)
    found = told.table.deal["commitment"]
    assert len(found) == 64
    return text.replace(found, "#" * 64)
