"""Solve a puzzle again, from its position alone."""

from gambero.game.team import TeamGame
from gambero.study.puzzles.lines import lines_from
from gambero.study.puzzles.make import COMPARED, ERRORS, LEAD, LOOKS, WORLDS
from gambero.study.puzzles.plans import plans_for, weigh
from gambero.study.puzzles.puzzle import Puzzle


def fault(puzzle: Puzzle, least: float = LEAD) -> str | None:
    """What is wrong with a puzzle, or None: its solution is the best by far, or a proved win, as it must be."""
    return _fault_of_turn(puzzle, least) if puzzle.kind == "best_turn" else _fault_of_line(puzzle)


def _fault_of_turn(puzzle: Puzzle, least: float) -> str | None:
    """Search anew, and weigh what is found against the solution in worlds of the puzzle's own."""
    game, view = puzzle.position(), puzzle.view()
    for move in puzzle.solution:
        if game.refusal(move) is not None:
            return f"its solution cannot be played: {move} is refused"
        game.move(move)
    makes, seed = plans_for(puzzle.game), int(puzzle.id, 16)
    best = makes.place(view, puzzle.solution)
    others = [plan for plan, _ in makes.found(view, LOOKS[game.spec.team], seed, wide=True)[:COMPARED]]
    known = {makes.place(view, plan): plan for plan in [*others, *(plan for plan, _ in puzzle.others)]}
    known.pop(best, None)
    if not known:
        return "there is no other plan"
    lead, noise = weigh(makes, view, [puzzle.solution, *known.values()], WORLDS, seed).lead()
    if lead < least:
        return f"the best plan leads by {100 * lead:.1f} points only"
    if lead <= ERRORS * noise:
        return f"a lead of {100 * lead:.1f} points is within {ERRORS:.0f} standard errors of {100 * noise:.1f}"
    return None


def _fault_of_line(puzzle: Puzzle) -> str | None:
    """Play the solution by the law, and count all lines anew."""
    game = puzzle.position()
    if not isinstance(game, TeamGame):
        return "it is no game that a team can beat"
    lines = lines_from(game)
    for move in puzzle.solution:
        if game.refusal(move) is not None:
            return f"its solution cannot be played: {move} is refused"
        game.move(move)
    if game.result is None or not game.result.won:
        return "its solution does not beat the game"
    if lines is None or (lines.lines, lines.wins) != (puzzle.lines, puzzle.wins):
        return f"its lines are counted as {lines and (lines.lines, lines.wins)}, not {(puzzle.lines, puzzle.wins)}"
    return None
