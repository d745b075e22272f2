"""Whatever comes in gets an answer with a code and a sentence: never a fault, and never the end of a table."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from itsdangerous import URLSafeSerializer
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from gambero.server.wire import from_client as messages

from helpers.deals import dealt, unstuck_by_turning_up
from helpers.patience import PATIENCE
from helpers.serving import Guest, Seated, Served, run

KINDS = [kind.model_fields["type"].annotation.__args__[0] for kind in messages.ClientMessage.__args__]
PLAUSIBLE: dict[str, list[Any]] = {
    "move": ["2a", "99d", "50b", ".", "@0", "@1", "0:5/2", "1:+", "0:x", "^"],
    "after": [None, 0, 1, 3, 10**6],
    "seat": [0, 1, 2, 4],
    "level": [0, 1, 2],
    "bot": ["greedy", "expert", "nobody"],
    "text": ["ciao", "I have the 37", "<script>"],
    "piles": [{"a": "mine"}, {"z": "mine"}, {"a": "37"}],
    "commands": [[], ["stop"], ["nothing"]],
    "id": ["x", "same", ""],
}
NEEDED = {
    "move": ["move"],
    "chat": ["text"],
    "bot": ["seat", "bot"],
    "clear": ["seat"],
    "host": ["seat"],
    "eager": ["level"],
    "starter": ["seat"],
    "say": ["piles"],
}
FLOOD, AT_ONCE = 2000, 200  # frames, and how many of them before one is read
OF_HOST = ("bot", "clear", "host", "starter", "start", "close")
OF_SEAT = ("move", "undo", "say", "leave", "eager", "go", "hint")


# HTTP.


def faults(url: str) -> float:
    page = httpx.get(f"{url}/metrics", timeout=PATIENCE).text
    return sum(float(count) for count in re.findall(r"^gambero_faults_total\{.*\} (\S+)$", page, re.MULTILINE))


@pytest.mark.slow
def test_every_endpoint_as_described(tmp_path: Path) -> None:
    """Schemathesis reads the description, makes up requests good and bad, and compares each answer with it."""
    with Served(tmp_path / "games.db") as served:

        def check(*more: str) -> None:
            token = httpx.post(f"{served.url}/api/me", timeout=PATIENCE).json()["token"]
            command = [sys.executable, "-m", "schemathesis.cli", "run", f"{served.url}/api/openapi.json"]
            command += ["--header", f"Authorization: Bearer {token}", "--phases", "coverage,fuzzing", "--seed", "1"]
            # A description cannot tell all that is asked of a name or of options.
            command += ["--exclude-checks", "positive_data_acceptance", "--warnings", "off", "--no-color", *more]
            done = subprocess.run(
                command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=5 * PATIENCE
            )
            assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]

        # After these the token is worth nothing.
        ends = "^(DELETE /api/me|DELETE /api/me/sessions|POST /api/(account|logout|password))$"
        check("--exclude-name-regex", ends, "--max-examples", "10", "--max-time", "35")
        check("--include-name-regex", ends, "--max-examples", "3", "--max-time", "5")
        assert faults(served.url) == 0


# The socket.


class Attacker:
    """A socket that sends anything and keeps what comes back."""

    def __init__(self, url: str, table: str, headers: dict[str, str]) -> None:
        self._where = f"{url.replace('http', 'ws', 1)}/ws/tables/{table}"
        self._headers = headers
        self._count = 0
        self._open = ExitStack()
        self.socket = self.open()

    def open(self) -> ClientConnection:
        one = connect(self._where, additional_headers=self._headers, compression=None, ping_interval=None)
        return self._open.enter_context(one)

    def answers(self, frame: str | bytes) -> list[dict[str, Any]]:
        """What is answered to a frame, before the answer to a ping that follows it."""
        self._count += 1
        ping = f"ping {self._count}"
        try:
            self.socket.send(frame)
            self.socket.send(json.dumps({"type": "ping", "id": ping}))
        except ConnectionClosed:  # a table that is left, or closed, hangs up
            self.socket = self.open()
            return self.answers(frame)
        found: list[dict[str, Any]] = []
        while True:
            try:
                told = json.loads(self.socket.recv(timeout=PATIENCE))
            except ConnectionClosed:
                self.socket = self.open()
                return found
            if told["type"] in ("ok", "refused"):
                if told["id"] == ping:
                    return found
                found.append(told)

    def close(self) -> None:
        self._open.close()


def proper(answer: dict[str, Any]) -> None:
    if answer["type"] == "refused":
        assert answer["code"] in REFUSALS, answer
        assert len(answer["why"]) > 5
        assert not re.search(r"Traceback|\.py|object at 0x|pydantic", answer["why"]), answer


REFUSALS = {
    *("malformed", "size", "seat", "host", "turn", "phase", "stale", "illegal", "late", "wrong", "wait", "undo"),
    *("signal", "number", "silence", "chat", "bot", "game", "daily", "closed", "busy"),
}
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def field(name: str) -> st.SearchStrategy[Any]:
    return st.sampled_from(PLAUSIBLE[name]) | anything


nearly = st.fixed_dictionaries(
    {"type": st.sampled_from([kind for kind in KINDS if kind != "close"]) | st.text(max_size=8)},
    optional={name: field(name) for name in PLAUSIBLE} | {"extra": anything},
)
right = st.sampled_from([kind for kind in KINDS if kind != "close"]).flatmap(
    lambda kind: st.fixed_dictionaries(
        {"type": st.just(kind), **{name: st.sampled_from(PLAUSIBLE[name]) for name in NEEDED.get(kind, [])}}
    )
)
frames = (
    (nearly | right | anything).map(json.dumps)  # with NaN and Infinity, as Python writes them
    | st.text(max_size=50).filter(lambda text: text.isprintable())
    | st.binary(max_size=50)
)
STRANGE = [
    "",
    "null",
    "[" * 8000,
    '{"a":' * 3000,
    '{"type":"ping","id":"\\ud800"}',
    '{"type":"chat","text":"\\udfff"}',
    '{"type":"chat","text":"\\u0000"}',
    '{"type":"sync","after":NaN}',
    '{"type":"sync","after":1e400}',
    '{"type":"sync","after":-1}',
    '{"type":"move","move":"2a","after":' + "9" * 4000 + "}",
    '{"type":"move","move":"2a","after":' + "9" * 5000 + "}",
    '{"type":"eager","level":true}',
    '{"type":"clear","seat":1.0}',
    '{"type":"ping","type":"close"',
    '{"type":"chat","text":"' + "x" * 20_000 + '"}',
    b"",
    b"\x00\xff",
    b'{"type":"ping"}',
]


class Scene:
    """A game between Anna, who behaves, and Bob, who does not; Mallory watches and does not either."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.people, self.table = run(self.lay())
        self.bob, self.mallory = (Attacker(server.url, self.table, one.headers) for one in self.people[1:])

    async def lay(self) -> tuple[list[Guest], str]:
        people = [await Guest.new(self.server.url, name) for name in ("Anna", "Bob", "Mallory")]
        table = await people[0].open("classic", players=2)
        seats = [await one.at(table) for one in people[:2]]
        await seats[1].do("sit")
        await seats[0].do("start")
        return people, table

    def ended_well(self) -> None:
        """After all that Bob sent, the game can still be played to its end."""
        self.bob.close()
        self.mallory.close()
        run(self.play_on())
        assert faults(self.server.url) == 0

    async def play_on(self) -> None:
        seats = [await one.at(self.table) for one in self.people[:2]]
        assert seats[0].table["phase"] in ("starting", "playing")
        assert seats[0].table["host"] == 0
        if seats[0].table["phase"] == "starting":
            await seats[0].do("starter", seat=0)
        await to_the_end(seats)


