"""Compile all kernels once, so that the first game starts at once: `python -m gambero.warm`."""

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

Step = Callable[[], None]
OUR_BOTS = ("random", "greedy", "careful", "expert")  # those of other packages may do anything
ASKED = (1, 20)  # after so many moves all others are asked about, so that most reasons to refuse one come up
SHORT = 0.01  # seconds for a bot that plays against the clock, which takes another path through its kernels


def _play(game: str) -> None:
    """Ask all that a table asks of a game, with its options off and on, so that nothing is compiled during play."""
    from gambero.game import GAMES, new_game

    for on in (False, True):
        table = new_game(game, seed=1, **dict.fromkeys(GAMES[game].options, on))
        while not table.over:
            if len(table.log) in ASKED:
                for move in table.notation.texts.values():
                    table.refusal(move)
            table.move(table.moves()[-1])
            table.view(0)
        table.record()
        table.before(len(table.log) - 1).view(None)


def _simulate() -> None:
    import gambero

    gambero.simulate("classic", games=1, seed=1, workers=1)


def _choose(game: str, name: str, seconds: float | None = None) -> None:
    """Let a bot choose one move."""
    import gambero
    from gambero.game import new_game

    table = new_game(game, seed=1)
    if table.spec.turns and table.to_move is None:
        table.move("@0")
    gambero.bot(name, seed=1).choose(table.view(0), seconds=seconds)


def _deal_luck() -> None:
    from gambero.game.setup import prepared
    from gambero.lab.deal_luck import this_deal

    this_deal(prepared("classic", seed=1), range(1))


def _solve() -> None:
    import gambero

    gambero.solve(gambero.new("classic", seed=1))


def law_steps() -> Mapping[str, Step]:
    """What a server needs before it may answer: the rules of each game."""
    from gambero.game import GAMES

    return {game: partial(_play, game) for game in GAMES}


def bot_steps() -> Mapping[str, Step]:
    """What a server needs before its bots answer at once: each bot at one game of each kind."""
    from gambero.game import GAMES, GameSpec

    kinds: dict[str, GameSpec] = {}
    for spec in GAMES.values():
        kinds.setdefault(spec.bot_method, spec)  # in this order: the games played most come first
    steps: dict[str, Step] = {}
    for spec in kinds.values():
        steps |= {f"{name} of {spec.id}": partial(_choose, spec.id, name) for name in OUR_BOTS}
        if spec.turns:
            steps[f"expert of {spec.id} against the clock"] = partial(_choose, spec.id, "expert", SHORT)
    return {**steps, "luck of a deal": _deal_luck, "solver": _solve}


def warm_law() -> None:
    for step in law_steps().values():
        step()


def uncompiled() -> list[str]:
    """The games whose rules are not in the cache, so that the first start has to compile them."""
    from gambero.rules.compiled import cache_folder

    return [file.stem for file in _laws() if not any(cache_folder(file).rglob("*.nbi"))]


def cache_is_writable() -> bool:
    from gambero.rules.compiled import cache_folder

    return all(os.access(cache_folder(file), os.W_OK) for file in _laws())


def _laws() -> list[Path]:
    from gambero.rules.compiled import PACKAGE

    return [PACKAGE / "rules" / f"{name}.py" for name in ("classic", "duel", "tension")]


def warm() -> None:
    """Compile everything, or load what is compiled already, and show how far it is."""
    steps = {**law_steps(), **bot_steps(), "simulator": _simulate}
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("", total=len(steps))
        for name, step in steps.items():
            progress.update(task, description=f"compiling {name}")
            step()
            progress.advance(task)


if __name__ == "__main__":
    began = perf_counter()
    warm()
    print(f"compiled in {perf_counter() - began:.1f} s", file=sys.stderr)
