"""Tables with very long logs: they are read in small steps, cards are taken back cheaply, and not without end."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gambero.game import Game
from gambero.server.live import reading
from gambero.server.live.house import House
from gambero.server.refusal import Refused
from gambero.server.settings import Settings
from gambero.server.store.database import Store
from gambero.server.table.dealing import sealed
from gambero.server.table.decide import decide
from gambero.server.table.decision import Moment
from gambero.server.table.entries import Entry
from gambero.server.table.table import MOST_UNDOS, Table
from gambero.server.wire import from_client

from helpers.long_logs import HOST, SETUP, LongLog, opened, write

MOST = 2 * reading.STEP  # calls between two looks at other tables: an entry, and the move in it


class Counted:
    """Counts work, and how much of it is done at most before another task gets its turn."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.done = self.most = self._seen = 0
        for owner, name in ((Table, "apply"), (Game, "move")):
            patch.setattr(owner, name, self._counting(getattr(owner, name)))

    def _counting(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            if threading.current_thread() is threading.main_thread():  # a thread that warms up plays games, too
                self.done += 1
            return call(*arguments)

        return counted

    @asynccontextmanager
    async def others(self) -> AsyncIterator[None]:
        """Another task that would serve other tables."""

        async def look() -> None:
            while True:
                self.most = max(self.most, self.done - self._seen)
                self._seen = self.done
                await asyncio.sleep(0)

        self.done = self.most = self._seen = 0
        task = asyncio.create_task(look())
        try:
            yield
            await asyncio.sleep(0)
        finally:
            task.cancel()


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


@asynccontextmanager
async def a_house(database: str, *logs: LongLog) -> AsyncIterator[House]:
    house = House(Settings(database=database, idle=1000))
    await house.start()
    try:
        for log in logs:
            await write(house.store, log)
        yield house
    finally:
        await house.stop()


async def test_a_long_log_is_read_in_small_steps(
    database: str, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = [LongLog(name, 3_000) for name in ("one", "two", "three")]
    pages: list[int] = []
    entries = Store.entries

    async def read(*arguments: Any, **more: Any) -> list[Entry]:
        pages.append(len(page := await entries(*arguments, **more)))
        return page

    monkeypatch.setattr(Store, "entries", read)
    async with a_house(database, *logs) as house, counted.others():
        lives = await asyncio.gather(*(house.live(name) for name in ("one", "two", "three")))
    moved = sum(entry.kind == "moved" for log in logs for entry in log.entries)
    assert [live.table.number for live in lives] == [3_000] * 3
    assert counted.done == 9_000 + moved  # nothing is played twice, undo or not
    assert counted.most <= MOST  # also where several are read at once
    assert max(pages) <= reading.PAGE


async def test_practice_begun_again_and_again_is_read_in_small_steps(tmp_path: Path, counted: Counted) -> None:
    """Each deal of a practice table plays the moves before its first position."""
    moves = [entry.data["move"] for entry in LongLog("t", 80, takes_back=0).entries if entry.kind == "moved"]
    about = opened(practice={"lesson": None, "game_id": "g", "moves": len(moves)}, began=False, **{"from": ""})
    log = LongLog("t", 3)
    log.entries[0].data = about
    deal = sealed(SETUP, 64 * "0", "g") | {"moves": moves, "began": False}
    log.entries += [Entry("t", number, "dealt", deal, None, 0) for number in range(4, 200)]
    async with a_house(str(tmp_path / "games.db"), log) as house, counted.others():
        assert (await house.live("t")).table.games == 196
    assert counted.most <= MOST


async def test_what_other_workers_did_is_followed_in_small_steps(tmp_path: Path, counted: Counted) -> None:
    """A worker that was cut off from the others reads much at once, and tells it."""
    log = LongLog("t", 2_000)
    later, log.entries = log.entries[1_000:], log.entries[:1_000]
    async with a_house(str(tmp_path / "games.db"), log) as house:
        live = await house.live("t")
        await house.store.begin(later, [])
        async with counted.others(), live.lock:
            await live.log.rest(live.table, live._apply_and_tell)
        assert live.table.number == 2_000
    assert counted.most <= MOST / reading.TELL


class Turn:
    """Anna's turn at a table of two, without a server."""

    def __init__(self) -> None:
        self.table = Table("t")
        for entry in LongLog("t", 5).entries:
            self.table.apply(entry)

    def do(self, **message: Any) -> None:
        moment = Moment(0, 0, lambda _: {})
        asked = from_client.READER.validate_python(message)
        entry = decide(self.table, HOST, "Anna", asked, moment).entry
        assert entry
        self.table.apply(entry)

    def lay_and_take_back(self) -> None:
        self.do(type="move", move=self.table.playing.moves(0)[0])
        self.do(type="undo")


def test_cards_are_taken_back_a_hundred_times_in_a_turn_and_not_more() -> None:
    turn = Turn()
    before = turn.table.playing.view(0)
    for _ in range(MOST_UNDOS):
        turn.lay_and_take_back()
    assert turn.table.playing.view(0) == before
    with pytest.raises(Refused, match="100 times") as refused:
        turn.lay_and_take_back()
    assert (refused.value.code, refused.value.reason) == ("undo", "too_many")
    assert not turn.table.can_undo  # and the page does not offer it
    turn.do(type="move", move=turn.table.playing.moves(0)[0])
    turn.do(type="move", move=".")
    for move in (*turn.table.playing.moves(1)[:1], None, "."):  # Ben's turn, then Anna's again
        move = move or turn.table.playing.moves(1)[-1]
        turn.table.apply(Entry("t", turn.table.number + 1, "moved", {"move": move}))
    turn.lay_and_take_back()


def test_an_older_log_with_more_undos_is_read_as_it_is() -> None:
    turn = Turn()
    lay = turn.table.playing.moves(0)[0]
    for number in range(6, 1_000):
        turn.table.apply(Entry("t", number, "undone" if number % 2 else "moved", {"move": lay}))
    assert turn.table.number == 999