class Stuck(Scene):
    """Tension where nobody can lay (T10): all wait for Anna's go."""

    async def lay(self) -> tuple[list[Guest], str]:
        people = [await Guest.new(self.server.url, name) for name in ("Anna", "Bob", "Mallory")]
        return people, await stuck(self.server, people[:2])

    async def play_on(self) -> None:
        anna, bob = [await one.at(self.table) for one in self.people[:2]]
        assert (anna.table["phase"], anna.table["starter"]) == ("stuck", 0)
        assert (await anna.do("go"))["type"] == "ok"
        for seat in (anna, bob):
            await seat.until(lambda: seat.table["phase"] == "playing")  # noqa: B023  # waited for at once
        mover = anna if anna.view["moves"] else bob
        await mover.play(mover.view["moves"][0])


async def stuck(server: Served, people: list[Guest]) -> str:
    game, line = unstuck_by_turning_up()
    return await dealt(server, people, "tension", deck=game.deck, moves=" ".join(line))


async def to_the_end(seats: list[Seated]) -> None:
    """Whoever is on plays the first legal move, until the game is over."""
    await seats[0].until(lambda: seats[0].table["phase"] == "playing")
    while seats[0].table["phase"] != "over":
        mover = seats[seats[0].view["to_move"]]
        await mover.do("ping")
        await mover.play(mover.view["moves"][0])
        await seats[0].do("ping")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("fuzz") / "games.db") as served:
        yield served


