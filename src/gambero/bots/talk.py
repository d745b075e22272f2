"""What players may say to each other before somebody moves, as data (C15, E3): never a number.

What the others said travels in the view: `view["said"] = {"1": {"piles": {"a": "mine"}, "commands": ["stop"], …}}`.
"""

from gambero.game.base import View
from gambero.game.views import Said as Said

PILE_SIGNALS = ("mine", "small", "free")  # leave it to me, small steps only, free for you
EAGERNESS = (0, 1, 2)  # rather not, if need be, gladly (C4)


def nothing() -> Said:
    return {"piles": {}, "commands": [], "exact": False}


def hearing(view: View, said: dict[int, Said]) -> View:
    """The view of somebody who has heard the others; under silence nothing is heard (E12)."""
    if view["silence"]:
        return view
    return {**view, "said": {str(seat): words for seat, words in said.items() if seat != view["seat"]}}


def heard(view: View) -> dict[int, Said]:
    """What the others said, by seat."""
    return {int(seat): words for seat, words in view.get("said", {}).items()}
