"""Our own bots: careful's games a second, how long careful and expert take for a turn, and for a first move."""

import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np

import gambero
from benchmarks.rows import Row, best_of
from gambero.bots.levels import CarefulBot, ExpertBot
from gambero.bots.talk import with_signals
from gambero.bots.team.expert import LOOKS

FIRST_CAREFUL = """
import gambero
from time import perf_counter
view = gambero.new("classic", players=3, seed=1).view(0)
view = {**view, "to_move": 0, "moves": ["."]}
began = perf_counter()
gambero.bot("careful").choose(view)
print(perf_counter() - began)
"""


def rows() -> Iterator[Row]:
    games = 2_000
    gambero.simulate("classic", players=3, bot="careful", games=10, seed=1, workers=1)
    seconds = best_of(5, lambda: gambero.simulate("classic", players=3, bot="careful", games=games, seed=1, workers=1))
    yield Row("careful, 3 players: games/s, one core", f"{games / seconds:,.0f}", "≥ 2,000", games / seconds >= 2_000)
    for players in range(1, 6):
        times = turns(CarefulBot, players, 6)
        mean = float(np.mean(times))
        yield Row(f"careful, {players}: ms a turn from a view", f"{mean:.2f}", "< 1", mean < 1)
    for players in range(1, 6):
        times = turns(ExpertBot, players, 5)
        mean, late = float(np.mean(times)), float(np.quantile(times, 0.99))
        yield Row(f"expert, {players}: ms a turn, mean", f"{mean:.1f}", "≤ 50", mean <= 50)
        yield Row(f"expert, {players}: ms a turn, 99th percentile", f"{late:.1f}")
        yield Row(f"expert, {players}: looks/s at most", f"{LOOKS[players - 1] / np.quantile(times, 0.9) * 1e3:,.0f}")
    first = min(
        float(subprocess.run([sys.executable, "-c", FIRST_CAREFUL], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    )
    yield Row("careful's first move after a warm start", f"{first:.2f} s", "≤ 0.2 s", first <= 0.2)


def turns(player: Any, players: int, games: int) -> list[float]:
    """Milliseconds of every whole turn of some games with signals; the first game only loads what is needed."""
    times: list[float] = []
    for seed in range(games + 1):
        if seed == 1:
            times.clear()
        game = gambero.new("classic", players=players, seed=seed)
        bots = [player(seed=seat) for seat in range(players)]
        if game.to_move is None:
            game.move("@0")
        spent = 0.0
        while not game.over:
            seat = game.to_move
            assert seat is not None
            signals = {other: bot.says(game.view(other)) for other, bot in enumerate(bots)}
            view = with_signals(game.view(seat), signals)
            began = perf_counter()
            move = bots[seat].choose(view)
            spent += perf_counter() - began
            if any(event["event"] in ("turn", "over") for event in game.move(move)):
                times.append(spent * 1e3)
                spent = 0.0
    return times
