"""From a view to a plan for the whole turn, for the players that plan: careful and expert."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.bots.imagine import imagined, unseen
from gambero.bots.talk import Signals, no_signals, signals_in
from gambero.bots.team import careful, expert, greedy, judge
from gambero.bots.team.weigh import SAY_NEAR, WEIGHTS
from gambero.bots.team.worlds import ALL_PILES
from gambero.game.base import View
from gambero.game.notation import TEAM_PILES
from gambero.rules.shuffle import seeded
from gambero.rules.team import MAX_PLAYERS

WORDS = {"mine": careful.LEAVE, "small": careful.STEPS, "free": careful.NOTHING}
NAMES = {careful.LEAVE: "mine", careful.STEPS: "small"}


NOT_TRAINED = "weights must be a file written by gambero train"

Weights = npt.NDArray[Any]

# The files of weights for a kind of game; a judge is named by the number of players, too.
CAREFUL: dict[str, str] = {"commands": "careful-extreme"}
JUDGES: dict[tuple[str, int], str] = {
    (trained, players): name
    for trained, name, fewest in (
        ("professional", "professional", 2),
        ("on_fire", "on_fire", 3),
        ("commands", "extreme", 2),
    )
    for players in range(fewest, MAX_PLAYERS + 1)  # with fewer classic's judge measured better: docs/strength.md
}
# Looks a turn alone, by kind: as many as fit into the same time. In extreme a hand of eight has thousands of ends.
LOOKS_ALONE = {"plain": 800, "on_fire": 600, "professional": 450, "commands": 180}


@cache
def weights(name: str) -> Weights:
    """A vector of weights that comes with the package, by the name of its file."""
    data = (files("gambero.bots.team") / "weights" / f"{name}.npy").read_bytes()
    loaded: Weights = np.load(BytesIO(data))
    return loaded


@cache
def packaged_judge(name: str) -> judge.Net:
    return judge.from_vector(weights(name))


def read_judge(path: str | Path) -> judge.Net:
    """A judge from a file of one's own, as `gambero train` writes it."""
    try:
        return judge.from_vector(np.load(path, allow_pickle=False))
    except (OSError, ValueError, EOFError) as wrong:
        raise ValueError(f"{NOT_TRAINED}, not {path}: {wrong}") from None


def read_careful(path: str | Path) -> Weights:
    """Careful's weights from a file of one's own, as `gambero train --careful` writes it."""
    try:
        own = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as wrong:
        raise ValueError(f"{NOT_TRAINED}, not {path}: {wrong}") from None
    if own.shape != (WEIGHTS,) or own.dtype != np.float64 or not np.isfinite(own).all():
        raise ValueError(f"{NOT_TRAINED} --careful, not {path}: careful has {WEIGHTS} finite weights")
    return own


def kind(commands: Mapping[Any, str], options: Mapping[str, Any]) -> str:
    """The kind of team game that players are trained for; with several options, the one that changes play most."""
    if commands:
        return "commands"
    return next((option for option in ("professional", "on_fire") if options.get(option)), "plain")


def careful_weights(commands: Mapping[Any, str], options: Mapping[str, Any]) -> Weights:
    """Careful's weights for a game."""
    return weights(CAREFUL.get(kind(commands, options), "careful"))


def packaged_judge_for(commands: Mapping[Any, str], options: Mapping[str, Any], players: int) -> judge.Net:
    """The judge that measured best for a game and number of players."""
    return packaged_judge(JUDGES.get((kind(commands, options), players), f"classic-{players}"))


def thinking_for(
    thinking: expert.Thinking, commands: Mapping[Any, str], options: Mapping[str, Any], players: int
) -> expert.Thinking:
    """How hard to think in a game, where the number of looks is left open."""
    if thinking.looks or players > 1:
        return thinking
    return thinking._replace(looks=LOOKS_ALONE[kind(commands, options)])


def weights_for(view: View, own: Weights | None = None) -> Weights:
    return careful_weights(view["commands"], view["options"]) if own is None else own


