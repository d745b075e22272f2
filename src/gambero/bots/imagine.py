"""A state that fits a view: known cards as they are, hidden cards in an order that the caller chooses.

Bots get views, but the law works on states. A bot that orders the hidden cards can only guess.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from gambero.game import GAMES
from gambero.game.base import View
from gambero.game.notation import KINDS, TEAM_PILES
from gambero.game.team_position import hand_bits
from gambero.rules import classic, duel, team, tension
from gambero.rules.commands import as_table

Order = Callable[[list[int]], Sequence[int]]
Table = npt.NDArray[np.void]


def as_it_comes(cards: list[int]) -> list[int]:
    """Hidden cards in ascending order, for players that ignore them."""
    return cards


def imagined(view: View, order: Order = as_it_comes) -> Table:
    """A state, as an array of one, whose view for this seat is the given view."""
    return BUILDERS[GAMES[view["game"]].law](view, order)


def unseen(view: View) -> list[int]:
    """Team games: the numbers neither laid nor in the view's own hand."""
    seen = {*laid(view), *(view["hand"] or ())}
    return [card for card in range(team.LOWEST, team.HIGHEST + 1) if card not in seen]


def laid(view: View, seat: int | None = None) -> list[int]:
    """The numbers laid, by one seat if one is given, in order."""
    return [int(move[:-1]) for who, move in view["log"] if move[0].isdigit() and seat in (None, who)]


def _bits(piles: Sequence[str]) -> int:
    return sum(1 << TEAM_PILES.index(pile) for pile in piles)


def _seat(view: View) -> int:
    return team.NOBODY if view["to_move"] is None else int(view["to_move"])


def _team(view: View, order: Order) -> Table:
    table = np.zeros(1, team.TEAM)
    options, turn = view["options"], view["turn"]
    hidden = list(order(unseen(view)))
    classic.set_up(
        table,
        np.array([*laid(view), *(view["hand"] or ()), *hidden], np.uint8),
        view["players"],
        options["professional"],
        options["short_hands"],
        options.get("on_fire", False),
        as_table({int(number): name for number, name in view["commands"].items()}),
    )
    state: Any = table[0]
    for seat, size in enumerate(view["hands"]):
        if seat == view["seat"]:
            state["hands"][seat] = hand_bits(view["hand"])
        else:
            state["hands"][seat] = hand_bits(hidden[:size])
            hidden = hidden[size:]
    state["drawn"] = team.CARDS - view["stock"]  # the deck's end is what is still hidden
    state["tops"] = view["piles"]
    state["seat"] = _seat(view)
    state["laid"] = turn["laid"]
    state["three"] = turn["three"]
    state["skulls"] = _bits(turn["skulls"])
    state["picked"] = team.NO_PILE if turn["picked"] is None else TEAM_PILES.index(turn["picked"])
    state["due"] = _bits(view["fires"]["due"])
    state["fresh"] = _bits(view["fires"]["fresh"])
    return table


def _duel(view: View, order: Order) -> Table:
    table = np.zeros(1, duel.DUEL)
    decks = []
    for seat in range(duel.PLAYERS):
        known = [*laid(view, seat), *(view["hand"] if seat == view["seat"] else ())]
        hidden = [card for card in range(duel.LOWEST, duel.HIGHEST + 1) if card not in known]
        decks.append([*known, *order(hidden)])
    duel.set_up(table, np.array(decks, np.uint8), view["options"]["last_card_wins"])
    state: Any = table[0]
    for seat, (size, stock) in enumerate(zip(view["hands"], view["stock"], strict=True)):
        drawn = duel.CARDS - stock
        state["drawn"][seat] = drawn
        state["hands"][seat] = hand_bits(decks[seat][drawn - size : drawn])
    state["tops"] = view["piles"]
    state["seat"] = _seat(view)
    state["laid"] = view["turn"]["laid"]
    state["gift"] = view["turn"]["gift"]
    return table


def _tension(view: View, order: Order) -> Table:
    """Stacks and the other hands are dealt anew from what is not in sight."""
    table = np.zeros(1, tension.TENSION)
    state: Any = table[0]
    pile = [KINDS[value, step] for value, step in view["pile"]]
    own = [KINDS[value, step] for value, step in view["hand"] or ()]
    kinds = {KINDS[v + 1, s + 1]: copies for v, row in enumerate(tension.COPIES) for s, copies in enumerate(row)}
    hidden = list(order(sorted((Counter(kinds) - Counter(pile) - Counter(own)).elements())))
    state["players"] = view["players"]
    state["share"] = share = tension.share_of(view["players"])
    for seat, (size, stock) in enumerate(zip(view["hands"], view["stock"], strict=True)):
        hand, hidden = (own, hidden) if seat == view["seat"] else (hidden[:size], hidden[size:])
        for kind in hand:
            state["hands"][seat][kind] += 1
        state["held"][seat] = size
        state["drawn"][seat] = share - stock
        state["stacks"][seat][share - stock : share] = hidden[:stock]
        hidden = hidden[stock:]
    state["pile"][: len(pile)] = pile
    state["height"] = len(pile)
    state["winner"] = tension.NOBODY
    return table


BUILDERS: dict[ModuleType, Callable[[View, Order], Table]] = {classic: _team, duel: _duel, tension: _tension}
