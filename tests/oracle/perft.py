"""Exact tree counts, the proof of a move generator."""

from typing import Protocol, Self


class Game(Protocol):
    def moves(self) -> list[str]: ...
    def move(self, text: str, /) -> object: ...
    def copy(self) -> Self: ...


def perft(game: Game, depth: int) -> int:
    """How many sequences of exactly `depth` moves the game allows; one that ends earlier counts for none."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.moves())
    count = 0
    for move in game.moves():
        after = game.copy()
        after.move(move)
        count += perft(after, depth - 1)
    return count
