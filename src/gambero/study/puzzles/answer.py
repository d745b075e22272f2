"""Answers to puzzles: what may be seen before one, whether one is right, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gambero.bots.advice import Reason
from gambero.game import Game
from gambero.game.team import TeamGame
from gambero.study.puzzles import themes
from gambero.study.puzzles.lines import winning_moves
from gambero.study.puzzles.plans import Plan, plans_for, weigh
from gambero.study.puzzles.puzzle import Puzzle
from gambero.study.reasons import reasons
from gambero.study.solve import solve
from gambero.study.trying import SOLVED

WORLDS = 192  # in which an answer is weighed
HINTS = 3


@dataclass(frozen=True)
class Reached:
    """A puzzle after some moves of an answer. Nothing here tells the solution, or a card that the mover cannot see."""

    game: Game  # before the end of the turn, if a best turn is complete
    complete: bool  # the answer can be judged: the turn, or the game, is over

    def as_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """For a best turn the mover's view, with what the others signal; else every hand and the draw pile, too."""
        shown: dict[str, Any] = {"complete": self.complete, "hands": None, "stock": None, "said": {}}
        if puzzle.kind == "lay_all":
            game = self.game
            view = game.view(game.to_move if game.to_move is not None else puzzle.seat)
            hands, drawn = (
                [game.hand(seat) for seat in range(game.players)],
                game.deck[len(game.deck) - view["stock"] :],
            )
            return {**shown, "view": view, "hands": hands, "stock": list(drawn)}
        view = dict(puzzle.view(self.game))
        shown["said"] = view.pop("said", {})
        return {**shown, "view": {**view, "moves": []} if self.complete else view}


class TurnOver(ValueError):
    """Moves after the end of a best turn."""

    def __init__(self, moves: int, sentence: str) -> None:
        super().__init__(sentence)
        self.moves = moves  # of the turn


def reach(puzzle: Puzzle, moves: Sequence[str]) -> Reached:
    """Play moves of an answer; raises IllegalMove, or TurnOver."""
    game = puzzle.position()
    for at, move in enumerate(moves):
        game.check(move)
        if puzzle.kind == "best_turn" and _ends_turn(game, move):
            if at + 1 < len(moves):
                raise TurnOver(at + 1, f"the turn is over with {move}, and {moves[at + 1]} comes after it")
            return Reached(game, True)
        game.move(move)
    return Reached(game, game.over)


def _ends_turn(game: Game, move: str) -> bool:
    after = game.copy()
    after.move(move)
    return after.over or after.view(None)["turn"]["laid"] == 0


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right; None if a line goes on and can still win."""

    right: bool | None
    solution: Plan = ()  # once the answer is right or wrong
    chance: float | None = None  # best turn: of the answer
    best: float | None = None  # best turn: of the solution
    others: tuple[tuple[Plan, float], ...] = ()  # best turn: what comes next
    why: tuple[Reason, ...] = ()
    winning: int | None = None  # lay all: how many first moves win,
    legal: int | None = None  # of how many

    def as_json(self) -> dict[str, Any]:
        return {
            "right": self.right,
            "solution": list(self.solution),
            "chance": self.chance if self.chance is None else round(self.chance, 3),
            "best": self.best if self.best is None else round(self.best, 3),
            "others": [{"moves": list(moves), "chance": round(chance, 3)} for moves, chance in self.others],
            "why": list(self.why),
            "winning": self.winning,
            "legal": self.legal,
        }


def judge(puzzle: Puzzle, moves: Sequence[str]) -> Verdict:
    """Judge an answer: a whole turn, or a line, which may still go on. Raises as `reach` does.

    ValueError if a best turn is not complete. A line is wrong as soon as nothing wins any more.
    """
    reached = reach(puzzle, moves)
    if puzzle.kind == "best_turn":
        if not reached.complete:
            raise ValueError("the turn is not over: end it")
        return _judged_turn(puzzle, tuple(moves))
    return _judged_line(puzzle, reached.game)


def give_up(puzzle: Puzzle) -> Verdict:
    """The verdict for somebody who gives up: wrong, with the solution."""
    if puzzle.kind == "best_turn":
        return _turn_verdict(puzzle, False, None, puzzle.others[0][0])
    return _line_verdict(puzzle, False)


def _judged_turn(puzzle: Puzzle, moves: Plan) -> Verdict:
    makes, view = plans_for(puzzle.game), puzzle.view()
    if makes.place(view, moves) == makes.place(view, puzzle.solution):
        return _turn_verdict(puzzle, True, puzzle.chance, puzzle.others[0][0])
    after = puzzle.position()
    for move in moves:
        after.move(move)
    if after.over and after.result is not None and puzzle.seat not in after.result.winners:
        return _turn_verdict(puzzle, False, 0.0, moves, lost=True)
    best, own = weigh(makes, view, [puzzle.solution, moves], WORLDS, int(puzzle.id, 16)).chances
    chance = max(puzzle.chance - (best - own), 0.0)
    return _turn_verdict(puzzle, best - own <= SOLVED, min(chance, 1.0), moves)


def _turn_verdict(puzzle: Puzzle, right: bool, chance: float | None, instead: Plan, *, lost: bool = False) -> Verdict:
    """Why the solution is better than what was laid `instead`, or than the second best."""
    why = reasons(puzzle.view(), puzzle.solution, instead, lost=lost)
    return Verdict(right, puzzle.solution, chance, puzzle.chance, puzzle.others, tuple(why))


def _judged_line(puzzle: Puzzle, game: Game) -> Verdict:
    assert isinstance(game, TeamGame)
    if game.result is not None:
        return _line_verdict(puzzle, bool(game.result.won))
    return Verdict(None) if solve(game).won else _line_verdict(puzzle, False)


def _line_verdict(puzzle: Puzzle, right: bool) -> Verdict:
    game = puzzle.position()
    assert isinstance(game, TeamGame)
    return Verdict(right, puzzle.solution, winning=len(winning_moves(game)), legal=len(game.moves()))


def hint(puzzle: Puzzle, number: int) -> dict[str, Any]:
    """Hints from 1 to 3: what it is about; how many cards, on which piles; the first card."""
    if not 1 <= number <= HINTS:
        raise ValueError(f"a hint is a number from 1 to {HINTS}, not {number}")
    turn = themes.lays_of(themes.first_turn(puzzle.position(), puzzle.solution))
    if number == 1:
        return {"number": 1, "themes": list(puzzle.themes)}
    if number == 2:
        return {"number": 2, "cards": len(turn), "piles": sorted({lay[-1] for lay in turn})}
    return {"number": 3, "first": turn[0]}
