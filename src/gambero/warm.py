"""Compile everything once, so that the first game starts at once: `python -m gambero.warm`."""

import sys
from collections.abc import Callable, Mapping
from functools import partial
from time import perf_counter

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn


def _play(game: str, **options: bool) -> None:
    import gambero

    table = gambero.new(game, seed=1, **options)
    table.check(table.moves()[0])
    while not table.over:
        table.move(table.moves()[-1])


def _simulate() -> None:
    import gambero

    gambero.simulate("classic", games=1, seed=1, workers=1)


def _choose(game: str, name: str, seconds: float | None = None) -> None:
    """A move of a player, against the clock if there is one."""
    import gambero

    table = gambero.new(game, seed=1)
    if game == "duel":
        table.move("@0")
    gambero.bot(name, seed=1).choose(table.view(0), seconds=seconds)


def _luck() -> None:
    from gambero.game.setup import prepared
    from gambero.lab.deal_luck import this_deal

    this_deal(prepared("classic", seed=1), range(1))


LAW: Mapping[str, Callable[[], None]] = {
    "classic": lambda: _play("classic"),
    "extreme": lambda: _play("extreme"),
    "duel": lambda: _play("duel"),
    "tension": lambda: _play("tension"),
}
# What a server needs before its bots answer at once. Ours only: what comes with another package may do anything.
PLAYERS: Mapping[str, Callable[[], None]] = {
    **{
        f"{name} of {game}": partial(_choose, game, name)
        for game in ("classic", "duel", "tension")
        for name in ("random", "greedy", "careful", "expert")
    },
    **{f"expert of {game} against the clock": partial(_choose, game, "expert", 0.01) for game in ("classic", "duel")},
    "luck": _luck,
}
STEPS = {**LAW, **PLAYERS, "simulator": _simulate}


def warm_law() -> None:
    """What a server needs before it may answer."""
    for step in LAW.values():
        step()


def warm() -> None:
    """Compile, or load what is compiled, saying how far it is."""
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("", total=len(STEPS))
        for name, step in STEPS.items():
            progress.update(task, description=f"compiling {name}")
            step()
            progress.advance(task)


if __name__ == "__main__":
    began = perf_counter()
    warm()
    print(f"compiled in {perf_counter() - began:.1f} s", file=sys.stderr)
