"""Cards that are laid and taken back tell nothing about the bots' hands (C15, E12): a table in memory, no server."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from starlette.types import Message

from gambero.game.setup import prepared
from gambero.server.bots.at_table import TableBots
from gambero.server.jobs.pool import Pool
from gambero.server.live.broadcast import Broadcast
from gambero.server.live.caretaker import Caretaker
from gambero.server.live.connections import Connection
from gambero.server.live.log import Log
from gambero.server.live.presence import Presence
from gambero.server.live.table import LiveTable
from gambero.server.live.timers import Timers
from gambero.server.metrics import Messages
from gambero.server.settings import Settings
from gambero.server.sources import Sources
from gambero.server.table.dealing import sealed
from gambero.server.table.decision import Moment
from gambero.server.table.entries import Entry
from gambero.server.table.table import Table
from gambero.server.wire import from_client
from gambero.server.workers.backplane import Alone

from helpers.deals import deck_of
from helpers.setups import SETUPS, cheapest, dealt, name

ANNA = "anna"
TURNS = 40  # of the event loop: more than anything here takes, since nothing waits for a thread or a disk
Said = dict[str, dict[str, Any]]


class AtOnce:
    """A pool that runs each job at once, in the same thread."""

    async def run(self, _work: Any, _asker: Any, function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)


class InMemory:
    """A log that accepts every entry and keeps none."""

    async def append(self, _table: Table, _entry: Entry) -> bool:
        return True

    async def newer(self, _table: Table, _tell: Callable[[Entry], None], _heard: Entry | None = None) -> None: ...


class AnnaAndBots:
    """What Anna can do at a table with bots, and what they say to her."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._connection = Connection(ANNA, "Anna", self._hear)
        self.heard: list[Said] = [{}]

    async def _hear(self, message: Message) -> None:
        told = json.loads(message["text"])
        if told["type"] in ("view", "said"):
            self.heard.append(told["said"])

    @property
    def said(self) -> Said:
        return self.heard[-1]

    async def come(self) -> None:
        await self._live.join(self._connection)
        await self.settle()

    async def settle(self) -> None:
        """Until the bots have moved and said all they have to."""
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def do(self, **message: Any) -> None:
        await self._live.act(self._connection, from_client.READER.validate_json(json.dumps(message)))
        await self.settle()

    async def play(self, move: str) -> None:
        await self.do(type="move", move=move)

    async def turn(self) -> None:
        """Lay what is owed, the cheapest cards, and end the turn; then the bots play theirs."""
        await self.play(cheapest(self.table.playing, self.moves))
        while self.table.undo:  # else the turn is over
            await self.play("." if "." in self.moves else cheapest(self.table.playing, self.moves))
        for _ in range(20):
            await self.settle()

    @property
    def table(self) -> Table:
        return self._live.table

    @property
    def on_turn(self) -> bool:
        return self.table.playing.to_move == 0

    @property
    def moves(self) -> list[str]:
        return self.table.playing.moves(0)


@asynccontextmanager
async def anna_and_bots(game: str, moves: Sequence[str] = ("@0",), **arguments: Any) -> AsyncIterator[AnnaAndBots]:
    """A table where Anna sits at seat 0 and careful at the others, after these moves."""
    setup = prepared(game, **arguments)
    table = Table("table")
    opened = {"game": game, "players": setup.players, "options": dict(setup.options), "host": ANNA}
    opened |= {"commands": None, "listed": False, "clock": None, "wait": 0.5, "daily": None}
    entries: list[tuple[str, str | None, dict[str, Any]]] = [
        ("opened", None, opened),
        ("sat", ANNA, {"seat": 0, "name": "Anna"}),
        *(("bot", None, {"seat": seat, "bot": "careful"}) for seat in range(1, setup.players)),
        ("dealt", None, sealed(setup, 64 * "0", "game")),
        *(("moved", None, {"move": move}) for move in moves),
    ]
    for number, (kind, person, data) in enumerate(entries, 1):
        table.apply(Entry("table", number, kind, data, person))
    presence, timers = Presence("table", table.seats, Alone()), Timers(table, Sources())
    moment = Moment(0, 0, lambda _: {})

    def raised(error: BaseException) -> None:
        raise AssertionError("a bot failed") from error

    live = LiveTable(
        table,
        log=cast(Log, InMemory()),
        presence=presence,
        broadcast=Broadcast(table, presence, timers, lambda: 0, Messages()),
        bots=TableBots(cast(Pool, AtOnce()), raised, ANNA),
        timers=timers,
        moment=lambda _waiting, _heard, _gone: moment,
        spawn=lambda work: work.close(),
        drop=lambda _: None,
    )
    tending = asyncio.create_task(Caretaker(live, Alone(), Settings(pace=0)).run())
    anna = AnnaAndBots(live)
    try:
        await anna.come()
        yield anna
    finally:
        tending.cancel()
        await asyncio.wait([tending])


