"""Whoever asks for much: bots and people at tables do not wait for it. The application runs in the test's own process,
so that what takes long can be held up: the tests count and order, and measure no time."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect

from gambero import bot, new
from gambero.server.app import ROUTERS, create_app
from gambero.server.http.dependencies import analyst, unless_gone
from gambero.server.http.guard import PATHS
from gambero.server.http.limits import BURST, PEOPLE_AT_ADDRESS, WorkLimit
from gambero.server.http.socket import Listener
from gambero.server.jobs.queue import BOUNDS, Asker, Work
from gambero.server.live import house as live_house
from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.review import hindsight, hints, replays
from gambero.server.settings import Settings
from gambero.server.store import schema
from gambero.server.store.people import Person
from gambero.server.wire import from_client as messages
from gambero.server.wire.replies import Replay

from helpers.patience import PATIENCE
from helpers.serving import NO_LIMIT

GAME = "finished"
PASSWORD = "a long secret"


class Held:
    """Stands for a function that takes long: it waits for the door, and counts its calls and how many run at once."""

    def __init__(self, answer: Callable[..., Any]) -> None:
        self._answer = answer
        self._lock = threading.Lock()
        self.door = threading.Event()
        self.calls = self.running = self.most = 0

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        with self._lock:
            self.calls += 1
            self.running += 1
            self.most = max(self.most, self.running)
        assert self.door.wait(PATIENCE)
        with self._lock:
            self.running -= 1
        return self._answer(*arguments, **named)


@pytest.fixture
def opinion(monkeypatch: pytest.MonkeyPatch) -> Held:
    """Expert's opinion takes as long as the test wants."""
    held = Held(lambda _game, seat, _moves: {"seat": seat, "moves": [], "advice": None})
    monkeypatch.setattr(hindsight, "expert_line", held)
    return held


@pytest.fixture
async def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FastAPI]:
    """The application with one finished game in its store, one thread for bots, and no limits by time."""
    monkeypatch.setattr(live_house, "bot_steps", dict)  # greedy needs little that is compiled
    settings = Settings.read(database=str(tmp_path / "games.db"), pace=0, bot_threads=1, **NO_LIMIT)
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        await keep_a_game(app.state.house)
        yield app


async def keep_a_game(house: House) -> None:
    game, greedy = new("classic", players=2, seed=1), bot("greedy", seed=1)
    game.move("@0")
    while not game.over:
        game.move(greedy.choose(game.view(game.to_move)))
    result = game.result
    assert result
    row = {"id": GAME, "table_id": "table", "game": "classic", "options": "{}", "players": 2, "finished": 1}
    row |= {"result": orjson.dumps(result.as_json()).decode(), "record": game.record()}
    await house.store.run(schema.games.insert().values(row))
    for seat, name in enumerate(("Anna", "Ben")):
        sat = {"game_id": GAME, "seat": seat, "person": name, "bot": None, "name": name, "won": False}
        await house.store.run(schema.seats.insert().values(sat))


