"""A plain bot as somebody else would write it, for the benchmark of other people's bots."""

from collections.abc import Mapping
from typing import Any

from gambero.bots import Bot

ASCENDS = {"a": True, "b": True, "c": False, "d": False, "A": True, "C": False}


class Plain(Bot):
    name = "plain"
    thinks = "lays the cheapest card, and no more than is owed"

    def team(self, view: Mapping[str, Any], seconds: float | None) -> str:  # noqa: ARG002
        return self.cheapest(view, dict(zip("abcd", view["piles"], strict=True)))

    def duel(self, view: Mapping[str, Any], seconds: float | None) -> str:  # noqa: ARG002
        mine = 2 * view["seat"]
        tops = view["piles"][mine : mine + 2] + view["piles"][2 - mine : 4 - mine]
        return self.cheapest(view, dict(zip("acAC", tops, strict=True)))

    def tension(self, view: Mapping[str, Any]) -> str:
        return str(min(view["moves"]))

    def cheapest(self, view: Mapping[str, Any], tops: dict[str, int]) -> str:
        if "." in view["moves"]:
            return "."
        return str(min(view["moves"], key=lambda move: self.cost(move, tops)))

    def cost(self, move: str, tops: dict[str, int]) -> int:
        card, pile = int(move[:-1]), move[-1]
        return card - tops[pile] if ASCENDS[pile] else tops[pile] - card
