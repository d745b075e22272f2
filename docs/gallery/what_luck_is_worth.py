"""What is luck worth?

A good player leaves few cards of one deal and many of another. Is that the deal, or chance in the play? Careful plays
each deal many times, each time with its weights changed a little: about as strong, but other moves. If only the deal
counted, all games of a deal would end alike; if it did not count at all, the means of all deals would be the same.
"""

import sys
from pathlib import Path
from statistics import fmean, pvariance

from gambero.game.setup import prepared
from gambero.lab.deal_luck import this_deal
from gambero.lab.report.colours import bot_colours
from gambero.lab.report.picture import picture
from gambero.lab.report.plots import lines

SHORT = "--short" in sys.argv
DEALS, TRIES = (4, 8) if SHORT else (200, 32)

left = [this_deal(prepared("classic", players=3, seed=seed), range(TRIES)) for seed in range(DEALS)]
means = [fmean(tries) for tries in left]
games = [cards for tries in left for cards in tries]
within = fmean(pvariance(tries) for tries in left)
between = max(0.0, pvariance(means) - within / TRIES)  # the means' own chance taken off
print(f"{DEALS} deals, {TRIES} games of each: {fmean(games):.1f} cards left on average")
print(f"the luckiest deal leaves {min(means):.1f}, the worst {max(means):.1f}")
print(f"the deal decides {between / (between + within or 1):.0%} of the spread, play the rest")


def shares(values: list[float], most: int = 30) -> list[tuple[float, float]]:
    """How often a value falls between a number of cards and the next."""
    return [(cards, sum(cards <= value < cards + 1 for value in values) / len(values)) for cards in range(most + 1)]


one, many = bot_colours(["greedy", "expert"]).values()
series = [(one, "single games", shares([float(cards) for cards in games])), (many, "means of deals", shares(means))]
plot = lines(series, "share", "cards left", "Cards left: single games, and means of deals")
title = "Cards left: single games (orange), means of deals (blue)"
Path("what_luck_is_worth.svg").write_text(picture(plot, title), "utf-8")