@asynccontextmanager
async def client(app: FastAPI, address: str = "10.0.0.1") -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, client=(address, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://test", timeout=None) as one:
        yield one


async def until(so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.001)


async def ask(app: FastAPI, path: str, address: str) -> httpx.Response:
    async with client(app, address) as one:
        return await one.get(path)


class Told:
    """A connection at a table of which the messages are kept."""

    def __init__(self, person: Person, address: str = "10.9.9.9") -> None:
        self.heard: list[dict[str, Any]] = []
        self.connection = Connection(person.id, person.name, self._send, address)

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(orjson.loads(message["text"]))

    def bot_moved(self) -> bool:
        moves = [one["what"] for one in self.heard if one["type"] == "news" and one["what"]["kind"] == "moved"]
        return any(what["seat"] == 1 for what in moves)


# What waits.


async def test_a_bot_moves_while_two_hundred_questions_wait(app: FastAPI, opinion: Held) -> None:
    house = app.state.house
    asked = [
        asyncio.create_task(ask(app, f"/api/games/{GAME}/expert?moves={number % 40 + 1}", f"10.0.{number}.1"))
        for number in range(200)
    ]
    await until(lambda: opinion.calls)
    anna = (await house.people.guest("Anna")).person
    told = Told(anna)
    opened = {"game": "duel", "players": 2, "options": {}, "commands": None, "listed": False, "clock": None}
    opened |= {"wait": 0.5, "tournament": None, "daily": None}
    live = await house.live(await house.open(opened, anna, ["greedy"], start=True))
    await live.join(told.connection)
    await live.act(told.connection, messages.Starter(type="starter", seat=1))
    await until(told.bot_moved)
    assert opinion.running == opinion.calls == 1  # all the others still wait
    opinion.door.set()
    answers = await asyncio.gather(*asked)
    assert {answer.status_code for answer in answers} <= {200, 503}


async def test_what_is_too_much_is_refused_with_the_time_to_come_again(app: FastAPI, opinion: Held) -> None:
    most = int(BOUNDS[Work.ANALYSIS].person)
    paths = [f"/api/games/{GAME}/expert?moves={number}" for number in range(1, most + 8)]
    asked = [asyncio.create_task(ask(app, paths[0], "10.0.0.1"))]
    await until(lambda: opinion.running)
    asked += [asyncio.create_task(ask(app, path, "10.0.0.1")) for path in paths[1:]]
    await until(lambda: sum(task.done() for task in asked) == 6)  # one runs, some wait, the rest know at once
    refused = next(task for task in asked if task.done()).result()
    assert (refused.status_code, refused.json()["code"], refused.json()["reason"]) == (503, "busy", "yours")
    assert int(refused.headers["retry-after"]) == refused.json()["values"]["seconds"] >= 1
    other = asyncio.create_task(ask(app, f"/api/games/{GAME}/expert?moves=30", "10.0.0.2"))
    opinion.door.set()
    assert (await other).status_code == 200
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [200] * (1 + most) + [503] * 6


async def test_the_same_question_is_worked_on_once(app: FastAPI, opinion: Held) -> None:
    """Whoever asks, and whichever seat is named where only the mover can be meant."""
    paths = [f"/api/games/{GAME}/expert?moves=7{seat}" for seat in ("", "&seat=0", "&seat=1")]
    asked = [asyncio.create_task(ask(app, paths[number % 3], f"10.0.{number}.1")) for number in range(60)]
    await until(lambda: opinion.calls)
    opinion.door.set()
    answers = await asyncio.gather(*asked)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert (await ask(app, paths[0], "10.1.1.1")).text == answers[0].text
    assert opinion.calls == 1


async def test_work_for_a_client_that_goes_away_is_cancelled() -> None:
    begun, gone = asyncio.Event(), asyncio.Event()
    ended: list[str] = []

    async def work() -> None:
        begun.set()
        try:
            await asyncio.sleep(PATIENCE)
        finally:
            ended.append("work")

    async def receive() -> dict[str, Any]:
        await gone.wait()
        return {"type": "http.disconnect"}

    asking = asyncio.create_task(unless_gone(Request({"type": "http"}, receive), work()))
    await begun.wait()
    gone.set()
    with pytest.raises(ClientDisconnect):
        await asking
    assert ended == ["work"]


# Replays.


async def test_a_replay_is_made_once_and_away_from_the_event_loop(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []
    real = replays.frames

    def noted(*arguments: Any) -> bytes:
        threads.append(threading.current_thread())
        return real(*arguments)

    monkeypatch.setattr(replays, "frames", noted)
    first, again, seat = [
        await ask(app, f"/api/games/{GAME}{query}", "10.0.0.1") for query in ("?open=true", "?open=true", "?seat=1")
    ]
    assert len(threads) == 2
    assert threading.main_thread() not in threads
    assert first.content == again.content
    assert first.headers["content-type"] == "application/json"
    shown = Replay.model_validate_json(first.content, strict=True)
    assert [one.name for one in shown.seats] == ["Anna", "Ben"]
    assert shown.frames[1].hands
    assert Replay.model_validate_json(seat.content).frames[1].hands is None


async def test_a_kept_replay_keeps_no_names(app: FastAPI) -> None:
    house = app.state.house
    assert "Anna" in (await ask(app, f"/api/games/{GAME}", "10.0.0.1")).text
    await house.forget(Person("Anna", "Anna"))
    again = await ask(app, f"/api/games/{GAME}", "10.0.0.1")
    assert again.status_code == 200
    assert "Anna" not in again.text


# Hints.


class Socket:
    """A client's side of a socket: what it sends, and that it closes."""

    def __init__(self) -> None:
        self._frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.receive = self._frames.get

    def send(self, **message: Any) -> None:
        self._frames.put_nowait({"type": "websocket.receive", "text": orjson.dumps(message).decode()})

    def close(self) -> None:
        self._frames.put_nowait({"type": "websocket.disconnect"})


@pytest.fixture
def advice(monkeypatch: pytest.MonkeyPatch) -> Held:
    held = Held(lambda _view, _seed: {"words": "lay it"})
    monkeypatch.setattr(hints, "_advice", held)
    return held


class Player:
    """Somebody who plays alone, with a socket at the table."""

    def __init__(self, told: Told, socket: Socket, listening: asyncio.Task[None]) -> None:
        self.told, self.socket, self.listening = told, socket, listening

    @classmethod
    async def new(cls, app: FastAPI, address: str) -> "Player":
        house = app.state.house
        person = (await house.people.guest("Anna")).person
        told, socket = Told(person, address), Socket()
        opened = {"game": "classic", "players": 1, "options": {}, "commands": None, "listed": False, "clock": None}
        opened |= {"wait": 0.5, "tournament": None, "daily": None}
        live = await house.live(await house.open(opened, person, [], start=True))
        await live.join(told.connection)
        listener = Listener(house, told.connection, live, app.state.hints, app.state.reports)
        return cls(told, socket, asyncio.create_task(listener.listen(socket.receive)))

    async def do(self, kind: str, name: str) -> dict[str, Any]:
        self.socket.send(type=kind, id=name)
        await until(lambda: self.answer(name))
        return self.answer(name) or {}

    def answer(self, name: str) -> dict[str, Any] | None:
        return next((one for one in self.told.heard if one.get("id") == name), None)


async def test_a_socket_answers_while_a_hint_is_worked_on_and_has_one_at_a_time(app: FastAPI, advice: Held) -> None:
    anna = await Player.new(app, "10.0.0.1")
    anna.socket.send(type="hint", id="first")
    await until(lambda: advice.running)
    assert (await anna.do("ping", "ping"))["type"] == "ok"
    second = await anna.do("hint", "second")
    assert (second["code"], second["reason"]) == ("busy", "yours")
    advice.door.set()
    await until(lambda: anna.answer("first"))
    assert (anna.answer("first") or {})["hint"]["words"] == "lay it"
    assert (await anna.do("hint", "again"))["hint"]["words"] == "lay it"
    assert advice.calls == 1  # nothing had changed
    anna.socket.close()
    await anna.listening


async def test_hints_of_sockets_that_close_are_dropped(app: FastAPI, advice: Held) -> None:
    players = [await Player.new(app, f"10.0.{number}.1") for number in range(12)]
    players[0].socket.send(type="hint", id="hint")
    await until(lambda: advice.running)
    for player in players[1:]:
        player.socket.send(type="hint", id="hint")
    counts = app.state.house.pool.counts

    def count(name: str) -> int:
        return next(int(getattr(one, name)) for one in counts() if one.work == Work.HINT)

    await until(lambda: count("waiting") == 11)
    for player in players:
        player.socket.close()
        await player.listening
    await until(lambda: count("dropped") == 11)
    assert count("waiting") == 0
    advice.door.set()
    await until(lambda: count("done") == 1)
    assert advice.calls == 1


def test_what_needs_a_job_is_refused_before_its_route(tmp_path: Path) -> None:
    """The guard knows by their paths which routes need a job of a class with a bound."""
    app = create_app(Settings.read(database=str(tmp_path / "games.db")))
    schema = app.openapi()["paths"]
    paths = [path for path in schema if path.startswith("/api/games/")]
    found = {path for path in paths if PATHS[Work.ANALYSIS].fullmatch(path.replace("{game_id}", "abc"))}
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    assert found == {route.path for route in routes if needs(route.dependant, analyst)}
    passwords = {path for path in schema if PATHS[Work.PASSWORD].fullmatch(path)}
    assert passwords == {"/api/account", "/api/login", "/api/password"}


def needs(dependant: Dependant, function: object) -> bool:
    return any(one.call is function or needs(one, function) for one in dependant.dependencies)


# Passwords.


@pytest.fixture
def hashing(monkeypatch: pytest.MonkeyPatch) -> dict[str, Held]:
    held = {"hash": Held(lambda *_: "$hash"), "verify": Held(lambda *_: True)}
    for name, one in held.items():
        one.door.set()
        monkeypatch.setattr(PasswordHasher, name, one)
    return held


async def test_a_name_that_is_taken_is_refused_before_a_password_is_hashed(
    app: FastAPI, hashing: dict[str, Held]
) -> None:
    async with client(app) as anna, client(app) as bob:
        for one in (anna, bob):
            await one.post("/api/me")
        body = {"login": "Straße", "password": PASSWORD}
        assert (await anna.post("/api/account", json=body)).status_code == 200
        for login in ("Straße", "STRASSE"):
            refused = await bob.post("/api/account", json={**body, "login": login})
            assert (refused.status_code, refused.json()["reason"]) == (409, "taken")
        assert hashing["hash"].calls == 1


async def test_passwords_are_worked_on_one_at_a_time_and_few_wait(app: FastAPI, hashing: dict[str, Held]) -> None:
    """Each needs 64 MB."""
    hashing["verify"].door.clear()
    body = {"login": "Anna", "password": PASSWORD}

    async def log_in(number: int) -> httpx.Response:
        async with client(app, f"10.0.{number}.1") as one:
            return await one.post("/api/login", json=body)

    asked = [asyncio.create_task(log_in(0))]
    await until(lambda: hashing["verify"].running)
    asked += [asyncio.create_task(log_in(number)) for number in range(1, 40)]
    most = int(BOUNDS[Work.PASSWORD].total)
    await until(lambda: sum(task.done() for task in asked) == 40 - most - 1)
    assert {task.result().json()["reason"] for task in asked if task.done()} == {"queue"}
    hashing["verify"].door.set()
    await asyncio.gather(*asked)
    assert (hashing["verify"].calls, hashing["verify"].most) == (most + 1, 1)


# Limits by time.


async def test_a_person_has_a_rate_and_an_address_several_times_that() -> None:
    time = [0.0]
    limit = WorkLimit("hints", 1.0, clock=lambda: time[0])
    anna = Asker("anna", "home")
    assert [await limit.wait(anna) for _ in range(BURST)] == [0] * BURST
    assert await limit.wait(anna) == 1
    time[0] = 1.0
    assert [await limit.wait(anna), await limit.wait(anna)] == [0, 1]
    guests = [Asker(f"guest {number}", "school") for number in range(100)]
    waits = [await limit.wait(guest) for guest in guests]
    assert waits.count(0) == PEOPLE_AT_ADDRESS * BURST
    assert await limit.wait(Asker("bob", "elsewhere")) == 0
    assert await WorkLimit("hints", 0.0).wait(anna) == 0


async def test_who_asks_too_often_is_told_when_to_come_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_house, "bot_steps", dict)
    app = create_app(Settings.read(database=str(tmp_path / "games.db"), analyses=0.001, accounts=1))
    async with app.router.lifespan_context(app):
        await keep_a_game(app.state.house)
        first, second = [await ask(app, f"/api/games/{GAME}", "10.0.0.1") for _ in range(2)]
        assert (first.status_code, second.status_code) == (200, 429)
        assert (second.json()["code"], second.json()["reason"]) == ("limit", "analyses")
        assert 1 <= int(second.headers["retry-after"]) <= 1000
        assert (await ask(app, f"/api/games/{GAME}", "10.0.0.2")).status_code == 200
        async with client(app) as anna, client(app) as bob:
            for one, status in ((anna, 200), (bob, 429)):
                await one.post("/api/me")
                body = {"login": f"name {'a' if one is anna else 'b'}", "password": PASSWORD}
                assert (await one.post("/api/account", json=body)).status_code == status
