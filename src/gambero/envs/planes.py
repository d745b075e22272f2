"""Observations as planes of floats from 0 to 1: a row for each thing to know, a column for each number on a card.

A plane holds what the compact form holds, nothing else, so it is made from it.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.envs import fields
from gambero.envs.actions import actions_of, spec_of
from gambero.envs.board import fields_of
from gambero.game import Game, GameSpec
from gambero.rules import tension

Floats = npt.NDArray[np.float32]
Row = tuple[str, Floats]


def planes(game: str | Game, observation: npt.NDArray[np.uint8]) -> Floats:
    """An observation in its compact form, or a batch of them, as planes."""
    spec = spec_of(game)
    compact = np.asarray(observation)
    part = {name: compact[..., where] for name, where in fields_of(spec).slices().items()}
    return np.stack([row for _, row in PLANES[spec.page](spec, part)], axis=-2)


def plane_names(game: str | Game) -> list[str]:
    """What each plane is about, in order."""
    spec = spec_of(game)
    empty = np.zeros(fields_of(spec).size, np.uint8)
    part = {name: empty[where] for name, where in fields_of(spec).slices().items()}
    return [name for name, _ in PLANES[spec.page](spec, part)]


def _team(spec: GameSpec, part: dict[str, Any]) -> Iterable[Row]:
    yield "in the own hand", _by_card(part["where"] == 1)
    yield "unseen", _by_card(part["where"] == 0)
    for pile, letter in enumerate(spec.piles):
        yield f"laid on {letter}", _by_card(part["where"] == 2 + pile)
    for pile, letter in enumerate(spec.piles):
        yield f"top of {letter}", _one_hot(part["tops"][..., pile] - 1, spec.cards + 2)
    yield "order", _by_card(part["order"] / np.float32(spec.cards))
    yield "turn", _by_card(part["turn"] / np.float32(spec.cards))
    for seat in range(spec.players[1]):
        yield f"laid by seat {seat}", _by_card(part["by"] == 1 + seat)
    for command in range(fields.TEAM.commands):
        yield f"command {1 + command}", _by_card(part["command"] == 1 + command)
    yield from _scalars(fields.TEAM, "stock", part, spec.cards + 2)


def _duel(spec: GameSpec, part: dict[str, Any]) -> Iterable[Row]:
    for whose in ("own", "their"):
        yield f"{whose} in hand", _by_card(part[f"{whose}_where"] == 1)
        yield f"{whose} unseen", _by_card(part[f"{whose}_where"] == 0)
        for pile, letter in enumerate(spec.piles):
            yield f"{whose} laid on {letter}", _by_card(part[f"{whose}_where"] == 2 + pile)
        yield f"{whose} order", _by_card(part[f"{whose}_order"] / np.float32(2 * spec.cards))
        yield f"{whose} turn", _by_card(part[f"{whose}_turn"] / np.float32(2 * spec.cards))
    for pile, letter in enumerate(spec.piles):
        yield f"top of {letter}", _one_hot(part["tops"][..., pile] - 1, spec.cards + 2)
    yield from _scalars(fields.DUEL, "stock", part, spec.cards + 2)


def _tension(spec: GameSpec, part: dict[str, Any]) -> Iterable[Row]:
    acts = len(actions_of(spec))
    width = acts + 1 + spec.players[1]  # an action, and who made it
    for copies in range(1, 4):
        yield f"in the own hand at least {copies}", _wide(part["hand"] >= copies, width)
    yield "top", _one_hot(part["top"][..., 0], width)
    for place in range(tension.CARDS):
        kind = part["pile"][..., place]
        yield f"pile {place}", _one_hot(kind - 1, width) * (kind > 0)[..., None]
    for place in range(fields.LOGGED):
        act, by = part["log_act"][..., place], part["log_by"][..., place]
        made = (act > 0)[..., None]
        yield f"move {place} ago", (_one_hot(act - 1, width) + _one_hot(acts + by, width)) * made
    yield from _scalars(fields.TENSION, "height", part, width, until="log_by")


def _by_card(values: Any) -> Floats:
    """Values by card, with a column more on both sides, for the start cards."""
    edge = np.zeros((*values.shape[:-1], 1), np.float32)
    return np.concatenate([edge, values, edge], axis=-1, dtype=np.float32)


def _wide(values: Any, width: int) -> Floats:
    rest = np.zeros((*values.shape[:-1], width - values.shape[-1]), np.float32)
    return np.concatenate([values, rest], axis=-1, dtype=np.float32)


def _one_hot(place: Any, width: int) -> Floats:
    hot: Floats = (np.asarray(place)[..., None] == np.arange(width, dtype=np.uint8)).astype(np.float32)
    return hot


def _scalars(known: fields.Fields, first: str, part: dict[str, Any], width: int, until: str = "") -> Iterable[Row]:
    """All fields from one on, each divided by its highest value, as rows filled from the left."""
    names = [field.name for field in known.fields]
    chosen = known.fields[names.index(first) : names.index(until) if until else None]
    values = np.concatenate([part[field.name] / np.float32(field.most) for field in chosen], axis=-1)
    for start in range(0, values.shape[-1], width):
        yield f"numbers from {start}", _wide(values[..., start : start + width], width)


PLANES = {"team": _team, "duel": _duel, "tension": _tension}
