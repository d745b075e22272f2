"""Signals: what players may tell each other before somebody moves, as data (C15, E3); never a number.

Signals of the others are in the view: `view["said"] = {"1": {"piles": {"a": "mine"}, "commands": ["stop"], …}}`.
"""

from gambero.game.base import View
from gambero.game.views import Signals as Signals

PILE_SIGNALS = ("mine", "small", "free")  # leave it to me, small steps only, free for you
EAGERNESS = (0, 1, 2)  # rather not, if need be, gladly (C4)


def no_signals() -> Signals:
    return {"piles": {}, "commands": [], "exact": False}


def with_signals(view: View, signals: dict[int, Signals]) -> View:
    """The view with the signals of the other seats; without any under silence (E12)."""
    if view["silence"]:
        return view
    return {**view, "said": {str(seat): signal for seat, signal in signals.items() if seat != view["seat"]}}


def signals_in(view: View) -> dict[int, Signals]:
    """The signals of the others, by seat."""
    return {int(seat): signal for seat, signal in view.get("said", {}).items()}
