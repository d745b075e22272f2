"""`gambero train`: a judge for expert, or weights for careful."""

import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from gambero.cli.interruption import INTERRUPTED, interrupted_by_sigterm
from gambero.cli.options import Commands, OnFire, Professional, Ray, Seed, ShortHands, flag, given


def train(
    game: Annotated[str, typer.Argument(help="classic or extreme.")] = "classic",
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the result goes: a file in .npy, with --chances in .json."),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            help="How many games with a search; with --careful, in all; with --chances, for each number of players."
        ),
    ] = 2000,
    quick: Annotated[
        int, typer.Option(help="How many quick games before them, in which the judge alone chooses.")
    ] = 20_000,
    players: Annotated[
        str, typer.Option(metavar="NUMBERS", help="How many play, in turn: one judge for all of them.")
    ] = "1,2,3,4,5",
    seed: Seed = 0,
    resume: Annotated[bool, flag("--resume", "Go on with the run whose file is there.")] = False,
    careful: Annotated[bool, flag("--careful", "Tune careful's weights instead of training expert's judge.")] = False,
    chances: Annotated[
        bool,
        flag("--chances", "Play --games games with expert for each number of players and fit its chances to them."),
    ] = False,
    from_nothing: Annotated[
        bool, flag("--from-nothing", "Let careful's order play the first round, not the packaged judge.")
    ] = False,
    units: Annotated[str, typer.Option(metavar="A,B", help="Units of the judge's two hidden layers.")] = "64,32",
    workers: Annotated[int | None, typer.Option(help="How many threads.", show_default="one a core")] = None,
    ray: Ray = None,
    professional: Professional = False,
    short_hands: ShortHands = False,
    on_fire: OnFire = False,
    commands: Commands = None,
) -> None:
    """Train a judge for expert on its own games, tune careful, or make expert's chances honest.

    FILE holds the weights after every round of games, the file .json beside it how they came about. Ctrl-C keeps the
    last round; --resume goes on from it. Put the result to the test with `gambero simulate --bot expert:FILE`.
    """
    from gambero.cli.progress import bar
    from gambero.lab.training.chances import measure
    from gambero.lab.training.train import Course
    from gambero.lab.training.train import train as run
    from gambero.lab.training.tune import tune

    if out is None:
        raise ValueError("out must name a file for the weights, as in --out mine.npy")
    if careful and chances:
        raise ValueError("careful has no chances: leave --careful or --chances out")
    if ray and (careful or chances):
        raise ValueError(f"--{'careful' if careful else 'chances'} runs on this machine: leave --ray out")
    sizes = numbers(units, "units")
    if len(sizes) != 2:
        raise ValueError(f"units must be two numbers as in 64,32, not {units!r}")
    options = given(professional=professional, short_hands=short_hands, on_fire=on_fire, commands=commands)
    course = Course(
        game,
        players=tuple(numbers(players, "players")),
        games=games,
        quick=0 if careful or chances else quick,
        seed=seed,
        units=(sizes[0], sizes[1]),
        from_nothing=from_nothing,
        options=options,
    )
    shared: dict[str, Any] = {"resume": resume, "workers": workers, "command": typed_command(), "say": print_line}
    total = course.games * len(course.players) if chances else course.all_games
    with interrupted_by_sigterm(), bar("games", total) as progress:
        if chances:
            done = measure(course, out, progress=progress, **shared)
        elif careful:
            done = tune(course, out, progress=progress, **shared)
        else:
            done = run(course, out, ray=ray, progress=progress, **shared)
    if done.interrupted:
        kept = f"{out} is as after {done.games:,} games; go on with --resume" if done.games else "nothing is kept yet"
        print(f"gambero: interrupted; {kept}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def typed_command() -> str:
    """The command as it was given, for the provenance."""
    return shlex.join(["gambero", *sys.argv[1:]])


def print_line(line: str) -> None:
    print(line, flush=True)


def numbers(text: str, name: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"{name} must be numbers as in 2,3, not {text!r}") from None
