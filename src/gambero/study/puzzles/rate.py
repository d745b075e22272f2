"""Where a puzzle's rating starts, before anybody has tried it: from how often random play and simple bots solve it."""

from math import log2

from gambero.bots import bot
from gambero.game import Game
from gambero.game.base import View
from gambero.study.puzzles.lines import Lines
from gambero.study.puzzles.plans import Plan, Plans

LOWEST, HIGHEST = 700, 2600
SIMPLE = ("greedy", "careful")
GIVEN_AWAY = {"greedy": 350, "careful": 250}  # by whose play finds the answer
PER_HALVING = 60  # each time blind play wins half as often
TURN, ENDGAME = 1650, 1000


def of_turn(found_by: set[str], plans: int, lead: float) -> int:
    """A turn is harder if simple players miss it, if there is much to choose from, and if the lead is small."""
    return _bounded(
        TURN - sum(GIVEN_AWAY[name] for name in found_by) + 60 * log2(max(plans, 2) / 4) - 400 * min(lead - 0.15, 0.5)
    )


def of_line(found_by: set[str], lines: Lines) -> int:
    """An endgame is harder the fewer lines win."""
    return _bounded(ENDGAME - PER_HALVING * log2(lines.blind) - sum(GIVEN_AWAY[name] for name in found_by) / 2)


def _bounded(rating: float) -> int:
    return round(min(max(rating, LOWEST), HIGHEST))


def turn_found_by(makes: Plans, view: View, game: Game, best: Plan) -> set[str]:
    """The simple players whose turn ends where the best one does."""
    return {name for name in SIMPLE if makes.place(view, _turn_of(name, view, game)) == makes.place(view, best)}


def _turn_of(name: str, view: View, game: Game) -> Plan:
    player, again, seat, before = bot(name, seed=0), game.copy(), game.to_move, len(game.log)
    while not again.over and again.to_move == seat:
        move = player.choose({**view, **again.view(seat)})
        again.move(move)
        if move == ".":
            break
    return tuple(move for _, move in again.log[before:])


def line_found_by(game: Game) -> set[str]:
    """The simple players that win from here, each in all seats."""
    winners = set()
    for name in SIMPLE:
        player, again = bot(name, seed=0), game.copy()
        while not again.over:
            again.move(player.choose(again.view(again.to_move)))
        if again.result is not None and again.result.won:
            winners.add(name)
    return winners
