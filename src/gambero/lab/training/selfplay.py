"""Games to learn from: quick ones, in which the judge alone chooses, and games with a search on every turn."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gambero.bots.team.careful import everyone_says, unlaid_cards
from gambero.bots.team.ends import play_end
from gambero.bots.team.expert import FADE, LOST, Thinking, make_workspace, rank, try_out, without
from gambero.bots.team.greedy import choose as choose_greedily
from gambero.bots.team.judge import INPUTS, Net, fill_in
from gambero.bots.team.planners import careful_weights
from gambero.bots.team.weigh import SAY_NEAR
from gambero.bots.team.worlds import ALL_PILES
from gambero.game.decks import shuffled
from gambero.game.setup import Setup
from gambero.rules import classic, commands, team
from gambero.rules.compiled import kernel
from gambero.rules.moves import START
from gambero.rules.shuffle import below, seeded

WORLDS = 10  # each end of a turn is looked at in so many
THINKING = Thinking(tried=6, weighed=24, prior=0.0, margin=1.0, middle=2, last=5, depth=2, end_depth=4)
QUICK = Thinking(tried=12, weighed=12, prior=0.0, margin=1.0)
ODD = 30  # one of so many quick turns is played at random, among the best few
FEW = 4
TRACE = 0.9  # TD(λ): how much later values count in a quick game; the judge's next value is the rest
DECAY = 0.97  # how much of the result reaches the turn before
MOST_ROWS = team.CARDS * THINKING.tried  # every turn lays a card
STREAM = 2**41  # deals far from those that anybody measures on


class Rows(NamedTuple):
    """What to learn from: a judge's inputs, and the chance it should give."""

    inputs: npt.NDArray[np.float16]
    targets: npt.NDArray[np.float32]
    wins: int
    games: int


@kernel
def play_and_note(
    state: Any,
    thinking: Any,
    exact: Any,
    weights: Any,
    net: Any,
    generator: Any,
    workspace: Any,
    result: float,
    inputs: Any,
    targets: Any,
) -> int:
    """Play a game with a search on every turn; fills in a row for each end compared and says how many there are.

    The looks say how the ends of a turn differ. How good they are as a whole is a mean of the looks and, with weight
    `result`, the result of the game: so a judge whose chances are too high learns lower ones.
    """
    unlaid = unlaid_cards(state)
    rows, turns = 0, 0
    first = np.zeros(team.CARDS + 2, np.int64)  # row of each turn, and what the looks said of the end played
    worth = np.zeros(team.CARDS + 2)
    while state.outcome == team.PLAYING:
        everyone_says(state, weights[SAY_NEAR], workspace.near.signals)
        found = rank(state, unlaid, thinking, weights, net, workspace)
        if found == 0:
            classic.take(state, choose_greedily(state))  # lost, but the law says when
            unlaid = unlaid_cards(state)
            continue
        words = workspace.words.copy()
        for k in range(found):
            workspace.total[k] = 0.0
        try_out(state, unlaid, found, WORLDS, exact, thinking, weights, net, generator, workspace)
        best = 0
        for k in range(found):
            workspace.total[k] /= WORLDS
            if workspace.total[k] > workspace.total[best]:
                best = k
        for k in range(found):
            row = workspace.near.ends[workspace.near.best[k]]
            if row.outcome != team.PLAYING or row.due:
                continue
            still = without(unlaid, state.hands[state.seat], row)
            fill_in(state, row, still, words, INPUTS, inputs[rows])
            targets[rows] = workspace.total[k]
            rows += 1
        if rows > first[turns]:
            worth[turns] = workspace.total[best]
            turns += 1
            first[turns] = rows
        row = workspace.near.ends[workspace.near.best[best]]
        unlaid = without(unlaid, state.hands[state.seat], row)
        play_end(state, row)
    came = 1.0 if state.outcome == team.BEATEN else LOST * np.exp(-team.left(state) / FADE)
    for turn in range(turns - 1, -1, -1):
        shift = result * (came - worth[turn])
        for row in range(first[turn], first[turn + 1]):
            targets[row] = min(max(targets[row] + shift, 0.0), 1.0)
        came = DECAY * came + (1 - DECAY) * worth[turn]
    return rows


@kernel
def play_quickly(
    state: Any,
    thinking: Any,
    weights: Any,
    net: Any,
    generator: Any,
    workspace: Any,
    trace: float,
    inputs: Any,
    targets: Any,
) -> int:
    """Play a game by the judge's values alone; fills in a row for each turn, its target by TD(λ); returns how many."""
    unlaid = unlaid_cards(state)
    rows = 0
    worth = np.zeros(team.CARDS + 2)  # the judge's value of the best end, by turn
    while state.outcome == team.PLAYING:
        everyone_says(state, weights[SAY_NEAR], workspace.near.signals)
        found = rank(state, unlaid, thinking, weights, net, workspace)
        if found == 0:
            classic.take(state, choose_greedily(state))  # lost, but the law says when
            unlaid = unlaid_cards(state)
            continue
        chosen = below(generator, min(found, FEW)) if below(generator, ODD) == 0 else 0
        row = workspace.near.ends[workspace.near.best[chosen]]
        still = without(unlaid, state.hands[state.seat], row)
        if row.outcome == team.PLAYING and not row.due:
            fill_in(state, row, still, workspace.words, INPUTS, inputs[rows])
            worth[rows] = workspace.near.value[0]
            rows += 1
        unlaid = still
        play_end(state, row)
    came = 1.0 if state.outcome == team.BEATEN else LOST * np.exp(-team.left(state) / FADE)
    for row in range(rows - 1, -1, -1):
        targets[row] = came
        came = trace * came + (1 - trace) * worth[row]
    return rows


def play_games(
    setups: Sequence[Setup],
    nets: Sequence[Net],
    inputs: int,
    quick: bool,
    result: float,
    seed: int,
    first: int,
    last: int,
) -> Rows:
    """Games number first to last − 1 of a seed, the setups in turn, each with its network; the same wherever played.

    `result` is how much a game's result counts in its targets: the trace of quick games, the share in searched ones.
    """
    workspace = make_workspace()
    generator = np.zeros(4, np.uint64)
    exact = np.full(team.MAX_PLAYERS, ALL_PILES, np.int64)
    seen, targets = np.zeros((MOST_ROWS, INPUTS), np.float32), np.zeros(MOST_ROWS, np.float32)
    table = np.zeros(1, team.TEAM)
    parts, wins = [], 0
    for game in range(first, last):
        setup, net = setups[game % len(setups)], nets[game % len(nets)]
        options = setup.options
        classic.set_up(
            table,
            shuffled(range(team.LOWEST, team.HIGHEST + 1), seed, STREAM + game),
            setup.players,
            options["professional"],
            options["short_hands"],
            options.get("on_fire", False),
            commands.as_table(setup.commands),
        )
        seeded(generator, np.uint64(seed), np.uint64(STREAM + game))
        if setup.players > 1:
            classic.play(table, START + game // len(setups) % setup.players)
        weights = careful_weights(setup.commands, setup.options)
        if quick:
            rows = play_quickly(table[0], QUICK, weights, net, generator, workspace, result, seen, targets)
        else:
            rows = play_and_note(table[0], THINKING, exact, weights, net, generator, workspace, result, seen, targets)
        wins += int(table[0]["outcome"] == team.BEATEN)
        parts.append((seen[:rows, :inputs].astype(np.float16), targets[:rows].copy()))
    inputs_seen = np.concatenate([part for part, _ in parts])
    return Rows(inputs_seen, np.concatenate([part for _, part in parts]), wins, last - first)
