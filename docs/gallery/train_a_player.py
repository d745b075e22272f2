"""Train a player for a minute.

The judge is a small network that says how likely a team is to win. Here one learns from nothing, by quick games of two
players against the deck; each round plays with what the round before has learned. It needs the extra `train` (JAX). The
file that such a run leaves is a player: `gambero simulate classic --players 2 --bot expert:minute.npy`.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from gambero.lab.report.colours import bot_colours
from gambero.lab.report.picture import picture
from gambero.lab.report.plots import lines
from gambero.lab.training.train import Course, train

SHORT = "--short" in sys.argv
course = Course("classic", players=(2,), games=0, quick=200 if SHORT else 20_000, seed=1, from_nothing=True)

with TemporaryDirectory() as folder:
    trained = train(course, Path(folder) / "minute.npy")

for done in trained.curve:
    print(f"{done['games']:6,.0f} games: {done['won']:.0%} won in this round")

curve = [(done["games"], done["won"]) for done in trained.curve]
plot = lines([(bot_colours(["expert"])["expert"], "won", curve)], "won", "games", "Games won by games played")
Path("train_a_player.svg").write_text(picture(plot, "Games won in each round of training"), "utf-8")
