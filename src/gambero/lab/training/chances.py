"""Measure expert on its own games: how often it wins, how long it thinks, and whether its chances are honest.

What a search says is fitted to how the games ended by a logistic regression with four terms. The error that is told is
of games the fit did not see: one half of the games is judged by the fit to the other half.
"""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gambero.bots.team.careful import eager, everyone_says, make_buffers, unlaid_cards
from gambero.bots.team.chances import AS_SAID, calibrated
from gambero.bots.team.ends import play_end
from gambero.bots.team.expert import Thinking, estimates, make_workspace, search
from gambero.bots.team.greedy import choose as choose_greedily
from gambero.bots.team.planners import packaged_judge_for, thinking_for, weights
from gambero.bots.team.weigh import SAY_NEAR
from gambero.bots.team.worlds import ALL_PILES
from gambero.game.decks import shuffled
from gambero.game.setup import Setup
from gambero.lab.simulation.simulate import worker_count
from gambero.lab.simulation.tally import wilson
from gambero.lab.training.files import CHECKPOINT, check_out, check_same_course, write_provenance, write_whole
from gambero.lab.training.train import HOW_TO_GET_IT, Course, Progress, Say, Trained
from gambero.rules import classic, commands, team
from gambero.rules.compiled import kernel
from gambero.rules.moves import START
from gambero.rules.shuffle import seeded

THINKING = Thinking(always=True)
STREAM = 2**42  # of the bots' chance; the deals are those of an arena with the same seed
ROUND = 10  # games of each number of players between two checkpoints
BINS = 10
LOOSE = 0.7  # how far a term may be from "as said" before many games are needed to show it
WORTH = 4.0  # turns of one game are alike: all together say as much as so many

Floats = npt.NDArray[np.float64]


class Played(NamedTuple):
    """One game of expert."""

    won: bool
    said: Floats  # by turn: the share of cards unlaid, and the chance
    seconds: Floats  # by turn, of the processor


@kernel
def still_unlaid(table: Any) -> Any:
    return unlaid_cards(table[0])


@kernel
def play_row(table: Any, ends: Any, end: int) -> None:
    play_end(table[0], ends[end])


@kernel
def give_up(table: Any) -> None:
    """Lay what greedy lays: the game is lost, but the law says when."""
    classic.take(table[0], choose_greedily(table[0]))


def play_one(setup: Setup, seed: int, game: int) -> Played:
    """One game with expert at all seats, on the deal that an arena of this seed has; the same wherever played."""
    own, net = weights("careful"), packaged_judge_for(setup.commands, setup.options, setup.players)
    thinking = thinking_for(THINKING, setup.commands, setup.options, setup.players)
    workspace, generator = make_workspace(), np.zeros(4, np.uint64)
    exact = np.full(team.MAX_PLAYERS, ALL_PILES, np.int64)
    seeded(generator, np.uint64(seed), np.uint64(STREAM + game))
    table = np.zeros(1, team.TEAM)
    state: Any = table[0]
    classic.set_up(
        table,
        shuffled(range(team.LOWEST, team.HIGHEST + 1), seed, game),
        setup.players,
        setup.options["professional"],
        setup.options["short_hands"],
        setup.options.get("on_fire", False),
        commands.as_table(setup.commands),
    )
    if setup.players > 1:
        classic.play(table, START + most_eager(table, own))
    said, seconds = [], []
    while state["outcome"] == team.PLAYING:
        began = thread_time()
        everyone_says(state, own[SAY_NEAR], workspace.near.signals)
        low, high = (np.uint64(word) for word in still_unlaid(table))
        end = search(table, (low, high), exact, thinking, own, net, generator, workspace, None)
        seconds.append(thread_time() - began)
        if end < 0:
            give_up(table)
            continue
        share = (int(low).bit_count() + int(high).bit_count()) / team.CARDS
        said.append((share, estimates(workspace, thinking)[0][1]))
        play_row(table, workspace.near.ends, end)
    return Played(state["outcome"] == team.BEATEN, np.array(said).reshape(-1, 2), np.array(seconds))


