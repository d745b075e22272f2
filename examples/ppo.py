"""Learns classic alone by PPO with masks, in JAX, on the vectorised environment.

    pip install 'gambero[envs,train]'
    python examples/ppo.py --minutes 20 --out ppo-run

Every checkpoint is compared with greedy on the same deals: the mean of the cards left, and games won. The curve is
written to OUT/curve.csv and the weights to OUT/weights.npz. Ideas to try: other features, more players, reward="win".
"""

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import optax

import gambero
import gambero.envs
from gambero.envs.fields import TEAM

TABLES, STEPS = 256, 64  # of a rollout
EPOCHS, BATCHES = 3, 8
GAMMA, LAMBDA, CLIP, VALUE = 1.0, 0.95, 0.2, 0.5
RATE, ENTROPY = 1e-3, 0.01  # at first; both fall to nothing, evenly, until the time is over
SCALE = 98 / 20  # of the learner's rewards: values of about 1 learn as fast as the policy; the environment's stay
WIDTH = 32
HAND = 8
PART = TEAM.slices()
END = 392
BELOW = np.tri(98, dtype=np.float32)  # times a row: how many there are up to each card

Params = dict[str, Any]


class Position(NamedTuple):
    """What the network is told of an observation: of each held card on each pile, of the table, what is allowed."""

    each: Any
    table: Any
    allowed: Any  # every held card on every pile, and last the end of the turn


class Rollout(NamedTuple):
    position: Position
    choice: Any  # a place in `allowed`
    chance: Any  # the logarithm of the action's probability when it was chosen
    value: Any
    reward: Any
    over: Any


def features(seen: Any, mask: Any) -> tuple[Position, Any]:
    """One observation as the network is told it, and the action that each choice stands for."""
    where = seen[PART["where"]]
    held, unseen = where == 1, where == 0
    below_held, below_unseen = BELOW @ held.astype(jnp.float32), BELOW @ unseen.astype(jnp.float32)
    cards = (held & (below_held == jnp.arange(1, 1 + HAND)[:, None])).argmax(axis=1)  # quicker here than nonzero
    there = jnp.arange(HAND) < below_held[-1]
    tops = seen[PART["tops"]].astype(jnp.int32) - 2  # counted as the cards are
    up = jnp.array([1, 1, -1, -1])
    gap = (cards[:, None] - tops) * up
    low = jnp.clip(jnp.minimum(cards[:, None], tops), 0, 97)
    high = jnp.clip(jnp.maximum(cards[:, None], tops), 0, 97)
    partner = cards[:, None] - 10 * up  # what would step back onto this card
    known = (partner >= 0) & (partner < 98)
    place = jnp.clip(partner, 0, 97)
    room = jnp.where(up > 0, 98 - tops, tops + 1)
    cost = jnp.where(there[:, None] & ((gap > 0) | (gap == -10)), gap, 98)
    each = jnp.stack(
        [
            gap / 98,
            jnp.exp(-jnp.abs(gap) / 6),
            gap == -10,
            gap > 0,
            (below_held[high] - below_held[low]) / HAND,
            (below_unseen[high] - below_unseen[low]) / 98,
            known & held[place],
            known & unseen[place],
            least_of_others(cost, axis=1) / 98,  # on another pile
            least_of_others(cost, axis=0) / 98,  # by another card
            jnp.broadcast_to(room / 98, gap.shape),
            jnp.broadcast_to(there[:, None], gap.shape),
        ],
        axis=-1,
    ).astype(jnp.float32)
    table = jnp.concatenate(
        [seen[PART[name]] / size for name, size in (("stock", 98), ("laid", 8), ("minimum", 3), ("hands", 8))]
        + [jnp.sort(room[:2]) / 98, jnp.sort(room[2:]) / 98]
    ).astype(jnp.float32)
    lays = (4 * cards[:, None] + jnp.arange(4)).ravel()
    actions = jnp.append(lays, END)
    allowed = (mask[actions] > 0) & jnp.append(jnp.repeat(there, 4), True)
    return Position(each, table, allowed), actions


def least_of_others(cost: Any, axis: int) -> Any:
    """For each place the least along an axis, that place left out."""
    low, second = jnp.split(jnp.sort(cost, axis=axis).take(jnp.arange(2), axis=axis), 2, axis=axis)
    return jnp.where(cost == low, jnp.where((cost == low).sum(axis=axis, keepdims=True) > 1, low, second), low)


def layer(key: Any, inputs: int, outputs: int, scale: float = 1.0) -> Params:
    return {"w": jax.random.normal(key, (inputs, outputs)) * scale / inputs**0.5, "b": jnp.zeros(outputs)}


