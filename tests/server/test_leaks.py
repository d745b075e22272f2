"""Nobody peeks: every byte that leaves the house stays the same when all that its reader cannot know is reshuffled."""

import asyncio
import json
import logging
import random
import shutil
import socket
import subprocess
import sys
import tempfile
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
from gambero.server import acts, messages
from gambero.server.app import create_app
from gambero.server.entries import Entry, Refused
from gambero.server.house import House
from gambero.server.metrics import log_to_stderr, logger
from gambero.server.outside import Outside
from gambero.server.serve import Server, configured
from gambero.server.settings import Settings
from gambero.server.table import Table

from hiding import reshuffled
from serving import PATIENCE, Guest, Seated, Served, run, stored
from setups import SETUPS, cheapest, dealt, name

WATCHERS = ("Wanda", "Walter")
STRANGER = "Stranger"
NOON = 1_800_000_000_000
FREE = {"messages": 0, "chats": 0, "requests": 0, "connections": 0, "tables": 0}  # no limits
WORDS = ("ciao!", "not there, please", "I could jump back", "hurry <b>up</b>", "ok")


class Controlled(Outside):
    """The deal of the test's choosing, and a clock that goes when it is told to."""

    def __init__(self, setup: tuple[str, dict[str, Any]], mark: str) -> None:
        self._setup = setup
        self._mark = mark  # ids of games and salts are others in another telling
        self.time = NOON
        self.game_id = ""

    def now(self) -> int:
        return self.time

    def new_id(self) -> str:
        fresh, self.game_id = ("table" if not self.game_id else self.game_id), f"game-{self._mark}"
        return fresh

    def new_salt(self) -> str:
        return random.Random(self._mark).randbytes(32).hex()

    def deal(self, game: str, players: int, commands: str | None, options: dict[str, Any]) -> Setup:  # noqa: ARG002
        return prepared(game, **self._setup[1])

    def thought(self) -> int:
        return 7


class Ear:
    """A socket at the table, and every byte that came through it."""

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


class Telling:
    """A house in which a story happens, and what everybody is sent."""

    def __init__(self, house: House, outside: Controlled, url: str, tokens: dict[str, str]) -> None:
        self.house, self.outside, self._url, self._tokens = house, outside, url, tokens
        self.ears: dict[str, Ear] = {}
        self.sent: dict[str, list[str]] = defaultdict(list)
        self.client = httpx.AsyncClient(base_url=url, verify=False, timeout=PATIENCE)
        self._count = 0

    @property
    def table(self) -> Table:
        return self.house.tables["table"].table

    async def perform(self, step: Step) -> None:
        self.outside.time += step.later
        await getattr(self, f"_{step.act}")(step)
        if "table" in self.house.tables:
            await self._settled()
        for who, ear in self.ears.items():
            await ear.say({"type": "ping", "id": "ping"})  # answered after all that came before
            self.sent[who] += ear.heard
            ear.heard.clear()

    async def _comes(self, step: Step) -> None:
        headers = {"Authorization": f"Bearer {self._tokens[step.who]}"}
        address = f"{self._url.replace('http', 'ws', 1)}/ws/tables/table"
        ear = self.ears[step.who] = Ear(await connect(address, additional_headers=headers, compression=None))
        await ear.until(lambda told: told["type"] == "here")

    async def _goes(self, step: Step) -> None:
        await self.ears.pop(step.who).connection.close()
        while len(self.house.tables["table"].connections) > len(self.ears):
            await asyncio.sleep(0)

    async def _says(self, step: Step) -> None:
        self._count += 1
        await self.ears[step.who].say({"id": f"m{self._count}", **step.message})

    async def _asks(self, step: Step) -> None:
        """Whatever can be asked for during play; what depends on how fast the machine was is left out."""
        headers = {"Authorization": f"Bearer {self._tokens[step.who]}"}
        game = self.outside.game_id
        paths = ["/api/lobby", "/api/tables/mine", "/api/games", "/api/statistics"]
        paths += [f"/api/games/{game}", f"/api/games/{game}/record"]
        if step.message:
            answer = await self.client.post("/api/tables", json=step.message, headers=headers)
            assert answer.status_code == 201, answer.text
            return
        for path in (*paths, f"/api/games/{game}?open=true", "/api/games/table", "/metrics", "/healthz", "/readyz"):
            lines = (await self.client.get(path, headers=headers)).text.split("\n")
            self.sent[step.who] += [line for line in lines if "_seconds" not in line and "_created" not in line]

    async def _settled(self) -> None:
        """Wait for what the table does by itself."""
        async with asyncio.timeout(PATIENCE):
            while self.table.phase == "countdown" or acts.settled(self.table):
                await asyncio.sleep(0)
            async with self.house.tables["table"].lock:
                """Whoever stores something holds it until all are told."""


