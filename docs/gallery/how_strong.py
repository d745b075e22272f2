"""How strong are the players?

`gambero.simulate` plays many games of a player at all seats and counts. The compiled players play thousands of games a
second; expert thinks, so it plays few, and its interval is wide. A whisker is the 95 % interval of a win rate.
"""

import sys
from pathlib import Path

import gambero
from gambero.lab.report.colours import bot_colours
from gambero.lab.report.picture import picture
from gambero.lab.report.plots import Bar, bars

SHORT = "--short" in sys.argv
GAMES = {"greedy": 5_000, "human": 50, "careful": 2_000, "expert": 24}
PLAYERS = (2,) if SHORT else (1, 2, 3)

colours = bot_colours(GAMES)
groups = []
for players in PLAYERS:
    group, seats = [], "alone" if players == 1 else f"{players} players"
    for bot, games in GAMES.items():
        found = gambero.simulate("classic", players=players, bot=bot, games=2 if SHORT else games, seed=2026)
        low, high = found.interval
        print(f"{seats:9} {bot:8} won {found.win_rate:6.1%} ({low:.1%} to {high:.1%}), {found.games} games")
        group.append(Bar(found.win_rate, low, high, colours[bot], f"{bot}: {found.win_rate:.1%}"))
    groups.append((seats, group))

plot = bars(groups, "won", "Games won by players and bot")
Path("how_strong.svg").write_text(picture(plot, f"Classic by players: {', '.join(GAMES)}"), "utf-8")
