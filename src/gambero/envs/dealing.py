"""Deals of an environment: episode k after reset(seed=s) is game k of the seed, as in gambero.simulate."""

from dataclasses import replace
from typing import Any

import numpy as np

from gambero.arguments import is_whole, quoted
from gambero.envs.actions import spec_of
from gambero.game import Game, from_setup
from gambero.game.setup import Setup, prepared
from gambero.rules.shuffle import SEEDS


class Dealer:
    """Deals one game after another of a seed."""

    def __init__(self, game: str, **options: Any) -> None:
        self.spec = spec_of(game)
        if options.get("deck") is not None or options.get("seed") is not None:
            raise ValueError('seed and deck belong to reset: reset(seed=7), reset(options={"deck": …})')
        self._game, self._options = game, options
        self.setup: Setup = prepared(game, seed=0, **options)  # says at once what is wrong
        self.seed = 0
        self.number = -1

    @property
    def shuffles_commands(self) -> bool:
        """Whether each seed has a layout of commands of its own (E1)."""
        return self._options.get("commands") == "shuffled"

    def begin(self, seed: object) -> None:
        """Go on with game 0 of a seed."""
        if not is_whole(seed) or seed < 0:
            raise ValueError(f"seed must be a whole number from 0, not {quoted(seed)}")
        self.seed, self.number = int(seed) % SEEDS, -1
        self.setup = prepared(self._game, seed=self.seed, **self._options)

    def begin_anywhere(self, generator: np.random.Generator) -> None:
        """Go on with game 0 of a seed from a generator, unless a seed is there already."""
        if self.number < 0:
            self.begin(int(generator.integers(SEEDS, dtype=np.uint64)))

    def deal(self, deck: Any = None) -> Game:
        """The next game, or one with a deck of one's own."""
        self.number += 1
        cards = self.spec.decks.from_seed(self.seed, self.number) if deck is None else self.spec.decks.checked(deck)
        return from_setup(replace(self.setup, deck=cards))

    def bot_seed(self, seat: int) -> int:
        """A seed for the bot of a seat in this game."""
        return (self.seed * 1_000_003 + self.number * 101 + seat) % SEEDS
