"""Train a judge on its own searches: `python -m gambero.lab.training.train classic 3 5000 OUT.npy [START.npy]`.

Every end that a search compares is moved towards the mean of its looks; the one that is played also towards what came
of it. Options follow the game's name after a plus: `classic+on_fire`, `extreme`.
"""

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.bots.team.careful import everyone_says, unlaid_cards
from gambero.bots.team.ends import play_end
from gambero.bots.team.expert import FADE, LOST, Study, Thinking, make_study, rank, try_out, without
from gambero.bots.team.greedy import choose as choose_greedily
from gambero.bots.team.judge import (
    BIAS_1,
    BIAS_2,
    BIAS_3,
    FIRST,
    INPUTS,
    LAYER_2,
    LAYER_3,
    LEAK,
    SECOND,
    WEIGHTS,
    judge_end,
    think,
)
from gambero.bots.team.minds import weights as packaged
from gambero.bots.team.weigh import SAY_NEAR
from gambero.game.decks import shuffled
from gambero.game.setup import Setup, prepared
from gambero.rules import classic, commands, team
from gambero.rules.compiled import kernel, numeric
from gambero.rules.shuffle import seeded

MOST_TURNS = 128
WORLDS = 10  # looked at by each end of a turn
THINKING = Thinking(tried=6, weighed=24, prior=0.0, margin=1.0, middle=2, last=5, depth=2, end_depth=4)
PLAYED, FAR = 0.4, 0.9  # how much the played end learns from what came of it; how far back that reaches
BATCH = 800  # ends between two steps
STREAM = 2**41  # deals far from those that anybody measures on

Net = npt.NDArray[np.float32]


class Descent:
    """Adam: the gradient and its two running means."""

    def __init__(self, size: int) -> None:
        self.gradient = np.zeros(size, np.float32)
        self.mean = np.zeros(size, np.float32)
        self.square = np.zeros(size, np.float32)
        self.steps = 0

    def step(self, net: Net, rate: float, ends: int) -> None:
        self.steps += 1
        gradient = self.gradient / ends
        self.mean += np.float32(0.1) * (gradient - self.mean)
        self.square += np.float32(0.001) * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        net -= (rate * mean / (np.sqrt(square) + 1e-6)).astype(np.float32)
        self.gradient[:] = 0


@numeric
def learn_from(x: Any, net: Any, one: Any, two: Any, target: float, gradient: Any) -> None:
    """Add the gradient of the cross entropy between the network's word on x and the target."""
    error = np.float32(think(x, net, one, two) - target)
    back = np.zeros(FIRST, np.float32)
    gradient[BIAS_3] += error
    for k in range(SECOND):
        gradient[LAYER_3 + k] += error * two[k]
        passed = error * net[LAYER_3 + k] * (np.float32(1.0) if two[k] > 0 else LEAK)
        gradient[BIAS_2 + k] += passed
        for i in range(FIRST):
            gradient[LAYER_2 + k * FIRST + i] += passed * one[i]
            back[i] += passed * net[LAYER_2 + k * FIRST + i]
    for k in range(FIRST):
        passed = back[k] * (np.float32(1.0) if one[k] > 0 else LEAK)
        gradient[BIAS_1 + k] += passed
        for i in range(INPUTS):
            gradient[k * INPUTS + i] += passed * x[i]


@kernel
def learn_game(
    state: Any,
    thinking: Any,
    exact: Any,
    weights: Any,
    net: Any,
    generator: Any,
    study: Any,
    seen: Any,
    worth: Any,
    gradient: Any,
) -> int:
    """Play a game with a search on every turn and learn from it; returns how many ends were learned from."""
    unlaid = unlaid_cards(state)
    turns, learned = 0, 0
    while state.outcome == team.PLAYING:
        everyone_says(state, weights[SAY_NEAR], study.near.said)
        found = rank(state, unlaid, thinking, weights, net, study)
        if found == 0:
            classic.take(state, choose_greedily(state))  # lost, but the law says when
            unlaid = unlaid_cards(state)
            continue
        words = study.words.copy()
        for k in range(found):
            study.total[k] = 0.0
        try_out(state, unlaid, found, WORLDS, exact, thinking, weights, net, generator, study)
        best = 0
        for k in range(found):
            study.total[k] /= WORLDS
            if study.total[k] > study.total[best]:
                best = k
        for k in range(found):
            row = study.near.ends[study.near.best[k]]
            if row.outcome != team.PLAYING:
                continue
            judge_end(state, row, unlaid, words, net, study.x, study.one, study.two)
            if k == best:
                seen[turns] = study.x
                worth[turns] = study.total[k]
                turns += 1
            else:
                learn_from(study.x, net, study.one, study.two, study.total[k], gradient)
                learned += 1
        row = study.near.ends[study.near.best[best]]
        unlaid = without(unlaid, state.hands[state.seat], row)
        play_end(state, row)
    came = 1.0 if state.outcome == team.BEATEN else LOST * np.exp(-team.left(state) / FADE)
    for turn in range(turns - 1, -1, -1):
        target = PLAYED * came + (1 - PLAYED) * worth[turn]
        learn_from(seen[turn], net, study.one, study.two, target, gradient)
        came = FAR * came + (1 - FAR) * worth[turn]
    return learned + turns


def trained(setup: Setup, net: Net, games: int, rate: float = 1e-3) -> Net:
    """A better network for this game, after so many games; the same ones give the same network."""
    study: Study = make_study()
    descent = Descent(WEIGHTS)
    generator = np.zeros(4, np.uint64)
    seeded(generator, np.uint64(1), np.uint64(STREAM))
    exact = np.ones(team.MAX_PLAYERS, np.int64)
    seen, worth = np.zeros((MOST_TURNS, INPUTS), np.float32), np.zeros(MOST_TURNS)
    table = np.zeros(1, team.TEAM)
    options = setup.options
    wins = ends = 0
    for game in range(games):
        classic.set_up(
            table,
            shuffled(range(team.LOWEST, team.HIGHEST + 1), 1, STREAM + game),
            setup.players,
            options["professional"],
            options["short_hands"],
            options.get("on_fire", False),
            commands.as_table(setup.commands),
        )
        if setup.players > 1:
            classic.play(table, classic.START + game % setup.players)
        ends += learn_game(
            table[0], THINKING, exact, packaged("careful"), net, generator, study, seen, worth, descent.gradient
        )
        wins += int(table[0]["outcome"] == team.BEATEN)
        if ends >= BATCH or game == games - 1:
            descent.step(net, rate * (1 - game / games) + 2e-5, ends)
            ends = 0
        if game % 100 == 99:
            print(f"{game + 1} of {games} games, {wins} of the last hundred won", flush=True)
            wins = 0
    return net


def main(arguments: list[str]) -> None:
    kind, players, games, out, *start = arguments
    game, *options = kind.split("+")
    chosen: dict[str, Any] = dict.fromkeys(options, True)
    setup = prepared(game, players=int(players), seed=1, **chosen)
    net = np.load(start[0]) if start else packaged(f"classic-{players}").copy()
    np.save(out, trained(setup, net, int(games)))


if __name__ == "__main__":
    main(sys.argv[1:])
