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
OUR_BOTS = ("random", "greedy", "human", "careful", "expert")  # not those of other packages, whose code we do not know
CHECKED_AFTER = (1, 20)  # moves, after which the law is asked about every move: so most of its refusals are compiled
SHORT = 0.01  # seconds for a bot that plays against the clock, which takes another path through its kernels


def _play(game: str) -> None:
    """Call all that a table calls of a game, with its options off and on, so that nothing is compiled during play."""
    from gambero.game import GAMES, new_game

    for on in (False, True):
        table = new_game(game, seed=1, **dict.fromkeys(GAMES[game].options, on))
        while not table.over:
            if len(table.log) in CHECKED_AFTER:
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


def _analyse(game: str) -> None:
    import gambero
    from gambero.game import new_game

    table = new_game(game, seed=1)
    while not table.over:
        table.move(table.moves()[-1])
    gambero.analyse(table, seconds=SHORT)


def _judge_puzzles() -> None:
    """Judge a wrong turn of each kind of game, and count the lines of an endgame."""
    from gambero.study.puzzles.answer import give_up, judge
    from gambero.study.puzzles.file import packaged

    puzzles = packaged().puzzles
    for game in {puzzle.game for puzzle in puzzles}:
        turn = next(puzzle for puzzle in puzzles if puzzle.game == game and puzzle.others)
        judge(turn, turn.others[0][0])
    give_up(next(puzzle for puzzle in puzzles if not puzzle.others))


def law_steps() -> Mapping[str, Step]:
    """What to compile before a server may answer, by name: the rules of each game."""
    from gambero.game import GAMES

    return {game: partial(_play, game) for game in GAMES}


def bot_steps() -> Mapping[str, Step]:
    """What to compile before a server's bots answer without delay, by name: each bot at one game of each kind."""
    from gambero.game import GAMES, GameSpec

    kinds: dict[str, GameSpec] = {}
    for spec in GAMES.values():
        kinds.setdefault(spec.bot_method, spec)  # in this order: the games played most come first
    steps: dict[str, Step] = {}
    for spec in kinds.values():
        steps |= {f"{name} of {spec.id}": partial(_choose, spec.id, name) for name in OUR_BOTS}
        if spec.turns:
            steps[f"expert of {spec.id} against the clock"] = partial(_choose, spec.id, "expert", SHORT)
    steps |= {f"analysis of {spec.id}": partial(_analyse, spec.id) for spec in kinds.values() if spec.turns}
    return {**steps, "luck of a deal": _deal_luck, "solver": _solve, "puzzles": _judge_puzzles}


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
    from gambero.game import GAMES

    return sorted({Path(str(spec.law.__file__)) for spec in GAMES.values()})


def warm() -> None:
    """Compile everything, or load what is compiled already, with a progress bar."""
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
