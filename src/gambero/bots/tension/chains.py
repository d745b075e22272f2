"""Which cards fit on which: the longest run of a hand, and how likely others can lay."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import comb

from gambero.game.base import View
from gambero.game.notation import KINDS
from gambero.rules import tension

MOST_STEPS = 600  # cards tried in the search for one run, at most
DECK = Counter({KINDS[v + 1, s + 1]: copies for v, row in enumerate(tension.COPIES) for s, copies in enumerate(row)})


@cache
def followers(below: int) -> tuple[int, ...]:
    """The kinds of card that fit on one, by the law."""
    return tuple(kind for kind in range(tension.KINDS) if tension.fits(below, kind))


def kinds(cards: Iterable[tuple[int, int]]) -> Counter[int]:
    """Cards as in a view, counted by kind."""
    return Counter(KINDS[value, step] for value, step in cards)


def unseen(view: View) -> Counter[int]:
    """The cards neither on the pile nor in the own hand: the stacks and the others' hands."""
    return DECK - kinds(view["pile"]) - kinds(view["hand"])


def onward(below: int, hand: Counter[int]) -> int:
    """How many cards of a hand fit on this one."""
    return sum(hand[kind] for kind in followers(below))


def longest_run(below: int, hand: Counter[int]) -> list[int]:
    """The longest run that this hand can lay on a card; in a big hand the longest found in MOST_STEPS steps."""
    left = hand.copy()
    goal, steps = left.total(), MOST_STEPS
    run: list[int] = []
    best: list[int] = []

    def go_on(top: int) -> None:
        nonlocal steps, best
        if len(run) > len(best):
            best = run.copy()
        # The card with the fewest ways on goes first: left for later it would more likely be left over.
        for kind in sorted((kind for kind in followers(top) if left[kind]), key=lambda kind: onward(kind, left)):
            if steps == 0 or len(best) == goal:
                return
            steps -= 1
            left[kind] -= 1
            run.append(kind)
            go_on(kind)
            run.pop()
            left[kind] += 1

    go_on(below)
    return best


def chance_to_fit(below: int, hidden: Counter[int], held: int) -> float:
    """How likely one of so many cards, taken from the hidden ones, fits on this card."""
    cards = hidden.total()
    return 1 - comb(cards - onward(below, hidden), held) / comb(cards, held)


def cover(hand: Counter[int], hidden: Counter[int]) -> float:
    """On what share of the hidden cards, should they come on top, something of this hand fits."""
    fits_on = sum(copies for kind, copies in hidden.items() if onward(kind, hand))
    return fits_on / max(1, hidden.total())
