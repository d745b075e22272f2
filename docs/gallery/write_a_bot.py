"""Write a bot with one number, and tune it.

The bot lays the cheapest card that may be laid, and goes on past the minimum while a card costs at most `thrift`. How
large should that be? The view has all that it needs, and no rule of the game is written here. For a bot that wins more,
see "Write a bot in ten minutes".
"""

import sys
from pathlib import Path
from statistics import fmean

import gambero
from gambero.lab.report.colours import bot_colours
from gambero.lab.report.picture import picture
from gambero.lab.report.plots import lines

SHORT = "--short" in sys.argv
GAMES = 2 if SHORT else 40
THRIFT = (0, 3) if SHORT else (0, 1, 2, 3, 4, 6)


class Thrifty(gambero.Bot):
    """Lays what is near."""

    name = "thrifty"

    def __init__(self, thrift: int) -> None:
        super().__init__()
        self.thrift = thrift

    def team(self, view: gambero.TeamView, seconds: float | None) -> str:  # noqa: ARG002  # needs no time
        lays = [move for move in view["moves"] if move != "."]
        best = min(lays, key=lambda move: self.cost(view, move), default=".")
        if "." in view["moves"] and (best == "." or self.cost(view, best) > self.thrift):
            return "."
        return best

    def cost(self, view: gambero.TeamView, move: str) -> int:
        top = view["piles"]["abcd".index(move[-1])]
        return int(move[:-1]) - top if move[-1] in "ab" else top - int(move[:-1])


def left(bot: gambero.Bot, seed: int) -> int:
    """The cards that two such players leave of a deal."""
    game = gambero.new("classic", players=2, seed=seed)
    while not game.over:
        game.move(bot.choose(game.view(game.to_move or 0)))
    return sum(game.view(0)["hands"]) + game.stock


curve = []
for thrift in THRIFT:
    mean = fmean(left(Thrifty(thrift), seed) for seed in range(GAMES))
    print(f"goes on while a card costs at most {thrift:2}: {mean:.1f} cards left")
    curve.append((float(thrift), mean / 98))

colour = bot_colours(["thrifty"])["thrifty"]
plot = lines([(colour, "thrifty", curve)], "cards left", "goes on while a card costs at most", "Cards left by thrift")
Path("write_a_bot.svg").write_text(picture(plot, "Cards left, of 98, by how far the bot goes on"), "utf-8")
