"""A game as text that a person can read and edit. `docs/record.md` describes the format; `replay.py` reads it."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from gambero.game.base import Game
from gambero.game.notation import card_text
from gambero.game.setup import OPTIONS, Setup
from gambero.rules import classic, duel, team, tension
from gambero.rules.commands import NAMES

FIRST_LINE = "gambero 1"
WIDTH = 78
MOVES_A_LINE = 12  # where there are no turns


def write(game: Game) -> str:
    seal = [f"commitment: {game.seal.commitment}", f"salt: {game.seal.salt}"] if game.seal else []
    played = ["moves:", *move_lines(game), f"result: {result_text(game)}"]
    return "\n".join([FIRST_LINE, *seal, *setup_lines(game.setup), *played]) + "\n"


def setup_lines(setup: Setup) -> list[str]:
    """What is fixed before the first move. `fair.py` hashes these very lines, so they must never change."""
    lines = [f"game: {setup.game}", f"players: {setup.players}"]
    options = [name for name in OPTIONS[setup.game] if setup.options[name]]
    if options:
        lines.append(f"options: {' '.join(options)}")
    if setup.commands:
        numbers = {name: sorted(on for on, command in setup.commands.items() if command == name) for name in NAMES}
        lines += [f"{name}: {_row(carriers)}" for name, carriers in numbers.items()]
    dealt = iter(flat(setup))
    for name, size in shares(setup.game, setup.players, setup.options):
        cards = " ".join(next(dealt) for _ in range(size))
        lines += wrap(f"{name}: {cards}", WIDTH, subsequent_indent="  ")
    return lines


def shares(game: str, players: int, options: Mapping[str, bool]) -> list[tuple[str, int]]:
    """The lines a deal is written on: whose cards, and how many, in the order of the deck."""
    if game == "duel":
        sizes = (("hand", duel.HAND_SIZE), ("stock", duel.CARDS - duel.HAND_SIZE))
        return [(f"{name} {seat}", size) for seat in range(players) for name, size in sizes]
    if game == "tension":
        stack = tension.share_of(players) - tension.HAND_SIZE
        sizes = (("hand", tension.HAND_SIZE), ("stack", stack))
        return [*((f"{name} {seat}", size) for seat in range(players) for name, size in sizes), ("discard", 1)]
    hand = classic.full_hand(players, options["short_hands"])
    return [*((f"hand {seat}", hand) for seat in range(players)), ("stock", team.CARDS - players * hand)]


def flat(setup: Setup) -> list[str]:
    """The deck as one row of cards."""
    if setup.game == "duel":
        return [str(card) for half in setup.deck for card in half]
    return [card_text(card) if isinstance(card, tuple) else str(card) for card in setup.deck]


def move_lines(game: Game) -> Iterator[str]:
    """A line a turn, with its seat; where all play at once, a dozen moves a line."""
    if game.game == "tension":
        moves = [move for _, move in game.log]
        yield from (" ".join(moves[at : at + MOVES_A_LINE]) for at in range(0, len(moves), MOVES_A_LINE))
        return
    log, at = game.log, 0
    for turn in game.turns:
        seat, at = log[at][0], at + len(turn)
        yield " ".join(turn if seat is None else [f"{seat}:", *turn])


def result_text(game: Game) -> str:
    result = game.result
    if result is None:
        return "unfinished"
    if isinstance(result.left, int):
        return f"{'won' if result.won else 'lost'} {result.reason} left {result.left}"
    return f"won by {_row(result.winners)} {result.reason} left {_row(result.left)}"


def _row(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)
