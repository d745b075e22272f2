"""The wall clock of a server is set, by an hour back or forth: no clock hangs, and nobody's time is up too early."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from gambero.server.http.tables import OpenTable, checked
from gambero.server.live import house as houses
from gambero.server.live.connections import Connection
from gambero.server.live.house import House
from gambero.server.live.table import LiveTable
from gambero.server.refusal import Refused
from gambero.server.settings import Settings
from gambero.server.sources import Sources
from gambero.server.wire import from_client

from helpers.patience import PATIENCE

HOUR = 3600 * 1000
CLOCK = COUNTDOWN = 600.0  # seconds: far more than this test takes


class Clocks(Sources):
    """A wall clock that can be set, and a monotonic one that only passes."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_800_000_000_000, 5_000.0

    def now(self) -> int:
        return self.wall

    def monotonic(self) -> float:
        return self.steady

    def passes(self, seconds: float) -> None:
        self.wall += int(1000 * seconds)
        self.steady += seconds


class Person:
    """Somebody at a table in memory, and what they were sent."""

    def __init__(self, live: LiveTable, person: str, name: str) -> None:
        self.live, self.heard = live, list[dict[str, Any]]()
        self.connection = Connection(person, name, self._hear)

    async def _hear(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(json.loads(message["text"]))

    async def do(self, **message: Any) -> None:
        await self.live.act(self.connection, from_client.READER.validate_python(message))

    async def view(self) -> dict[str, Any]:
        await self.live.sync(self.connection, None)
        return next(one for one in reversed(self.heard) if one["type"] == "view")


@asynccontextmanager
async def serving(folder: Path, clocks: Clocks) -> AsyncIterator[House]:
    house = House(Settings(database=str(folder / "games.db"), countdown=COUNTDOWN), clocks)
    async with asyncio.timeout(PATIENCE):
        await house.start()
        try:
            yield house
        finally:
            await house.stop()


@pytest.fixture(autouse=True)
def nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "bot_steps", dict)


async def seated(house: House, **about: Any) -> list[Person]:
    """People at a new table that is dealt, Anna and as many more as it has seats."""
    opened = checked(OpenTable(**about))
    anna = (await house.people.guest("Anna")).person
    live = await house.live(await house.open(opened, anna, [], start=False))
    people = [Person(live, anna.id, "Anna")]
    await live.join(people[0].connection)
    for number in range(1, opened["players"]):
        people.append(Person(live, f"ben{number}", "Ben"))
        await live.join(people[-1].connection)
        await people[-1].do(type="sit")
    await people[0].do(type="start")
    return people


async def calm(live: LiveTable) -> None:
    """Let the caretaker look at the clock as often as it likes."""
    for _ in range(20):
        live.awake.set()
        await asyncio.sleep(0.002)


async def until(live: LiveTable, kind: str) -> None:
    """Wait until the table has come to a phase, or to a bot that plays on for whom time is up."""
    while live.table.phase != kind and not (kind == "hurried" and live.table.hurried is not None):
        live.awake.set()
        await asyncio.sleep(0)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_turn_takes_as_long_as_it_may(tmp_path: Path, jump: int) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        (anna,) = await seated(house, game="classic", players=1, clock=CLOCK)
        clocks.passes(100)
        clocks.wall += jump
        await calm(anna.live)
        assert anna.live.table.hurried is None
        view = await anna.view()
        assert view["now"] - view["table"]["turn_at"] == 100_000  # and the page shows the right time
        clocks.passes(CLOCK - 200)
        await calm(anna.live)
        assert anna.live.table.hurried is None
        clocks.passes(101)
        await until(anna.live, "hurried")


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_record_tells_how_long_moves_took(tmp_path: Path, jump: int) -> None:
    """Also if the clock is set in between, and after a restart from the log."""
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        (anna,) = await seated(house, game="classic", players=1)
        for _ in range(3):
            clocks.passes(10)
            moves = anna.live.table.playing.moves()
            await anna.do(type="move", move=moves[0])
            clocks.wall += jump
        clocks.passes(10)
        assert anna.live.table.notes.story(3).times == (10_000, 20_000, 30_000)
    async with serving(tmp_path, clocks) as house:
        again = await house.live(anna.live.table.id)
        assert again.table.notes.story(3).times == (10_000, 20_000, 30_000)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_tension_s_record_begins_with_go(tmp_path: Path, jump: int) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        anna, _ = await seated(house, game="tension", players=2)
        await anna.do(type="go")
        clocks.wall += jump
        clocks.passes(COUNTDOWN + 7)
        await until(anna.live, "playing")
        seen = len(anna.live.table.playing.log)  # cards that go turned up
        await anna.do(type="move", move="0:+", after=anna.live.table.number)
        assert anna.live.table.notes.story(seen + 1).times[-1] == 7_000


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_turn_after_a_restart_is_not_over_and_does_not_last_for_ever(tmp_path: Path, jump: int) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        (anna,) = await seated(house, game="classic", players=1, clock=CLOCK)
    clocks.passes(10)
    clocks.wall += jump
    async with serving(tmp_path, clocks) as house:
        live = await house.live(anna.live.table.id)
        again = Person(live, anna.connection.person, "Anna")
        await live.join(again.connection)
        await calm(live)
        assert live.table.hurried is None
        view = await again.view()
        assert view["now"] == view["table"]["turn_at"]  # it begins anew
        clocks.passes(CLOCK + 1)
        await until(live, "hurried")


async def test_a_turn_goes_on_after_a_restart_if_the_clock_was_not_set(tmp_path: Path) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        (anna,) = await seated(house, game="classic", players=1, clock=CLOCK)
    clocks.passes(CLOCK - 5)
    async with serving(tmp_path, clocks) as house:
        live = await house.live(anna.live.table.id)
        assert live.timers.turn_left(CLOCK) == pytest.approx(5)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_countdown_takes_its_time(tmp_path: Path, jump: int) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        anna, _ = await seated(house, game="tension", players=2)
        await anna.do(type="go")
        clocks.wall += jump
        clocks.passes(COUNTDOWN - 100)
        await calm(anna.live)
        assert anna.live.table.phase == "countdown"
        view = await anna.view()
        assert view["table"]["go_at"] - view["now"] == 100_000
        clocks.passes(101)
        await until(anna.live, "playing")


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_a_wrong_card_costs_its_moment_and_no_more(tmp_path: Path, jump: int) -> None:
    clocks = Clocks()
    async with serving(tmp_path, clocks) as house:
        anna, _ = await seated(house, game="tension", players=2, wait=5)
        await anna.do(type="go")
        clocks.passes(COUNTDOWN + 1)
        await until(anna.live, "playing")
        game = anna.live.table.playing
        wrong = next(
            move for move in game.notation.numbers if move.startswith("0:") and not game.can(move) and "/" in move
        )
        with pytest.raises(Refused, match=r"\(T[35]"):  # which card is wrong, and why, depends on the deal
            await anna.do(type="move", move=wrong)
        clocks.wall += jump
        clocks.passes(4)
        with pytest.raises(Refused) as refused:
            await anna.do(type="move", move="0:+")
        assert refused.value.code == "wait"
        clocks.passes(2)
        await anna.do(type="move", move="0:+")
