"""greedy compared with the same bot in hand-written C, measured alternately, so that load affects both alike."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import gambero
from benchmarks.rows import Row

SOURCE = Path(__file__).parent / "greedy.c"
ROUNDS = 9
GAMES = 100_000


def rows() -> Iterator[Row]:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        yield Row("greedy against C", "no C compiler found, not measured")
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "greedy"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, SOURCE], check=True)
        for players in range(1, 6):
            yield from _against(program, players)


def _against(program: Path, players: int) -> Iterator[Row]:
    gambero.simulate("classic", players=players, games=100, seed=1, workers=1)
    one, two, c = [], [], []
    for round_ in range(ROUNDS):
        one.append(_speed(players, 1, round_))
        c.append(_reference(program, players))
        two.append(_speed(players, 2, round_))
    ratio, gain = max(one) / max(c), max(two) / max(one)
    name = f"greedy, {players} player{'s' if players > 1 else ''}"
    yield Row(f"{name}: games/s, one core", f"{max(one):,.0f}")
    yield Row(f"{name}: of C's {max(c):,.0f}", f"{ratio:.2f}", "≥ 0.75", ratio >= 0.75)
    yield Row(f"{name}: two cores to one", f"{gain:.2f}", "≥ 1.8", gain >= 1.8)
    yield _win_rates(program, players)


def _speed(players: int, workers: int, round_: int) -> float:
    result = gambero.simulate(
        "classic", players=players, bot="greedy", games=GAMES * workers, seed=round_, workers=workers
    )
    return result.games / result.seconds


def _run(program: Path, players: int, games: int) -> tuple[float, float]:
    """Games a second and win rate of the reference."""
    past_minimum = "0" if players == 1 else "3"
    run = subprocess.run(
        [program, str(players), past_minimum, str(games)], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"games/s (\d+) win ([\d.]+)%", run)
    assert found, run
    return float(found[1]), float(found[2]) / 100


def _reference(program: Path, players: int) -> float:
    return _run(program, players, GAMES)[0]


def _win_rates(program: Path, players: int) -> Row:
    games = 500_000
    mine = gambero.simulate("classic", players=players, bot="greedy", games=games, seed=99).win_rate
    theirs = _run(program, players, games)[1]
    error = 1.96 * (2 * theirs * (1 - theirs) / games) ** 0.5
    apart = abs(mine - theirs)
    return Row(
        f"greedy, {players}: win rate, and C's", f"{mine:.3%} {theirs:.3%}", f"± {error:.3%}", apart <= 1.6 * error
    )