@pytest.fixture(scope="module")
def scene(server: Served) -> Iterator[Scene]:
    one = Scene(server)
    yield one
    one.ended_well()


@pytest.fixture(scope="module")
def stuck_scene(server: Served) -> Iterator[Scene]:
    one = Stuck(server)
    yield one
    one.ended_well()


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(frames)
@example("[" * 8000)
def test_any_frame_gets_an_answer(scene: Scene, frame: str | bytes) -> None:
    for attacker in (scene.mallory, scene.bob):
        for answer in attacker.answers(frame):
            proper(answer)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given((nearly | right | right).map(json.dumps))
@example('{"type":"go"}')
@example('{"type":"move","move":"^"}')
@example('{"type":"move","move":"1:+"}')
def test_any_frame_gets_an_answer_while_all_wait_for_go(stuck_scene: Scene, frame: str) -> None:
    for attacker in (stuck_scene.mallory, stuck_scene.bob):
        for answer in attacker.answers(frame):
            proper(answer)


@pytest.mark.parametrize("frame", STRANGE, ids=range(len(STRANGE)))
def test_strange_frames_are_refused(scene: Scene, frame: str | bytes) -> None:
    (answer,) = scene.mallory.answers(frame)
    proper(answer)
    assert answer["type"] == "refused"
    assert answer["code"] == ("size" if len(frame) > 16_384 else "chat" if "u0000" in str(frame) else "malformed")


def test_what_is_no_text_closes_its_own_connection_alone(scene: Scene) -> None:
    for frame, code in ((b"\xff\xfe{}", 1007), (b" " * 1_100_000, 1009)):
        socket = scene.mallory.open()
        socket.send(frame, text=True)
        with pytest.raises(ConnectionClosed):
            list(iter(lambda socket=socket: socket.recv(timeout=PATIENCE), None))  # type: ignore[misc]
        assert socket.close_code == code
    assert scene.mallory.answers("{}")[0]["code"] == "malformed"


def test_a_flood_of_nonsense_harms_nobody(scene: Scene) -> None:
    """It goes on until Bob, in the middle of it, has his answers."""
    done = threading.Event()

    def flood() -> int:
        count = 0
        while not done.is_set() or count < FLOOD:
            for _ in range(AT_ONCE):
                scene.mallory.socket.send("{nonsense")
            count += len(scene.mallory.answers("{}"))
        return count

    with ThreadPoolExecutor() as beside:
        flooding = beside.submit(flood)
        try:
            for _ in range(20):
                assert scene.bob.answers("{}")[0]["code"] == "malformed"
            assert not flooding.done()
        finally:
            done.set()
        assert flooding.result() >= FLOOD


# Who may not.


