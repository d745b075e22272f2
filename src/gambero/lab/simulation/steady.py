"""A win rate with the luck of the draws taken out: a control variate, so that fewer games tell as much.

The luck of a draw is the judge's chance after it, minus the judge's mean chance after other draws from the same draw
pile. The judge looks as if it were the turn of the seat that drew, since only that seat sees the cards. Nobody knows
the order of the draw pile, so luck is zero on average, whatever the bots do and however good the judge is. Therefore
it may be subtracted from the results without making them wrong; the better the judge, the more noise that removes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.bots.team.careful import everyone_says, unlaid_cards
from gambero.bots.team.expert import Thinking, make_workspace, rank
from gambero.bots.team.judge import Net
from gambero.bots.team.planners import packaged_judge_for, weights
from gambero.bots.team.weigh import SAY_NEAR
from gambero.game.decks import shuffled
from gambero.game.notation import TEAM
from gambero.game.setup import Setup
from gambero.lab.simulation.tally import Z
from gambero.rules import classic, commands, team
from gambero.rules.compiled import kernel
from gambero.rules.moves import START
from gambero.rules.shuffle import below, seeded

OTHERS = 24  # other draws that a draw is compared with
DEALS = 2000  # other deals that a deal is compared with
STREAM = 2**43  # of their chance: far from that of any game
QUICK = Thinking(tried=12, weighed=12, width=2, reach=8.0)


@kernel
def judged(state: Any, weights: Any, net: Any, workspace: Any) -> float:
    """The judge's chance at the best end of the mover's turn; 1 or 0 if the game is over."""
    if state.outcome != team.PLAYING:
        return 1.0 if state.outcome == team.BEATEN else 0.0
    everyone_says(state, weights[SAY_NEAR], workspace.near.signals)
    return workspace.near.value[0] if rank(state, unlaid_cards(state), QUICK, weights, net, workspace) else 0.0


@kernel
def judged_deal(tables: Any, weights: Any, net: Any, workspace: Any) -> float:
    """The judge's chance for a deal, on average over who starts; `tables` has the deal and a free record."""
    total = 0.0
    for seat in range(tables[0].players):
        tables[1] = tables[0]
        if tables[0].seat == team.NOBODY:
            classic.take(tables[1], START + seat)
        total += judged(tables[1], weights, net, workspace)
    return total / tables[0].players


@kernel
def draw_luck(tables: Any, moves: Any, others: int, weights: Any, net: Any, generator: Any, workspace: Any) -> float:
    """Play a game's moves again and add up how lucky its draws were; `tables` has the deal and two free records."""
    luck = 0.0
    for at in range(len(moves)):
        tables[1] = tables[0]
        before = tables[1]
        classic.take(tables[0], moves[at])
        if tables[0].drawn == before.drawn:
            continue
        tables[2] = tables[0]
        tables[2].seat = before.seat
        luck += judged(tables[2], weights, net, workspace)
        for _ in range(others):
            for place in range(before.drawn, team.CARDS - 1):
                other = place + below(generator, team.CARDS - place)
                before.deck[place], before.deck[other] = before.deck[other], before.deck[place]
            tables[2] = before
            classic.take(tables[2], moves[at])
            tables[2].seat = before.seat
            luck -= judged(tables[2], weights, net, workspace) / others
    return luck


def luck_of(setup: Setup, deck: Sequence[int], log: Sequence[str], seed: int, number: int) -> float:
    """How lucky the deal and the draws of a finished team game were, in games won; zero on average."""
    own, net = weights("careful"), packaged_judge_for(setup.commands, setup.options, setup.players)
    workspace, generator = make_workspace(), np.zeros(4, np.uint64)
    seeded(generator, np.uint64(seed), np.uint64(STREAM + number))
    tables = _dealt(setup, np.array(deck, np.uint8))
    luck = judged_deal(tables, own, net, workspace) - _usual_deal(_Shape(setup))
    moves = np.array([TEAM.numbers[move] for move in log], np.int64)
    return float(luck + draw_luck(tables, moves, OTHERS, own, net, generator, workspace))


def _dealt(setup: Setup, deck: npt.NDArray[np.uint8]) -> npt.NDArray[np.void]:
    tables = np.zeros(3, team.TEAM)
    options = setup.options
    rules = (options["professional"], options["short_hands"], options.get("on_fire", False))
    classic.set_up(tables[:1], deck, setup.players, *rules, commands.as_table(setup.commands))
    return tables


class _Shape:
    """A setup without its deal: the key under which the mean of its deals is cached."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._key = (setup.game, setup.players, repr(sorted(setup.options.items())), repr(setup.commands))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shape) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@cache
def _usual_deal(shape: _Shape) -> float:
    """The judge's mean chance over many deals."""
    setup = shape.setup
    own: Any = weights("careful")
    net: Net = packaged_judge_for(setup.commands, setup.options, setup.players)
    workspace = make_workspace()
    cards = range(team.LOWEST, team.HIGHEST + 1)
    decks = (shuffled(cards, number, STREAM) for number in range(DEALS))
    return float(np.mean([judged_deal(_dealt(setup, deck), own, net, workspace) for deck in decks]))


@dataclass(frozen=True)
class Steadied:
    """A win rate without the luck of the draws."""

    win_rate: float
    interval: tuple[float, float]  # 95%
    worth: float  # so many times as many games would give the same interval without this correction


def steadied(won: Sequence[float], luck: Sequence[float]) -> Steadied:
    """The win rate with the influence of luck subtracted, which narrows its interval (a control variate).

    The coefficient for each half of the games is fitted on the other half, so the rate stays unbiased.
    """
    results, drawn = np.asarray(won, float), np.asarray(luck, float)
    rest = np.empty_like(results)
    for half in (0, 1):
        rest[half::2] = results[half::2] - _share(results[1 - half :: 2], drawn[1 - half :: 2]) * drawn[half::2]
    rate, games = float(rest.mean()), len(rest)
    spread = Z * sqrt(float(rest.var(ddof=1)) / games) if games > 1 else 1.0
    plain, left = float(results.var()), float(rest.var())
    return Steadied(rate, (rate - spread, rate + spread), plain / left if left else 1.0)


def _share(won: npt.NDArray[np.float64], luck: npt.NDArray[np.float64]) -> float:
    return float(np.cov(won, luck)[0, 1] / luck.var(ddof=1)) if len(luck) > 2 and luck.var() else 1.0