def signals_heard(view: View) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """What the others signalled of the piles, by seat, and of which piles each says all it would say, as bits.

    Signals are about the start of the turn: where a card was laid since, silence says nothing.
    """
    signals = np.zeros((MAX_PLAYERS, len(TEAM_PILES)), np.int64)
    exact = np.zeros(MAX_PLAYERS, np.int64)
    touched = {TEAM_PILES.index(move[-1]) for _, move in view["log"][len(view["log"]) - view["turn"]["laid"] :]}
    untouched = ALL_PILES - sum(1 << pile for pile in touched)
    for seat, words in signals_in(view).items():
        exact[seat] = untouched if words["exact"] else 0
        for pile, word in words["piles"].items():
            signals[seat, TEAM_PILES.index(pile)] = WORDS[word]
    return signals, exact


def card_set(cards: list[int]) -> tuple[np.uint64, np.uint64]:
    bits = sum(1 << card for card in cards)
    return np.uint64(bits & (2**64 - 1)), np.uint64(bits >> 64)


def spoken(view: View, own: Weights | None = None) -> Signals:
    """What a planning player says of the piles and of its commands; `own` weights replace the packaged ones."""
    if view["silence"] or not view["hand"]:
        return no_signals()
    signals = np.zeros(len(TEAM_PILES), np.int64)
    careful.speak(np.array(card_set(view["hand"])), np.array(view["piles"]), weights_for(view, own)[SAY_NEAR], signals)
    held = {view["commands"][str(card)] for card in view["hand"] if str(card) in view["commands"]}
    piles = {pile: NAMES[word] for pile, word in zip(TEAM_PILES, signals.tolist(), strict=True) if word in NAMES}
    return {"piles": piles, "commands": sorted(held), "exact": True}


def eagerness(view: View, own: Weights | None = None) -> int:
    """C4: gladly if the first turn would use up little of the piles' range."""
    starting = {**view, "to_move": view["seat"]}
    unlaid = card_set([*unseen(view), *view["hand"]])
    return int(careful.eager(imagined(starting)[0], unlaid, weights_for(view, own), careful.make_buffers()))


class TurnInSteps:
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
    """The lays that lead to an end, and the move that ends the turn, unless the turn ends by itself."""
    moves = ["."] if ends[end]["stops"] == 1 else []
    while ends[end]["parent"] >= 0:
        moves.insert(0, f"{ends[end]['card']}{TEAM_PILES[ends[end]['pile']]}")
        end = int(ends[end]["parent"])
    return moves


class CarefulPlanner:
    def __init__(self, own: Weights | None = None) -> None:
        self.own = own  # weights instead of the packaged ones
        self.buffers = careful.make_buffers()

    def plan(self, view: View, seconds: float | None) -> list[str]:  # noqa: ARG002  # it takes no time
        self.buffers.signals[:], _ = signals_heard(view)
        unlaid = card_set([*unseen(view), *view["hand"]])
        end = careful.choose_end(imagined(view)[0], unlaid, weights_for(view, self.own), self.buffers)
        return moves_to(self.buffers.ends, end) if end >= 0 else [greedy.chosen(view)]


class ExpertPlanner:
    def __init__(self, seed: int, thinking: expert.Thinking, net: judge.Net | None = None) -> None:
        self.net = net  # instead of the packaged one for each game
        self.workspace = expert.make_workspace()
        self.thinking = thinking
        self.generator = np.zeros(4, np.uint64)
        seeded(self.generator, np.uint64(seed), np.uint64(0))

    def plan(self, view: View, seconds: float | None) -> list[str]:
        end = self.search(view, seconds)
        return moves_to(self.workspace.near.ends, end) if end >= 0 else [greedy.chosen(view)]

    def search(self, view: View, seconds: float | None) -> int:
        """The end to play for, or −1; what was found out about it and others stays in the workspace."""
        self.workspace.near.signals[:], exact = signals_heard(view)
        unlaid = card_set([*unseen(view), *view["hand"]])
        return expert.search(
            imagined(view),
            unlaid,
            exact,
            thinking_for(self.thinking, view["commands"], view["options"], view["players"]),
            weights("careful"),  # those of extreme gain expert nothing: docs/strength.md
            self.net or packaged_judge_for(view["commands"], view["options"], view["players"]),
            self.generator,
            self.workspace,
            seconds,
        )