def make(key: Any) -> Params:
    position, _ = jax.eval_shape(features, jnp.zeros(TEAM.size, jnp.uint8), jnp.zeros(398, jnp.int8))
    keys = jax.random.split(key, 8)
    return {
        "table": layer(keys[0], position.table.shape[-1], WIDTH),
        "each": layer(keys[1], position.each.shape[-1], WIDTH),
        "again": layer(keys[2], WIDTH, WIDTH),
        "others": layer(keys[7], 2 * WIDTH, WIDTH),
        "lay": layer(keys[3], WIDTH, 1, 0.1),
        "pooled": layer(keys[4], 3 * WIDTH, WIDTH),
        "end": layer(keys[5], WIDTH, 1, 0.1),
        "value": layer(keys[6], WIDTH, 1, 0.1),
    }


def dense(part: Params, x: Any) -> Any:
    return x @ part["w"] + part["b"]


def judge(params: Params, position: Position) -> tuple[Any, Any]:
    """Of a batch of positions: the logits of all choices, and the value."""
    whole = dense(params["table"], position.table)
    lays = position.allowed[:, :-1, None]
    x = dense(params["each"], position.each).reshape(len(whole), -1, WIDTH)
    x = jax.nn.relu(x + whole[:, None])
    x = jax.nn.relu(dense(params["again"], x) + dense(params["others"], pool(x, lays))[:, None])
    pooled = jax.nn.relu(dense(params["pooled"], jnp.concatenate([jnp.tanh(whole), pool(x, lays)], axis=-1)))
    logits = jnp.concatenate([dense(params["lay"], x)[..., 0], dense(params["end"], pooled)], axis=-1)
    return jnp.where(position.allowed, logits, -1e9), dense(params["value"], pooled)[:, 0]


def pool(x: Any, lays: Any) -> Any:
    """Greatest and mean over the lays that are allowed: what each of them hears of the others."""
    kept = jnp.where(lays, x, 0)
    return jnp.concatenate([kept.max(axis=1), kept.sum(axis=1) / jnp.maximum(lays.sum(axis=1), 1)], axis=-1)


@jax.jit
def choose(params: Params, key: Any, seen: Any, mask: Any) -> tuple[Position, Any, Any, Any, Any]:
    """A choice by chance at each table: positions, choices, their actions and probabilities, and values."""
    position, actions = jax.vmap(features)(seen, mask)
    logits, value = judge(params, position)
    choice = jax.random.categorical(key, logits)
    chance = pick(jax.nn.log_softmax(logits), choice)
    return position, choice, pick(actions, choice), chance, value


@jax.jit
def best_action(params: Params, seen: Any, mask: Any) -> Any:
    position, actions = jax.vmap(features)(seen, mask)
    return pick(actions, judge(params, position)[0].argmax(axis=1))


def pick(rows: Any, places: Any) -> Any:
    """From each row the one at its place."""
    return jnp.take_along_axis(rows, places[:, None], axis=1)[:, 0]


# Learning.


@jax.jit
def advantages(rollout: Rollout, last: Any) -> Any:
    """Generalised advantage estimation, from the last step back."""

    def back(carry: Any, step: Any) -> tuple[Any, Any]:
        ahead, following = carry
        value, reward, over = step
        delta = reward + GAMMA * following * (1 - over) - value
        ahead = delta + GAMMA * LAMBDA * (1 - over) * ahead
        return (ahead, value), ahead

    steps = (rollout.value, rollout.reward, rollout.over)
    return jax.lax.scan(back, (jnp.zeros_like(last), last), steps, reverse=True)[1]


def loss(params: Params, batch: Rollout, gain: Any, remaining: Any) -> Any:
    logits, value = judge(params, batch.position)
    logs = jax.nn.log_softmax(logits)
    ratio = jnp.exp(pick(logs, batch.choice) - batch.chance)
    scaled = (gain - gain.mean()) / (gain.std() + 1e-8)
    policy = -jnp.minimum(ratio * scaled, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * scaled).mean()
    error = jnp.square(value - (gain + batch.value)).mean()
    entropy = -(jnp.exp(logs) * jnp.where(batch.position.allowed, logs, 0)).sum(axis=1).mean()
    return policy + VALUE * error - ENTROPY * remaining * entropy


def make_update(optimiser: Any) -> Any:
    @jax.jit
    def update(params: Params, state: Any, batch: Rollout, gain: Any, remaining: Any) -> tuple[Params, Any]:
        change, state = optimiser.update(jax.grad(loss)(params, batch, gain, remaining), state)
        return optax.apply_updates(params, jax.tree.map(lambda part: remaining * part, change)), state

    return update


def as_seen(now: Any) -> dict[str, Any]:
    return {"seen": now["observation"], "mask": now["action_mask"]}


