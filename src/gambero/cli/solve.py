"""`gambero solve`: the best line from a position of a team game, all cards known."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gambero.cli.options import Commands, OnFire, Players, Professional, Seed, ShortHands, flag, given
from gambero.cli.records import read_record

if TYPE_CHECKING:
    from gambero.game import Game
    from gambero.study.solve import Solution


def solve(
    record: Annotated[Path | None, typer.Argument(help="The record of a game; - is standard input.")] = None,
    turn: Annotated[
        int | None,
        typer.Option(help="Before this turn, counted from 1.", show_default="where it ends; if it is over, its deal"),
    ] = None,
    game: Annotated[str | None, typer.Option(help="Instead of a record, a new deal of classic or extreme.")] = None,
    players: Players = None,
    seed: Seed = 0,
    professional: Professional = False,
    short_hands: ShortHands = False,
    on_fire: OnFire = False,
    commands: Commands = None,
    seconds: Annotated[float, typer.Option(help="How long to search at most.")] = 10.0,
    as_json: Annotated[bool, flag("--json", "One line of JSON instead of text.")] = False,
) -> None:
    """Find a line that beats a game, all cards known, or prove that there is none."""
    from gambero.game import new_game
    from gambero.study.solve import solve as find

    if (record is None) == (game is None):
        raise ValueError("give either the record of a game, or --game with --players and --seed")
    if record is not None:
        position = at_turn(read_record(record), turn)
    else:
        options = given(professional=professional, short_hands=short_hands, on_fire=on_fire, commands=commands)
        position = at_turn(new_game(str(game), players=players, seed=seed, **options), turn)
    solution = find(position, seconds)
    print(json.dumps(solution.as_json()) if as_json else as_text(position, solution))


def at_turn(game: "Game", turn: int | None) -> "Game":
    """The game before a turn, counted from 1."""
    from gambero.study.turns import taken

    turns = taken(game)
    if turn is None:
        return game.before(turns[0].first) if game.over and turns else game
    if not 1 <= turn <= len(turns):
        raise ValueError(f"turn must be a number from 1 to {len(turns)}, the turns of this game, not {turn}")
    return game.before(turns[turn - 1].first)


def as_text(position: "Game", solution: "Solution") -> str:
    """A sentence, and the line, a turn a row."""
    from gambero.study.turns import taken

    took = f"{solution.seconds:.2f} s, {solution.positions:,} positions"
    said = f"{solution.sentence} ({took}):"
    end = position.copy()
    for move in solution.moves:
        end.move(move)
    rows = []
    for number, turn in enumerate(taken(end), 1):
        moves = turn.moves[max(len(position.log) - turn.first, 0) :]
        if moves:
            rows.append(f"{number:>4}  seat {turn.seat}  {' '.join(moves)}")
    return "\n".join([said, *rows])
