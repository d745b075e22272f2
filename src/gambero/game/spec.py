"""GameSpec: all that tells one game from the others, asked everywhere; no other place compares a game's name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from types import ModuleType

    from gambero.game.base import Game
    from gambero.game.decks import Decks
    from gambero.game.notation import Notation
    from gambero.game.position import Positions
    from gambero.game.views import GameId

Page = Literal["team", "duel", "tension"]


@dataclass(frozen=True)
class GameSpec:
    """One game. Each game's record stands in its own module; `gambero.game.GAMES` lists them all."""

    id: GameId
    players: tuple[int, int]  # fewest and most
    options: tuple[str, ...]
    team: bool  # all seats win or lose together
    turns: bool  # one seat moves at a time; False: all at once
    signals: bool  # pile signals, eagerness to start, silence (C4, C15, E12)
    chat_taboo: bool  # chat lets no card number through (C15)
    hints: bool  # `gambero.advise` knows it
    commands: bool  # cards carry commands (E1)
    daily: bool  # there is a deal of the day
    piles: str  # the letters of the piles in a move; "" where there is one pile without a letter
    cards: int  # how many cards a deck has; in the duel each player's own
    starts: tuple[int, ...]  # start cards of an ascending and a descending pile
    fire_cards: tuple[int, ...]  # the numbers that burn where the option on_fire is chosen (F1)
    step_back: int  # how far the backwards trick goes (C8); 0 where there is none
    tournament: int | None  # T12: the fewest games of a tournament for each player; None: no tournaments
    decks: Decks
    notation: Notation
    law: ModuleType
    game_class: type[Game]
    bot_method: str  # the method of `gambero.Bot` that chooses a move
    page: Page  # the page's table component
    positions: Positions
