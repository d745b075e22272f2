"""What bots make of a day's deal: their results are ghosts to beat."""

from collections.abc import Sequence

from gambero.bots import bot
from gambero.game import Game

GHOSTS = ("greedy", "careful", "expert")  # from weak to strong


def play_out(game: Game, bots: Sequence[str]) -> tuple[bool, int]:
    """Let bots, one for each seat, play a deal to its end; did seat 0 win, and its score as in the table of a day."""
    if game.to_move is None:
        game.move("@0")
    players = [bot(name) for name in bots]
    while not game.over:
        seat = game.to_move or 0
        game.move(players[seat].choose(game.view(seat)))
    result = game.result
    if result is None:
        raise ValueError("the game is not over")
    left = result.left
    return 0 in result.winners, left if isinstance(left, int) else left[0] - left[1]
