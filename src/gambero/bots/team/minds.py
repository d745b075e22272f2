"""From a view to a plan for the whole turn, for the players that plan: careful and expert."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.bots.imagine import imagined, unseen
from gambero.bots.talk import Said, heard, nothing
from gambero.bots.team import careful, expert, greedy
from gambero.bots.team.weigh import SAY_NEAR
from gambero.game.base import View
from gambero.game.notation import TEAM_PILES
from gambero.rules.shuffle import seeded
from gambero.rules.team import MAX_PLAYERS

WORDS = {"mine": careful.LEAVE, "small": careful.STEPS, "free": careful.NOTHING}
NAMES = {careful.LEAVE: "mine", careful.STEPS: "small"}


@cache
def weights(name: str) -> npt.NDArray[Any]:
    """Tuned weights and trained networks come with the package."""
    data = (files("gambero.bots.team") / "weights" / f"{name}.npy").read_bytes()
    loaded: npt.NDArray[Any] = np.load(BytesIO(data))
    return loaded


def network(view: View) -> npt.NDArray[Any]:
    """The network trained for this game and number of players."""
    return weights(f"classic-{view['players']}")


def words_said(view: View) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """What the others said of the piles, by seat, and whose words are exact."""
    said = np.zeros((MAX_PLAYERS, len(TEAM_PILES)), np.int64)
    exact = np.zeros(MAX_PLAYERS, np.int64)
    for seat, words in heard(view).items():
        exact[seat] = words["exact"]
        for pile, word in words["piles"].items():
            said[seat, TEAM_PILES.index(pile)] = WORDS[word]
    return said, exact


def card_set(cards: list[int]) -> tuple[np.uint64, np.uint64]:
    bits = sum(1 << card for card in cards)
    return np.uint64(bits & (2**64 - 1)), np.uint64(bits >> 64)


def spoken(view: View) -> Said:
    """What a planning player says of the piles and of its commands."""
    if view["silence"] or not view["hand"]:
        return nothing()
    said = np.zeros(len(TEAM_PILES), np.int64)
    careful.speak(np.array(card_set(view["hand"])), np.array(view["piles"]), weights("careful")[SAY_NEAR], said)
    held = {view["commands"][str(card)] for card in view["hand"] if str(card) in view["commands"]}
    piles = {pile: NAMES[word] for pile, word in zip(TEAM_PILES, said.tolist(), strict=True) if word in NAMES}
    return {"piles": piles, "commands": sorted(held), "exact": True}


def eagerness(view: View) -> int:
    """C4: gladly if the first turn would use up little of the piles' range."""
    starting = {**view, "to_move": view["seat"]}
    unlaid = card_set([*unseen(view), *view["hand"]])
    return int(careful.eager(imagined(starting)[0], unlaid, weights("careful"), careful.make_room()))


class Planner:
    """Plans a turn once, then lays it card by card while nothing else happens."""

    def __init__(self, plan: Callable[[View, float | None], list[str]]) -> None:
        self._plan = plan
        self._rest: list[str] = []
        self._after: list[Any] = []  # the log as it must be for the rest to hold

    def next_move(self, view: View, seconds: float | None) -> str:
        if not self._rest or view["log"] != self._after:
            self._rest = self._plan(view, seconds)
        move = self._rest.pop(0)
        self._after = [*view["log"], [view["seat"], move]]
        return move


def moves_to(ends: npt.NDArray[np.void], end: int) -> list[str]:
    """The lays that lead to an end, and the end of the turn if it must be said."""
    moves = ["."] if ends[end]["stops"] == 1 else []
    while ends[end]["parent"] >= 0:
        moves.insert(0, f"{ends[end]['card']}{TEAM_PILES[ends[end]['pile']]}")
        end = int(ends[end]["parent"])
    return moves


class CarefulMind:
    def __init__(self) -> None:
        self.room = careful.make_room()

    def plan(self, view: View, seconds: float | None) -> list[str]:  # noqa: ARG002  # it takes no time
        self.room.said[:], _ = words_said(view)
        unlaid = card_set([*unseen(view), *view["hand"]])
        end = careful.choose_end(imagined(view)[0], unlaid, weights("careful"), self.room)
        return moves_to(self.room.ends, end) if end >= 0 else [greedy.chosen(view)]


class ExpertMind:
    def __init__(self, seed: int, thinking: expert.Thinking) -> None:
        self.study = expert.make_study()
        self.thinking = thinking
        self.generator = np.zeros(4, np.uint64)
        seeded(self.generator, np.uint64(seed), np.uint64(0))

    def plan(self, view: View, seconds: float | None) -> list[str]:
        end = self.search(view, seconds)
        return moves_to(self.study.near.ends, end) if end >= 0 else [greedy.chosen(view)]

    def search(self, view: View, seconds: float | None) -> int:
        """The end to play for, or −1; what was found out about it and others stays in the study."""
        self.study.near.said[:], exact = words_said(view)
        unlaid = card_set([*unseen(view), *view["hand"]])
        return expert.search(
            imagined(view),
            unlaid,
            exact,
            self.thinking,
            weights("careful"),
            network(view),
            self.generator,
            self.study,
            seconds,
        )
