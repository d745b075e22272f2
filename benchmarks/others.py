"""Bots of other packages: how many games of a plain Python bot a second of one processor plays, and what two add."""

import resource
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import gambero
from benchmarks.rows import Row, best_of

BOT = Path(__file__).parent / "plain_bot.py"
TABLES = (("classic", 3), ("extreme", 3), ("duel", 2), ("tension", 2))
GAMES, ROUNDS = 100, 5
LONG = 3_000  # games of a run that is worth starting processes for
MOST = 0.137  # yardsticks a game: a quarter of what a game of classic cost before bots of other packages were sped up


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        install(Path(folder))
        sys.path.insert(0, folder)
        try:
            yield from measured()
        finally:
            sys.path.remove(folder)


def install(folder: Path) -> None:
    """The bot as a package with an entry point, which is how other people's come."""
    shutil.copy(BOT, folder)
    info = folder / "plain-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plain\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[gambero.bots]\nplain = plain_bot:Plain\n", "utf-8")


def measured() -> Iterator[Row]:
    yardstick = best_of(9, million_additions, processor_seconds)
    yield Row("yardstick: a million additions in Python", f"{yardstick * 1e3:.1f} ms")
    for game, players in TABLES:
        play(game, players, 2, workers=1)
        cost = best_of(ROUNDS, lambda: play(game, players, GAMES, workers=1), processor_seconds) / GAMES  # noqa: B023
        name = f"plain bot, {game}, {players} players"
        yield Row(f"{name}: games a processor second", f"{1 / cost:,.0f}")
        ratio = cost / yardstick
        target = (f"≤ {MOST}", ratio <= MOST) if game == TABLES[0][0] else ("", None)
        yield Row(f"{name}: cost of a game in yardsticks", f"{ratio:.3f}", *target)
    one = best_of(2, lambda: play("classic", 3, LONG, workers=1))
    two = best_of(2, lambda: play("classic", 3, LONG, workers=2))
    yield Row(f"plain bot, {LONG:,} games: two processes to one", f"{one / two:.2f}", "≥ 1.6", one / two >= 1.6)


def play(game: str, players: int, games: int, workers: int) -> None:
    gambero.simulate(game, players=players, bot="plain", games=games, seed=1, workers=workers)


def million_additions() -> None:
    total = 0
    for number in range(1_000_000):
        total += number


def processor_seconds() -> float:
    """Of this process and of those it started and waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