@asynccontextmanager
async def telling(people: Path, folder: Path, setup: Any, mark: str) -> AsyncIterator[Telling]:
    """A house of its own on a real store, in which the same people are known."""
    database = folder / f"{mark}.db"
    shutil.copy(people, database)
    settings = Settings(database=str(database), pace=0, countdown=0, away=600, thinkers=1, **FREE)  # type: ignore[arg-type]
    outside = Controlled(setup, mark)
    app = create_app(settings, outside)
    ready = asyncio.Event()
    server = Server(configured(app, settings), app, ready.set)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        await ready.wait()
        tokens = json.loads(people.with_suffix(".json").read_text())
        told = Telling(app.state.house, outside, f"http://127.0.0.1:{listening.getsockname()[1]}", tokens)
        with logged(told.sent["log"]):
            yield told
            await asyncio.gather(told.client.aclose(), *(ear.connection.close() for ear in told.ears.values()))
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


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that knows five players, two watchers and a stranger."""
    database = tmp_path_factory.mktemp("people") / "people.db"
    with Served(database) as served:

        async def arrive() -> dict[str, str]:
            names = (*(f"seat {seat}" for seat in range(5)), *WATCHERS, STRANGER)
            return {name: (await Guest.new(served.url, name)).token for name in names}

        database.with_suffix(".json").write_text(json.dumps(run(arrive())))
        served.stop()
    return database


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory where the system has such a place: on a disk, most of the time goes into commits."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.exists() else None) as place:
        yield Path(place)


# A story, made up step by step as its first telling goes on.


class Author:
    def __init__(self, told: Telling, chance: random.Random) -> None:
        self.told, self.chance = told, chance
        self.steps: list[Step] = []

    async def add(self, who: str, act: str, **message: Any) -> None:
        step = Step(who, act, message, self.chance.choice((0, 50, 300, 1000, 1000, 4000)))
        self.steps.append(step)
        await self.told.perform(step)

    async def write(self, setup: tuple[str, dict[str, Any]], length: int) -> None:
        game, options = setup
        players = options.get("players", 2)
        on = {key: value for key, value in options.items() if isinstance(value, bool)}
        more = {"clock": 3600.0} if self.chance.random() < 0.3 else {"tournament": 8} if game == "tension" else {}
        await self.add("seat 0", "asks", game=game, players=players, options=on, listed=True, **more)
        for seat in range(players):
            await self.add(f"seat {seat}", "comes")
            if seat:
                await self.add(f"seat {seat}", "says", type="sit", seat=seat)
        await self.add("seat 0", "says", type="start")
        for _ in range(length):
            await self.anything()
            if (next_step := self.next_move()) is None:
                break
            await self.add(f"seat {next_step[0]}", "says", **next_step[1])
        await self.everybody()

    async def everybody(self) -> None:
        """Whatever chance left out: all come again, ask for what they missed, and look around."""
        people = [*(f"seat {seat}" for seat in range(len(self.told.table.seats))), *WATCHERS]
        for who in people:
            if who in self.told.ears:
                await self.add(who, "says", type="sync", after=max(0, self.told.table.number - 20))
                await self.add(who, "goes")
            await self.add(who, "comes")
            await self.add(who, "says", type="hint")
            await self.add(who, "says", type="move", move="0a")
        for who in (*people, STRANGER):
            await self.add(who, "asks")

    def next_move(self) -> tuple[int, dict[str, Any]] | None:
        """What carries the game on; None at the step before its end, since then all is revealed."""
        table, chance = self.told.table, self.chance
        if table.kind == "tension" and table.phase != "playing":
            return None if over_after(table, "^") else (table.starter or 0, {"type": "go"})
        if table.phase == "starting":
            left = [seat for seat in range(len(table.seats)) if seat not in table.eager]
            return chance.choice(left), {"type": "eager", "level": chance.randrange(3)}
        game = table.playing
        movers = range(game.players) if table.kind == "tension" else [game.to_move or 0]
        seat, legal = chance.choice([(seat, game.moves(seat)) for seat in movers if game.moves(seat)])
        move = cheapest(game, legal) if chance.random() < 0.8 else chance.choice(legal)
        return None if over_after(table, move) else (seat, {"type": "move", "move": move})

    async def anything(self) -> None:
        """Now and then something else happens, by somebody."""
        chance, table = self.chance, self.told.table
        seat = chance.randrange(len(table.seats))
        who = chance.choice([f"seat {seat}", *WATCHERS])
        there = who in self.told.ears
        act = chance.randrange(16)
        if act == 0 or (act < 9 and not there):
            await self.add(who, "goes" if there else "comes")
            if who.startswith("seat") and there:
                await self.add(who, "comes")
        elif act == 1:
            number = chance.choice((None, max(0, table.number - chance.randrange(-3, 70))))
            await self.add(who, "says", type="sync", after=number)
        elif act == 2:
            await self.add(f"seat {seat}", "says", type="chat", text=chance.choice(WORDS))
        elif act == 3:
            piles = {pile: chance.choice(("mine", "small", "free")) for pile in chance.sample("abcd", 2)}
            await self.add(f"seat {seat}", "says", type="say", piles=piles)
        elif act == 4:
            await self.add(f"seat {seat}", "says", type="undo")
        elif act == 5:
            await self.add(f"seat {seat}", "says", type="move", move=self.wrong_move(seat))
        elif act == 6:
            await self.add(who, "says", **chance.choice(NOT_FOR_EVERYBODY))
        elif act == 7:
            await self.add(chance.choice((STRANGER, who)), "asks")
        elif act == 8:
            mover = table.game.to_move if table.game else None
            await self.add(f"seat {seat if mover is None else mover}", "says", type="hint")

    def wrong_move(self, seat: int) -> str:
        """A move refused in any world: malformed, out of turn, or a card of the hand that fits no pile."""
        table, game, chance = self.told.table, self.told.table.playing, self.chance
        if table.kind != "tension":
            held = [f"{card}{pile}" for card in game.hand(seat) for pile in "abcd"]
        else:
            held = [f"{seat}:{value}/{step}" for value, step in game.hand(seat)]
        sure = [move for move in held if not game.can(move) and self.is_wrong(seat, move)]
        if game.to_move not in (None, seat):
            return chance.choice(["2a", "50c", "."])
        return chance.choice([*sure, "100a", "zz", "@0", f"{seat}:11/4", "0a"])

    def is_wrong(self, seat: int, move: str) -> bool:
        """Not only late: whether a card was late depends on what the others hold no more."""
        message = messages.Move(type="move", move=move)
        try:
            return acts.move(self.told.table, seat, message, self.told.outside.time).kind == "wrong"
        except Refused as refused:
            return refused.code != "late"


NOT_FOR_EVERYBODY: list[dict[str, Any]] = [
    {"type": "start"},
    {"type": "clear", "seat": 1},
    {"type": "bot", "seat": 0, "bot": "greedy"},
    {"type": "sit"},
    {"type": "go", "id": "go"},
    {"type": "move", "move": "5a", "after": 3},
]


def over_after(table: Table, move: str) -> bool:
    game = table.before(len(table.playing.log))
    while game.can(move) and not game.over:
        game.move(move)
        if move != "^":
            break
    return game.over


# The same story where other cards lie wherever a pair of eyes cannot see.


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


def phases(entries: list[Entry], deck: Any) -> list[str] | None:
    """How the game goes with another deck; None if what was openly done cannot be done with it."""
    table, found = Table("table"), []
    for entry in entries:
        data = {**entry.data, "deck": deck} if entry.kind == "dealt" else json.loads(json.dumps(entry.data))
        try:
            table.apply(Entry(entry.table, entry.number, entry.kind, data, entry.person, entry.at))
        except IllegalMove:
            return None
        found.append(table.phase)
    return found


def other_deck(game: Game, entries: list[Entry], seat: int | None, chance: random.Random) -> Any:
    """Another deal that the same story could have happened with, as far as these eyes can tell."""
    for _ in range(300):
        deck = reshuffled(game, seat, chance, shown(entries))
        if deck != plain(game.deck) and phases(entries, deck) == phases(entries, game.deck):
            return deck
    return None


def plain(deck: Any) -> Any:
    return [list(half) for half in deck] if isinstance(deck[0], (list, tuple)) and len(deck) == 2 else list(deck)


def masked(told: Telling, who: str) -> str:
    """The commitment is a hash of deck and salt: its 64 digits must differ, and tell nothing without the salt."""
    text = "\n".join(told.sent[who])
    found = told.table.deal["commitment"]
    assert len(found) == 64
    return text.replace(found, "#" * 64)


STORIES = range(16)


@pytest.mark.parametrize("number", STORIES)
def test_what_nobody_may_know_changes_no_byte(people: Path, folder: Path, number: int) -> None:
    chance = random.Random(f"story {number}")
    games = ("classic", "extreme", "duel", "tension")
    setup = chance.choice([one for one in SETUPS if one[0] == games[number % 4] and one[1].get("players", 2) > 1])
    arguments = dealt(setup, chance, chance.choice((4.0, 30.0, 1000.0)))

    async def tell() -> int:
        async with telling(people, folder, (setup[0], arguments), "first") as first:
            author = Author(first, chance)
            await author.write(setup, chance.choice((3, 20, 45)))
            entries = await first.house.store.entries("table")
            game = first.table.playing
        compared = 0
        for seat in (chance.randrange(game.players), None):
            deck = other_deck(game, entries, seat, chance)
            if deck is None:
                continue  # what was openly done leaves no other deal
            other = {**arguments, "deck": deck}
            async with telling(people, folder, (setup[0], other), "other" if seat is None else f"other{seat}") as again:
                for step in author.steps:
                    await again.perform(step)
                assert plain(again.table.playing.deck) != plain(game.deck)
            eyes = WATCHERS if seat is None else (f"seat {seat}",)
            for who in (*eyes, STRANGER, "log"):
                assert masked(again, who) == masked(first, who), f"{name(setup)}: {who}"
            for who in (*eyes, STRANGER):
                assert '"id":"table"' in masked(first, who), "the lobby shows it"
            assert first.sent["log"]
            compared += 1
        return compared

    assert asyncio.run(tell()) == 2, "a seat's eyes and a spectator's"


# Deck and salt stay in the house until the end, and then prove the deal.

KINDS: list[dict[str, Any]] = [
    {"game": "classic", "players": 2, "options": {"on_fire": True}, "bots": ["greedy"]},
    {"game": "extreme", "players": 3, "commands": "shuffled", "bots": ["greedy", "random"]},
    {"game": "duel", "bots": ["greedy"]},
    {"game": "tension", "players": 2, "wait": 0.0, "bots": ["careful"]},
    {"daily": "classic"},
]


@pytest.mark.parametrize("wanted", KINDS, ids=lambda wanted: "-".join(str(value) for value in wanted.values())[:20])
def test_the_deal_is_secret_until_the_end_and_proved_after_it(tmp_path: Path, wanted: dict[str, Any]) -> None:
    database = tmp_path / "games.db"
    with Served(database) as served:

        async def play() -> tuple[Seated, str]:
            anna, stranger = await Guest.new(served.url), await Guest.new(served.url, STRANGER)
            table = await opened(anna, wanted)
            seat, watcher = await anna.at(table), await stranger.at(table)
            await begin(seat)
            hidden(database, await pages(stranger, table))
            await to_the_end(seat)
            await watcher.until(lambda: watcher.table["phase"] == "over")
            for one in (seat, watcher):
                secret = [text for text in one.heard if json.loads(text).get("table", {}).get("reveal")]
                assert len(secret) == 1
                assert secret == one.heard[one.heard.index(secret[0]) :][:1]
                hidden(database, one.heard[: one.heard.index(secret[0])])
            record = (await stranger.ask("GET", f"/api/games/{seat.table['game_id']}/record")).text
            return seat, record

        seat, record = run(play())
        deal = deals(database)[-1]
        assert seat.table["reveal"] == {"deck": deal["deck"], "salt": deal["salt"]}
        assert seat.table["game_id"] == deal["game_id"]
        served.stop()
        hidden(database, served.log)
    file = tmp_path / "record.txt"
    file.write_text(record)
    assert verified(file, seat.table["commitment"]) == 0
    assert verified(file, "0" * 64) == 1
    file.write_text(record.replace(deal["salt"], deal["salt"][::-1]))
    assert verified(file, seat.table["commitment"]) == 1


async def opened(anna: Guest, wanted: dict[str, Any]) -> str:
    if "daily" in wanted:
        day = (await anna.ask("GET", "/api/daily/classic/2026-01-01")).json()["today"]
        return str((await anna.ask("POST", f"/api/daily/{wanted['daily']}/{day}")).json()["id"])
    return await anna.open(**wanted, listed=True, start=True)


async def pages(stranger: Guest, table: str) -> list[str]:
    """What anybody can ask for."""
    paths = ["/api/lobby", "/api/games", "/api/statistics", "/metrics", "/api", "/api/openapi.json", "/readyz"]
    paths += [f"/api/games/{table}", f"/api/games/{table}/record", f"/api/tables/{table}", f"/ws/tables/{table}"]
    return [(await stranger.ask("GET", path)).text for path in paths]


async def begin(seat: Seated) -> None:
    if seat.table["game"] == "tension":
        await seat.do("go")
    elif seat.table["phase"] == "starting":
        await seat.do("eager", level=2)


async def to_the_end(seat: Seated) -> None:
    """Play what comes first."""
    while seat.table["phase"] != "over":
        await seat.until(lambda: seat.view["moves"] or seat.table["phase"] in ("over", "stuck"))
        if seat.table["phase"] == "stuck":
            await seat.do("go")
        elif seat.view["moves"]:
            await seat.do("move", move=seat.view["moves"][0])
        await seat.do("ping")


def deals(database: Path) -> list[dict[str, Any]]:
    return [json.loads(row[0]) for row in stored(database, "select data from log where kind = 'dealt' order by at")]


def hidden(database: Path, sent: list[str]) -> None:
    """Neither salts nor game ids nor ten cards in the order of a deck, nor what a day's deal is made from."""
    secrets = [row[0] for row in stored(database, "select value from secrets")]
    said = "".join(sent).replace(" ", "")
    for deal in deals(database):
        decks = deal["deck"] if len(deal["deck"]) == 2 else [deal["deck"]]
        rows = [row_of(deck, at) for deck in decks for at in range(len(deck) - 9)]
        for secret in (*secrets, *rows, deal["salt"], deal["game_id"]):
            assert secret not in said


