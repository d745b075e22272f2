"""A game as text that a person can read and edit. `docs/record.md` describes the format; `replay.py` reads it."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from gambero.game.base import Game
from gambero.game.setup import Setup
from gambero.game.story import Story, signals_text
from gambero.rules.commands import NAMES

FIRST_LINE = "gambero 1"
WITH_STORY = "gambero 2"  # a record that also tells when moves came and what was said
FROM_POSITION = "gambero 3"  # a record that begins at a position, with or without a story
WIDTH = 78
MOVES_A_LINE = 12  # where there are no turns


def write(game: Game) -> str:
    seal = [f"commitment: {game.seal.commitment}", f"salt: {game.seal.salt}"] if game.seal else []
    story = (game.story or Story()).of(len(game.log))
    first = FROM_POSITION if game.setup.position else WITH_STORY if story else FIRST_LINE
    played = ["moves:", *move_lines(game), *story_lines(story), f"result: {result_text(game)}"]
    return "\n".join([first, *seal, *setup_lines(game.setup), *played]) + "\n"


def setup_lines(setup: Setup) -> list[str]:
    """What is fixed before the first move. `fair.py` hashes these very lines, so they must never change."""
    if setup.position:
        return [f"position: {setup.position}"]
    lines = [f"game: {setup.game}", f"players: {setup.players}"]
    options = [name for name in setup.spec.options if setup.options[name]]
    if options:
        lines.append(f"options: {' '.join(options)}")
    if setup.commands:
        numbers = {name: sorted(on for on, command in setup.commands.items() if command == name) for name in NAMES}
        lines += [f"{name}: {_row(carriers)}" for name, carriers in numbers.items()]
    decks = setup.spec.decks
    dealt = iter(decks.row(setup.deck))
    for name, size in decks.shares(setup.players, setup.options):
        cards = " ".join(decks.card_text(next(dealt)) for _ in range(size))
        lines += wrap(f"{name}: {cards}", WIDTH, subsequent_indent="  ")
    return lines


def move_lines(game: Game) -> Iterator[str]:
    """One line for each turn, with its seat; where all play at once, a dozen moves a line."""
    if not game.spec.turns:
        moves = [move for _, move in game.log]
        yield from (" ".join(moves[at : at + MOVES_A_LINE]) for at in range(0, len(moves), MOVES_A_LINE))
        return
    log, at = game.log, 0
    for turn in game.turns:
        seat, at = log[at][0], at + len(turn)
        yield " ".join(turn if seat is None else [f"{seat}:", *turn])


def story_lines(story: Story) -> Iterator[str]:
    """Fields that the first version of the format does not have."""
    if story.times:
        yield from wrap(f"times: {_row(story.times)}", WIDTH, subsequent_indent="  ")
    if story.said:
        yield "said:"
        yield from (f"{said.place} {said.seat}: {signals_text(said.signals)}" for said in story.said)
    if story.tried:
        yield "tried:"
        yield from (f"{tried.place} {tried.move} {tried.why} {tried.at}" for tried in story.tried)


def result_text(game: Game) -> str:
    result = game.result
    if result is None:
        return "unfinished"
    if isinstance(result.left, int):
        return f"{'won' if result.won else 'lost'} {result.reason} left {result.left}"
    return f"won by {_row(result.winners)} {result.reason} left {_row(result.left)}"


def _row(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)
