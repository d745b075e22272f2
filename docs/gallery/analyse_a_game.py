"""Analyse a game.

Three greedy players lose a game. The analysis asks expert before each turn how likely a win is, tries what was played
and what expert would have played in the same worlds, and so tells errors from bad luck. Dots are turning points.
"""

import sys
from pathlib import Path

import gambero
from gambero.lab.report.picture import picture
from gambero.study.page import STYLE, curve

SHORT = "--short" in sys.argv
game, bot = gambero.new("classic", players=3, seed=5), gambero.bot("greedy")
while not game.over:
    game.move(bot.choose(game.view(game.to_move or 0)))

analysis = gambero.analyse(game, seconds=1.0 if SHORT else None)
print(f"At the deal {analysis.chances[0]:.0%} of such games are won by experts.")
print(f"Luck was worth {100 * analysis.luck:+.0f} points, play {100 * analysis.skill:+.0f}.")
for turn in sorted(analysis.turns, key=lambda turn: -turn.error)[:3]:
    better = f"{' '.join(turn.best)} was {100 * turn.error:.0f} points better"
    print(f"Seat {turn.seat} played {' '.join(turn.moves)}; {better}.")
for seat, review in enumerate(analysis.seats):
    print(f"Seat {seat}: {review.rank}, accuracy {review.accuracy:.0f} of 100.")

Path("analyse_a_game.svg").write_text(picture(curve(analysis), "The chance to win, turn by turn", STYLE), "utf-8")
