"""Calibrated chances: what a search gives, corrected by how expert's own games ended (`gambero train --chances`)."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Any

from gambero.bots.imagine import unseen
from gambero.bots.team.planners import kind
from gambero.game.base import View
from gambero.rules.team import CARDS

Terms = Sequence[float]  # of the log odds: a constant, the log odds said, the share unlaid, and the product of the two

AS_SAID: Terms = (0.0, 1.0, 0.0, 0.0)
SURE = 0.002  # chances nearer than this to 0 or 1 are taken as this near, since log odds need a bound
LEAST_SLOPE = 0.1  # above 0, so that of two chances the higher stays the higher


def calibrated(said: float, unlaid: float, terms: Terms) -> float:
    """The calibrated chance to win, from what a search gave and the share of cards unlaid."""
    if said <= 0.0 or said >= 1.0:
        return said  # the game is over
    constant, slope, unlaid_term, product = terms
    clipped = min(max(said, SURE), 1 - SURE)
    odds = log(clipped / (1 - clipped))
    return 1 / (1 + exp(-(constant + unlaid_term * unlaid + max(slope + product * unlaid, LEAST_SLOPE) * odds)))


def corrected(view: View, said: float) -> float:
    """A chance that a search from this view gave, calibrated for its kind of game."""
    unlaid = (len(unseen(view)) + len(view["hand"])) / CARDS
    return calibrated(said, unlaid, terms_for(view["commands"], view["options"], view["players"]))


def terms_for(commands: Mapping[Any, str], options: Mapping[str, Any], players: int) -> Terms:
    """The fitted terms for exactly these options, else for their kind of game, else terms that change nothing.

    A file for one number of players goes before one for several.
    """
    exact = "-".join(["commands"] * bool(commands) + [name for name in sorted(options) if options[name] is True])
    for name in (exact or "plain", kind(commands, options)):
        for file in (f"{name}-{players}", name):
            terms = _fitted(file).get(players)
            if terms is not None:
                return terms
    return AS_SAID


@cache
def _fitted(name: str) -> dict[int, Terms]:
    """The terms of a file of the package, by number of players."""
    file = files("gambero.bots.team") / "weights" / f"chances-{name}.json"
    if not file.is_file():
        return {}
    cells = json.loads(file.read_text("utf-8"))["cells"]
    return {cell["players"]: tuple(cell["terms"]) for cell in cells}
