"""One drill: tables under play, fault after fault, and the verdict."""

import asyncio
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import monotonic
from typing import Any

import httpx

from drills import faults, players, watch
from drills.checker import Finding, check
from drills.faults import Fault, Scene
from drills.history import History
from drills.place import PATIENCE, Site, Store, site
from drills.players import Player, Table

PAIR = 0.2  # how often two faults happen at the same time
PAUSE = (0.2, 1.5)  # seconds of undisturbed play between faults
STEADY = 0.02  # memory that grows by less is not growing
MEGABYTE = 1 << 20
MORE_MEMORY = 96 * MEGABYTE  # a worker may have so much more after the faults than before: caches, logs
MORE_DESCRIPTORS = 24  # and so many more descriptors: a pool of connections to the store

Step = tuple[Fault, ...]


@dataclass
class Happened:
    """One step of the plan: which faults, how long they took, and how long until every table went on."""

    names: tuple[str, ...]
    lasted: float
    until_all_went_on: float


@dataclass
class Outcome:
    store: Store
    seed: int
    seconds: float
    steps: list[Happened]
    history: History
    findings: list[str]
    figures: dict[str, str] = field(default_factory=dict)


def plan(store: Store, small: bool, count: int, seed: int) -> list[Step]:
    """So many faults in the order in which they happen, each kind as often as the others; some come in pairs."""
    chance = Random(f"{store} {seed}")
    kinds = faults.possible(store, small)
    drawn: list[Fault] = []
    while len(drawn) < count:
        drawn += chance.sample(kinds, len(kinds))
    del drawn[count:]
    steps: list[Step] = []
    while drawn:
        first = drawn.pop(0)
        if drawn and chance.random() < PAIR and not first.touches & drawn[0].touches:
            steps.append((first, drawn.pop(0)))
        else:
            steps.append((first,))
    return steps


async def drill(
    store: Store,
    count: int,
    seed: int,
    say: Callable[[str], None] = print,
    tables: Sequence[tuple[str, dict[str, Any], int]] = players.TABLES,
    steps: Sequence[Step] | None = None,
) -> Outcome:
    """Play, cause faults, and check; `steps` replaces the plan drawn from the seed."""
    begun = monotonic()
    async with site(store) as one:
        run = _Run(one, Random(seed), say)
        await run.prepare(seed, list(tables))
        try:
            await run.all_steps(steps or plan(store, one.small, count, seed))
            await run.settle()
        finally:
            await run.hang_up()
        await run.read_again()
        await run.stop_server()
        findings = [*run.findings, *map(str, run.verdict())]
        return Outcome(store, seed, monotonic() - begun, run.happened, run.history, findings, run.figures())