class Learner:
    """A network, its optimiser, and the tables it plays at."""

    def __init__(self, seed: int, tables: int) -> None:
        self.tables = tables
        self.key, start = jax.random.split(jax.random.key(seed))
        self.params = make(start)
        optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(RATE))
        self.state, self.update = optimiser.init(self.params), make_update(optimiser)
        self.env = gymnasium.make_vec(
            "gambero/Classic-v0",
            num_envs=tables,
            vectorization_mode="vector_entry_point",
            players=1,
            reward="cards",
            autoreset_mode="SameStep",
        )
        self.now, _ = self.env.reset(seed=seed * 1_000_000 + 1_000_000)
        self.chance = np.random.default_rng(seed)
        self.steps = 0

    def play(self) -> tuple[Rollout, Any]:
        """Play on for some steps at all tables."""
        kept = []
        for _ in range(STEPS):
            self.key, key = jax.random.split(self.key)
            position, choice, action, chance, value = choose(self.params, key, **as_seen(self.now))
            self.now, reward, over, _, _ = self.env.step(np.asarray(action))
            gained = (SCALE * reward).astype(np.float32)
            kept.append(Rollout(position, choice, chance, value, gained, over.astype(np.float32)))
            self.steps += self.tables
        last = choose(self.params, self.key, **as_seen(self.now))[-1]
        rollout: Rollout = jax.tree.map(lambda *parts: np.stack([np.asarray(part) for part in parts]), *kept)
        return rollout, last

    def learn(self, remaining: float) -> None:
        """One rollout, and some passes over it in shuffled batches; `remaining` is the part of the time still left."""
        rollout, last = self.play()
        gain = np.asarray(advantages(rollout, last)).ravel()
        flat = jax.tree.map(lambda part: part.reshape(-1, *part.shape[2:]), rollout)
        for _ in range(EPOCHS):
            for places in np.array_split(self.chance.permutation(len(gain)), BATCHES):
                batch = jax.tree.map(lambda part: part[places], flat)  # noqa: B023  # used at once
                self.params, self.state = self.update(self.params, self.state, batch, gain[places], remaining)


def evaluate(params: Params, games: int, tables: int) -> tuple[float, float]:
    """Deals 0 to games − 1, one a table, always the best action: the mean of the cards left, and the share won."""
    left: list[int] = []
    for first in range(0, games, tables):
        env = gymnasium.make_vec(
            "gambero/Classic-v0", num_envs=tables, vectorization_mode="vector_entry_point", autoreset_mode="NextStep"
        )
        now, _ = env.reset(seed=first)
        done = np.full(tables, -1)
        while (done < 0).any():
            action = np.asarray(best_action(params, **as_seen(now)))
            now, _, over, _, info = env.step(action)
            done = np.where(over & (done < 0), info.get("left", 0), done)
        left += done.tolist()
    return float(np.mean(left)), float(np.mean(np.array(left) == 0))


def greedy(games: int) -> tuple[float, float]:
    """The same of greedy, at the same deals."""
    left = []
    player = gambero.bot("greedy")
    for seed in range(games):
        game = gambero.new("classic", seed=seed)
        while not game.over:
            game.move(player.choose(game.view(0)))
        assert game.result
        left.append(game.result.left)
    return float(np.mean(left)), float(np.mean(np.array(left) == 0))


def checkpoints(learner: Learner, minutes: float, updates: int, every: int, games: int) -> Iterator[dict[str, float]]:
    """Learn until the time or the updates are over, and say from time to time how good it is."""
    began = perf_counter()
    for number in range(1, updates + 1):
        done = max((perf_counter() - began) / (60 * minutes), (number - 1) / updates)
        learner.learn(max(1 - done, 0.0))
        late = perf_counter() - began > 60 * minutes
        if number % every == 0 or number == updates or late:
            left, won = evaluate(learner.params, games, min(games, TABLES))
            yield {
                "steps": learner.steps,
                "minutes": round((perf_counter() - began) / 60, 2),
                "left": round(left, 2),
                "won": round(won, 4),
            }
        if late:
            return


def main() -> None:
    about = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    about.add_argument("--minutes", type=float, default=60.0, help="how long to learn at most")
    about.add_argument("--updates", type=int, default=1_000_000, help="how many rollouts to learn from at most")
    about.add_argument("--every", type=int, default=10, help="rollouts between two checkpoints")
    about.add_argument("--games", type=int, default=1024, help="games of an evaluation")
    about.add_argument("--tables", type=int, default=TABLES, help="tables played at once")
    about.add_argument("--seed", type=int, default=1)
    about.add_argument("--out", type=Path, default=Path("ppo-run"), help="folder for curve and weights")
    asked = about.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    left, won = greedy(asked.games)
    print(f"greedy: {left:.2f} cards left, {won:.2%} won", flush=True)
    learner = Learner(asked.seed, asked.tables)
    with (asked.out / "curve.csv").open("w", newline="") as file:
        rows = csv.DictWriter(file, ["steps", "minutes", "left", "won", "greedy_left", "greedy_won"])
        rows.writeheader()
        for row in checkpoints(learner, asked.minutes, asked.updates, asked.every, asked.games):
            rows.writerow({**row, "greedy_left": round(left, 2), "greedy_won": round(won, 4)})
            file.flush()
            print(f"{row['steps']:>12,} steps: {row['left']:.2f} cards left, {row['won']:.2%} won", flush=True)
            flat, _ = jax.tree_util.tree_flatten_with_path(learner.params)
            weights: Any = {jax.tree_util.keystr(path): np.asarray(value) for path, value in flat}
            np.savez(asked.out / "weights.npz", **weights)


if __name__ == "__main__":
    main()
