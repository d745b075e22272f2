"""Records of games: read, and `gambero verify`, which checks a fair deal."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gambero.cli.options import flag

if TYPE_CHECKING:
    from gambero.game import Game

MISMATCH = 1
STDIN = Path("-")
PUBLISHED = "the commitment published before the game"


def verify(
    record: Annotated[Path, typer.Argument(help="The record of the game; - is standard input.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The one published before the game, compared too.")
    ] = None,
    as_json: Annotated[bool, flag("--json", "One line of JSON instead of a sentence.")] = False,
) -> None:
    """Check that a game was dealt as committed to before its first move, and played by the rules.

    Exit code 0: it was. 1: a commitment does not match deck and salt.
    2: no record, moves against the rules, or a record without a commitment.
    """
    from gambero.game import fair
    from gambero.game.record import result_text

    published = None if commitment is None else commitment.strip().lower()
    if published is not None:
        fair.check("commitment", published)
    game = read_record(record)
    if game.seal is None:
        raise ValueError(f"{record}: the record has no commitment, so its deal cannot be checked")
    computed = fair.commitment(game, game.seal.salt)
    wrong = None
    if computed != game.seal.commitment:
        wrong = f"the deal was changed: deck and salt give the commitment {computed}"
    elif published not in (None, computed):
        wrong = f"the deal is another one: it was not committed to by {published}"
    if wrong:
        print(f"gambero: {record}: {wrong}", file=sys.stderr)
    try:
        if as_json:
            found = {"game": game.game, "players": game.players, "moves": len(game.log), "result": result_text(game)}
            commitments = {"commitment": game.seal.commitment, "computed": computed, "published": published}
            print(json.dumps({"fair": wrong is None, **found, **commitments}))
        elif wrong is None:
            own = f"the record's own commitment, {computed}"
            print(f"Deck and salt match {PUBLISHED if published else own}, and every move is by the rules.")
    finally:  # the exit code says that there is a mismatch even if the reader of a pipe has left
        if wrong:
            raise typer.Exit(MISMATCH)


def read_record(path: Path) -> "Game":
    """The game of a record in a file, or on standard input; ValueError names the file and the line."""
    from gambero.game.replay import replay

    try:
        return replay(sys.stdin.buffer.read().decode("utf-8") if path == STDIN else path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text file") from None
    except ValueError as wrong:
        raise ValueError(f"{path}: {wrong}") from None
