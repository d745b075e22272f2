"""Puzzle: a position with one right answer, kept as a deal and the moves that led to it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal

from gambero.bots.talk import Signals, with_signals
from gambero.game import Game, new_game
from gambero.game.base import View

Kind = Literal["best_turn", "lay_all"]
KINDS: tuple[Kind, ...] = ("best_turn", "lay_all")
ID_LETTERS = 8


@dataclass(frozen=True)
class Puzzle:
    """One puzzle. In a `best_turn` the mover sees its own hand only; in a `lay_all` every card is open.

    `solution` is the best plan of the turn, or a line to a beaten game. `rating` is where its rating starts.
    """

    kind: Kind
    game: str
    players: int
    options: Mapping[str, bool]
    deal: Mapping[str, Any]  # arguments of `new`: seed, or deck; commands unless they are the house's
    moves: tuple[str, ...]
    solution: tuple[str, ...]
    rating: int
    themes: tuple[str, ...] = ()
    said: Mapping[int, Signals] = field(default_factory=dict)  # best turn: what the others signal
    chance: float = 0.0  # best turn: of the solution
    others: tuple[tuple[tuple[str, ...], float], ...] = ()  # best turn: the next best plans and their chances
    lines: float = 0.0  # lay all: how many lines there are from here, to whatever end,
    wins: float = 0.0  # and how many of them beat the game

    @cached_property
    def id(self) -> str:
        """Made from the position: the same puzzle has the same id in every file."""
        position = [self.kind, self.game, self.players, dict(self.options), dict(self.deal), self.moves]
        signals = {str(seat): one["piles"] for seat, one in self.said.items()}
        return sha256(json.dumps([position, signals], sort_keys=True).encode()).hexdigest()[:ID_LETTERS]

    def position(self) -> Game:
        """A game at this position; the caller's own."""
        return self._start.copy()

    @cached_property
    def _start(self) -> Game:
        game = new_game(self.game, players=self.players, **self.options, **self.deal)
        for move in self.moves:
            game.move(move)
        if game.over or game.to_move is None:
            raise ValueError(f"puzzle {self.id} must be at the start of a turn of a game that goes on")
        return game

    @property
    def seat(self) -> int:
        """Who is to move."""
        seat = self._start.to_move
        assert seat is not None
        return seat

    def view(self, game: Game | None = None) -> View:
        """What the mover may know at this point of the turn, with the signals of the others."""
        return with_signals((game or self._start).view(self.seat), dict(self.said))

    def as_json(self) -> dict[str, Any]:
        """Plain data for a line of the file; what is empty is left out."""
        said = {
            str(seat): " ".join(f"{pile}{word}" for pile, word in sorted(signals["piles"].items()))
            + "".join(f" !{command}" for command in signals["commands"])
            for seat, signals in self.said.items()
        }
        data = {
            "kind": self.kind,
            "game": self.game,
            "players": self.players,
            "options": [name for name, on in self.options.items() if on],
            "deal": dict(self.deal),
            "moves": " ".join(self.moves),
            "said": said,
            "solution": " ".join(self.solution),
            "rating": self.rating,
            "themes": list(self.themes),
            "chance": round(self.chance, 3),
            "others": [[" ".join(moves), round(chance, 3)] for moves, chance in self.others],
            "lines": int(self.lines),
            "wins": int(self.wins),
        }
        return {key: value for key, value in data.items() if value or key in ("kind", "game")}

    def rated(self, rating: int) -> "Puzzle":
        return replace(self, rating=rating)


def from_json(data: Mapping[str, Any]) -> Puzzle:
    """A puzzle from a line of a file; KeyError, TypeError or ValueError where it is none."""
    deal = dict(data["deal"])
    if isinstance(deal.get("commands"), dict):
        deal["commands"] = {int(number): name for number, name in deal["commands"].items()}
    return Puzzle(
        kind=KINDS[KINDS.index(data["kind"])],
        game=str(data["game"]),
        players=int(data["players"]),
        options=dict.fromkeys(data.get("options", ()), True),
        deal=deal,
        moves=tuple(data.get("moves", "").split()),
        solution=tuple(data["solution"].split()),
        rating=int(data["rating"]),
        themes=tuple(data.get("themes", ())),
        said={int(seat): _signals(words) for seat, words in data.get("said", {}).items()},
        chance=float(data.get("chance", 0.0)),
        others=tuple((tuple(moves.split()), float(chance)) for moves, chance in data.get("others", ())),
        lines=float(data.get("lines", 0.0)),
        wins=float(data.get("wins", 0.0)),
    )


def _signals(words: str) -> Signals:
    """What one seat says, from "amine cfree !stop"."""
    parts = words.split()
    return {
        "piles": {part[0]: part[1:] for part in parts if part[0] != "!"},
        "commands": [part[1:] for part in parts if part[0] == "!"],
        "exact": True,
    }
