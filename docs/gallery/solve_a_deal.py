"""Solve a deal.

Greedy loses this deal. The solver knows every card and finds a line that wins it. The picture shows, move by move, how
much of the four piles' range each has used: whoever uses it up too early is stuck. A step back makes the line fall.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import gambero
from gambero.lab.report.colours import bot_colours
from gambero.lab.report.picture import picture
from gambero.lab.report.plots import lines

SHORT = "--short" in sys.argv
deal = gambero.new("classic", players=1 if SHORT else 3, seed=7)


def range_used(moves: Sequence[str]) -> list[tuple[float, float]]:
    """The share of the piles' range that is gone after each card."""
    game, line = deal.copy(), [(0.0, 0.0)]
    for move in moves:
        game.move(move)
        a, b, c, d = game.piles
        if move[-1] in "abcd":
            line.append((len(line), (a - 1 + b - 1 + 100 - c + 100 - d) / 396))
    return line


game, bot = deal.copy(), gambero.bot("greedy")
while not game.over:
    game.move(bot.choose(game.view(game.to_move or 0)))
solution = gambero.solve(deal, seconds=10.0)
assert game.result
print(f"greedy: {game.result.reason}, {game.result.left} cards left")
print(f"solver: {solution.sentence}")
print("its first moves:", *solution.moves[:12])

one, other = bot_colours(["greedy", "expert"]).values()
played = [move for _, move in game.log]
series = [(one, "greedy", range_used(played)), (other, "the line that wins", range_used(solution.moves))]
plot = lines(series, "range used", "cards laid", "Range used by cards laid, greedy and the solver")
Path("solve_a_deal.svg").write_text(picture(plot, "Range used: greedy (orange), the line that wins (blue)"), "utf-8")