def row_of(deck: list[Any], at: int) -> str:
    return ",".join(json.dumps(card, separators=(",", ":")) for card in deck[at : at + 10])


def verified(record: Path, commitment: str) -> int:
    command = [sys.executable, "-m", "gambero", "verify", str(record), "--commitment", commitment]
    return subprocess.run(command, capture_output=True, check=False).returncode


@pytest.mark.rule("T3")
def test_nobody_looks_at_a_hand_of_tension_before_go(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db", countdown="2") as served:

        async def wait_for_go() -> None:
            anna, bob = await Guest.new(served.url), await Guest.new(served.url, "Bob")
            table = await anna.open("tension")
            first, second = await anna.at(table), await bob.at(table)
            await second.do("sit")
            await first.do("start")
            await second.until(lambda: second.table["phase"] == "starting")
            await first.do("go")
            await second.do("sync")
            late = await bob.at(table)
            assert late.table["phase"] == "countdown"
            both = (first, second, late)
            assert [(one.view["hand"], one.view["moves"]) for one in both] == [(None, [])] * 3
            for one in both:
                await one.until(lambda one=one: one.table["phase"] == "playing")  # type: ignore[misc]
                assert [len(card) for card in one.view["hand"]] == [2] * 4
                before, _, _ = "\n".join(one.heard).partition('"kind":"began"')
                assert '"hand":[' not in before

        run(wait_for_go())