def most_eager(table: npt.NDArray[np.void], own: Any) -> int:
    """C4: the seat that would start most gladly; of several as eager the lowest."""
    buffers, glad = make_buffers(), []
    low, high = (np.uint64(word) for word in still_unlaid(table))
    for seat in range(int(table[0]["players"])):
        starting = table.copy()
        starting[0]["seat"] = seat
        glad.append(int(eager(starting[0], (low, high), own, buffers)))
    return glad.index(max(glad))


def fit(said: Floats, won: Floats, games: int) -> tuple[float, ...]:
    """The terms that make what was said most likely, by Newton's method; few games keep them near "as said"."""
    import jax
    import jax.numpy as jnp
    import optax

    from gambero.bots.team.chances import SURE

    unlaid, chance = said[:, 0], np.clip(said[:, 1], SURE, 1 - SURE)
    odds = np.log(chance / (1 - chance))
    inputs = jnp.asarray(np.stack([np.ones_like(odds), odds, unlaid, unlaid * odds], axis=1), jnp.float32)
    results, start = jnp.asarray(won, jnp.float32), jnp.asarray(AS_SAID, jnp.float32)

    def cost(terms: Any) -> Any:
        off = optax.sigmoid_binary_cross_entropy(inputs @ terms, results).mean() * WORTH * games
        return off + (((terms - start) / LOOSE) ** 2).sum() / 2

    slope, bend = jax.jit(jax.grad(cost)), jax.jit(jax.hessian(cost))
    terms = start
    for _ in range(20):
        terms = terms - jnp.linalg.solve(bend(terms), slope(terms))
    return tuple(round(float(term), 4) for term in terms)


class Bin(NamedTuple):
    """Turns whose chance was said to lie in one tenth."""

    turns: int
    said: float  # mean
    won: float  # share


def bins(said: Floats, won: Floats) -> list[Bin]:
    """The turns by tenths of the chance said; empty tenths are left out."""
    places = np.minimum((said * BINS).astype(int), BINS - 1)
    found = [places == place for place in range(BINS)]
    return [Bin(int(at.sum()), float(said[at].mean()), float(won[at].mean())) for at in found if at.any()]


def error(found: Sequence[Bin]) -> float:
    """How far the share won is from the chance said, on average over the turns."""
    turns = sum(one.turns for one in found)
    return sum(one.turns * abs(one.said - one.won) for one in found) / turns if turns else 0.0


def summed_up(players: int, games: Sequence[Played]) -> dict[str, Any]:
    """One cell: strength, time, the fit to all games, and the reliability of games that a fit did not see."""
    wins = sum(game.won for game in games)
    milliseconds = 1e3 * np.concatenate([game.seconds for game in games])
    halves = [[*games[0::2]], [*games[1::2]]]
    told, came = [], []
    for seen, other in (halves, halves[::-1]):
        terms = _fit(seen)
        for game in other:
            told += [calibrated(chance, unlaid, terms) for unlaid, chance in game.said.tolist()]
            came += [float(game.won)] * len(game.said)
    reliability = bins(np.array(told), np.array(came))
    raw = bins(np.concatenate([game.said[:, 1] for game in games]), np.concatenate([_results(game) for game in games]))
    low, high = wilson(wins, len(games))
    return {
        "players": players,
        "terms": _fit(games),
        "games": len(games),
        "won": round(wins / len(games), 4),
        "interval": [round(low, 3), round(high, 3)],
        "ms": round(float(milliseconds.mean()), 1),
        "ms_99": round(float(np.quantile(milliseconds, 0.99)), 1),
        "turns": len(told),
        "error": round(error(reliability), 4),
        "error_as_said": round(error(raw), 4),
        "bins": [[one.turns, round(one.said, 3), round(one.won, 3)] for one in reliability],
    }


def _results(game: Played) -> Floats:
    return np.full(len(game.said), float(game.won))


