"""Actions: every move of a game as a small number, the same in all environments.

Team games: 4 · (card − 2) + pile lays a card, 392 ends the turn, 393 + seat says who starts. The duel counts the same
way with its own cards: 232 ends the turn, 233 + seat starts. Tension: 3 · (value − 1) + step − 1 lays a card, 30
draws, 31 lays the last card face down, 32 waits, 33 turns the bottom card up.
"""

from dataclasses import dataclass
from functools import cache

from gambero.arguments import is_whole, quoted
from gambero.envs.kernels.encode import action_of
from gambero.game import GAMES, Game, GameSpec
from gambero.rules import moves, tension
from gambero.rules.compiled import uncompiled

encoded = uncompiled(action_of)
WAIT = tension.LAST + 1
TURN_UP = WAIT + 1
WAITS = "wait"  # no move of the game: the seat does nothing in this tick

# Talking, with talk=True: these follow the moves of a team game.
PILE_WORDS = ("nothing", "mine", "small", "free")
LEVELS = 3  # of eagerness to start (C4)


@dataclass(frozen=True)
class Actions:
    """The actions of one game, both ways; `moves` has the law's number of each, as seat 0 would make it."""

    texts: tuple[str, ...]
    numbers: dict[str, int]
    moves: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.texts)


@cache
def actions_of(spec: GameSpec) -> Actions:
    """All actions of a game, from its notation."""
    numbers = {text: _action(spec, move) for text, move in spec.notation.numbers.items()}
    if not spec.turns:
        numbers[WAITS] = WAIT
    texts = [""] * (max(numbers.values()) + 1)
    law = [-1] * len(texts)
    for text in sorted(numbers, reverse=True):  # of the same action of several seats, seat 0's comes last
        texts[numbers[text]] = text
        law[numbers[text]] = spec.notation.numbers.get(text, -1)
    return Actions(tuple(texts), numbers, tuple(law))


def _action(spec: GameSpec, move: int) -> int:
    if not spec.turns:
        return TURN_UP if move == tension.TURN_UP else move % tension.SEAT
    return encoded(move, spec.starts[0] + 1, moves.PILES * spec.cards)


def spec_of(game: str | Game) -> GameSpec:
    """The record of a game, by its id or of a game in progress."""
    if isinstance(game, Game):
        return game.spec
    if not isinstance(game, str) or game not in GAMES:
        raise ValueError(f"game must be one of {', '.join(GAMES)}, not {quoted(game)}")
    return GAMES[game]


def text(game: str | Game, action: int, seat: int = 0) -> str:
    """The move that an action stands for; in tension the move of this seat, and "wait" for no move.

    >>> text("classic", 140), text("duel", 232), text("tension", 20, seat=1)
    ('37a', '.', '1:7/3')
    """
    spec = spec_of(game)
    texts = actions_of(spec).texts
    if not is_whole(action) or not 0 <= action < len(texts):
        raise ValueError(f"action must be a number from 0 to {len(texts) - 1} for {spec.id}, not {quoted(action)}")
    found = texts[int(action)]
    if not spec.turns and ":" in found:
        if not is_whole(seat) or not 0 <= seat < spec.players[1]:
            raise ValueError(f"seat must be a number from 0 to {spec.players[1] - 1}, not {quoted(seat)}")
        return f"{int(seat)}{found[1:]}"
    return found


def number(game: str | Game, move: str) -> int:
    """The action that stands for a move.

    >>> number("classic", "37a"), number("extreme", "@2"), number("tension", "1:7/3")
    (140, 395, 20)
    """
    spec = spec_of(game)
    found = actions_of(spec).numbers.get(move) if isinstance(move, str) else None
    if found is None:
        raise ValueError(f"{quoted(move)} is no move of {spec.id}: {spec.notation.hint}")
    return found
