"""Checks of what callers give to environments."""

from typing import Any

from gambero.arguments import is_whole, quoted
from gambero.game import GAMES, GameSpec


def check_turns(spec: GameSpec) -> None:
    """Raise ValueError unless one seat moves at a time in this game."""
    if not spec.turns:
        having = ", ".join(other.id for other in GAMES.values() if other.turns)
        raise ValueError(
            f"game must be one with turns, {having}, not {spec.id}: for that there is gambero.envs.parallel"
        )


def check_at_once(spec: GameSpec) -> None:
    """Raise ValueError unless everyone plays at once in this game."""
    if spec.turns:
        having = ", ".join(other.id for other in GAMES.values() if not other.turns)
        raise ValueError(f"game must be {having}, not {spec.id}: for games with turns there is gambero.envs.aec")


def chosen_action(action: Any, actions: int) -> int:
    """An action as a number; ValueError if it is none of the game's."""
    if not is_whole(action) or not 0 <= action < actions:
        raise ValueError(f"action must be a number from 0 to {actions - 1}, not {quoted(action)}")
    return int(action)