def _fit(games: Sequence[Played]) -> tuple[float, ...]:
    if not games:
        return tuple(AS_SAID)
    return fit(np.concatenate([game.said for game in games]), np.concatenate([*map(_results, games)]), len(games))


def measure(
    course: Course,
    out: Path,
    *,
    resume: bool = False,
    workers: int | None = None,
    command: str = "",
    progress: Progress | None = None,
    say: Say | None = None,
) -> Trained:
    """Play `course.games` games for each number of players; `out` has the fits, with what was measured."""
    setups = course.setups()
    check_out(out, resume, ".json")
    threads = worker_count(workers)
    try:
        import jax  # noqa: F401  # asked for before the first game
    except ImportError:
        raise ValueError(HOW_TO_GET_IT) from None
    checkpoint = out.with_suffix(CHECKPOINT)
    played: list[list[Played]] = [[] for _ in setups]
    hours = 0.0
    asked = course.as_json()
    if resume:
        played, about = _load(checkpoint, len(setups))
        check_same_course(checkpoint, about["course"], asked)
        hours = about["hours"]
        if progress:
            progress(sum(map(len, played)))
    began = perf_counter()
    interrupted = False
    try:
        while len(played[0]) < course.games:
            last = min(len(played[0]) + ROUND, course.games)
            games = [(at, game) for game in range(len(played[0]), last) for at in range(len(setups))]
            found = _in_threads(setups, games, course.seed, threads, progress)
            for at, cell in enumerate(played):
                cell += [game for (place, _), game in zip(games, found, strict=True) if place == at]
            now = hours + (perf_counter() - began) / 3600
            _save(checkpoint, played, {"course": asked, "hours": now})
            if say:
                shares = ", ".join(f"{sum(game.won for game in cell) / len(cell):.0%}" for cell in played)
                say(f"{len(played[0])} of {course.games} games each: won {shares}, {60 * now:.0f} min")
    except KeyboardInterrupt:
        interrupted = True
    now = hours + (perf_counter() - began) / 3600
    if played[0]:
        cells = [summed_up(setup.players, cell) for setup, cell in zip(setups, played, strict=True)]
        of_run = {"command": command, **asked, "games": len(played[0]), "hours": round(now, 2), "cells": cells}
        write_provenance(out, of_run)
    return Trained(sum(map(len, played)), now, [], interrupted)


def _in_threads(
    setups: Sequence[Setup], games: Sequence[tuple[int, int]], seed: int, threads: int, progress: Progress | None
) -> list[Played]:
    found = []
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(play_one, setups[at], seed, game) for at, game in games]
        try:
            for future in waiting:
                found.append(future.result())
                if progress:
                    progress(1)
        finally:
            for future in waiting:
                future.cancel()
    return found


def _save(checkpoint: Path, played: Sequence[Sequence[Played]], about: dict[str, Any]) -> None:
    kept: dict[str, Any] = {"about": np.array(json.dumps(about))}
    for at, cell in enumerate(played):
        kept[f"won_{at}"] = np.array([game.won for game in cell])
        for part in ("said", "seconds"):
            kept[f"{part}_{at}"] = np.concatenate([getattr(game, part) for game in cell])
            kept[f"{part}_ends_{at}"] = np.cumsum([len(getattr(game, part)) for game in cell])
    write_whole(checkpoint, partial(_save_arrays, kept))


def _save_arrays(kept: dict[str, Any], file: Any) -> None:
    np.savez(file, **kept)


def _load(checkpoint: Path, cells: int) -> tuple[list[list[Played]], dict[str, Any]]:
    with np.load(checkpoint, allow_pickle=False) as kept:
        about = json.loads(str(kept["about"]))
        return [[*_games(kept, at)] for at in range(cells)], about


def _games(kept: Any, at: int) -> Iterator[Played]:
    parts = [np.split(kept[f"{part}_{at}"], kept[f"{part}_ends_{at}"][:-1]) for part in ("said", "seconds")]
    for won, said, seconds in zip(kept[f"won_{at}"].tolist(), *parts, strict=True):
        yield Played(won, said, seconds)