class _Run:
    def __init__(self, one: Site, chance: Random, say: Callable[[str], None]) -> None:
        self._site, self._chance, self._say = one, chance, say
        self.history = History()
        self.happened: list[Happened] = []
        self.findings: list[str] = []
        self._tables: list[Table] = []
        self._playing: list[asyncio.Task[None]] = []
        self._silent: list[asyncio.Task[float]] = []
        self._ready = watch.ReadyWatch(one.server.url)
        self._memory: list[int] = []
        self._descriptors: list[int] = []
        self._found: list[Finding] = []

    async def prepare(self, seed: int, kinds: list[tuple[str, dict[str, Any], int]]) -> None:
        """Open the tables, wait until all play, and measure the server."""
        self._tables = await players.gather(self._site.server.url, self.history, str(seed), kinds)
        people = [player for table in self._tables for player in table.people]
        self._playing = [asyncio.create_task(player.play()) for player in people]
        self._playing.append(asyncio.create_task(self._ready.watch()))
        await self._all_go_on()
        await self._measure()

    async def all_steps(self, steps: Sequence[Step]) -> None:
        """Run the steps in order. Ctrl-C or SIGTERM ends the drill after the present step, with its verdict."""
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        for asked in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(asked, ended.set)
        try:
            for number, step in enumerate(steps):
                await self._step(step, f"{number + 1}/{len(steps)}")
                if ended.is_set():
                    break
        finally:
            for asked in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(asked)

    async def _step(self, step: Step, place: str) -> None:
        await asyncio.sleep(self._chance.uniform(*PAUSE))
        begun = monotonic()
        scene = [Scene(self._site, self._tables, Random(self._chance.random()), self._silent) for _ in step]
        self._site.server.note_processes()
        results = await asyncio.gather(
            *(one.happen(where) for one, where in zip(step, scene, strict=True)), return_exceptions=True
        )
        for one, wrong in zip(step, results, strict=True):
            if isinstance(wrong, AssertionError):
                self._find(f"{one.name}: {wrong}")
            elif isinstance(wrong, BaseException):
                raise wrong
        mended = monotonic()
        went_on = await self._all_go_on()
        names = tuple(one.name for one in step)
        self.happened.append(Happened(names, mended - begun, went_on))
        took = f"{mended - begun:.1f} s, all went on {went_on:.1f} s later"
        self._say(f"{place} {' and '.join(names)}: {took}")

    def _find(self, finding: str) -> None:
        self.findings.append(finding)
        self._say(f"found: {finding}")

    async def _all_go_on(self) -> float:
        """Wait until at every table a move succeeds that was sent after now, and the server is ready; the seconds."""
        now = monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                while any(table.moved < now for table in self._tables):
                    for task in self._playing:
                        if task.done():
                            task.result()
                    await asyncio.sleep(0.02)
                took = monotonic() - now
                await self._ready.until_ready()
        except TimeoutError:
            still = [f"{table.game} {table.name} ({table.state})" for table in self._tables if table.moved < now]
            self._find(f"no move succeeded within {PATIENCE:.0f} s at {still or 'no table'}, or not ready")
            return PATIENCE
        return took

    async def settle(self) -> None:
        """Wait until the server has disconnected clients that do not read, then measure it again."""
        if self._silent:
            _, waiting = await asyncio.wait(self._silent, timeout=PATIENCE)
            if waiting:
                self._find(f"{len(waiting)} clients that do not read were never hung up on")
        await self._all_go_on()
        await self._measure()
        if self._memory[-1] > self._memory[0] + MORE_MEMORY:
            self._find("memory of a worker, MB, before and after: " + self._megabytes())
        if self._descriptors[-1] > self._descriptors[0] + MORE_DESCRIPTORS:
            self._find(f"descriptors of a worker before and after: {self._descriptors}")

    async def _measure(self) -> None:
        """Memory and descriptors of the biggest worker, once its memory no longer grows."""
        size, before = self._size(), 0
        async with asyncio.timeout(PATIENCE):
            while size > before * (1 + STEADY):
                await asyncio.sleep(3)
                before, size = size, self._size()
        self._memory.append(size)
        self._descriptors.append(max(worker.num_fds() for worker in self._site.workers))

    def _size(self) -> int:
        return max(int(worker.memory_info().rss) for worker in self._site.workers)

    def _megabytes(self) -> str:
        return ", ".join(f"{size / MEGABYTE:.0f}" for size in self._memory)

    async def hang_up(self) -> None:
        for task in (*self._playing, *self._silent):
            task.cancel()
        await asyncio.gather(*self._playing, *self._silent, return_exceptions=True)

    async def read_again(self) -> None:
        """Somebody new reads every table, and every game that was finished there."""
        url = self._site.server.url
        token = await players.guest(url, "Fresh")
        for table in self._tables:
            await Player(url, token, table.name, "fresh", self.history, self._chance).visit(_look)
        games = {seen.message["game_id"] for seen in self.history.seen if seen.message.get("game_id")}
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as client:
            for game in games:
                answer = await client.get(f"/api/games/{game}/record")
                while answer.status_code == 429:
                    await asyncio.sleep(1)
                    answer = await client.get(f"/api/games/{game}/record")
                self.history.records[game] = moves_of(answer.text) if answer.status_code == 200 else ["?", answer.text]

    async def stop_server(self) -> None:
        """Check that the server stops when asked, and that no process of it is left."""
        try:
            code = await self._site.server.end(signal.SIGTERM)
        except subprocess.TimeoutExpired:
            code = None
        if code != 0:
            self._find(f"asked to stop, the server ended with {code}")
        if left := await self._site.server.orphans():
            self._find(f"processes that outlived the server: {left}")

    def verdict(self) -> list[object]:
        self._found = check(self.history)
        return [*self._found, *watch.lies(self._ready.answers, self._site.spans)]

    def figures(self) -> dict[str, str]:
        seen = self.history.seen
        acts = {one.message["id"]: one.message["type"] for one in seen if one.happened == "sent"}
        moves = {name for name, kind in acts.items() if kind == "move"}
        answered = [one.message for one in seen if one.happened == "got" and one.message["type"] == "ok"]
        times = sorted(one.until_all_went_on for one in self.happened)
        ninth = times[int(0.9 * len(times))]
        within, besides = watch.counted(self._ready.answers, self._site.spans)
        spectators = len(self._tables)
        people = sum(len(table.people) for table in self._tables) - spectators
        return {
            "tables, people, spectators": f"{len(self._tables)}, {people}, {spectators}",
            "messages written down": f"{len(seen):,}",
            "acts, of these moves": f"{len(acts):,}, {len(moves):,}",
            "moves acknowledged": f"{len(moves.intersection(message['id'] for message in answered)):,}",
            "acts that were known when sent again": f"{sum(message.get('again', False) for message in answered):,}",
            "connections opened, or tried to open": f"{sum(one.happened == 'opened' for one in seen):,}",
            "games finished, each compared with its record": f"{len(self.history.records):,}",
            "acts refused for now, then sent again": self._refused(),
            "seconds until all went on: median, 90 %, longest": f"{median(times):.1f}, {ninth:.1f}, {times[-1]:.1f}",
            "`/readyz` while a store was away: 503, no answer, 200": f"{within[503]}, {within[None]}, {within[200]}",
            "`/readyz` at all other times: 200, no answer, 503": f"{besides[200]}, {besides[None]}, {besides[503]}",
            "memory of the biggest worker before and after, MB": self._megabytes(),
            "descriptors of the biggest worker before and after": ", ".join(map(str, self._descriptors)),
            "lost, doubled, out of order or made up": str(len(self._found)),
        }

    def _refused(self) -> str:
        people = [player for table in self._tables for player in table.people]
        found = Counter(why for player in people for _, why in player.refused if why.split()[0] in players.TRY_AGAIN)
        return ", ".join(f"{why.replace(' ', '/')} {count}" for why, count in sorted(found.items())) or "none"


async def _look(_: object) -> None:
    """Do nothing: connecting and receiving a view is enough."""


def moves_of(record: str) -> list[str]:
    """The moves of a game's record, without seats."""
    _, _, after = record.partition("\nmoves:\n")
    words = re.split(r"^(?:times|said|tried|result):", after, maxsplit=1, flags=re.MULTILINE)[0].split()
    return [word for word in words if not (word.endswith(":") and word[:-1].isdigit())]
