"""The five players of tension: what they do, how fast, and how often they err.

Every card has to be drawn and laid once, so only waiting loses time. A draw is always possible while the stack
lasts, a lay is not. So all but random lay when they can, and draw when they cannot.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from random import Random

from gambero.bots.tension.chains import chance_to_fit, cover, kinds, longest_run, onward, unseen
from gambero.game.base import View
from gambero.game.notation import TENSION, card_text
from gambero.rules.tension import DRAW, SEAT

QUICKEST = 0.15  # seconds: nobody sees, decides and moves faster

# How the expert weighs, found by playing many games; see `_expert`.
GOES_ON = 0.6  # each further card of a run counts so much of the one before
COVER = 12.0
DANGER = 12.0
NEAR = 4  # cards away from the end at which cover and danger count half


@dataclass(frozen=True)
class Level:
    """How a level plays where everyone plays at once."""

    thinks: str  # one line on how it plays
    mean: float  # seconds from one act to the next
    spread: float  # of the logarithm of the time above the quickest
    mistakes: float  # share of acts that try a card that does not fit


LEVELS = {
    "random": Level("does anything that may be done", mean=1.5, spread=0.5, mistakes=0.15),
    "greedy": Level("lays the first card that fits, else draws", mean=1.1, spread=0.45, mistakes=0.06),
    "human": Level("lays the first card that fits, else draws", mean=0.9, spread=0.5, mistakes=0.04),
    "careful": Level("lays the card on which most of its others fit", mean=0.7, spread=0.4, mistakes=0.01),
    "expert": Level("plans runs and leaves the others little that fits", mean=0.4, spread=0.35, mistakes=0.0),
}


def reaction(level: str, chance: Random) -> float:
    """Seconds until the next act of a player of this level."""
    pace = LEVELS[level]
    middle = log(pace.mean - QUICKEST) - pace.spread**2 / 2  # so that the mean comes out as stated
    return QUICKEST + chance.lognormvariate(middle, pace.spread)


def chosen(view: View, level: str, chance: Random) -> str:
    """What a player of this level does where it can move; at the lower levels sometimes a card that does not fit."""
    moves: list[str] = view["moves"]
    if moves[0] == "^" or moves[0].endswith("x"):  # always the only move there is, and hard to get wrong
        return moves[0]
    wrong = misfits(view)
    if wrong and chance.random() < LEVELS[level].mistakes:
        return chance.choice(wrong)
    if level == "random":
        return chance.choice(moves)
    lays = fitting(view)
    return CHOICES[level](view, lays) if lays else f"{view['seat']}:+"


def misfits(view: View) -> list[str]:
    """The own cards that may not be laid now, as moves."""
    cards = sorted({(value, step) for value, step in view["hand"]})
    lays = [f"{view['seat']}:{card_text(card)}" for card in cards]
    return [move for move in lays if move not in view["moves"]]


def fitting(view: View) -> dict[str, int]:
    """The cards that may be laid now, as moves, each with its kind."""
    acts = {move: TENSION.numbers[move] % SEAT for move in view["moves"]}
    return {move: act for move, act in acts.items() if act != DRAW}


def _greedy(view: View, lays: dict[str, int]) -> str:  # noqa: ARG001  # it looks no further
    return next(iter(lays))


def _careful(view: View, lays: dict[str, int]) -> str:
    hand = kinds(view["hand"])
    return max(lays, key=lambda move: onward(lays[move], hand - Counter([lays[move]])))


def _expert(view: View, lays: dict[str, int]) -> str:
    hand, hidden, stack = kinds(view["hand"]), unseen(view), view["stock"][view["seat"]]

    def worth(move: str) -> float:
        """A run to go on with, a hand that fits on much, and little for the others, the more so near the end."""
        top, rest = lays[move], hand - Counter([lays[move]])
        run = sum(GOES_ON**i for i in range(len(longest_run(top, rest))))
        broad = COVER * cover(rest, hidden) / (1 + stack / NEAR)
        return run + onward(top, rest) + broad - DANGER * opened(view, top, hidden)

    return max(lays, key=worth)


def opened(view: View, top: int, hidden: Counter[int]) -> float:
    """How much a top card is likely to help the others, those near their end above all."""
    total = 0.0
    for seat, (held, stack) in enumerate(zip(view["hands"], view["stock"], strict=True)):
        acts = held + 2 * stack  # every card of a stack is drawn and laid
        if seat != view["seat"] and acts > 1:  # whoever has one act left needs no card that fits (T11)
            total += chance_to_fit(top, hidden, held) / (1 + acts / NEAR)
    return total


CHOICES: dict[str, Callable[[View, dict[str, int]], str]] = {
    "greedy": _greedy,
    "human": _greedy,
    "careful": _careful,
    "expert": _expert,
}
