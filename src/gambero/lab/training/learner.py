"""The learner: a judge fitted to rows by gradient descent, in JAX with Optax (extra `train`)."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from gambero.bots.team.judge import LEAK, Net

BATCH = 256
BLOCK = 32 * BATCH  # rows of one compiled call
RATE = 1e-3  # at first
LAST_RATE = 3e-5
DECAY = 1e-4  # of the weights
AVERAGE = 0.005  # how fast the averaged network, which plays, follows the one that learns

Floats = npt.NDArray[np.float32]


def new_net(inputs: int, first: int, second: int, seed: int) -> Net:
    """A network that knows nothing: He's initial weights."""
    chance = np.random.default_rng(seed)

    def layer(before: int, after: int) -> Floats:
        return (chance.standard_normal((before, after)) * np.sqrt(2 / before)).astype(np.float32)

    def zeros(size: int) -> Floats:
        return np.zeros(size, np.float32)

    one, two, three = layer(inputs, first), layer(first, second), layer(second, 1)[:, 0]
    return Net(one, zeros(first), two, zeros(second), three, zeros(1))


def logits(net: Any, inputs: Any) -> Any:
    """What the kernel `think` computes, for many rows, before the last sigmoid."""
    one = jax.nn.leaky_relu(inputs @ net.layer_1 + net.bias_1, float(LEAK))
    two = jax.nn.leaky_relu(one @ net.layer_2 + net.bias_2, float(LEAK))
    return two @ net.layer_3 + net.bias_3[0]


def loss(net: Any, inputs: Any, targets: Any) -> Any:
    """Cross entropy between the judge's chances and the targets."""
    return optax.sigmoid_binary_cross_entropy(logits(net, inputs.astype(jnp.float32)), targets).mean()


class Learner:
    """A network, the state of its optimiser, and an average of the network over its last steps."""

    def __init__(self, net: Net) -> None:
        self.optimiser = optax.inject_hyperparams(optax.adamw)(learning_rate=RATE, weight_decay=DECAY)
        self.net: Any = jax.tree.map(jnp.asarray, net)
        self.average: Any = self.net
        self.state: Any = self.optimiser.init(self.net)
        self._run = jax.jit(self._scan)

    def _scan(self, net: Any, average: Any, state: Any, inputs: Any, targets: Any) -> Any:
        def step(carried: Any, batch: Any) -> Any:
            net, average, state = carried
            value, slopes = jax.value_and_grad(loss)(net, *batch)
            updates, state = self.optimiser.update(slopes, state, net)
            net = optax.apply_updates(net, updates)
            share = jnp.maximum(AVERAGE, 1 / (1 + 0.2 * state.count))  # early steps count little in the average
            average = optax.incremental_update(net, average, share)
            return (net, average, state), value

        return jax.lax.scan(step, (net, average, state), (inputs, targets))

    def fit(self, inputs: npt.NDArray[np.float16], targets: Floats, done: float) -> float:
        """Take a step for each BATCH of the rows, whole BLOCKs of them; returns the mean loss.

        `done` is the share of all training that is over: the rate of learning falls with it.
        """
        share = (1 + np.cos(np.pi * min(done, 1.0))) / 2
        self.state.hyperparams["learning_rate"] = jnp.asarray(LAST_RATE + (RATE - LAST_RATE) * share, jnp.float32)
        losses = []
        for at in range(0, len(targets) - BLOCK + 1, BLOCK):
            batches = inputs[at : at + BLOCK].reshape(-1, BATCH, inputs.shape[1])
            wanted = targets[at : at + BLOCK].reshape(-1, BATCH)
            (self.net, self.average, self.state), values = self._run(
                self.net, self.average, self.state, batches, wanted
            )
            losses.append(float(values.mean()))
        return float(np.mean(losses))

    def player(self) -> Net:
        """The averaged network, for the kernels."""
        return Net(*(np.array(layer, np.float32) for layer in self.average))

    def leaves(self) -> list[npt.NDArray[Any]]:
        """All that a checkpoint must keep."""
        return [np.asarray(leaf) for leaf in jax.tree.leaves((self.net, self.average, self.state))]

    def restore(self, leaves: list[npt.NDArray[Any]]) -> None:
        shape = jax.tree.structure((self.net, self.average, self.state))
        self.net, self.average, self.state = jax.tree.unflatten(shape, [jnp.asarray(leaf) for leaf in leaves])