def without(said: Said, piles: set[str], silent: bool) -> Said:
    """What is left of it once cards lie on these piles that may be taken back."""
    if silent:
        return {}
    left = {
        seat: {pile: word for pile, word in one["piles"].items() if pile not in piles} for seat, one in said.items()
    }
    rest = {seat: {**one, "piles": left[seat]} for seat, one in said.items()}
    return {seat: one for seat, one in rest.items() if one["piles"] or one["commands"]}


TEAMS = [
    setup
    for game in ("classic", "extreme")
    for setup in random.Random(4).sample([one for one in SETUPS if one[0] == game and one[1]["players"] > 1], 5)
]


@pytest.mark.rule("C15", "E12")
@pytest.mark.parametrize("setup", TEAMS, ids=name)
async def test_whatever_is_laid_and_taken_back_bots_say_the_same(setup: tuple[str, dict[str, Any]]) -> None:
    chance = random.Random(name(setup))
    probes = words = 0
    async with anna_and_bots(setup[0], **dealt(setup, chance, 1000.0)) as anna:
        for _ in range(4):
            if not anna.on_turn:
                break  # lost
            first, silent = anna.said, anna.table.silent
            words += sum(len(one["piles"]) for one in first.values())
            assert not silent or not first
            for _ in range(8):
                piles: set[str] = set()
                for _ in range(chance.choice((1, 1, 2, 3))):
                    lays = [move for move in anna.moves if move != "." and keeps_the_turn(anna.table, move)]
                    if not lays:
                        break
                    move = chance.choice(lays)
                    piles.add(move[-1])
                    await anna.play(move)
                    probes += 1
                    assert anna.said == without(first, piles, anna.table.silent)
                while anna.table.undo:
                    await anna.do(type="undo")
                assert anna.said == first
            await anna.turn()
    assert probes > 10
    assert words


def keeps_the_turn(table: Table, move: str) -> bool:
    """Can this card be taken back?"""
    after = table.playing.copy()
    after.move(move)
    return after.to_move == 0


@pytest.mark.rule("C15")
async def test_when_a_turn_is_over_bots_speak_of_the_piles_it_left() -> None:
    """46 and 47 are laid; the second bot holds 37, which makes the step back."""
    deck = deck_of("46 47 2 3 98 99", "48 49 50 51 52 53", "37 90 91 92 93 94")
    async with anna_and_bots("classic", players=3, deck=deck) as anna:
        for move in ("46b", "47a", "."):
            assert "a" not in anna.said.get("2", {"piles": {}})["piles"]
            before = len(anna.heard)
            await anna.play(move)
        spoken = [said["2"]["piles"] for said in anna.heard[before:] if "2" in said]
        assert spoken[0]["a"] == "mine"  # before the first bot lays a card


@pytest.mark.rule("E12")
async def test_in_a_turn_that_began_under_silence_bots_say_nothing() -> None:
    """A cover that may be taken back does not let them speak; 3 is a silence, and the bot holds a stop."""
    deck = deck_of("4 5 7 8 9 30 31", "3 97 27 12 14 15 16")
    async with anna_and_bots("extreme", ["@1", "3a", "97c", "."], players=2, deck=deck) as anna:
        silences = [anna.table.silent]
        await anna.play("4a")
        silences.append(anna.table.silent)
        assert silences == [True, False]
        assert anna.said == {}
        await anna.do(type="say", piles={"b": "mine"})
        assert [*anna.said] == ["0"]
        await anna.do(type="undo")
        assert anna.said == {}  # under silence again: people's signals are not shown either
        await anna.play("4a")
        assert [*anna.said] == ["0"]