def test_tokens_that_prove_nothing(server: Served, scene: Scene) -> None:
    gone = httpx.post(f"{server.url}/api/me", timeout=PATIENCE).json()["token"]
    httpx.delete(f"{server.url}/api/me", headers={"Authorization": f"Bearer {gone}"}, timeout=PATIENCE)
    real = scene.people[0].token
    foreign = URLSafeSerializer("another house", salt="person").dumps("0" * 32)
    swapped = real[: len(real) // 2] + gone[len(gone) // 2 :]
    for token in ("x", "é", real[:-1], real[::-1], swapped, gone, str(foreign), "a.b.c", "." * 100, "x" * 5000):
        headers = {b"Authorization": f"Bearer {token}".encode("latin-1")}
        assert httpx.get(f"{server.url}/api/games", headers=headers, timeout=PATIENCE).status_code == 401
        said = {"Authorization": f"Bearer {token}"} if token.isascii() else {}
        stranger = Attacker(server.url, scene.table, said)
        refused = json.loads(stranger.socket.recv(timeout=PATIENCE))
        assert (refused["type"], refused["code"]) == ("refused", "who")
        with pytest.raises(ConnectionClosed):
            stranger.socket.recv(timeout=PATIENCE)
        assert stranger.socket.close_code == 4401
        stranger.close()


@pytest.mark.parametrize("table", ["nothing", "%00", "x" * 200, "é", "'%20or%201=1"])
def test_tables_that_are_not_there(server: Served, scene: Scene, table: str) -> None:
    stranger = Attacker(server.url, table, scene.people[0].headers)
    refused = json.loads(stranger.socket.recv(timeout=PATIENCE))
    assert (refused["code"], refused["type"]) == ("table", "refused")
    with pytest.raises(ConnectionClosed):
        stranger.socket.recv(timeout=PATIENCE)
    assert stranger.socket.close_code == 4404
    stranger.close()


def plain(kind: str) -> dict[str, Any]:
    return {"type": kind, **{name: PLAUSIBLE[name][0] for name in NEEDED.get(kind, [])}}


async def phases(server: Served) -> Any:
    """Tables of tension go through gathering, starting, countdown, playing, stuck; and one of classic to over."""
    people = [await Guest.new(server.url, name) for name in ("Anna", "Bob", "Mallory")]

    async def seated(game: str) -> list[Seated]:
        table = await people[0].open(game, players=2)
        seats = [await one.at(table) for one in people]
        await seats[1].do("sit")
        return seats

    tension = await seated("tension")
    yield "gathering", tension
    await tension[0].do("start")
    yield "starting", tension
    await tension[0].do("go")
    yield "countdown or playing", tension
    await tension[0].until(lambda: tension[0].table["phase"] == "playing")
    yield "playing", tension
    table = await stuck(server, people[:2])
    nobody_can_play = [await one.at(table) for one in people]
    yield "stuck", nobody_can_play
    assert (await nobody_can_play[0].do("go"))["type"] == "ok"
    team = await seated("classic")
    await team[0].do("start")
    yield "starting", team
    await team[0].do("starter", seat=0)
    yield "playing", team
    await to_the_end(team)
    yield "over", team
    await team[0].do("start")
    await team[1].until(lambda: team[1].table["phase"] == "starting")  # after all that the next game is dealt


async def test_every_message_in_every_phase(server: Served) -> None:
    """Who only watches may sit, and write to others who watch; who is no host does no act of the host's."""

    seen = set()
    async for phase, (_, second, watcher) in phases(server):
        seen.add(phase)
        for kind in KINDS:
            answer = await watcher.do(**{"kind": kind, **{k: v for k, v in plain(kind).items() if k != "type"}})
            proper(answer)
            if kind in OF_HOST:
                assert answer["code"] == "host", (phase, answer)
            elif kind in OF_SEAT:
                assert answer["code"] in ("seat", "game"), (phase, answer)
            elif kind == "sit":
                assert answer["code"] in ("seat", "phase"), (phase, answer)
            elif kind == "chat":  # read by spectators only, until the game is over
                assert answer["type"] == "ok", (phase, answer)
            if kind in OF_HOST:
                answer = await second.do(**{"kind": kind, **{k: v for k, v in plain(kind).items() if k != "type"}})
                assert answer["code"] == "host", (phase, answer)
        for move in PLAUSIBLE["move"]:
            for after in (None, 0, 10**6):
                answer = await watcher.do("move", move=move, after=after)
                assert answer["code"] == "seat", (phase, answer)
        if second.table["game"] == "tension":
            answer = await second.do("move", move="0:+")
            assert answer["code"] in ("seat", "phase"), (phase, answer)
    assert len(seen) == 6
    assert faults(server.url) == 0
