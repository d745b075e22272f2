"""Count the lines of an endgame with all cards known: how many there are, and how many of them win."""

from typing import Any, NamedTuple

import numpy as np

from gambero.game.team import TeamGame
from gambero.rules.cards import NONE, signed
from gambero.rules.classic import list_moves, take
from gambero.rules.compiled import inlined, kernel
from gambero.rules.team import BEATEN, PLAYING, TEAM
from gambero.study.positions import key_of

DEEPEST = 64  # moves of a line, ends of turns included
WIDEST = 64  # legal moves of a position
PLACES = 1 << 18  # of the table of positions seen


class Lines(NamedTuple):
    """What is known of a position: lines to any end, lines that win, and the chance that blind play wins."""

    lines: float
    wins: float
    blind: float


@inlined
def find(key: Any, keys: Any) -> int:
    """Where a key is in the table, or the free place for it."""
    mask = len(keys) - 1
    place = signed(key & np.uint64(mask))
    while keys[place] != NONE and keys[place] != key:
        place = (place + 1) & mask
    return place


@kernel
def count_lines(way: Any, moves: Any, found: Any, at: Any, sums: Any, keys: Any, known: Any) -> bool:
    """Depth first from way[0], each position once; sums[0] gets lines, wins and blind chance. False: no room left.

    A line is a sequence of legal moves until the game is over. `known` holds the three sums of each key.
    """
    depth = seen = 0
    found[0] = list_moves(way[0], moves[0])
    at[0] = 0
    sums[0, :] = 0.0
    while True:
        if at[depth] < found[depth]:
            move = moves[depth, at[depth]]
            at[depth] += 1
            way[depth + 1] = way[depth]
            state = way[depth + 1]
            take(state, move)
            if state.outcome != PLAYING:
                won = 1.0 if state.outcome == BEATEN else 0.0
                sums[depth, 0] += 1.0
                sums[depth, 1] += won
                sums[depth, 2] += won
                continue
            place = find(key_of(state), keys)
            if keys[place] != NONE:
                for k in range(3):
                    sums[depth, k] += known[place, k]
                continue
            depth += 1
            if depth + 1 >= len(way):
                return False
            found[depth] = list_moves(state, moves[depth])
            at[depth] = 0
            sums[depth, :] = 0.0
            continue
        sums[depth, 2] /= max(found[depth], 1)
        if depth == 0:
            return True
        seen += 1
        if 2 * seen > len(keys):
            return False
        key = key_of(way[depth])
        place = find(key, keys)
        keys[place] = key
        for k in range(3):
            known[place, k] = sums[depth, k]
            sums[depth - 1, k] += sums[depth, k]
        depth -= 1


def lines_from(game: TeamGame) -> Lines | None:
    """Count the lines from a position of a game that goes on; None if there are too many positions."""
    way = np.zeros(DEEPEST + 2, TEAM)
    way[0] = game.state()[0]
    sums = np.zeros((DEEPEST + 2, 3))
    counted = count_lines(
        way,
        np.zeros((DEEPEST + 2, WIDEST), np.int64),
        np.zeros(DEEPEST + 2, np.int64),
        np.zeros(DEEPEST + 2, np.int64),
        sums,
        np.zeros(PLACES, np.uint64),
        np.zeros((PLACES, 3)),
    )
    return Lines(*sums[0].tolist()) if counted else None


def winning_moves(game: TeamGame) -> list[str]:
    """The legal moves after which a win is still there; empty if there is none. ValueError if that is too much."""
    winning = []
    for move in game.moves():
        after = game.copy()
        after.move(move)
        if after.over:
            if after.result is not None and after.result.won:
                winning.append(move)
            continue
        counted = lines_from(after)
        if counted is None:
            raise ValueError("there are too many positions from here to count their lines")
        if counted.wins:
            winning.append(move)
    return winning
