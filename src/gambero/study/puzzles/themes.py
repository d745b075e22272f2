"""What a puzzle is about, found from its position and its solution."""

from collections.abc import Sequence
from itertools import permutations

from gambero.bots.advice import Plan as Advised
from gambero.bots.advice import costs, reasons
from gambero.game import Game
from gambero.game.base import View
from gambero.game.team import TeamGame
from gambero.study.puzzles.lines import winning_moves
from gambero.study.puzzles.plans import Plan

# step_back: the crayfish's trick. patience: lay less than one could. last_cards: the draw pile is empty. heed: do as a
# mate asked. fire: cover what burns. order: commands make another order fail. gift: a card for the opponent's pile.
THEMES = ("step_back", "patience", "last_cards", "heed", "fire", "order", "gift")


def of_turn(game: Game, view: View, best: Plan, second: Plan) -> tuple[str, ...]:
    """The themes of a turn: what its best plan has and the second best has not."""
    reasons = _good(game, view, best, second)
    found = {
        "step_back": bool(steps_back(game, best) - steps_back(game, second)),
        "patience": len(lays_of(best)) < len(lays_of(second)),
        "last_cards": _drawn_out(game),
        "heed": "heeds" in reasons,
        "fire": "puts_out" in reasons,
        "order": order_matters(game, best),
        "gift": bool(gifts(best)) and gifts(best) != gifts(second),
    }
    return tuple(theme for theme in THEMES if found[theme])


def of_line(game: TeamGame, line: Sequence[str]) -> tuple[str, ...]:
    """The themes of an endgame: what its winning line does. Patience: in the first turn only ending it still wins."""
    turn = first_turn(game, line)
    covers = False
    again = game.copy()
    for move in line:
        covers |= any(event["event"] == "put_out" for event in again.move(move))
    waits = game.copy()
    for move in turn:
        if move != ".":
            waits.move(move)
    found = {
        "step_back": bool(steps_back(game, line)),
        "patience": turn[-1] == "." and len(waits.moves()) > 1 and winning_moves(waits) == ["."],
        "last_cards": _drawn_out(game),
        "fire": covers,
        "order": order_matters(game, turn),
    }
    return tuple(theme for theme in THEMES if found.get(theme))


def _good(game: Game, view: View, best: Plan, second: Plan) -> set[str]:
    """The reasons that a hint would give for a plan of a team game."""
    if not isinstance(game, TeamGame):
        return set()
    plans = [Advised(plan, costs(view, [*plan]), 0.0) for plan in (best, second)]
    return {reason["why"] for reason in reasons(view, plans[0], (plans[1],))}


def _drawn_out(game: Game) -> bool:
    stock = game.stock
    return stock == 0 if isinstance(stock, int) else game.to_move is not None and stock[game.to_move] == 0


def lays_of(plan: Sequence[str]) -> list[str]:
    return [move for move in plan if move != "."]


def gifts(plan: Sequence[str]) -> list[str]:
    """The cards laid on the opponent's piles."""
    return [lay for lay in lays_of(plan) if lay[-1].isupper()]


def steps_back(game: Game, moves: Sequence[str]) -> set[str]:
    """Which of these moves are steps back."""
    again = game.copy()
    return {move for move in moves for event in again.move(move) if event.get("trick")}


def first_turn(game: Game, line: Sequence[str]) -> Plan:
    """The moves of a line up to the end of its first turn."""
    again = game.copy()
    for at, move in enumerate(line):
        again.move(move)
        if _turn_is_over(again):
            return tuple(line[: at + 1])
    return tuple(line)


def order_matters(game: Game, plan: Sequence[str]) -> bool:
    """Do commands make the same cards fail in another order, each pile getting its cards in the same one?"""
    lays = lays_of(plan)
    if not game.commands or len(lays) > 6:
        return False
    piles = {pile: [lay for lay in lays if lay[-1] == pile] for pile in "abcd"}
    return any(
        all([lay for lay in other if lay[-1] == pile] == own for pile, own in piles.items())
        and not _can_be_played(game, other)
        for other in permutations(lays)
    )


def _can_be_played(game: Game, lays: Sequence[str]) -> bool:
    again = game.copy()
    for at, lay in enumerate(lays):
        if not again.can(lay):
            return False
        again.move(lay)
        if _turn_is_over(again):
            won = again.result is None or bool(again.result.won)
            return won and at == len(lays) - 1
    return again.can(".")


def _turn_is_over(game: Game) -> bool:
    """After a move: did the turn, or the game, end with it?"""
    return game.over or game.view(None)["turn"]["laid"] == 0
