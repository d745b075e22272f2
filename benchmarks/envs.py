"""The environments: steps a second, alone and vectorised, beside card games of OpenSpiel and Pgx in the same run.

Rounds of all are played in turn, and the best round of each counts. Seconds are those of the processor, since the
machine is shared; only the comparison of two threads with one is by the clock.
"""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import perf_counter, process_time
from typing import Any

import gymnasium
import numpy as np

import gambero.envs
from benchmarks.rows import Row

TABLES = 1024
ROUNDS = 7
STEPS = 60  # of a round, at all tables
SINGLE_STEPS = 3_000
LEAST_VECTORISED, LEAST_SINGLE, LEAST_THREADS = 1.5e6, 6e4, 1.8

VECTORISED: list[tuple[str, dict[str, Any]]] = [
    ("gambero/Classic-v0", {"players": 1}),
    ("gambero/Classic-v0", {"players": 1, "copy": False}),
    ("gambero/Classic-v0", {"players": 2, "mates": "greedy"}),
    ("gambero/Classic-v0", {"players": 3, "mates": "careful"}),
    ("gambero/Extreme-v0", {"players": 1}),
    ("gambero/Duel-v0", {"rival": "greedy"}),
]
SINGLE: list[tuple[str, dict[str, Any]]] = [
    ("gambero/Classic-v0", {"players": 1}),
    ("gambero/Extreme-v0", {"players": 1}),
    ("gambero/Duel-v0", {"rival": "greedy"}),
]
Round = Callable[[], tuple[int, float]]  # plays, and says how many steps it made in which time


def rows() -> Iterator[Row]:
    rounds: dict[str, Round] = {}
    for name, options in VECTORISED:
        rounds[f"{label(name, options)}, {TABLES} tables"] = vectorised(name, options)
    for name, options in SINGLE:
        rounds[f"{label(name, options)}, single"] = single(name, options)
    if find_spec("pyspiel"):
        rounds["OpenSpiel's Hanabi in C++, 2 players, single"] = hanabi()
    if find_spec("pgx"):
        rounds[f"Pgx's Leduc hold'em, {TABLES} tables"] = leduc()
    best = best_rounds(rounds)
    for what, speed in best.items():
        least = LEAST_SINGLE if what.endswith("single") else LEAST_VECTORISED
        own = what == label(*VECTORISED[0]) + f", {TABLES} tables" or what == label(*SINGLE[0]) + ", single"
        target = (f"≥ {least:,.0f}", speed >= least) if own else ("", None)
        yield Row(f"{what}: steps/s", f"{speed:,.0f}", *target)
    names = list(best)
    for mine, theirs in ((names[0], "Pgx"), (f"{label(*SINGLE[0])}, single", "OpenSpiel")):
        for what in (one for one in names if one.startswith(theirs)):
            yield Row(f"{mine}: of {what}", f"{best[mine] / best[what]:.1f}")
    yield from on_two_threads()


def label(name: str, options: dict[str, Any]) -> str:
    shown = [f"{key}={value}" for key, value in options.items()]
    return " ".join([name.removeprefix("gambero/"), *shown])


def best_rounds(rounds: dict[str, Round]) -> dict[str, float]:
    """Steps a second of each, in the best of its rounds, which take turns."""
    best = dict.fromkeys(rounds, 0.0)
    for play in rounds.values():
        play()
    for _ in range(ROUNDS):
        for what, play in rounds.items():
            steps, seconds = play()
            best[what] = max(best[what], steps / seconds)
    return best


def vectorised(name: str, options: dict[str, Any], clock: Callable[[], float] = process_time) -> Round:
    """Steps of all tables with observations and masks; choosing actions does not count."""
    env = gymnasium.make_vec(name, num_envs=TABLES, vectorization_mode="vector_entry_point", **options)
    now: dict[str, Any] = {"seen": env.reset(seed=1)[0]}
    chance = np.random.default_rng(1)

    def play() -> tuple[int, float]:
        spent = 0.0
        for _ in range(STEPS):
            liked = chance.random(now["seen"]["action_mask"].shape, np.float32)
            actions = (liked * now["seen"]["action_mask"]).argmax(axis=1)
            began = clock()
            now["seen"], *_ = env.step(actions)
            spent += clock() - began
        return STEPS * TABLES, spent

    return play


def single(name: str, options: dict[str, Any]) -> Round:
    """Steps of one table, dealing anew included."""
    env = gymnasium.make(name, **options)
    now: dict[str, Any] = {"seen": env.reset(seed=1)[0]}

    def play() -> tuple[int, float]:
        began = process_time()
        seen = now["seen"]
        for _ in range(SINGLE_STEPS):
            seen, _, over, _, _ = env.step(int(seen["action_mask"].argmax()))
            if over:
                seen, _ = env.reset()
        now["seen"] = seen
        return SINGLE_STEPS, process_time() - began

    return play


def hanabi() -> Round:
    """OpenSpiel's Hanabi, with the observation tensor of the player to move and its legal actions."""
    import pyspiel

    game = pyspiel.load_game("hanabi(players=2)")
    chance = np.random.default_rng(1)
    lots = chance.random(4096).tolist()

    def play() -> tuple[int, float]:
        made = 0
        began = process_time()
        state = game.new_initial_state()
        while made < SINGLE_STEPS:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(lots[made % 4096] * len(outcomes))][0])
                continue
            state.observation_tensor(state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[made % len(legal)])
            made += 1
        return made, process_time() - began

    return play


def leduc() -> Round:
    """Pgx's nearest card game, on the processor, with observations and masks; tables that end are dealt anew."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("leduc_holdem")
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    keys = jax.random.split(jax.random.key(1), TABLES)
    now: dict[str, Any] = {"state": jax.jit(jax.vmap(env.init))(keys), "keys": keys}
    chance = np.random.default_rng(1)

    def play() -> tuple[int, float]:
        spent = 0.0
        for _ in range(STEPS):
            masks = np.asarray(now["state"].legal_action_mask)
            actions = (chance.random(masks.shape, np.float32) * masks).argmax(axis=1)
            began = process_time()
            now["state"] = step(now["state"], actions, now["keys"])
            now["state"].observation.block_until_ready()
            spent += process_time() - began
        return STEPS * TABLES, spent

    return play


def on_two_threads() -> Iterator[Row]:
    """By the clock: rounds of one and of two threads in turn."""
    name, options = "gambero/Classic-v0", {"players": 1}
    rounds = {f"{threads}": vectorised(name, {**options, "threads": threads}, perf_counter) for threads in (1, 2)}
    best = best_rounds(rounds)
    ratio = best["2"] / best["1"]
    what = f"{label(name, options)}, {TABLES} tables: two threads to one"
    yield Row(what, f"{ratio:.2f}", f"≥ {LEAST_THREADS}", ratio >= LEAST_THREADS)


assert gambero.envs.__all__  # importing it registers the environments
