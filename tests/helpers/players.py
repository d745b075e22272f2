"""People who play on whatever happens to their server, for tests that kill it, restore it or move it."""

import asyncio
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException

from helpers.serving import Gone, Guest, Seated, Served

IN_TURN = ("move", "undo")  # nobody else can be first


class Stubborn:
    """Plays on whatever happens: comes back, and sends again under the same id what was not acknowledged."""

    def __init__(self, guest: Guest, table: str, server: Served, chance: Random, called: str = "wish") -> None:
        self.guest, self.table, self.server, self.chance = guest, table, server, chance
        self._called = called  # what the ids of its messages begin with
        self.done: list[tuple[str, int, dict[str, Any]]] = []  # acknowledged: id, number, what was asked for
        self.views: list[tuple[int, list[list[Any]]]] = []  # what each view on coming back said was played, by number
        self.seat: int | None = None
        self.again = 0  # how often a server knew what was sent again
        self._wish: dict[str, Any] | None = None
        self._wishes = 0

    async def play(self, up: asyncio.Event) -> None:
        while True:
            await up.wait()
            try:
                await self._sit(await self.guest.at(self.table, self.server.url))
            except (Gone, OSError, WebSocketException):
                await asyncio.sleep(0.01)

    async def _sit(self, seat: Seated) -> None:
        assert seat.n >= max((number for _, number, _ in self.done), default=0)
        self.seat = seat.you["seat"]
        self.views.append((seat.n, list(seat.view.get("log", []))))
        while True:
            if self._wish is None:
                await seat.until(lambda: wanted(seat))
                self._wishes += 1
                self._wish = {**self.chance.choice(wanted(seat)), "id": f"{self._called} {self._wishes}"}
            answer = await seat.do(**{"kind" if key == "type" else key: part for key, part in self._wish.items()})
            if answer["type"] == "ok":
                self.done.append((self._wish["id"], answer["n"], self._wish))
                self.again += answer.get("again", False)
            else:  # somebody was first, or it was done the first time
                assert self._wish["type"] not in IN_TURN or seat.table["game"] == "tension", (self._wish, answer)
            self._wish = None
            await seat.until(lambda: seat.n >= answer.get("n", 0))  # noqa: B023  # waited for at once


def wanted(seat: Seated) -> list[dict[str, Any]]:
    """What this seat could do now."""
    phase, me = seat.table["phase"], seat.you["seat"]
    tension = seat.table["game"] == "tension"
    if phase in ("gathering", "over"):
        return [{"type": "start"}] if seat.table["host"] == me else []
    if tension and phase in ("starting", "stuck"):
        return [{"type": "go"}] if seat.table["starter"] == me else []
    if phase == "starting":
        return [{"type": "eager", "level": 1}] if seat.table["eager"][me] is None else []
    moves = [{"type": "move", "move": move} for move in seat.view["moves"]]
    return [*moves, {"type": "undo"}] if moves and seat.table["undo"] else moves


async def gather_people(server: Served, seed: int) -> dict[str, list[Stubborn]]:
    """Four tables: people in turns, bots, everybody at once, two against each other."""
    wanted_tables: list[tuple[str, dict[str, Any], int]] = [
        ("classic", {"players": 3}, 3),
        ("extreme", {"players": 3, "bots": ["greedy", "careful"]}, 1),
        ("tension", {"players": 3, "bots": ["greedy"], "wait": 0.05}, 2),
        ("duel", {}, 2),
    ]
    tables = {}
    for game, more, people in wanted_tables:
        guests = [await Guest.new(server.url, "Anna" + "a" * number) for number in range(people)]
        table = await guests[0].open(game, **more)
        for guest in guests[1:]:
            seat = await guest.at(table)
            assert (await seat.do("sit"))["type"] == "ok"
            await seat.close()
        tables[table] = [Stubborn(guest, table, server, Random(f"{seed} {table}")) for guest in guests]
    return tables


async def all_go_on(tables: dict[str, list[Stubborn]]) -> None:
    """Wait until something was acknowledged at every table."""

    def acknowledged() -> dict[str, int]:
        return {table: sum(len(one.done) for one in people) for table, people in tables.items()}

    before = acknowledged()
    while any(count == before[table] for table, count in acknowledged().items()):
        await asyncio.sleep(0.005)
